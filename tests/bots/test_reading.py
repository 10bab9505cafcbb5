"""Reading the players of Plouf Party from what they do."""

import numpy as np
import pytest

import lido
from lido.game import RecordGame, copied
from lido.games.plouf_party.board import LETTERS
from lido.games.plouf_party.opponents import COLOURS, OpponentModel, draw
from lido.match import Match
from lido.rng import seeded

RING = ["R1", "O1", "Y1", "G1", "B1", "P1", "R2", "O2", "Y2", "G2", "B2", "P2", "R3", "O3", "Y3", "G3", "B3", "P3"]
DEAL = {"ring": RING, "tokens": ["R", "O", "Y"], "faceup": []}


def belief(match: Match, seat: int, of: int) -> dict[str, float]:
    """How likely `seat` holds each colour for the token of another, by the belief it reads."""
    belief = OpponentModel().belief(match.player_view(seat))
    weights = np.diff(belief[:, 0], prepend=0.0)
    shares = [weights[belief[:, of] == colour].sum() / weights.sum() for colour in range(COLOURS)]
    return dict(zip(LETTERS, shares, strict=True))


def test_at_the_start_every_other_colour_is_as_likely() -> None:
    match = lido.new("plouf-party", players=3, deal=DEAL)
    believed = belief(match, 1, of=2)
    assert believed["R"] == 0
    assert [believed[colour] for colour in "OYGBP"] == pytest.approx([0.2] * 5)


def test_who_pushes_a_colour_is_less_likely_to_be_it() -> None:
    match = lido.new("plouf-party", players=3, deal=DEAL)
    match.play("pick 1")
    match.play("cw")  # seat 1 moves an orange pawn onto a yellow one
    believed = belief(match, 2, of=1)
    assert believed["Y"] < min(believed[colour] for colour in "RGBP")


def test_a_colour_that_was_spared_is_more_likely() -> None:
    match = lido.new("plouf-party", players=3, deal=DEAL)
    match.play("pick 1")
    match.play("cw")  # yellow was pushed where red, the other way, was spared
    believed = belief(match, 2, of=1)
    assert believed["R"] > max(believed[colour] for colour in "YGBP")


def test_reading_on_is_reading_from_the_start() -> None:
    match = lido.new("plouf-party", players=3, deal=DEAL)
    opponent_model = OpponentModel()
    for move in ("pick 1", "cw", "pick 6", "ccw", "pick 10", "cw", "pick 3", "ccw"):
        opponent_model.belief(match.player_view(3))
        match.play(move if move in match.legal_moves() else match.legal_moves()[0])
    assert opponent_model.belief(match.player_view(3)) == pytest.approx(OpponentModel().belief(match.player_view(3)))


def test_a_drawn_world_is_one_the_seat_cannot_rule_out() -> None:
    match = lido.new("plouf-party", players=3, deal=DEAL)
    match.play("pick 1")
    match.play("cw")
    game, rng = match.game, seeded(1)
    assert isinstance(game, RecordGame)
    player_view = match.player_view(2)
    belief = OpponentModel().belief(player_view)
    drawn = set()
    for _ in range(300):
        world = copied(player_view.observation)
        draw(world, belief, rng)
        assert game.observation(world, 2).tobytes() == player_view.observation.tobytes()
        drawn.add(int(world.tokens[0]))
    assert len(drawn) == 5
