"""Reading the players of Plouf Party from what they do."""

import random

import numpy as np
import pytest

import lido
from lido.game import RecordGame, copied
from lido.games.plouf_party.board import LETTERS
from lido.games.plouf_party.opponents import COLOURS, OpponentModel, beginning, draw, number_of
from lido.match import Match
from lido.network import shipped
from lido.rng import seeded

RING = ["R1", "O1", "Y1", "G1", "B1", "P1", "R2", "O2", "Y2", "G2", "B2", "P2", "R3", "O3", "Y3", "G3", "B3", "P3"]
DEAL = {"ring": RING, "tokens": ["R", "O", "Y"], "faceup": []}


MODELS = {"simple": OpponentModel, "learned": lambda: OpponentModel(1.0, shipped("plouf-party"))}
"""Without a network, and with one."""
PUBLIC = ("ring", "water", "occupied", "dry", "seen", "alive", "cleared", "turn", "step", "taken", "last")


def belief(match: Match, seat: int, of: int, model: str = "simple") -> dict[str, float]:
    """How likely `seat` holds each colour for the token of another, by the belief it reads."""
    belief = MODELS[model]().belief(match.player_view(seat))
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


@pytest.mark.parametrize("seed", [*range(10), 98, 124, 503, 534])
def test_whatever_happens_it_can_be_read(seed: int) -> None:
    """Also where a colour that a player may have would leave another none."""
    players = 2 + seed % 5
    match, chance = lido.new("plouf-party", players=players, seed=f"read/{seed}"), random.Random(seed)
    readers = [MODELS["learned"]() for _ in range(players)]
    while match.turn:
        weights = readers[match.turn - 1].belief(match.player_view())[:, 0]
        assert np.isfinite(weights).all()
        assert weights[-1] > 0
        match.play(chance.choice(match.legal_moves()))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", range(3))
def test_reading_on_is_reading_from_the_start(model: str, seed: int) -> None:
    match, chance = lido.new("plouf-party", players=5, seed=seed), random.Random(seed)
    reader = MODELS[model]()
    for _ in range(60):
        if match.turn != 5 and match.turn:
            match.play(chance.choice(match.legal_moves()))
            continue
        afresh = MODELS[model]().belief(match.player_view(5))
        assert reader.belief(match.player_view(5)) == pytest.approx(afresh)
        if match.turn:
            match.play(chance.choice(match.legal_moves()))


@pytest.mark.parametrize("seed", range(6))
def test_what_was_to_be_seen_at_the_beginning_is_found_by_undoing_the_story(seed: int) -> None:
    match, chance = lido.new("plouf-party", players=6, seed=seed), random.Random(seed)
    assert isinstance(match.game, RecordGame)
    at_first = match.player_view(0).observation
    watched = [at_first]
    while match.turn:
        match.play(chance.choice(match.legal_moves()))
        watched.append(match.player_view(0).observation)
    story = match.player_view(0).story
    assert {"accuse", "fall", "eliminate"} <= {event["event"] for events in story for event in events}
    for after in (5, 30, len(story)):
        state = beginning(watched[after], story[:after])
        for at in range(after):
            for name in (
                "ring",
                "water",
                "occupied",
                "dry",
                "seen",
                "alive",
                "cleared",
                "turn",
                "step",
                "taken",
                "last",
            ):
                assert np.array_equal(state[name], watched[at][name]), (after, at, name)
            match.game.rules.play(state, number_of(story[at][0]))


def test_who_does_what_the_network_would_do_with_a_colour_is_likelier_to_have_it() -> None:
    """Over many games of the network with itself, the belief that knows it gives the truth more."""
    truth = {"simple": 0.0, "learned": 0.0}
    for seed in range(4):
        match = lido.new("plouf-party", players=3, seed=seed)
        bot = lido.bots.bot("expert", seed=seed)
        for _ in range(14):
            if match.turn:
                match.play(bot.choose(match.player_view(), iterations=60))
        token = match.record()["deal"]["tokens"][1]
        for model in truth:
            truth[model] += belief(match, 1, 2, model)[token]
    assert truth["learned"] > truth["simple"]


def test_two_worlds_that_a_seat_cannot_tell_apart_are_believed_the_same() -> None:
    played = ["pick 1", "cw", "pick 6", "ccw", "pick 10", "cw"]
    found = []
    for tokens in ("ROY", "RGB", "RPO"):  # seat 1 is red in all of them
        match = lido.new("plouf-party", players=3, deal={**DEAL, "tokens": list(tokens)})
        for move in played:
            match.play(move)
        found.append(MODELS["learned"]().belief(match.player_view(1)).tobytes())
    assert found[0] == found[1] == found[2]


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
