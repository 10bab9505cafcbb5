"""What a seat sees of Le Plouf as planes over the five by five cells, row 0 being rank 1 and column 0 file a.

The seats are counted from the one that looks: `pawns 0` are its own, `pawns 1` those of the next to play.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import CELLS, FILES, RANKS
from lido.kernel import jit, lowest_bit
from lido.loops import fill

BOARD = (len(RANKS), len(FILES))
DTYPE = np.uint8
SIZE = len(CELLS)
PLACES = np.array([len(FILES) * RANKS.index(cell[1]) + FILES.index(cell[0]) for cell in CELLS], dtype=np.int64)
"""Where each cell is in a plane."""


def planes(players: int) -> list[tuple[Any, ...]]:
    """The planes in order, with the highest number where that is not 1."""
    seats = range(players)
    return [
        *((f"pawns {seat}",) for seat in seats),
        *((f"turn {seat}",) for seat in seats),
        *((f"seat {seat}",) for seat in seats),
        *((f"cursor {cursor}",) for cursor in (1, 2, 3)),
        ("placing",),
        ("stood", 3),
    ]


@jit
def write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write all planes; see `lido.planes`."""
    players = int(view.players)
    base = max(seat, 0)
    for other in range(players):
        pawns = int(view.pawns[base + other - players * (base + other >= players)])  # to divide would be slow
        while pawns:
            out[SIZE * other + PLACES[lowest_bit(pawns)]] = 1
            pawns &= pawns - 1
    ahead = int(view.turn) - base
    fill(out, SIZE, players + ahead + players * (ahead < 0), 1)
    if seat >= 0:
        fill(out, SIZE, 2 * players + seat, 1)
    fill(out, SIZE, 3 * players + int(view.cursor) - 1, 1)
    if view.to_place > 0:
        fill(out, SIZE, 3 * players + 3, 1)
    fill(out, SIZE, 3 * players + 4, repetitions)
