"""What a seat sees of Crocodile Pool Party as planes over the pool, row 0 being rank 1 and column 0 file a.

The sides are counted from the one that looks: 0 is its own, 1 the other. What lies in a bar is
shown on the square of the bar that stands for it: a1 or f14.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.croc_pool.board import BARS, OUT, RANKS, SIZE, WIDTH
from lido.games.croc_pool.rules import COLOUR, DIGIT, NUMBER, PILES, QUIET_TURNS, TILES, UP, kind_of
from lido.kernel import jit
from lido.loops import fill

BOARD = (len(RANKS), WIDTH)
DTYPE = np.uint8

KINDS = TILES + 1
"""A swimmer, or a crocodile of any number: a kind each."""
LYING = 2 * KINDS
TURN = 2 * LYING
SEAT = TURN + 2
MUST = SEAT + 2
OPEN = MUST + 1
QUIET = OPEN + 1
TO_PLACE = QUIET + 1


def planes(players: int) -> list[tuple[Any, ...]]:
    """The planes in order, with the highest number where that is not 1."""
    crocodiles = range(1, KINDS)
    return [
        *((f"top {side} {kind}",) for side in (0, 1) for kind in ("swimmer", *crocodiles)),
        *(
            (f"lying {side} {kind}", TILES if kind == "swimmers" else 1)
            for side in (0, 1)
            for kind in ("swimmers", *crocodiles)
        ),
        *((f"turn {side}",) for side in (0, 1)),
        *((f"seat {seat}",) for seat in (0, 1)),
        ("must move",),
        ("bars open",),
        ("quiet", QUIET_TURNS),
        ("to place", PILES),
    ]


@jit
def write_pile(tiles: int, height: int, square: int, base: int, out: NDArray[np.uint8]) -> None:
    """Write which tiles lie on a square, whatever their order."""
    for place in range(height):
        tile = tiles >> DIGIT * place
        side = int(tile & COLOUR != 0) ^ base
        kind = tile & NUMBER if tile & UP else 0
        out[SIZE * (LYING + KINDS * side + kind) + square] += 1


@jit
def write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write all planes; see `lido.planes`."""
    base = max(seat, 0)
    for pile in range(PILES):
        square = int(view.squares[pile])
        if square != OUT:
            out[SIZE * (KINDS * (pile // TILES ^ base) + kind_of(view, pile)) + square] = 1
            write_pile(int(view.piles[pile]), int(view.heights[pile]), square, base, out)
    for side in range(2):
        write_pile(int(view.piles[PILES + side]), int(view.heights[PILES + side]), BARS[side], base, out)
    fill(out, SIZE, TURN + (int(view.turn) ^ base), 1)
    if seat >= 0:
        fill(out, SIZE, SEAT + seat, 1)
    if view.must != OUT:
        out[SIZE * MUST + int(view.must)] = 1
    fill(out, SIZE, OPEN, int(view.open))
    fill(out, SIZE, QUIET, int(view.quiet))
    fill(out, SIZE, TO_PLACE, int(view.to_place))
