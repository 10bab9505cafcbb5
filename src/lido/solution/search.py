"""A look a few moves ahead, with the net's guess where it ends."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.rules import legal, over, payoffs, play
from lido.kernel import jit
from lido.solution.net import guess

CERTAIN = 2.0
"""The worth of a game that is over, above any guess."""
SOONER = 0.01


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
def worth(
    net: Any,
    states: Any,
    moves: NDArray[np.int16],
    level: int,
    depth: int,
    low: float,
    high: float,
    paid: NDArray[np.float64],
) -> float:
    """What `states[level]` is worth to the player to move, `depth` plies ahead, if that is between `low` and `high`.

    `states[level + depth + 1]` and `moves[level + depth, most]` are room to work in.
    """
    if depth == 0 or over(states[level]):
        return leaf(net, states[level], paid, depth)
    best = -10.0
    for at in range(legal(states[level], moves[level])):
        states[level + 1] = states[level]
        play(states[level + 1], int(moves[level, at]))
        best = max(best, -worth(net, states, moves, level + 1, depth - 1, -high, -max(low, best), paid))
        if best >= high:
            break
    return best


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
        out[at] = -worth(net, states, moves, 1, depth - 1, -10.0, 10.0, paid)
    return count
