"""The pool of Crocodile Pool Party: 84 squares, the bars, and every way across the water.

A square is 6·(rank - 1) + file, so that the order of squares is the order of positions. Sets of
squares are two words, the seven near ranks in `lo` and the seven far ones in `hi`. A bar is two
squares that no tile ever crosses; as a goal it is one, the corner.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

FILES = "abcdef"
RANKS = tuple(str(rank) for rank in range(1, 15))
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
SQUARE = {name: number for number, name in enumerate(SQUARES)}

SIZE = 84
WIDTH = 6
WORD = 42
OUT = SIZE
"""The square of a tile that lies nowhere in the pool."""

RED, YELLOW = 0, 1
BAR_SQUARES = (("f14", "e14"), ("b1", "a1"))
LADDERS = (("e13", "f13", "d14"), ("c1", "a2", "b2"))
"""The squares of each side's bar, and those from which it is entered (CP-17)."""
BARS = np.array([SQUARE["f14"], SQUARE["a1"]], dtype=np.int64)
"""The square that stands for each side's bar as the end of a move."""

FIRST_LAYOUT = (("d2", "b3", "e3", "b4", "e4", "c5"), ("c13", "e12", "b12", "e11", "b11", "d10"))
SLABS = np.zeros((2, len(RANKS)), dtype=np.int64)
"""How many swimmers each side may place in each rank (CP-3, CP-4, CP-R1)."""
SLABS[RED, 1:5] = SLABS[YELLOW, 9:13] = (1, 2, 2, 1)

SWIMMER = 0
"""The kind of a tile swimmer side up; the kind of a crocodile is its number."""
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STEPS = ((1, 2), (1,), (2,), (3,), (4,), (5,), (6,))
"""By kind, how many squares a tile may go (CP-6, CP-10)."""
BENDS = (1, 0, 1, 1, 1, 1, 2)
"""By kind, how often it may change direction (CP-6, CP-11, CP-13)."""

Step = tuple[int, int]


def shapes(steps: int, bends: int, directions: tuple[Step, ...] = STRAIGHT) -> Iterator[tuple[Step, ...]]:
    """Every way to go that many steps with at most that many changes of direction.

    A change is a quarter turn: turning back would visit a square twice (CP-14), and no way of
    three legs meets itself.
    """
    for way in directions:
        yield (way,) * steps
        for before in range(1, steps if bends else 1):
            aside = tuple(turn for turn in STRAIGHT if turn[0] * way[0] + turn[1] * way[1] == 0)
            for rest in shapes(steps - before, bends - 1, aside):
                yield (way,) * before + rest


def shapes_of(kind: int) -> list[tuple[Step, ...]]:
    """Every way that a tile of that kind may go, on an endless pool (CP-6, CP-11 to CP-13)."""
    directions = STRAIGHT + DIAGONAL if kind == 1 else STRAIGHT
    return [shape for steps in STEPS[kind] for shape in shapes(steps, BENDS[kind], directions)]


MOST_STEPS = max(max(steps) for steps in STEPS)
AROUND = np.full((len(RANKS) + 2 * MOST_STEPS, WIDTH + 2 * MOST_STEPS), OUT, dtype=np.int64)
"""The squares with a wide edge of `OUT` around them."""
AROUND[MOST_STEPS:-MOST_STEPS, MOST_STEPS:-MOST_STEPS] = np.arange(SIZE).reshape(len(RANKS), WIDTH)

BIT_LO = np.array([1 << square if square < WORD else 0 for square in range(SIZE)] + [0], dtype=np.int64)
BIT_HI = np.array([1 << square - WORD if square >= WORD else 0 for square in range(SIZE)] + [0], dtype=np.int64)
"""Each square as a set of one; `OUT` is the empty set."""

IS_WATER = np.ones(SIZE + 1, dtype=np.bool_)
IS_LADDER = np.zeros(SIZE + 1, dtype=np.bool_)
GOAL = np.arange(SIZE + 1)
"""Each square, and for both squares of a bar the one that stands for it."""
for _side in (RED, YELLOW):
    _bar = [SQUARE[name] for name in BAR_SQUARES[_side]]
    IS_WATER[_bar] = False
    GOAL[_bar] = BARS[_side]
    IS_LADDER[[SQUARE[name] for name in LADDERS[_side]]] = True
IS_WATER[OUT] = False
WATER = np.flatnonzero(IS_WATER)


def _ways(shape: tuple[Step, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """From which squares the shape can be gone, the squares crossed [n, steps - 1], and the goals."""
    offsets = np.cumsum(np.array([(0, 0), *shape]), axis=0) + MOST_STEPS
    path = AROUND[WATER[:, None] // WIDTH + offsets[:, 1], WATER[:, None] % WIDTH + offsets[:, 0]]
    end = path[:, -1]
    enters = ~IS_WATER[end] & (end != OUT) & IS_LADDER[path[:, -2]]
    fits = IS_WATER[path[:, :-1]].all(axis=1) & (IS_WATER[end] | enters)
    return path[fits, 0], path[fits, 1:-1], GOAL[end[fits]]


def _all_ways() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`WAYS` and `FIRST_WAY`."""
    rows = []
    for kind in range(len(STEPS)):
        for shape in shapes_of(kind):
            start, crossed, goal = _ways(shape)
            masks = (BIT_LO[crossed].sum(axis=1), BIT_HI[crossed].sum(axis=1), BIT_LO[goal], BIT_HI[goal])
            rows.append(np.stack([kind * SIZE + start, *masks]))
    ways = np.concatenate(rows, axis=1)
    ways = ways[:, np.lexsort((ways[2], ways[1], ways[4], ways[3], ways[0]))]  # any order; packed, this is the smallest
    return np.ascontiguousarray(ways[1:]), np.searchsorted(ways[0], np.arange(len(STEPS) * SIZE + 1))


WAYS, FIRST_WAY = _all_ways()
"""Every way of every kind of tile from every square: the squares crossed (lo, hi), the goal (lo, hi).

Those of `kind` from `square` begin at `FIRST_WAY[SIZE * kind + square]` and end where the next begin.
"""
