"""Proves tactics of Crocodile Pool Party without the code that made them: every answer and every number is searched.

By the slow second implementation of the rules: whatever number comes up under a swimmer, and whatever the other does.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from lido.puzzles import Puzzle
from tests.games.croc_pool.reference import Table, Tiles, legal, over, parsed, play

TURNS = 3
"""Two turns of the solver, and the answer between them."""


def renumbered(table: Table, swap: dict[str, str]) -> Table:
    """The same table with other numbers under swimmers."""

    def turned(tiles: Tiles) -> Tiles:
        return tuple(swap.get(tile, tile) for tile in tiles)

    squares = {square: turned(tiles) for square, tiles in table.squares.items()}
    return replace(table, squares=squares, bars={side: turned(tiles) for side, tiles in table.bars.items()})


def outcomes(table: Table, move: str) -> Iterator[Table]:
    """The tables that a move may lead to: one for every number that may be under the swimmer."""
    if not move.startswith("flip"):
        yield play(table, move)
        return
    (own,) = table.squares[move.split()[1]]
    hidden = {tile for tile in chain(*table.squares.values(), *table.bars.values()) if tile[0] == own[0]}
    for other in sorted(hidden):
        yield play(renumbered(table, {own: other, other: own}), move)


def sure(table: Table, side: str, turns: int) -> bool:
    """Whether a side wins for certain within so many turns of both, by tiles in the bars."""
    if over(table):
        return len(table.bars[side]) > len(table.bars["Y" if side == "R" else "R"])
    if not turns:
        return False
    found = (wins(table, move, side, turns) for move in legal(table))
    return any(found) if table.turn == side else all(found)


def wins(table: Table, move: str, side: str, turns: int) -> bool:
    """Whether a side wins for certain after a move."""
    return all(sure(after, side, turns - (over(after) or after.turn != table.turn)) for after in outcomes(table, move))


def wrong_claims(puzzle: Puzzle) -> list[str]:
    """Every claim of a puzzle that is not so."""
    table = parsed(puzzle.position)
    side, turns, wrong = table.turn, TURNS, []
    for at, move in enumerate(puzzle.line):
        if at % 2 == 0:
            others = puzzle.why[at // 2]
            if {move, *others} != set(legal(table)):
                wrong.append("these are not all moves")
            if not wins(table, move, side, turns):
                wrong.append(f"{move} does not win for certain")
            wrong += [f"{other} wins too" for other in others if wins(table, other, side, turns)]
            if at == 0:
                wrong += [f"{other} wins at once" for other in legal(table) if wins(table, other, side, 1)]
        elif move not in legal(table):
            wrong.append(f"{move} is not legal")
        table = play(table, move)
        turns -= 1
    return wrong
