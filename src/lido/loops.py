"""Loops that serve every game of records, made for one of them by `lido.kernel.specialise`.

The functions here are templates: `legal`, `play` and `over` are free names that stand for
a game's compiled rules, and `choose` for how a playout chooses its moves.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit
from lido.rng import Rng, below

if TYPE_CHECKING:
    legal = play = over = choose = cast(Callable[..., Any], None)


def perft(stack: Any, moves: NDArray[np.int16], depth: int) -> int:
    """How many sequences of `depth` legal moves lead on from `stack[0]`; a shorter game counts once.

    `stack[depth + 1]` and `moves[depth + 1, most]` are room to work in.
    """
    at = np.zeros(depth + 1, dtype=np.int64)
    counts = np.zeros(depth + 1, dtype=np.int64)
    if depth == 0 or over(stack[0]):
        return 1
    nodes = 0
    level = 0
    counts[0] = legal(stack[0], moves[0])
    while level >= 0:
        if level == depth - 1:
            nodes += counts[level]
            at[level] = counts[level]
        if at[level] == counts[level]:
            level -= 1
            continue
        stack[level + 1] = stack[level]
        play(stack[level + 1], moves[level, at[level]])
        at[level] += 1
        if over(stack[level + 1]):
            nodes += 1
            continue
        level += 1
        at[level] = 0
        counts[level] = legal(stack[level], moves[level])
    return nodes


@jit
def anything(state: Any, moves: NDArray[np.int16], count: int, rng: Rng) -> int:
    """Any of the `count` legal moves, each as likely."""
    return int(moves[below(rng, count)])


def playout(state: Any, limit: int, moves: NDArray[np.int16], rng: Rng) -> int:
    """Play `state` on as `choose` does, at most `limit` moves, and return how many were played."""
    for played in range(limit):
        count = legal(state, moves)
        if count == 0:
            return played
        play(state, choose(state, moves, count, rng))
    return limit


def playouts(states: Any, games: int, limit: int, moves: NDArray[np.int16], rng: Rng) -> int:
    """Play `games` random games from `states[0]` and return how many moves they took.

    `states[1]` is room to work in, and ends as the last game did.
    """
    played = 0
    for _ in range(games):
        states[1] = states[0]
        played += playout(states[1], limit, moves, rng)
    return played


@jit
def fill(out: NDArray[Any], size: int, plane: int, value: int) -> None:
    """Write one number all over a plane of that size, the planes being in one row."""
    out[size * plane : size * plane + size] = value
