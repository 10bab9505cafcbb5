"""A look a few moves ahead, with the net's guess where it ends."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.rules import legal, over, payoffs, play
from lido.games.le_plouf.solution.net import guess
from lido.kernel import jit

CERTAIN = 2.0
"""The worth of a game that is over, above any guess."""
SOONER = 0.01
"""How much more it is worth a ply earlier."""
MOST = 10.0
"""Nothing is worth more."""


@jit
def leaf(net: Any, state: Any, paid: NDArray[np.float64], depth: int) -> float:
    """What a position where the look ends is worth to the player to move."""
    seat = int(state.turn)
    if over(state):
        payoffs(state, paid)
        return float((CERTAIN + SOONER * depth) * (2.0 * paid[seat] - 1.0))
    beat = 2 * (int(state.cursor) - 1) + seat
    return guess(net, int(state.pawns[seat]), int(state.pawns[1 - seat]), beat)


@jit
def worth(net: Any, states: Any, moves: NDArray[np.int16], depth: int, paid: NDArray[np.float64]) -> float:
    """What `states[1]` is worth to the player to move, `depth` plies ahead.

    `states[depth + 2]` and `moves[depth + 2, most]` are room to work in.
    """
    low, high, best = np.full(depth + 2, -MOST), np.full(depth + 2, MOST), np.full(depth + 2, -MOST)
    at, count = np.zeros(depth + 2, dtype=np.int64), np.zeros(depth + 2, dtype=np.int64)
    level, found, fresh = 1, 0.0, True
    while level > 0:
        left = depth + 1 - level
        if fresh and left > 0 and not over(states[level]):
            at[level], count[level], best[level] = 0, legal(states[level], moves[level]), -MOST
            fresh = False
        if fresh or at[level] == count[level] or best[level] >= high[level]:
            found = leaf(net, states[level], paid, left) if fresh else best[level]
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
def worths(
    net: Any, states: Any, moves: NDArray[np.int16], depth: int, out: NDArray[np.float64], paid: NDArray[np.float64]
) -> int:
    """Write what each legal move of `states[0]` is worth, `depth` plies ahead, and return how many there are.

    The moves are left in `moves[0]`.
    """
    count = legal(states[0], moves[0])
    for at in range(count):
        states[1] = states[0]
        play(states[1], int(moves[0, at]))
        out[at] = -worth(net, states, moves, depth - 1, paid)
    return count
