from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit
from tests.toys.cards import CARDS

BOARD = (CARDS + 1,)
DTYPE = np.uint8


def planes(players: int) -> list[tuple[Any, ...]]:
    return [("hand",), *((f"wrong {seat}",) for seat in range(players))]


@jit
def write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    if seat >= 0:
        out[view.hands[seat]] = 1
    for other in range(view.players):
        for card in range(7):
            out[7 * (1 + other) + card] = int(view.wrong[other]) >> card & 1
