"""What holds in every game, and what a seat may know."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lido
from lido.deal import Draws
from lido.game import Start, copied
from lido.kernel import uncompiled
from lido.match import Match
from lido.pictures import svg
from lido.rng import seeded
from lido_cannonball import GAME, rules, text


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A game in the middle, or over."""
    match = lido.new("cannonball", players=draw(st.sampled_from(GAME.players)), seed=draw(st.integers(0, 999)))
    for _ in range(draw(st.integers(0, 12))):
        if match.turn:
            match.play(draw(st.sampled_from(match.legal_moves())))
    return match


def played_out(players: int, seed: int) -> Match:
    match, chance = lido.new("cannonball", players=players, seed=seed), random.Random(seed)
    while match.turn:
        match.play(chance.choice(match.legal_moves()))
    return match


@given(st.sampled_from(GAME.players), st.integers(0, 999))
def test_a_game_is_as_long_as_its_cards_and_replays(players: int, seed: int) -> None:
    match = played_out(players, seed)
    assert match.result
    assert sum(match.result.payoffs) == pytest.approx(1)
    assert len(match.moves) == GAME.longest(players) == players * len(match.position()["deal"]["hands"][0])
    assert lido.replay(match.record()).view(1) == match.view(1)


@given(matches())
def test_a_position_leads_back_to_itself(match: Match) -> None:
    again = lido.new("cannonball", players=match.players, position=match.position())
    assert [again.view(seat) for seat in range(match.players + 1)] == [match.view(s) for s in range(match.players + 1)]
    assert again.position() == match.position()


@given(matches(), st.integers(0, 999))
def test_nothing_that_a_seat_sees_depends_on_what_it_may_not_know(match: Match, seed: int) -> None:
    for seat in range(match.players + 1):
        seen = match.player_view(seat).observation
        world = copied(seen)
        GAME.rules.redeal(world, seeded(seed))
        assert GAME.observation(world, seat) == seen
        assert GAME.view(GAME.observation(world, seat), seat) == GAME.view(seen, seat)
        assert [int(hand).bit_count() for hand in world.hands] == [int(hand).bit_count() for hand in truth(match).hands]


def truth(match: Match) -> np.record:
    """The state of a match, with all hands."""
    return GAME.start(Start(match.players, {}, None, match.position()), Draws(""))


def test_a_redeal_is_uniform() -> None:
    """Seat 1 of three holds 1, 5, 8, 10 and has seen 5, 2 and 11: the other six cards fall in C(6, 3) ways."""
    match = lido.new("cannonball", players=3, deal={"hands": [[1, 5, 8, 10], [2, 6, 7, 12], [3, 4, 9, 11]]})
    for move in ("5", "2", "11"):
        match.play(move)
    seen, rng, draws = match.player_view(1).observation, seeded("redeal"), 20_000
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        world = copied(seen)
        GAME.rules.redeal(world, rng)
        counts[tuple(text.cards(int(world.hands[1])))] += 1
    ways = list(combinations([3, 4, 6, 7, 9, 12], 3))
    assert set(counts) == set(ways)
    expected = draws / len(ways)
    chi_squared = sum((counts[way] - expected) ** 2 / expected for way in ways)
    assert chi_squared < 43.8  # 19 degrees of freedom: one draw in a thousand is beyond it


@given(matches())
def test_the_rules_run_uncompiled(match: Match) -> None:
    state, moves = truth(match), np.zeros(rules.MOST_MOVES, dtype=np.int16)
    legal = sorted(GAME.legal(state))
    assert sorted(moves[: uncompiled(rules.legal)(state, moves)].tolist()) == legal
    for move in legal:
        compiled, plain = copied(state), copied(state)
        rules.play(compiled, move)
        uncompiled(rules.play)(plain, move)
        assert compiled == plain


@given(matches())
def test_the_picture_shows_the_hand_of_its_seat_only(match: Match) -> None:
    for seat in range(match.players + 1):
        view = match.view(seat)
        cards = [card for card in view["round"] if card] + view["hand"]
        assert svg(view).count('font-size="26"') == len(cards)
