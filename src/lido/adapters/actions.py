"""The moves of any game as numbers below a fixed count, as PettingZoo and OpenSpiel need them."""

from functools import cache
from typing import Any, Protocol, cast

import numpy as np

from lido.game import Json, RecordGame, copied
from lido.games import find, needed_part


class Actions(Protocol):
    """The numbers of one game's moves. `state` is the full state, or what the seat that must act sees of it."""

    count: int

    def legal(self, state: Any) -> list[int]:
        """The legal moves, in order."""
        ...

    def move(self, state: Any, action: int) -> tuple[str, dict[str, Json]]:
        """A legal move as `Match.play` takes it: its text and its details."""
        ...

    def label(self, state: Any, action: int) -> str:
        """A text for a legal move, different from that of every other legal move."""
        ...

    def after(self, state: Any, action: int) -> Any:
        """The state after a legal move, in its own memory."""
        ...


class RecordActions:
    """The numbers that the rules of a `RecordGame` give its moves."""

    def __init__(self, game: RecordGame) -> None:
        self._game = game
        self.count = game.rules.moves

    def legal(self, state: np.record) -> list[int]:
        return sorted(self._game.legal(state))

    def move(self, state: np.record, action: int) -> tuple[str, dict[str, Json]]:
        return self._game.move_text(state, action), {}

    def label(self, state: np.record, action: int) -> str:
        return self._game.move_text(state, action)

    def after(self, state: np.record, action: int) -> np.record:
        after = copied(state)
        self._game.rules.play(after, action)
        return after


@cache
def actions(game: str) -> Actions:
    """The numbers of a game's moves: from the rules of a `RecordGame`, else from the game's module `actions`."""
    rules = find(game)
    return RecordActions(rules) if isinstance(rules, RecordGame) else cast(Actions, needed_part(game, "actions"))
