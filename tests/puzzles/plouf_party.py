"""Proves deductions of Plouf Party without the code that made them: every way to deal the tokens is played through.

The slow second implementation of the rules plays the whole game with each of them; those in which the player would have
seen anything else, or somebody could not have made their move, are not possible.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from lido.puzzles import Puzzle
from tests.games.plouf_party.reference import COLOURS, Table, dealt, legal, play, view


def begun(puzzle: Puzzle, deal: dict[str, Any]) -> Table:
    """The game before its first move, with such a deal."""
    return dealt(deal, str(puzzle.options["edition"]), str(puzzle.options["memory"]))


def seen(puzzle: Puzzle, tokens: list[str], seat: int) -> list[dict[str, Any]] | None:
    """What a seat sees of the game, move by move, if the tokens were dealt so; None if it cannot be played so."""
    table = begun(puzzle, {**puzzle.deal, "tokens": tokens})
    views = [view(table, seat)]
    for move in puzzle.moves:
        if move not in legal(table):
            return None
        play(table, move)
        views.append(view(table, seat))
    return views


def at_the_position(puzzle: Puzzle) -> Table:
    """The game at the position, as it was dealt."""
    table = begun(puzzle, puzzle.deal)
    for move in puzzle.moves:
        play(table, move)
    return table


def possible(puzzle: Puzzle) -> Iterator[list[str]]:
    """Every way to deal the tokens that the player cannot rule out."""
    tokens: list[str] = list(puzzle.deal["tokens"])
    seat = at_the_position(puzzle).turn
    truth = seen(puzzle, tokens, seat)
    for other in permutations(COLOURS, len(tokens)):
        if other[seat - 1] == tokens[seat - 1] and seen(puzzle, list(other), seat) == truth:
            yield list(other)


def wrong_claims(puzzle: Puzzle) -> list[str]:
    """Every claim of a puzzle that is not so."""
    wrong, table = [], at_the_position(puzzle)
    (answer,), (others,) = puzzle.line, puzzle.why
    _, accused, name = answer.split()
    colour = next(letter for letter, each in COLOURS.items() if each == name)
    worlds = list(possible(puzzle))
    owners = {tokens.index(colour) + 1 if colour in tokens else None for tokens in worlds}
    if owners != {int(accused)}:
        wrong.append(f"{answer}: it may be {owners}")
    if puzzle.kind != f"who-{name}":
        wrong.append(f"{puzzle.kind} asks for another colour")
    if {answer, *others} != {move for move in legal(table) if move.endswith(f" {name}")} or len(others) < 2:
        wrong.append("these are not all who can be accused")
    return wrong
