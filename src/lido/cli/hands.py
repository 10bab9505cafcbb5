"""What a person types at a game of the hand: where a piece should go, in words instead of a path."""

import math
import re
from typing import Any

from lido.cli.prompt import meant
from lido.cli.table import Table
from lido.errors import IllegalMove
from lido.games.splash.physics.assist import HELPED, TREMORS, path_onto, read_spot
from lido.games.splash.state import State

PLACE = re.compile(r"place((?:\s+[-+]?\d+(?:\.\d+)?){0,4})", re.IGNORECASE)
MILLIMETRE = 0.001
DEGREE = math.pi / 180
UNITS = (MILLIMETRE, MILLIMETRE, DEGREE, 1.0)


def said(table: Table, typed: str) -> tuple[str, dict[str, Any]]:
    """The move that somebody means, and what goes with it.

    `place 2 -1 45 0` sets a piece 2 mm to the right and 1 mm to the front of the middle of its
    target, turned by 45 degrees, on its face 0; what is left out is 0.
    """
    found = PLACE.fullmatch(typed.strip())
    if table.match.game.id != "splash" or not found or not table.match.turn:
        return meant(typed, table.match.legal_moves()), {}
    state: State = table.match.sight(table.match.turn).observation
    if state.held is None:
        raise IllegalMove(f"splash.must-{state.step}", held=state.held)
    numbers = [float(number) for number in found[1].split()] + [0.0] * 4
    spot = read_spot([number * unit for number, unit in zip(numbers, UNITS, strict=False)])
    target = next(iter(state.targets), None)
    return "place", path_onto(state.pieces, state.held, target, spot, TREMORS[HELPED]).document()
