"""Set-ups: who sits where, and games that follow from their seeds."""

from collections import Counter
from collections.abc import Sequence

import pytest

from lido.errors import BadSetup
from lido.lab.outcome import play
from lido.lab.setup import Setup, seating, seatings, set_up


def duel(*players: str, **more: object) -> Setup:
    return set_up("le-plouf", players or ("random", "gentle"), iterations=5, **more)  # type: ignore[arg-type]


def test_two_bots_take_turns_at_going_first() -> None:
    ways = [seating(duel(), number) for number in range(1, 5)]
    assert sorted(ways[:2]) == [("gentle", "random"), ("random", "gentle")]
    assert ways[2:] == ways[:2]


def test_a_bot_named_more_often_has_more_seats() -> None:
    ways = seatings(set_up("le-plouf", ["expert", "club", "club", "club"]))
    assert len(ways) == 4
    assert {way.index("expert") for way in ways} == {0, 1, 2, 3}


def test_seats_beyond_the_bots_are_shared_out_evenly() -> None:
    ways = seatings(set_up("le-plouf", ["expert", "club", "random"], seats=4))
    assert len(ways) == len(set(ways)) == 36
    assert {tuple(sorted(Counter(way).values())) for way in ways} == {(1, 1, 2)}


def test_bots_beyond_the_seats_all_meet() -> None:
    ways = seatings(set_up("le-plouf", ["expert", "club", "gentle", "random"], seats=2))
    assert len(ways) == len(set(ways)) == 12
    assert all(len(set(way)) == 2 for way in ways)


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (["expert", "club"], 2),
        (["expert", "club"], 3),
        (["expert", "club"], 4),
        (["expert", "club", "random"], 4),
        (["expert", "club", "gentle", "random"], 2),
        (["expert", "club", "gentle", "random"], 4),
    ],
)
def test_every_bot_has_every_seat_equally_often(players: Sequence[str], seats: int) -> None:
    ways = seatings(set_up("le-plouf", players, seats=seats))
    held = Counter((seat, level) for way in ways for seat, level in enumerate(way))
    assert set(held) == {(seat, level) for seat in range(seats) for level in players}
    assert len(set(held.values())) == 1


def test_the_rotations_of_a_seating_follow_each_other() -> None:
    ways = seatings(set_up("le-plouf", ["expert", "club", "gentle", "random"]))
    for at in range(0, len(ways), 4):
        for seat in range(4):
            assert len({way[seat] for way in ways[at : at + 4]}) == 4


@pytest.mark.parametrize(
    ("players", "more", "said"),
    [
        (["expert", "champion"], {}, "no bot of level 'champion'"),
        (["expert", "master"], {"seats": 3}, "Le Plouf for two players"),
        (["expert"], {}, "cannot be played by 1"),
        ([], {"seats": 2}, "at least one bot"),
        (["expert", "club"], {"seats": 5}, "cannot be played by 5"),
        (["expert", "club"], {"options": {"depth": 3}}, "none called 'depth'"),
        (["expert", "club"], {"ms": 5, "iterations": 5}, "not both"),
    ],
)
def test_an_arena_that_cannot_be_is_refused(players: list[str], more: dict[str, object], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        set_up("le-plouf", players, **more)  # type: ignore[arg-type]


def test_a_game_follows_from_the_seed_and_its_number() -> None:
    first = play(duel(seed=7), 3)
    assert play(duel(seed=7), 3) == first
    assert play(duel(seed=8), 3).events != first.events
    # The same seating two games on, and yet another game.
    assert play(duel(seed=7), 5).seating == first.seating
    assert play(duel(seed=7), 5).events != first.events


def test_an_outcome_is_what_the_game_was() -> None:
    done = play(duel("random", "random"), 1)
    assert sum(done.payoffs) == 1
    assert done.reason in ("pool-full", "repetition")
    acts = sum(seat[kind] for seat in done.events for kind in ("place", "walk", "dive", "pass") if kind in seat)
    assert acts == done.moves
    assert [seat["place"] for seat in done.events] == [5, 5]


@pytest.mark.usefixtures("toys")
def test_what_a_seat_did_and_whether_it_was_right_is_counted() -> None:
    setup = set_up("cards", ["random", "random"], options={"rounds": 1})
    for number in range(1, 13):
        done = play(setup, number)
        assert sum(seat.get("guess", 0) for seat in done.events) == done.moves
        assert [seat.get("guess", 0) for seat in done.right] == [int(paid == 1) for paid in done.payoffs]
