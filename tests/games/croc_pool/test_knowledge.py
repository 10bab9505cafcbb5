"""What may be known: nobody sees under a swimmer, everybody remembers a crocodile. CP-1, CP-R10."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import lido
from lido import pictures
from lido.game import Start, copied
from lido.games.croc_pool import GAME, rules
from lido.rng import seeded
from tests.games.croc_pool.reference import Table, written
from tests.games.croc_pool.scenes import at, pool
from tests.games.croc_pool.strategies import choices, placings, tables

clause = pytest.mark.clause
SEATS = (0, 1, 2)


def text(state: np.record) -> str:
    return str(GAME.position(state, Start(2, {}, None, None), ()))


def redealt(match: lido.Match, seed: object) -> np.record:
    """A world that nobody at the table can tell from the true one."""
    world = copied(match.player_view(1).observation)
    rules.redeal(world, seeded(seed))
    return world


@clause("CP-R10")
@pytest.mark.parametrize("seat", SEATS)
def test_numbers_once_shown_stay_known_in_stacks_and_bars(seat: int) -> None:
    match = pool("c7:r(1)+Y4+y(2)+R3 f1:y(1)", "R open 0", "R:y(3),R5 Y:-")
    view = match.view(seat)
    assert [tile["number"] for tile in view["squares"]["c7"]["tiles"]] == [None, 4, None, 3]
    assert [tile["number"] for tile in view["bars"][0]] == [None, 5]
    assert view["position"] == "f1:y c7:r+Y4+y+R3 | R:y,R5 Y:- | R open 0"


@clause("CP-R10")
def test_a_number_shown_in_play_is_shown_from_then_on() -> None:
    match = pool("c7:r(2) c9:y(5) f1:y(1)")
    for move in ("flip c7", "c7-c9", "f1-f2"):
        match.play(move)
    assert match.view(2)["squares"]["c9"]["tiles"] == [
        {"side": 2, "crocodile": False, "number": None},
        {"side": 1, "crocodile": True, "number": 2},
    ]


@clause("CP-1")
@given(tables() | placings())
def test_no_view_or_picture_of_a_running_game_holds_a_hidden_number(table: Table) -> None:
    match = at(written(table))
    assume(match.result is None)
    for seat in SEATS:
        view = match.view(seat)
        shown = [tile for stack in view["squares"].values() for tile in stack["tiles"]]
        shown += [tile for bar in view["bars"] for tile in bar]
        assert all((tile["number"] is not None) == tile["crocodile"] for tile in shown)
        assert "(" not in view["position"]
        assert view["position"] in pictures.svg(view)


@clause("CP-1")
@given(tables() | placings(), st.integers(0, 9))
def test_worlds_that_nobody_can_tell_apart_are_the_same_bytes(table: Table, seed: int) -> None:
    match = at(written(table))
    other = redealt(match, seed)
    for seat in SEATS:
        assert GAME.observation(other, seat).tobytes() == match.player_view(seat).observation.tobytes()


@clause("CP-1")
@settings(max_examples=50)
@given(tables(), st.integers(0, 9), choices(12))
def test_what_is_hidden_changes_nothing_before_it_is_shown(table: Table, seed: int, plan: list[int]) -> None:
    one = at(written(table))
    two = at(text(redealt(one, seed)))
    for choice in plan:
        if one.result:
            break
        for seat in SEATS:
            assert one.view(seat) == two.view(seat)
            assert pictures.svg(one.view(seat)) == pictures.svg(two.view(seat))
        assert one.legal_moves() == two.legal_moves()
        move = one.legal_moves()[choice % len(one.legal_moves())]
        events = one.play(move), two.play(move)
        if events[0] != events[1]:
            assert move.startswith("flip") or one.result, "the end turns every tile over (CP-R8)"
            break


@given(tables() | placings(), st.integers(0, 9))
def test_a_redeal_keeps_what_is_known_and_deals_every_number_once(table: Table, seed: int) -> None:
    match = at(written(table))
    world = redealt(match, seed)
    known = at(text(world)).position()
    assert known == text(world)  # which refuses a number given twice
    assert known.count("(") == written(table).count("(")


@clause("CP-1")
def test_a_redeal_gives_each_order_of_the_unseen_numbers_as_often() -> None:
    # Red's 2, 3 and 6 are unseen: one in the pool, one in a stack, one in the bar.
    match = pool("a3:r(2) c7:r(3)+Y4 d7:R1 e7:R5 f7:Y1", "R open 0", "R:r(6),R4 Y:-")
    draws = 6_000
    counts = Counter(
        tuple(int(number) for number in numbers)
        for numbers in (
            [word[word.index("r(") + 2] for word in text(redealt(match, seed)).split() if "r(" in word]
            for seed in range(draws)
        )
    )
    assert set(counts) == set(permutations([2, 3, 6]))
    expected = draws / 6
    assert (
        sum((count - expected) ** 2 / expected for count in counts.values()) < 20.5
    )  # 5 degrees of freedom, p = 0.001


def test_a_redeal_draws_among_all_unseen_numbers_where_tiles_are_missing() -> None:
    match = pool("a3:r(2) f7:Y1 b7:R6 c7:R5 d7:R4")
    counts = Counter(text(redealt(match, seed)).split()[0] for seed in range(3_000))
    assert set(counts) == {"a3:r(1)", "a3:r(2)", "a3:r(3)"}
    assert min(counts.values()) > 900


def test_a_redeal_covers_the_swimmers_still_to_be_placed() -> None:
    match = lido.new("croc-pool", seed=1, options={"layout": "free"})
    match.play("c3")
    orders = set()
    for seed in range(200):
        world = redealt(match, seed)
        for move in ("c12", "d3", "d12"):
            rules.play(world, GAME.parse_move(world, move))
        orders.add(text(world))
    assert len(orders) > 150


def test_an_observation_is_a_copy() -> None:
    match = lido.new("croc-pool", seed=1)
    before = match.position()
    observation = match.player_view(1).observation
    observation.piles[:] = 0
    observation.squares[:] = 0
    assert match.position() == before
