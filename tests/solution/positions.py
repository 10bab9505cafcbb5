"""Positions by number, as the tests of the solution want them."""

import numpy as np

from lido.games.le_plouf import rules
from lido.games.le_plouf.solution.index import made, position
from lido.games.le_plouf.solution.neighbours import set_up

INDEX = made()


def some_numbers(count: int, seed: int = 1) -> list[int]:
    """Numbers from all over the index."""
    numbers: list[int] = np.random.default_rng(seed).integers(0, INDEX.base[-1], count).tolist()
    return numbers


def state_of(number: int) -> np.record:
    """The position with that number."""
    state = rules.start(2)
    set_up(state, *position(INDEX, number))
    return state
