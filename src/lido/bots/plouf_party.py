"""What bots know of Plouf Party beyond its rules: how players tend to play, and what that tells of their colours."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.plouf_party.rules import ACCUSING, CLOCKWISE, DIRECT, NONE, arrival
from lido.kernel import jit
from lido.rng import Rng, below

TRIES = 3


@jit
def choose(state: Any, moves: NDArray[np.int16], count: int, rng: Rng) -> int:
    """A move as a playout makes it: nobody accuses, and players push others rather than themselves."""
    if state.step == ACCUSING:
        return int(moves[count - 1])
    own = int(state.tokens[state.turn])
    if state.step == DIRECT:
        first = below(rng, count)
        best = int(moves[first])
        if count == 2 and push_worth(state, best - CLOCKWISE, own) < push_worth(state, 1 - (best - CLOCKWISE), own):
            best = int(moves[1 - first])
        return best
    return int(moves[below(rng, count)])


@jit
def push_worth(state: Any, heading: int, own: int) -> int:
    """1 for pushing someone else's pawn, 0 for pushing none, -1 for pushing one's own."""
    pushed = int(state.ring[arrival(state, heading)])
    if pushed == NONE:
        return 0
    return -1 if pushed // 3 == own else 1
