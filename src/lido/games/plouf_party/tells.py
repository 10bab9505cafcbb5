"""What a move of Plouf Party tells about the colour of who made it, by a simple model.

A player likes to push others' pawns into the pool and hates to push their own, both in which pawn they take and in
which way they move it.
"""

import numpy as np
from numpy.typing import NDArray

from lido.games.plouf_party.board import LETTERS, SPACES
from lido.kernel import exp, jit, log_of_float

COLOURS = len(LETTERS)
EMPTY = COLOURS
UNKNOWN = 0
NUMBERS = 3

HATE = 2 * NUMBERS
"""How much a player hates to push their own pawn, where they like to push another's by `NUMBERS`.

A pawn whose number is not known is liked by the mean of the three: all likings are whole thirds.
"""
WEIGHTS = np.array([exp(liked / NUMBERS) for liked in range(-HATE, NUMBERS + 1)])
"""How likely a choice is by how much it is liked, up to a constant, from `-HATE` on."""

# By space, number and direction: the space where a pawn ends.
ENDS = np.array([[((s + n) % SPACES, (s - n) % SPACES) for n in (1, 2, 3)] for s in range(SPACES)])


@jit
def liking(own: int, pushed: int) -> int:
    """How much a player of the colour `own` likes to push a pawn of the colour `pushed`, EMPTY for none; in thirds."""
    if pushed == EMPTY:
        return 0
    return -HATE if pushed == own else NUMBERS


@jit
def liking_of_pawn(ring: NDArray[np.int64], own: int, space: int, number: int) -> int:
    """How much they like to take a pawn with that number: it will go the better way."""
    return max(liking(own, ring[ENDS[space, number - 1, 0]]), liking(own, ring[ENDS[space, number - 1, 1]]))


@jit
def judge_pick(
    ring: NDArray[np.int64],
    numbers: NDArray[np.int64],
    seat: int,
    space: int,
    log_likelihood: NDArray[np.float64],
) -> None:
    """Add what it says of a seat that it took the pawn on `space` and no other."""
    for own in range(COLOURS):
        total = 0.0
        taken = 0
        for other in range(SPACES):
            if ring[other] == EMPTY:
                continue
            liked = 0
            if numbers[other] == UNKNOWN:
                for number in range(1, NUMBERS + 1):
                    liked += liking_of_pawn(ring, own, other, number)
                liked //= NUMBERS
            else:
                liked = liking_of_pawn(ring, own, other, int(numbers[other]))
            total += WEIGHTS[liked + HATE]
            if other == space:
                taken = liked
        log_likelihood[COLOURS * seat + own] += taken / NUMBERS - log_of_float(total)


@jit
def judge_way(
    ring: NDArray[np.int64],
    numbers: NDArray[np.int64],
    seat: int,
    start: int,
    end: int,
    log_likelihood: NDArray[np.float64],
) -> None:
    """Add what it says of a seat that it moved a pawn from `start` to `end` and not the other way."""
    one, other = ENDS[start, numbers[start] - 1, 0], ENDS[start, numbers[start] - 1, 1]
    for own in range(COLOURS):
        total = WEIGHTS[liking(own, ring[one]) + HATE] + WEIGHTS[liking(own, ring[other]) + HATE]
        log_likelihood[COLOURS * seat + own] += liking(own, ring[end]) / NUMBERS - log_of_float(total)
