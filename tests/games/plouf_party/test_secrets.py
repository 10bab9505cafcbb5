"""What a seat is shown depends on nothing it may not know.

A second world is drawn from what a seat has seen at some moment; the same moves are played in it
from its own deal; and everything that seat was ever shown must be the same, byte for byte.
"""

import json
import random
from typing import Any

import pytest

import lido
from lido import pictures
from lido.rng import seeded
from tests.games.plouf_party.games import deal_of, nearly_over, random_match, redealt
from tests.games.plouf_party.test_properties import EVERY_MOVE

PAIRS = 120
"""Pairs of worlds for each option and each number of the parameter below."""
ENDINGS = 20
"""Finished games that are compared for each option."""


def shown(match: lido.Match, seat: int) -> list[Any]:
    """What the table shows that seat after every move."""
    player_view = match.player_view(seat)
    legal = match.legal_moves() if match.turn == seat else None
    return [json.dumps(match.view(seat)), player_view.observation.tobytes(), player_view.moves, legal]


def shown_when_asked(match: lido.Match, seat: int) -> list[Any]:
    """What else the table may be made to show that seat."""
    refused = set(EVERY_MOVE) - set(match.legal_moves()) if match.turn == seat else ()
    return [pictures.svg(match.view(seat)), [refusal(match, move) for move in sorted(refused)]]


def accusing(match: lido.Match, seat: int) -> bool:
    return match.turn == seat and match.view(seat)["step"] == "accuse"


def refusal(match: lido.Match, move: str) -> tuple[str, str]:
    """What is said to a move that is refused here."""
    try:
        match.play(move)
    except lido.IllegalMove as error:
        return str(error), error.said("fr")
    raise AssertionError(f"{move} was not refused")


@pytest.mark.clause("PP-2", "PP-R7", "PP-R12")
@pytest.mark.parametrize("edition", ["fr", "en"])
@pytest.mark.parametrize("memory", ["aid", "none"])
@pytest.mark.parametrize("number", range(2))
def test_a_seat_is_shown_the_same_in_worlds_it_cannot_tell_apart(edition: str, memory: str, number: int) -> None:
    chance = random.Random(f"{edition} {memory} {number}")
    rng = seeded(edition, memory, number)
    for _ in range(PAIRS):
        match = random_match(chance, 50, edition=edition, memory=memory)
        seat = chance.randint(0, match.players)
        truth = match.record()["deal"]
        worlds = [
            lido.new("plouf-party", players=match.players, options=dict(match.options), deal=deal)
            for deal in (truth, deal_of(truth, redealt(match, seat, rng)))
        ]
        asked = chance.randrange(len(match.moves) + 1)
        for at, move in enumerate([*match.moves, None]):
            assert shown(worlds[0], seat) == shown(worlds[1], seat)
            if at == asked or accusing(worlds[0], seat):
                assert shown_when_asked(worlds[0], seat) == shown_when_asked(worlds[1], seat)
            if move is not None:
                assert worlds[0].play(move) == worlds[1].play(move)


@pytest.mark.clause("PP-2", "PP-R7", "PP-R12")
@pytest.mark.parametrize("edition", ["fr", "en"])
@pytest.mark.parametrize("memory", ["aid", "none"])
def test_under_the_first_laws_the_end_showed_nothing_but_how_the_game_ended(edition: str, memory: str) -> None:
    chance, rng = random.Random(f"{edition} {memory} end"), seeded(edition, memory, "end")
    compared = 0
    while compared < ENDINGS:
        found, last = nearly_over(chance, edition=edition, memory=memory)
        match = lido.replay(found.record() | {"laws": 1})
        seat, truth = chance.randint(0, match.players), match.record()["deal"]
        other = lido.new(
            "plouf-party",
            players=match.players,
            options=dict(match.options),
            deal=deal_of(truth, redealt(match, seat, rng)),
            laws=1,
        )
        for move in match.moves:
            other.play(move)
        if last in other.legal_moves() and match.play(last) == other.play(last):
            compared += match.position() != other.position()
            assert shown(match, seat) == shown(other, seat)
            assert shown_when_asked(match, seat) == shown_when_asked(other, seat)


@pytest.mark.clause("PP-R13")
@pytest.mark.parametrize("memory", ["aid", "none"])
def test_a_finished_game_shows_every_token_and_every_number_to_everybody(memory: str) -> None:
    chance = random.Random(f"{memory} shown")
    match, last = nearly_over(chance, edition="fr", memory=memory)
    deal = match.record()["deal"]
    assert None in match.view(0)["tokens"]
    match.play(last)
    assert match.result
    for seat in range(match.players + 1):
        view = match.view(seat)
        assert view["tokens"] == deal["tokens"]
        assert match.player_view(seat).view() == view
        pawns = [pawn for pawn in [*view["ring"], *view["water"]] if pawn]
        assert sorted(f"{pawn['colour']}{pawn['number']}" for pawn in pawns) == sorted(deal["ring"])


def test_the_worlds_that_are_compared_do_differ() -> None:
    chance, rng = random.Random("worlds"), seeded("worlds")
    match = random_match(chance, 10)
    truth = match.record()["deal"]
    deals = [json.dumps(deal_of(truth, redealt(match, 0, rng))) for _ in range(20)]
    assert len(set(deals)) == 20
