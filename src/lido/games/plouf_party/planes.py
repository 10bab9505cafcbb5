"""What a seat sees of Plouf Party as planes over the spaces, or over the pawns as 3·colour + number - 1.

The seats are counted from the one that looks: `in 0` is itself, `in 1` the next to play. A plane over
pawns that is about a colour as a whole holds it at all three.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.plouf_party.board import COLOURS, NUMBERS, SPACES
from lido.games.plouf_party.knowledge import showing
from lido.games.plouf_party.rules import NONE, OVER, QUIET_TURNS
from lido.kernel import jit, lowest_bit
from lido.loops import fill

BOARD = (SPACES,)
DTYPE = np.uint8

NUMBER = len(COLOURS)
LAST = NUMBER + len(NUMBERS)
TAKEN = LAST + 2
DROWNED = TAKEN + 1
STEP = DROWNED + 2
QUIET = STEP + OVER
SEATS = QUIET + 1

MOST_TOLD = 64
TOLD_BITS = 8


def planes(players: int) -> list[tuple[Any, ...]]:
    """The planes in order, with the highest number where that is not 1."""
    return [
        *((colour,) for colour in COLOURS),
        *((f"number {number}",) for number in NUMBERS),
        ("last moved clockwise",),
        ("last moved anticlockwise",),
        ("taken",),
        ("drowned pawns of each colour",),
        ("drowned pawns whose number shows",),
        *((f"step {step}",) for step in ("pick", "direct", "accuse")),
        ("quiet", QUIET_TURNS),
        *((f"{name} {seat}",) for name in ("in", "colour", "cleared", "turn", "seat") for seat in range(players)),
    ]


def told(state: np.record, move: int) -> int:
    """A move as everybody sees it, in `TOLD_BITS` bits: its number, and above it that of a pawn that was taken."""
    return move + (MOST_TOLD * int(state.numbers[state.ring[move]]) if move < SPACES else 0)


@jit
def mark(out: NDArray[np.uint8], plane: int, colours: int) -> None:
    """Write 1 at the three pawns of every colour of a mask."""
    while colours:
        first = SPACES * plane + 3 * lowest_bit(colours)
        out[first : first + 3] = 1
        colours &= colours - 1


@jit
def write_ring(view: Any, numbers: int, out: NDArray[np.uint8]) -> None:
    """Write the planes about the spaces, `numbers` being the pawns whose number the table shows."""
    spaces = int(view.occupied)
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        pawn = int(view.ring[space])
        out[SPACES * (pawn // 3) + space] = 1
        if numbers >> pawn & 1:
            out[SPACES * (NUMBER + int(view.numbers[pawn]) - 1) + space] = 1
    if view.last != NONE:
        out[SPACES * (LAST + int(view.heading)) + int(view.last)] = 1
    if view.taken != NONE:
        out[SPACES * TAKEN + int(view.taken)] = 1


@jit
def write_water(view: Any, numbers: int, out: NDArray[np.uint8]) -> None:
    """Write the planes about the drowned pawns: how many of each colour, and which numbers show."""
    for colour in range(len(COLOURS)):
        count = 0
        for pawn in range(3 * colour, 3 * colour + 3):
            if int(view.dry) >> pawn & 1:
                continue
            out[SPACES * DROWNED + 3 * colour + count] = 1
            count += 1
            if numbers >> pawn & 1:
                out[SPACES * (DROWNED + 1) + 3 * colour + int(view.numbers[pawn]) - 1] = 1


@jit
def write_seats(view: Any, seat: int, out: NDArray[np.uint8]) -> None:
    """Write the planes about the players."""
    players = int(view.players)
    base = max(seat, 0)
    for other in range(players):
        at = (base + other) % players
        if int(view.alive) >> at & 1:
            fill(out, SPACES, SEATS + other, 1)
        if view.tokens[at] != NONE:
            mark(out, SEATS + players + other, 1 << int(view.tokens[at]))
        mark(out, SEATS + 2 * players + other, int(view.cleared[at]))
    fill(out, SPACES, SEATS + 3 * players + (int(view.turn) - base) % players, 1)
    if seat >= 0:
        fill(out, SPACES, SEATS + 4 * players + seat, 1)


@jit
def write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write all planes; see `lido.planes`."""
    numbers = showing(view)
    write_ring(view, numbers, out)
    write_water(view, numbers, out)
    if view.step != OVER:
        fill(out, SPACES, STEP + int(view.step), 1)
    fill(out, SPACES, QUIET, int(view.quiet))
    write_seats(view, seat, out)
