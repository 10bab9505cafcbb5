"""Matches set up at a position, and what a refused move says."""

from collections.abc import Iterable

import pytest

import lido
from tests.games.le_plouf.reference import PAWNS_EACH, Table, written


def at(position: str) -> lido.Match:
    """A match that stands at a position."""
    return lido.new("le-plouf", players=int(position[-1]), position=position)


def filled(cells: dict[str, int], others: Iterable[str], cursor: int = 1) -> lido.Match:
    """Two players, seat 1 to move: pawns on `cells`, and those still missing on the first free of `others`."""
    everything = dict(cells)
    free = (cell for cell in others if cell not in cells)
    for seat in (1, 2):
        missing = PAWNS_EACH[2] - list(cells.values()).count(seat)
        everything |= {next(free): seat for _ in range(missing)}
    return at(written(Table(everything, cursor, 1, 2)))


def placed(players: int, cells: list[str]) -> lido.Match:
    """A match whose pawns were placed on those cells, turn by turn."""
    match = lido.new("le-plouf", players=players)
    for cell in cells:
        match.play(cell)
    return match


def refused(match: lido.Match, move: str) -> str | None:
    """The clause that forbids the move, once it is sure that nothing has changed."""
    before, moves = match.position(), match.moves
    with pytest.raises(lido.IllegalMove) as refusal:
        match.play(move)
    assert (match.position(), match.moves) == (before, moves)
    return refusal.value.clause
