"""What holds in every game, whatever is played."""

import contextlib
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lido
from lido import bots
from lido.game import blank, copied
from lido.kernel import uncompiled
from lido.rng import seeded
from tests.games.plouf_party.games import EDITIONS, game, random_match
from tests.games.plouf_party.reference import COLOURS, PAWNS

EVERY_MOVE = [
    *(f"pick {space}" for space in range(18)),
    "cw", "ccw", "decline",
    *(f"accuse {seat} {colour}" for seat in range(1, 7) for colour in COLOURS.values()),
]  # fmt: skip


@st.composite
def matches(draw: st.DrawFn) -> lido.Match:
    """A game after some moves, each chosen among the legal ones."""
    match = lido.new(
        "plouf-party",
        players=draw(st.integers(2, 6)),
        seed=draw(st.integers(0, 1000)),
        options={"edition": draw(st.sampled_from(EDITIONS)), "memory": draw(st.sampled_from(["aid", "none"]))},
    )
    for choice in draw(st.lists(st.integers(0, 25), max_size=60)):
        if match.result:
            break
        moves = match.legal_moves()
        match.play(moves[choice % len(moves)])
    return match


@given(matches())
def test_there_are_always_eighteen_pawns(match: lido.Match) -> None:
    view = match.view(0)
    colours = [pawn["colour"] for pawn in [*view["ring"], *view["water"]] if pawn]
    assert sorted(colours) == sorted(pawn[0] for pawn in PAWNS)


@given(matches())
def test_the_payoffs_are_one_in_all(match: lido.Match) -> None:
    if match.result:
        assert sum(match.result.payoffs) == 1
        assert all(paid == 0 or inside for paid, inside in zip(match.result.payoffs, match.view(0)["in"], strict=True))
        assert match.legal_moves() == []
    else:
        assert match.legal_moves()
        assert match.view(0)["in"][(match.turn or 0) - 1]


@given(matches())
def test_what_is_legal_is_what_play_accepts(match: lido.Match) -> None:
    accepted = []
    for move in EVERY_MOVE:
        with contextlib.suppress(lido.IllegalMove):
            match.play(move)
            match.undo()
            accepted.append(move)
    assert sorted(accepted) == match.legal_moves()


@given(matches())
def test_a_move_taken_back_leaves_no_trace(match: lido.Match) -> None:
    before = [match.player_view(seat).observation.tobytes() for seat in range(match.players + 1)]
    for move in match.legal_moves():
        match.play(move)
        match.undo()
        assert [match.player_view(seat).observation.tobytes() for seat in range(match.players + 1)] == before


@given(matches())
def test_positions_and_records_lead_back_here(match: lido.Match) -> None:
    loaded = lido.new("plouf-party", players=match.players, options=dict(match.options), position=match.position())
    for again in (loaded, lido.replay(match.record())):
        assert again.position() == match.position()
        assert [again.view(seat) for seat in range(match.players + 1)] == [
            match.view(seat) for seat in range(match.players + 1)
        ]
        assert [again.player_view(seat).story for seat in (0, 1)] == [match.player_view(seat).story for seat in (0, 1)]


def test_what_was_seen_before_a_position_is_read_in_it_and_what_is_taken_back_is_forgotten() -> None:
    match = lido.new("plouf-party", players=4, seed=3)
    while len(match.moves) < 12:
        match.play(match.legal_moves()[0])
    loaded = lido.new("plouf-party", players=4, position=match.position())
    believed = bots.judged(match.player_view(), iterations=1).beliefs
    assert believed == bots.judged(loaded.player_view(), iterations=1).beliefs
    assert len({percent for belief in believed for percent in belief["percents"].values()}) > 2
    before = loaded.player_view().story
    for each in (match, loaded):
        each.play(each.legal_moves()[0])
    assert loaded.player_view(1).story == match.player_view(1).story != before
    loaded.undo()
    assert loaded.player_view(1).story == before


def test_what_one_seat_knows_is_no_position_to_begin_from() -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    with pytest.raises(lido.BadSetup, match="what one seat knows of a deal"):
        lido.new("plouf-party", position=match.player_view(1).position())
    while match.turn:
        match.play(match.legal_moves()[0])
    assert lido.new("plouf-party", position=match.player_view(1).position()).result == match.result


def test_every_move_has_one_text() -> None:
    state = lido.new("plouf-party", players=6).player_view(1).observation
    texts = [game().move_text(state, number) for number in range(game().rules.moves)]
    assert sorted(texts) == sorted(EVERY_MOVE)
    assert [game().parse_move(state, text) for text in texts] == list(range(len(texts)))


# Compiled and not


def step(rules: Any, state: np.record, choice: int) -> tuple[list[int], list[float]]:
    """Play one of the legal moves, and return what they were and what the game would then pay."""
    moves, out = np.zeros(game().rules.most_moves, dtype=np.int16), np.zeros(6)
    count = rules["legal"](state, moves)
    rules["play"](state, moves[choice % count])
    rules["payoffs"](state, out)
    return moves[:count].tolist(), out.tolist()


@pytest.mark.parametrize("seed", range(6))
def test_compiled_rules_do_what_their_source_does(seed: int) -> None:
    chance = random.Random(seed)
    names = ("legal", "play", "over", "payoffs", "observe", "redeal")
    fast = {name: getattr(game().rules, name) for name in names}
    slow = {name: uncompiled(function) for name, function in fast.items()}
    match = random_match(chance, 0, edition=EDITIONS[seed % 2])
    states = [copied(match._state), copied(match._state)]
    while not fast["over"](states[0]):
        assert not slow["over"](states[1])
        choice = chance.randrange(1000)
        assert step(fast, states[0], choice) == step(slow, states[1], choice)
        assert states[0].tobytes() == states[1].tobytes()
        seat = chance.randint(-1, match.players - 1)
        views = [blank(game().rules.dtype) for _ in states]
        rngs = [seeded(choice) for _ in states]
        for rules, state, view, rng in zip((fast, slow), states, views, rngs, strict=True):
            rules["observe"](state, seat, view)
            rules["redeal"](view, rng)
        assert views[0].tobytes() == views[1].tobytes()
        assert rngs[0] == rngs[1]
    assert slow["over"](states[1])
