"""Search settings of Crocodile Pool Party: playouts, and the estimate of an unfinished game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.bots.config import SearchConfig
from lido.games.croc_pool.board import BARS, BIT_HI, BIT_LO, OUT, RED, SIZE, YELLOW
from lido.games.croc_pool.rules import FLIP, PILES, TILES, held
from lido.kernel import jit
from lido.rng import Rng, below


@jit
def choose(state: Any, moves: NDArray[np.int16], count: int, rng: Rng) -> int:
    """The move of a playout: eat or go to the bar if possible, else any move."""
    side = int(state.turn)
    prey_lo, prey_hi = held(state, 1 - side)
    chosen = int(moves[below(rng, count)])
    good = 0
    for at in range(count):
        move = int(moves[at])
        if move < FLIP:
            to = move % SIZE
            if to == BARS[side] or prey_lo & BIT_LO[to] or prey_hi & BIT_HI[to]:
                good += 1
                if below(rng, good) == 0:
                    chosen = move
    return chosen


IN_POOL = 0.5
"""The value of a tile in the pool, under its own crocodile or alone, where one in the bar is 1."""
DOUBT = 4.0
"""A lead of this many tiles is worth half of what is open."""


@jit
def estimate(state: Any, pay: NDArray[np.float64]) -> None:
    """The estimated payoffs of an unfinished game, from the tiles that each side has in the bar or carries."""
    ahead = float(state.heights[PILES + RED]) - float(state.heights[PILES + YELLOW])
    for pile in range(PILES):
        if state.squares[pile] != OUT:
            carried = IN_POOL * float(state.heights[pile])
            ahead += carried if pile < TILES else -carried
    pay[RED] = 0.5 + 0.5 * ahead / (abs(ahead) + DOUBT)
    pay[YELLOW] = 1.0 - pay[RED]


CONFIG = SearchConfig(exploration=0.35, choose=choose, longest=15, estimate=estimate, guided=0.5)
