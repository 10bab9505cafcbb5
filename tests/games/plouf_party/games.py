"""Random games, and other worlds behind the same player_view."""

import random
from typing import Any

import numpy as np

import lido
from lido.game import RecordGame
from lido.games import find
from lido.rng import Rng
from tests.games.plouf_party.reference import COLOURS

EDITIONS = ["fr", "en"]
LETTERS = "".join(COLOURS)


def game() -> RecordGame:
    found = find("plouf-party")
    assert isinstance(found, RecordGame)
    return found


def chosen(chance: random.Random, moves: list[str]) -> str:
    """A random move, with few accusations so that games last."""
    return "decline" if "decline" in moves and chance.random() < 0.75 else chance.choice(moves)


def random_match(chance: random.Random, most: int, **options: str) -> lido.Match:
    """A game of some number of players after at most `most` random moves, and not yet over."""
    match = lido.new("plouf-party", players=chance.randint(2, 6), seed=chance.random().hex(), options=options)
    for _ in range(chance.randint(0, most)):
        match.play(chosen(chance, match.legal_moves()))
        if match.result:
            match.undo()
            break
    return match


def nearly_over(chance: random.Random, **options: str) -> tuple[lido.Match, str]:
    """A game of some number of players that one more move ends, and that move."""
    match = lido.new("plouf-party", players=chance.randint(2, 6), seed=chance.random().hex(), options=options)
    while match.result is None:
        match.play(chosen(chance, match.legal_moves()))
    last = match.moves[-1]
    match.undo()
    return match, last


def redealt(match: lido.Match, seat: int, rng: Rng) -> np.record:
    """A world that the seat cannot tell from the true one."""
    world: np.record = match.player_view(seat).observation
    game().rules.redeal(world, rng)
    return world


def deal_of(deal: dict[str, Any], world: np.record) -> dict[str, Any]:
    """The deal that leads to that world by the moves by which the given one leads to the truth.

    The rules call a pawn by its colour and its place among that colour in the first ring.
    """
    layout = [pawn[0] for pawn in deal["ring"]]
    pawns = [3 * LETTERS.index(colour) + layout[:space].count(colour) for space, colour in enumerate(layout)]
    ring = [f"{LETTERS[pawn // 3]}{world.numbers[pawn]}" for pawn in pawns]
    return {
        "ring": ring,
        "tokens": [LETTERS[token] for token in world.tokens[: len(deal["tokens"])]],
        "faceup": [name for name, pawn in zip(ring, pawns, strict=True) if world.faceup >> pawn & 1],
    }
