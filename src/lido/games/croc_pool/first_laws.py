"""What was different under the first laws: only tiles that lay crocodile side up counted in a tie (CP-R8)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.croc_pool.board import RED, YELLOW
from lido.games.croc_pool.rules import DIGIT, NUMBER, PILES, UP, pay
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
    """What each seat receives."""
    pay(state, crocodiles(int(state.piles[PILES + RED])), crocodiles(int(state.piles[PILES + YELLOW])), out)
