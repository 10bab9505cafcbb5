"""What bots know of Crocodile Pool Party beyond its rules: how players tend to play."""

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
    """A move as a playout makes it: eat or go to the bar where that can be done, else anything."""
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
"""What a tile still in the pool, under one's own crocodile or alone, counts against one in the bar."""
DOUBT = 4.0
"""A lead of so many tiles is worth half of what is open."""


@jit
def estimate(state: Any, pay: NDArray[np.float64]) -> None:
    """What an unfinished game seems to pay: by the tiles each side has brought home or carries."""
    ahead = float(state.heights[PILES + RED]) - float(state.heights[PILES + YELLOW])
    for pile in range(PILES):
        if state.squares[pile] != OUT:
            carried = IN_POOL * float(state.heights[pile])
            ahead += carried if pile < TILES else -carried
    pay[RED] = 0.5 + 0.5 * ahead / (abs(ahead) + DOUBT)
    pay[YELLOW] = 1.0 - pay[RED]


CONFIG = SearchConfig(exploration=0.35, choose=choose, longest=15, estimate=estimate)
