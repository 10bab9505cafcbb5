"""A look a few moves ahead, with the net's guess where it ends."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.rules import DTYPE, MOST_MOVES, legal, over, payoffs, play
from lido.games.le_plouf.solution.net import LAYERS, UNITS, Net, guess
from lido.kernel import jit

CERTAIN = 2.0
"""The worth of a game that is over, above any guess."""
SOONER = 0.01
"""How much more it is worth a ply earlier."""
DEEPEST = 8
"""Room for so many plies."""
MOST = 10.0
"""Nothing is worth more."""


@jit
def leaf(net: Any, state: Any, paid: NDArray[np.float64], depth: int, room: NDArray[np.float32]) -> float:
    """What a position where the look ends is worth to the player to move; `room` is that of `guess`."""
    seat = int(state.turn)
    if over(state):
        payoffs(state, paid)
        return float((CERTAIN + SOONER * depth) * (2.0 * paid[seat] - 1.0))
    beat = 2 * (int(state.cursor) - 1) + seat
    return guess(net, int(state.pawns[seat]), int(state.pawns[1 - seat]), beat, room)


@jit
def worth(
    net: Any,
    states: Any,
    moves: NDArray[np.int16],
    depth: int,
    paid: NDArray[np.float64],
    room: NDArray[np.float32],
) -> float:
    """What `states[1]` is worth to the player to move, `depth` plies ahead.

    `states[DEEPEST]`, `moves[DEEPEST, most]`, `paid` and `room` are room to work in.
    """
    low, high, best = np.full(DEEPEST, -MOST), np.full(DEEPEST, MOST), np.full(DEEPEST, -MOST)
    at, count = np.zeros(DEEPEST, dtype=np.int64), np.zeros(DEEPEST, dtype=np.int64)
    level, found, fresh = 1, 0.0, True
    while level > 0:
        left = depth + 1 - level
        if fresh and left > 0 and not over(states[level]):
            at[level], count[level], best[level] = 0, legal(states[level], moves[level]), -MOST
            fresh = False
        if fresh or at[level] == count[level] or best[level] >= high[level]:
            found = leaf(net, states[level], paid, left, room) if fresh else best[level]
            fresh = False
            level -= 1
            best[level] = max(best[level], -found)
            continue
        states[level + 1] = states[level]
        play(states[level + 1], int(moves[level, at[level]]))
        at[level] += 1
        low[level + 1], high[level + 1] = -high[level], -max(low[level], best[level])
        level += 1
        fresh = True
    return float(found)


@jit
def worths(net: Net, state: Any, depth: int, moves: NDArray[np.int16], out: NDArray[np.float64]) -> int:
    """Write the legal moves and what each is worth, `depth` plies ahead, and return how many there are.

    `depth` is below DEEPEST. The room has a fixed size: to multiply sizes takes more than WebAssembly has.
    """
    states, lists = np.zeros(DEEPEST, dtype=DTYPE), np.zeros((DEEPEST, MOST_MOVES), dtype=np.int16)
    paid, room = np.zeros(2), np.zeros((LAYERS, UNITS), dtype=np.float32)
    states[0] = state
    count = legal(states[0], moves)
    for at in range(count):
        states[1] = states[0]
        play(states[1], int(moves[at]))
        out[at] = -worth(net, states, lists, depth - 1, paid, room)
    return count
