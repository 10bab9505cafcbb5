"""What the board of the page is built from: the diving board, and where a pawn goes from every space."""

from typing import Any

import numpy as np

from lido.games.plouf_party import rules
from lido.games.plouf_party.board import BOARD, DISTANCE, NUMBERS, SPACES
from lido.games.plouf_party.text import DIRECTIONS


def data() -> dict[str, Any]:
    """As JSON. `walks` has, by direction, space and number - 1, where the pawn ends; `dives` whether it reaches the
    diving board on its way.
    """
    return {
        "board": BOARD,
        "distance": DISTANCE.tolist(),
        "walks": _by_direction(rules.arrival),
        "dives": _by_direction(rules.reaches_board),
    }


def _by_direction(rule: Any) -> dict[str, list[list[int]]]:
    """What a rule says of a pawn in hand, as numbers."""
    return {
        direction: [[int(rule(_in_hand(space, number), heading)) for number in NUMBERS] for space in range(SPACES)]
        for heading, direction in enumerate(DIRECTIONS)
    }


def _in_hand(space: int, number: int) -> np.record:
    """A position in which the pawn with that number is in hand, on that space."""
    state: np.record = np.zeros(1, dtype=rules.DTYPE)[0]
    state.numbers[state.ring[space]] = number
    state.taken = space
    return state
