"""The small table where there are no files: in arrays, with the part of the index that its positions need."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import RIM_SIZE
from lido.games.le_plouf.rules import occupied
from lido.games.le_plouf.solution import lookup
from lido.games.le_plouf.solution.index import OPENING, Index, made
from lido.games.le_plouf.solution.neighbours import number_of
from lido.games.le_plouf.solution.small import kept
from lido.games.le_plouf.solution.table import BLOCK
from lido.kernel import jit

UNKNOWN = 1 << 20
"""In place of a value that is not known."""


class Small(NamedTuple):
    """The values of the small table."""

    values: NDArray[np.int16]
    first: NDArray[np.int64]
    """The number of the first position, and its section."""


def small() -> Small:
    """The small table that comes with Lido."""
    table, blocks = lookup.small(), kept()
    values = [table.block(number) for number in blocks]
    first = blocks.start * BLOCK
    section = int(np.searchsorted(made().base, first, side="right")) - 1
    return Small(np.concatenate([block for block in values if block is not None]), np.array([first, section]))


def part_of_index(small: Small) -> Index:
    """The index without what no position of the small table needs."""
    index, section = made(), int(small.first[1])
    start = index.entries[section]
    none = {name: np.zeros((0,) * getattr(index, name).ndim, getattr(index, name).dtype) for name in UNUSED}
    return index._replace(orbits=index.orbits[start:], entries=np.maximum(index.entries - start, 0), **none)


UNUSED = ("seats", "sizes", "pool", "pawns", "colours")


@jit
def value_of(index: Index, small: Small, state: Any) -> int:
    """The value of the position that a game of two stands at, or UNKNOWN."""
    section = int(index.section_of[occupied(state) >> RIM_SIZE]) if state.to_place == 0 else OPENING
    if section < small.first[1]:
        return UNKNOWN
    number = number_of(index, state) - small.first[0]
    return int(small.values[number]) if number >= 0 else UNKNOWN
