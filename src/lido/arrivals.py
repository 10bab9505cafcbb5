"""Playing a move of a game of records and arriving in its position: one compiled call each, made for one game.

A compiled function takes an array of one record four times faster than the record itself, so states are such arrays.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit

if TYPE_CHECKING:
    key = legal = observe = over = play = cast(Callable[..., Any], None)


@jit
def no_key(state: Any) -> int:
    """The key of a game that has no repetition rule."""
    return 0


def template_arrive(states: Any, moves: NDArray[np.int16]) -> tuple[int, int, int]:
    """The seat that must act (-1 when the game is over), the number of legal moves, and the key of a state.

    The moves are written into `moves`, in order.
    """
    state = states[0]
    if over(state):
        return -1, 0, 0
    count = legal(state, moves)
    for at in range(1, count):
        move, to = moves[at], at
        while to > 0 and moves[to - 1] > move:
            moves[to] = moves[to - 1]
            to -= 1
        moves[to] = move
    return int(state.turn), count, key(state)


def template_move(before: Any, after: Any, move: int) -> None:
    """Carry out a move from `before` into `after`."""
    after[0] = before[0]
    play(after[0], move)


def template_see(states: Any, seat: int, view: Any) -> None:
    """Write what a seat may know into `view`, which is all zeros."""
    observe(states[0], seat, view[0])
