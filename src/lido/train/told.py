"""What is told to a network in training: the features of a game, as an encoding that `lido.batch` writes."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.game import RecordGame
from lido.games import find, needed_part
from lido.planes import Encoding, Plane

if TYPE_CHECKING:
    active = cast(Callable[..., int], None)
    FEATURES = MOST_ACTIVE = 0


def template_write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write 1 at every feature of what `seat` sees."""
    told = np.empty(MOST_ACTIVE, dtype=np.int16)
    for at in range(active(view, seat, told)):
        out[told[at]] = 1


def template_write_world(state: Any, seat: int, out: NDArray[np.uint8]) -> None:
    """Write 1 at every feature of the world as it is, after those of what the seat sees."""
    told = np.empty(MOST_ACTIVE, dtype=np.int16)
    for at in range(active(state, seat, told)):
        out[FEATURES + told[at]] = 1


@cache
def encoding(game: str, players: int) -> Encoding:
    """The features of what the seat to act sees and, for a game whose value is that of a world, those of the world."""
    rules, features = find(game), needed_part(game, "features")
    assert isinstance(rules, RecordGame)
    given = {name: getattr(features, name) for name in ("active", "FEATURES", "MOST_ACTIVE")}
    write = rules.rules.specialised(template_write, **given)
    write_world = rules.rules.specialised(template_write_world, **given) if features.WORLDS else None
    size = features.FEATURES * (1 + features.WORLDS)
    return Encoding(
        rules, (Plane("features"),), (size,), np.dtype(np.uint8), write, _move_itself,
        write_world=write_world, made_by=f"{__name__}:encoding",
    )  # fmt: skip


def _move_itself(state: Any, move: int) -> int:
    return move
