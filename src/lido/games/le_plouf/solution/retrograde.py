"""One section of phase 2 solved, by going back from the positions that are decided.

A value is 0 for a draw, 1 + n where the player to move wins in n plies, and -1 - n where they lose in n.
Positions are decided in the order of their distance. Where the player to move can go to a position that is
lost for the other player, it is a win; where all moves lead to positions won by the other, it is a loss; what
is left in the end is a draw, because each side can always avoid losing.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import POOL, RIM, RIM_SIZE
from lido.games.le_plouf.rules import DTYPE, MOST_MOVES, legal, occupied, payoffs
from lido.games.le_plouf.solution.index import COLOURS, TURNS, Index, locate, within
from lido.games.le_plouf.solution.neighbours import earlier, later, noted, set_up
from lido.kernel import jit

NOWHERE = -1
SAFE = 255
"""In `Notes.ways`: the player to move cannot lose."""
MOST_PLIES = 1000
"""No win or loss is further away than this."""


class Notes(NamedTuple):
    """What is known of the positions of a section while it is solved, by their place in it."""

    ways: NDArray[np.uint8]
    """How many different positions of the section they lead to that are not yet known to be lost, or SAFE."""
    latest: NDArray[np.int16]
    """How many plies a loss takes at least, because of a move out of the section."""
    bucket: NDArray[np.int32]
    """[plies]: the first of the positions that a move out of the section may decide in so many."""
    following: NDArray[np.int32]
    """The next one in the same bucket."""


class Room(NamedTuple):
    """Room to work in."""

    states: NDArray[Any]
    moves: NDArray[np.int16]
    numbers: NDArray[np.int64]
    pulse: NDArray[np.int64]
    """How many positions have been looked at, and whether to stop."""


def room(pulse: NDArray[np.int64]) -> Room:
    """Room for one thread, which counts in `pulse[0]` and stops when `pulse[1]` is not 0."""
    moves, numbers = np.zeros(MOST_MOVES, dtype=np.int16), np.zeros(MOST_MOVES, dtype=np.int64)
    return Room(np.zeros(2, dtype=DTYPE), moves, numbers, pulse)


def solve(index: Index, section: int, values: NDArray[np.int16], pulse: NDArray[np.int64]) -> bool:
    """Write the values of all positions of a section, and return whether that was done or stopped.

    Those of all fuller pools must be there.
    """
    mine = values[index.base[section] : index.base[section + 1]]
    work = room(pulse)
    mine[:] = 0
    if int(index.pool[section]) << RIM_SIZE == POOL:
        finish(index, section, mine, work)
        return True
    notes = Notes(
        ways=np.zeros(len(mine), dtype=np.uint8),
        latest=np.zeros(len(mine), dtype=np.int16),
        bucket=np.full(MOST_PLIES, NOWHERE, dtype=np.int32),
        following=np.zeros(len(mine), dtype=np.int32),
    )
    look_ahead(index, section, values, notes, work)
    go_back(index, section, mine, notes, np.zeros(len(mine), dtype=np.int32), work)
    copy_images(index, section, mine)
    return not pulse[1]


@jit
def finish(index: Any, section: int, mine: NDArray[np.int16], room: Any) -> None:
    """The values where the game is over."""
    paid = np.zeros(2)
    for at in range(len(mine)):
        own, other, beat = within(index, section, at)
        set_up(room.states[0], own, other, beat)
        payoffs(room.states[0], paid)
        mine[at] = 1 if paid[beat % 2] == 1.0 else -1
    room.pulse[0] += len(mine)


@jit
def put(notes: Any, at: int, plies: int) -> None:
    """Remember that a position may be decided in so many plies."""
    notes.following[at] = notes.bucket[plies]
    notes.bucket[plies] = at


@jit
def look_ahead(index: Any, section: int, values: NDArray[np.int16], notes: Any, room: Any) -> None:
    """Note of every position where it leads within the section, and what moves out of the section decide."""
    base, pool = index.base[section], int(index.pool[section]) << RIM_SIZE
    for at in range(index.base[section + 1] - base):
        if at % COLOURS == 0:
            room.pulse[0] += COLOURS
            if room.pulse[1]:
                return
        own, other, beat = within(index, section, at)
        if symmetric(index, section, at) and locate(index, own, other, beat) != base + at:
            continue  # a mirror image: only the position it is an image of is decided
        set_up(room.states[0], own, other, beat)
        quickest, slowest, inside, drawn = MOST_PLIES, 0, 0, False
        for one in range(legal(room.states[0], room.moves)):
            number = later(index, room.states, int(room.moves[one]))
            if occupied(room.states[1]) & ~RIM == pool:
                inside = noted(room.numbers, inside, number)
                continue
            value = int(values[number])
            if value < 0:
                quickest = min(quickest, -value)
            elif value > 0:
                slowest = max(slowest, value)
            else:
                drawn = True
        notes.latest[at] = slowest
        if quickest < MOST_PLIES:
            notes.ways[at] = SAFE
            put(notes, at, quickest)
        elif drawn:
            notes.ways[at] = SAFE
        else:
            notes.ways[at] = inside
            if inside == 0:
                put(notes, at, slowest)


@jit
def go_back(index: Any, section: int, mine: NDArray[np.int16], notes: Any, queue: NDArray[np.int32], room: Any) -> None:
    """Decide the positions of the section, the nearest to the end first. `queue` holds them in that order."""
    base = index.base[section]
    done = decided = 0
    for plies in range(1, MOST_PLIES):
        ripe = notes.bucket[plies]
        while ripe != NOWHERE:
            if mine[ripe] == 0:
                mine[ripe] = 1 + plies if notes.ways[ripe] == SAFE else -1 - plies
                queue[decided] = ripe
                decided += 1
            ripe = notes.following[ripe]
        level = decided
        while done < level and not room.pulse[1]:
            at = int(queue[done])
            done += 1
            own, other, beat = within(index, section, at)
            for one in range(earlier(index, room.states, own, other, beat, room.moves, room.numbers)):
                before = room.numbers[one] - base
                if mine[before] == 0 and decides(mine, notes, at, before, plies + 1):
                    mine[before] = 2 + plies if mine[at] < 0 else -2 - plies
                    queue[decided] = before
                    decided += 1


@jit
def decides(mine: NDArray[np.int16], notes: Any, at: int, before: int, plies: int) -> bool:
    """Whether what is now known of `at` decides `before`, which leads there, in so many plies."""
    if mine[at] < 0:
        return True
    if notes.ways[before] == SAFE:
        return False
    notes.ways[before] -= 1
    if notes.ways[before] > 0:
        return False
    if notes.latest[before] > plies:
        put(notes, before, int(notes.latest[before]))
        return False
    return True


@jit
def symmetric(index: Any, section: int, at: int) -> bool:
    """Whether the occupied cells look the same after some turn."""
    places = index.first[section + 1] - index.first[section]
    return bool(index.sizes[index.first[section] + at // COLOURS % places] < TURNS)


@jit
def copy_images(index: Any, section: int, mine: NDArray[np.int16]) -> None:
    """Give every mirror image the value of the position it is an image of."""
    for at in range(len(mine)):
        if symmetric(index, section, at):
            own, other, beat = within(index, section, at)
            mine[at] = mine[locate(index, own, other, beat) - index.base[section]]
