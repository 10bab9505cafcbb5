"""Every game with each of its options, and each number of players at least once."""

from typing import NamedTuple

import pytest

from lido.game import Option


class Setup(NamedTuple):
    game: str
    players: int
    options: dict[str, Option]


SETUPS = [
    Setup("le-plouf", 2, {}),
    Setup("le-plouf", 3, {}),
    Setup("le-plouf", 4, {}),
    Setup("plouf-party", 2, {"edition": "fr", "memory": "none"}),
    Setup("plouf-party", 3, {"edition": "en", "memory": "aid"}),
    Setup("plouf-party", 4, {}),
    Setup("plouf-party", 5, {"edition": "en", "memory": "none"}),
    Setup("plouf-party", 6, {}),
    Setup("croc-pool", 2, {"layout": "first"}),
    Setup("croc-pool", 2, {"layout": "free"}),
    Setup("splash", 2, {"draft": "pick"}),
    Setup("splash", 3, {"draft": "deal"}),
    Setup("splash", 4, {"draft": "deal", "teams": 2}),
    Setup("splash", 5, {}),
    Setup("splash", 6, {"draft": "deal", "teams": 3}),
]
RECORDS = [setup for setup in SETUPS if setup.game != "splash"]

PLACED = [0, 8, 2, 10, 4, 12, 6, 14, 7, 15]
TO_AND_FRO = [16, 32, 18, 34, 23, 39]
"""Le Plouf for two in numbers: the pawns are placed; a pawn of each walks one cell, two on, and three back."""


def named(setup: Setup) -> str:
    return " ".join([setup.game, str(setup.players), *map(str, setup.options.values())])


every = pytest.mark.parametrize("setup", SETUPS, ids=named)
every_record = pytest.mark.parametrize("setup", RECORDS, ids=named)
one_of_each = pytest.mark.parametrize("setup", [SETUPS[0], SETUPS[5], SETUPS[8], SETUPS[10]], ids=named)
