"""What a network is told about a position of Le Plouf: which pawn stands where, as the seat to act sees it.

The seats are counted from the one to act. Each number of players and each value of the cursor has features of its
own, and so has phase 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import CELLS
from lido.games.le_plouf.rules import MOVES
from lido.kernel import jit, lowest_bit

SIZE = len(CELLS)
SEATS = 4
PLACING = 0
"""Stands for the cursor in phase 1."""
CURSORS = 4
TURN = 3 * CURSORS * SEATS * SIZE
"""Who begins the round tells when the cursor advances."""

FEATURES = TURN + 3 * SEATS
MOST_ACTIVE = 13
ACTIONS = MOVES
WORLDS = False
TABLES: tuple[tuple[int, dict[str, str]], ...] = ((2, {}), (3, {}), (4, {}))
"""The numbers of players and the options that it is trained with."""


@jit
def active(view: Any, seat: int, out: NDArray[np.int16]) -> int:
    """Write the features of a position as `seat` sees it, and return how many there are."""
    players = int(view.players)
    cursor = PLACING if view.to_place > 0 else int(view.cursor)
    first = SEATS * SIZE * (CURSORS * (players - 2) + cursor)
    out[0] = TURN + SEATS * (players - 2) + int(view.turn)
    count = 1
    for other in range(players):
        pawns = int(view.pawns[seat + other - players * (seat + other >= players)])
        while pawns:
            out[count] = first + SIZE * other + lowest_bit(pawns)
            count += 1
            pawns &= pawns - 1
    return count


@jit
def action(view: Any, move: int, turn: int) -> int:
    """The number of a move among those that the network knows."""
    return move
