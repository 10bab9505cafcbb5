"""Random games, and other worlds that a seat cannot tell from them."""

import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

import lido
from lido.game import RecordGame
from lido.games import find
from lido.rng import Rng
from tests.games.plouf_party import reference
from tests.games.plouf_party.reference import COLOURS

EDITIONS = ["fr", "en"]
LETTERS = "".join(COLOURS)

Deal: TypeAlias = dict[str, Any]


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


def story(deal: dict[str, Any], moves: tuple[str, ...], seat: int) -> Iterator[Any]:
    """What a seat sees in that deal before and after each move, by the reference, as far as they can be played."""
    table = reference.dealt(deal)
    yield reference.view(table, seat)
    for move in moves:
        if move not in reference.legal(table):
            yield None
            return
        reference.play(table, move)
        yield reference.view(table, seat)


def alike(deal: dict[str, Any], truth: list[Any], moves: tuple[str, ...], seat: int) -> bool:
    """Whether the seat sees the moves in that deal as it saw them in truth."""
    return all(seen == true for seen, true in zip(story(deal, moves, seat), truth, strict=False))


def replayed(deal: Deal, moves: tuple[str, ...]) -> reference.Table:
    """The table after those moves in that deal, by the reference."""
    table = reference.dealt(deal)
    for move in moves:
        reference.play(table, move)
    return table


def other_deal(match: lido.Match, seat: int, chance: random.Random) -> Deal:
    """Another deal in which the seat would have seen all that it saw, by the reference alone."""
    deal: Deal = match.record()["deal"]
    truth = list(story(deal, match.moves, seat))
    for change in (changed_falls, changed_tokens, changed_numbers):
        for _ in range(20):
            other = change(deal, match.moves, seat, chance)
            if other != deal and alike(other, truth, match.moves, seat):
                deal = other
                break
    return deal


def changed_tokens(deal: Deal, moves: tuple[str, ...], seat: int, chance: random.Random) -> Deal:
    """The deal with other colours for the other seats."""
    own = deal["tokens"][seat - 1]
    tokens = chance.sample(sorted(set(LETTERS) - {own}), len(deal["tokens"]) - 1)
    return deal | {"tokens": [*tokens[: seat - 1], own, *tokens[seat - 1 :]]}


def changed_numbers(deal: Deal, moves: tuple[str, ...], seat: int, chance: random.Random) -> Deal:
    """The deal with the numbers of two pawns of a colour exchanged."""
    colour, (one, two) = chance.choice(LETTERS), chance.sample("123", 2)
    exchanged = {colour + one: colour + two, colour + two: colour + one}
    return deal | {part: [exchanged.get(pawn, pawn) for pawn in deal[part]] for part in ("ring", "faceup")}


def changed_falls(deal: Deal, moves: tuple[str, ...], seat: int, chance: random.Random) -> Deal:
    """The deal with one pawn that will fall on its other face. Everybody saw how those in the water fell."""
    dry = sorted(set(deal["ring"]) - set(replayed(deal, moves).water))
    return deal | {"faceup": sorted(set(deal["faceup"]) ^ {chance.choice(dry)})}
