"""What a network is told about a position of Crocodile Pool Party, as the side to act sees it.

Yellow sees the pool turned by half a turn, so that both sides swim the same way. The sides are counted from the one
to act.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.croc_pool.board import OUT, SIZE, YELLOW
from lido.games.croc_pool.rules import FLIP, MOVES, PASS, PILES, PLACE, TILES, kind_of, unseen_numbers
from lido.kernel import jit, lowest_bit

KINDS = TILES + 1
HEIGHTS = 4
"""Stacks of two, three, four, and of more."""
STACK = 2 * KINDS * SIZE
BAR = STACK + 2 * HEIGHTS * SIZE
UNSEEN = BAR + 2 * (PILES + 1)
MUST = UNSEEN + 2 * KINDS
QUIET = MUST + SIZE
QUIET_STEP = 10
TO_PLACE = QUIET + 7
OPEN = TO_PLACE + PILES + 1

FEATURES = OPEN + 1
MOST_ACTIVE = 2 * PILES + 2 + 2 * TILES + 4
ACTIONS = MOVES
WORLDS = False
TABLES = ((2, {"layout": "first"}), (2, {"layout": "free"}))
"""The numbers of players and the options that it is trained with."""


@jit
def turned(square: int, seat: int) -> int:
    """A square as that side sees it."""
    return SIZE - 1 - square if seat == YELLOW else square


@jit
def active(view: Any, seat: int, out: NDArray[np.int16]) -> int:
    """Write the features of a position as `seat` sees it, and return how many there are."""
    count = 0
    for pile in range(PILES):
        if view.squares[pile] != OUT:
            square = turned(int(view.squares[pile]), seat)
            side = pile // TILES ^ seat
            out[count] = SIZE * (KINDS * side + kind_of(view, pile)) + square
            count += 1
            if view.heights[pile] > 1:
                out[count] = STACK + SIZE * (HEIGHTS * side + min(int(view.heights[pile]), HEIGHTS + 1) - 2) + square
                count += 1
    for side in range(2):
        out[count] = BAR + (PILES + 1) * side + int(view.heights[PILES + (side ^ seat)])
        count += 1
        unseen = unseen_numbers(view, side ^ seat)
        while unseen:
            out[count] = UNSEEN + KINDS * side + lowest_bit(unseen)
            count += 1
            unseen &= unseen - 1
    if view.must != OUT:
        out[count] = MUST + turned(int(view.must), seat)
        count += 1
    out[count] = QUIET + int(view.quiet) // QUIET_STEP
    out[count + 1] = TO_PLACE + int(view.to_place)
    out[count + 2] = OPEN
    return count + 2 + int(view.open)


@jit
def action(view: Any, move: int, turn: int) -> int:
    """The number of a move among those that the network knows: squares as the side to act sees them."""
    if move < FLIP:
        return SIZE * turned(move // SIZE, turn) + turned(move % SIZE, turn)
    if move < PLACE:
        return FLIP + turned(move - FLIP, turn)
    if move < PASS:
        return PLACE + turned(move - PLACE, turn)
    return move
