"""What was different under the first laws: only tiles that lay crocodile side up counted in a tie (CP-R8)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.croc_pool.board import RED, YELLOW
from lido.games.croc_pool.rules import DIGIT, NUMBER, PILES, UP
from lido.kernel import jit


@jit
def crocodiles(pile: int) -> int:
    """The sum of the numbers of a pile's tiles that lie crocodile side up."""
    total = 0
    while pile:
        if pile & UP:
            total += pile & NUMBER
        pile >>= DIGIT
    return total


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    """What each seat receives: more tiles in the bar win, then higher crocodiles (CP-20, CP-21)."""
    ahead = int(state.heights[PILES + RED]) - int(state.heights[PILES + YELLOW])
    if ahead == 0:
        ahead = crocodiles(int(state.piles[PILES + RED])) - crocodiles(int(state.piles[PILES + YELLOW]))
    out[RED] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    out[YELLOW] = 1.0 - out[RED]
