"""What a seat sees of Cannonball as planes over the twelve cards.

Seats are counted from the one that looks: `round 0` is its own card, `round 1` that of the next to play.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit
from lido.loops import fill
from lido_cannonball.rules import CARDS, HAND_SIZES

BOARD = (CARDS,)
DTYPE = np.uint8
TOLD_BITS = 4


def planes(players: int) -> list[tuple[Any, ...]]:
    """The planes in order, with the highest number where that is not 1."""
    seats = range(players)
    return [
        ("hand",),
        ("played",),
        *((f"round {seat}",) for seat in seats),
        *((f"taken {seat}", int(HAND_SIZES[players])) for seat in seats),
        *((f"turn {seat}",) for seat in seats),
        *((f"seat {seat}",) for seat in seats),
    ]


def told(state: np.record, move: int) -> int:
    """A move as everybody sees it, in `TOLD_BITS` bits: the card, from 1."""
    return move + 1


@jit
def mark(out: NDArray[np.uint8], plane: int, cards: int) -> None:
    """Write 1 at every card of a mask."""
    for card in range(CARDS):
        out[CARDS * plane + card] = cards >> card & 1


@jit
def write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write all planes; see `lido.planes`."""
    players = int(view.players)
    base = max(seat, 0)
    if seat >= 0:
        mark(out, 0, int(view.hands[seat]))
        fill(out, CARDS, 2 + 3 * players + seat, 1)
    mark(out, 1, int(view.played))
    for other in range(players):
        at = (base + other) % players
        mark(out, 2 + other, int(view.jumps[at]))
        fill(out, CARDS, 2 + players + other, int(view.taken[at]))
    fill(out, CARDS, 2 + 2 * players + (int(view.turn) - base) % players, 1)
