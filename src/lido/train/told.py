"""What is told to a network in training: the features of a game, as an encoding that `lido.batch` writes."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lido.game import RecordGame
from lido.games import find, needed_part
from lido.network import game_with_memory
from lido.planes import Encoding, Plane

if TYPE_CHECKING:
    action = active = write = cast(Callable[..., Any], None)
    FEATURES = MOST_ACTIVE = MOVES = 0


def template_write(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """Write 1 at every feature of what `seat` sees."""
    told = np.empty(MOST_ACTIVE, dtype=np.int16)
    for at in range(active(view, seat, told)):
        out[told[at]] = 1


def template_write_actions(view: Any, seat: int, repetitions: int, out: NDArray[np.uint8]) -> None:
    """`template_write`, and after all features the number of the action of each move."""
    write(view, seat, repetitions, out)
    for move in range(MOVES):
        out[2 * FEATURES + move] = action(view, move, seat)


def template_write_world(state: Any, seat: int, out: NDArray[np.uint8]) -> None:
    """Write 1 at every feature of the world as it is, after those of what the seat sees."""
    told = np.empty(MOST_ACTIVE, dtype=np.int16)
    for at in range(active(state, seat, told)):
        out[FEATURES + told[at]] = 1


@cache
def encoding(game: str, players: int) -> Encoding:
    """The features of what the seat to act sees.

    For a game whose value is that of a world, those of the world follow, and then the action of each move.
    """
    plain, features = find(game), needed_part(game, "features")
    assert isinstance(plain, RecordGame)
    learned = game_with_memory(plain)
    rules = learned.rules
    given = {name: getattr(features, name) for name in ("action", "active", "FEATURES", "MOST_ACTIVE")}
    given |= {"MOVES": rules.moves, "write": rules.specialised(template_write, **given)}
    if features.WORLDS:
        given["write"] = rules.specialised(template_write_actions, **given)
    write_world = rules.specialised(template_write_world, **given) if features.WORLDS else None
    size = 2 * features.FEATURES + rules.moves if features.WORLDS else features.FEATURES
    return Encoding(
        learned, (Plane("features"),), (size,), np.dtype(np.uint8), given["write"], _move_itself,
        write_world=write_world, made_by=f"{__name__}:encoding",
    )  # fmt: skip


def _move_itself(state: Any, move: int) -> int:
    return move
