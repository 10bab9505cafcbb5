"""Phase 1 on top of phase 2: what every placement of fewer pawns is worth, up to the empty board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.rules import legal
from lido.games.le_plouf.solution.index import Index, within
from lido.games.le_plouf.solution.neighbours import later, set_up
from lido.games.le_plouf.solution.retrograde import MOST_PLIES, room
from lido.kernel import jit


def solve(index: Index, section: int, values: NDArray[np.int16], pulse: NDArray[np.int64]) -> bool:
    """Write the values of one section of phase 1. Those with one pawn more on the board must be there."""
    place(index, section, values, room(pulse))
    return not pulse[1]


@jit
def place(index: Any, section: int, values: NDArray[np.int16], room: Any) -> None:
    """A position is worth what the best placement makes of it."""
    base = index.base[section]
    for at in range(index.base[section + 1] - base):
        own, other, beat = within(index, section, at)
        set_up(room.states[0], own, other, beat)
        values[base + at] = best(index, values, room)
        room.pulse[0] += 1


@jit
def best(index: Any, values: NDArray[np.int16], room: Any) -> int:
    """The value of `room.states[0]`, where the game is not over, from those of the positions one move later."""
    quickest, slowest, drawn = MOST_PLIES, 0, False
    for one in range(legal(room.states[0], room.moves)):
        value = int(values[later(index, room.states, int(room.moves[one]))])
        if value < 0:
            quickest = min(quickest, -value)
        elif value > 0:
            slowest = max(slowest, value)
        else:
            drawn = True
    if quickest < MOST_PLIES:
        return 1 + quickest
    return 0 if drawn else -1 - slowest
