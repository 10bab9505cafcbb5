"""The board of Le Plouf: 25 cells as bits, the rim first.

Bits 0 to 15 are the rim, clockwise from a1, so that walking is adding modulo 16 and the
corners are the multiples of four. Bits 16 to 24 are the pool, b2 c2 d2 b3 … d4.
"""

import numpy as np

FILES = "abcde"
RANKS = "12345"

RIM_CELLS = ("a1", "a2", "a3", "a4", "a5", "b5", "c5", "d5", "e5", "e4", "e3", "e2", "e1", "d1", "c1", "b1")
POOL_CELLS = ("b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4")
CELLS = RIM_CELLS + POOL_CELLS
CELL = {name: number for number, name in enumerate(CELLS)}

RIM_SIZE = 16
POOL_SIZE = 9
RIM = 0xFFFF
POOL = 0x1FF << RIM_SIZE
CORNERS = 0x1111
CENTRE = CELL["c3"]

PAWNS = {2: 5, 3: 4, 4: 3}
"""How many pawns each player has, by the number of players (LP-1)."""


def line_of(side: int) -> list[int]:
    """The side cell, the three pool cells in front of it, and the side cell opposite."""
    file, rank = CELLS[side][0], CELLS[side][1]
    if file in "ae":
        across = FILES if file == "a" else FILES[::-1]
        return [CELL[step + rank] for step in across]
    along = RANKS if rank == "1" else RANKS[::-1]
    return [CELL[file + step] for step in along]


LINES = np.repeat(np.arange(RIM_SIZE), 5).reshape(RIM_SIZE, 5)
"""`line_of` every side cell; a corner has no line and stands for itself."""

FULL_LINES = np.zeros(1 << POOL_SIZE, dtype=np.int64)
"""By the occupied pool cells: the side cells whose three pool cells are all occupied."""

for _side in range(RIM_SIZE):
    if not CORNERS >> _side & 1:
        LINES[_side] = line_of(_side)
        _needed = sum(1 << int(cell) - RIM_SIZE for cell in LINES[_side, 1:4])
        for _pool in range(1 << POOL_SIZE):
            if _pool & _needed == _needed:
                FULL_LINES[_pool] |= 1 << _side
