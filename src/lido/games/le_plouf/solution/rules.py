"""A mark by which a file says which rules, and which numbers of positions, it was made with."""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.rules import DTYPE, MOST_MOVES, legal
from lido.games.le_plouf.solution.index import Index, position
from lido.games.le_plouf.solution.neighbours import later, set_up
from lido.kernel import jit

SAMPLE = 4096


def fingerprint(index: Index) -> str:
    """A short hash of what the rules do in positions of every kind: it changes with the rules, not with their text."""
    found = np.zeros((SAMPLE, MOST_MOVES), dtype=np.int64)
    trace(index, np.linspace(0, index.base[-1] - 1, SAMPLE, dtype=np.int64), found, np.zeros(2, dtype=DTYPE))
    return hashlib.sha256(found.astype("<i8").tobytes()).hexdigest()[:16]


@jit
def trace(index: Any, numbers: NDArray[np.int64], found: NDArray[np.int64], room: Any) -> None:
    """Write, for each of the positions, the numbers of those that its moves lead to."""
    moves = np.zeros(MOST_MOVES, dtype=np.int16)
    for at in range(len(numbers)):
        own, other, beat = position(index, numbers[at])
        set_up(room[0], own, other, beat)
        for one in range(legal(room[0], moves)):
            found[at, one] = 1 + later(index, room, int(moves[one]))
