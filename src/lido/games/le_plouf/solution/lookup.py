"""What the moves of a position are worth, looked up in a table."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from lido.errors import NoSolution
from lido.folder import data
from lido.game import copied
from lido.games.le_plouf import GAME
from lido.games.le_plouf.solution.table import SolutionFile

NAME = "le-plouf-solved.table"


class Table(Protocol):
    """The values of some positions, or of all."""

    def value_of(self, state: np.record) -> int | None:
        """The value of the position that a game of two stands at, or None where the table does not say."""
        ...


class Verdict(NamedTuple):
    """What a move is worth to its player, with best play: 1, 0 or -1, and in how many plies, itself included."""

    value: int
    plies: int | None
    """None for a draw."""

    @property
    def rank(self) -> tuple[int, int]:
        """Greater for what is better: a quick win, a draw, a slow loss."""
        return self.value, -self.value * (self.plies or 0)


def whole_file() -> Path:
    """Where the table of all positions is, if it has been made."""
    return data() / NAME


def whole() -> SolutionFile:
    """The table of all positions, or BadSetup where it has not been made."""
    path = whole_file()
    if not path.exists():
        raise NoSolution("le-plouf.solution-no-table", path=path)
    return _opened(path, path.stat().st_mtime_ns)


@cache
def small() -> SolutionFile:
    """The table that comes with Lido: phase 1, and the last moves before the pool is full."""
    return SolutionFile(Path(str(files("lido.games.le_plouf.data") / NAME)))


@cache
def _opened(path: Path, written: int) -> SolutionFile:
    """A table is opened once; one that was written anew is another."""
    return SolutionFile(path)


def verdicts(table: Table, state: np.record) -> dict[int, Verdict] | None:
    """What each legal move of a game of two is worth, or None where the table does not say it of all of them."""
    found = {}
    for move in GAME.legal(state):
        after = copied(state)
        GAME.rules.play(after, move)
        value = table.value_of(after)
        if value is None:
            return None
        found[move] = Verdict(-1 if value > 0 else 1, abs(value)) if value else Verdict(0, None)
    return found
