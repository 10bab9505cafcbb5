"""Games in several processes."""

import multiprocessing
from typing import Any

import msgspec
import pytest

from lido.errors import LidoError
from lido.lab.outcome import play
from lido.lab.processes import Job, play_all
from lido.lab.setup import Setup, set_up


def duel(*players: str) -> Setup:
    return set_up("le-plouf", players, iterations=5)


def jobs(count: int) -> list[Job]:
    return [Job(duel("random", "random"), number) for number in range(1, count + 1)]


def test_processes_play_the_same_games_as_this_one() -> None:
    setup = duel("random", "gentle")
    together = dict(play_all([Job(setup, number) for number in (4, 2, 9)], workers=2))
    assert together == {place: play(setup, number) for place, number in enumerate((4, 2, 9))}


def test_an_arena_that_is_closed_leaves_no_process() -> None:
    outcomes = play_all(jobs(500), workers=2)
    next(outcomes)
    assert len(multiprocessing.active_children()) == 2
    outcomes.close()
    assert multiprocessing.active_children() == []


def test_a_process_that_dies_ends_the_arena_with_a_sentence() -> None:
    outcomes = play_all(jobs(500), workers=2)
    next(outcomes)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(LidoError, match="has died"):
        list(outcomes)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("wrong", "why"), [({"options": {"depth": 3}}, "none called 'depth'"), ({"iterations": "many"}, "not 'many'")]
)
def test_a_game_that_fails_ends_the_arena_with_a_sentence(wrong: dict[str, Any], why: str) -> None:
    setup = msgspec.structs.replace(duel("gentle", "gentle"), **wrong)
    with pytest.raises(LidoError, match=f"Game 1 could not be played: .*{why}"):
        list(play_all([Job(setup, 1)], workers=1))
