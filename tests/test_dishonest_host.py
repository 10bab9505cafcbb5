"""What a host who wants to choose the deal could do before, and that every such log is seen now."""

from collections.abc import Callable

import pytest

from tests import dishonest_host as host


@pytest.mark.parametrize("attack", host.BEFORE, ids=lambda attack: attack.__name__)
def test_in_the_first_way_of_dealing_the_host_could_choose_and_nobody_saw_it(
    attack: Callable[[], host.Attempt],
) -> None:
    attempt = attack()
    assert attempt.tries > 1
    assert (attempt.got, attempt.verified, attempt.believed) == (True, True, True)


@pytest.mark.parametrize("attack", host.NOW, ids=lambda attack: attack.__name__)
def test_now_every_log_with_a_chosen_deal_is_seen(attack: Callable[[], host.Attempt]) -> None:
    attempt = attack()
    assert attempt.got
    assert not attempt.believed, "the page of the honest player"
    assert not attempt.noted, "lido verify, told what the player noted"


@pytest.mark.parametrize(
    "attack", [host.bots, host.puppet, host.exchanged_puppet, host.placed], ids=lambda attack: attack.__name__
)
def test_verify_sees_them_in_the_file_alone(attack: Callable[[], host.Attempt]) -> None:
    assert not attack().verified


def test_whatever_the_order_of_the_seats_the_host_chooses_before_it_can_see() -> None:
    attempts = list(host.order_of_seats())
    assert len(attempts) == 9
    assert all(attempt.tries == 0 and attempt.noted and attempt.believed for attempt in attempts)


def test_all_that_is_left_is_to_close_tables_before_everybodys_eyes() -> None:
    closed, wins = host.given_up(300)
    assert closed + wins == 300
    assert closed > 20 * wins
