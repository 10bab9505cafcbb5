"""How far a game is that OpenSpiel plays."""

from collections import Counter
from collections.abc import Hashable
from typing import Any

import pyspiel

from lido.chance import Draw
from lido.game import Result
from lido.steps import Place

CHANCE = int(pyspiel.PlayerId.CHANCE)


class Point:
    """How far a game is. States in it are never changed in place, so that copies may share them."""

    def __init__(
        self,
        game: Any,
        state: Any,
        drawn: int = 0,
        awaited: tuple[int | None, Draw] | None = None,
        repetitions: Counter[Hashable] | None = None,
        times: int = 0,
        told: list[int] | None = None,
        result: Result | None = None,
        player: int = CHANCE,
        place: Place | None = None,
    ) -> None:
        self.game = game
        """The game, where it has been asked for: to ask C++ for it is slow."""
        self._state = state
        self.drawn = drawn
        """How many of the draws before the first move are done."""
        self.awaited = awaited
        """What chance must decide, and the move that waits for it; None where the end of the game waits."""
        self.repetitions: Counter[Hashable] = Counter() if repetitions is None else repetitions
        self.times = times
        """How often this position has occurred, where the game has a repetition rule."""
        self.told: list[int] = [] if told is None else told
        self.result = result
        self.player = player
        """Who must act, as OpenSpiel counts."""
        self.place = place
        """The state of a game of records, with its legal moves, once the first move can be made."""

    @property
    def state(self) -> Any:
        """The state now, everything that has been drawn included."""
        return self._state if self.place is None else self.place.states[0]

    @state.setter
    def state(self, state: Any) -> None:
        self._state, self.place = state, None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"game": None}  # OpenSpiel writes a state down, and finds the game itself

    def __deepcopy__(self, memo: object) -> "Point":
        other: Point = object.__new__(Point)
        other.__dict__ |= self.__dict__
        other.told, other.repetitions = self.told.copy(), self.repetitions.copy()
        return other
