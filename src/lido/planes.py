"""What a seat sees of a game as an array of numbers: planes over a board, each with a name.

The module `planes` of a game says which planes there are and writes them from an observation, never
from the full state. The environments of `lido.vector` and of `lido.adapters` all show these.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.game import Game
from lido.games import find, needed_part
from lido.match import PlayerView


class Plane(NamedTuple):
    """One plane: what it shows, and the bounds of its numbers."""

    name: str
    highest: int = 1
    lowest: int = 0


class History(NamedTuple):
    """The moves of a game as rows of bits."""

    longest: int
    """No game has more moves."""
    bits: int
    """How many `Encoding.told` needs."""

    def written(self, moves: Sequence[int]) -> NDArray[np.uint8]:
        """One row per move, the lowest bit first, then rows of zeros: [longest, bits]."""
        rows = np.zeros((self.longest, self.bits), dtype=np.uint8)
        rows[: len(moves)] = np.array(moves, dtype=np.int64)[:, None] >> np.arange(self.bits) & 1
        return rows


@dataclass(frozen=True)
class Encoding:
    """The planes of one game for one number of players."""

    game: Game[Any]
    planes: tuple[Plane, ...]
    board: tuple[int, ...]
    """The shape of one plane."""
    dtype: np.dtype[Any]
    write: Callable[[Any, int, int, NDArray[Any]], None]
    """`write(observation, seat, repetitions, out)`: write all planes into `out`, one row of zeros.

    `seat` counts from 0, and -1 is a spectator; `repetitions` is how often the position has occurred.
    """
    told: Callable[[Any, int], int]
    """`told(state, move)`: a move as everybody sees it, as a number."""
    history: History | None = None
    """How the moves so far are written, where they tell a seat more than the planes do and have a bound."""
    write_world: Callable[[Any, int, NDArray[Any]], None] | None = None
    """`write_world(state, seat, out)`: for training alone, write the rest of `out` from the full state."""
    made_by: str = "lido.planes:encoding"
    """The function that makes this encoding, given a game and a number of players: another process can call it."""

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of all planes together."""
        return (len(self.planes), *self.board)

    @cached_property
    def size(self) -> int:
        """How many numbers all planes hold together."""
        return math.prod(self.shape)

    def bounds(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The lowest and the highest number at each place."""
        lowest, highest = (
            np.array([getattr(plane, bound) for plane in self.planes], dtype=self.dtype)
            for bound in ("lowest", "highest")
        )
        spread = (slice(None), *(None,) * len(self.board))
        return np.broadcast_to(lowest[spread], self.shape).copy(), np.broadcast_to(highest[spread], self.shape).copy()

    def seen(self, player_view: PlayerView) -> NDArray[Any]:
        """What a seat of a match sees."""
        repetitions = (
            player_view.repetitions.get(self.game.key(player_view.observation), 0) if self.game.repetition else 0
        )
        return self.written(player_view.observation, player_view.seat - 1, repetitions)

    def written(self, observation: Any, seat: int, repetitions: int) -> NDArray[Any]:
        """The planes of an observation, in a new array."""
        out = np.zeros(self.size, dtype=self.dtype)
        self.write(observation, seat, repetitions, out)
        return out.reshape(self.shape)


@cache
def encoding(game: str, players: int) -> Encoding:
    """How a game with `players` players is shown to each of them, or BadSetup where it has no planes."""
    rules = find(game)
    module = needed_part(game, "planes")
    planes = tuple(Plane(*plane) for plane in module.planes(players))
    longest = rules.longest(players)
    told = getattr(module, "told", None)
    history = History(longest, module.TOLD_BITS) if longest and told else None
    return Encoding(rules, planes, module.BOARD, np.dtype(module.DTYPE), module.write, told or _move_itself, history)


def _move_itself(state: Any, move: int) -> int:
    return move
