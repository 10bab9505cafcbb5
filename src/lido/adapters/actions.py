"""The moves of any game as numbers below a fixed count, as the interfaces of others want them."""

from functools import cache
from typing import Any, Protocol, cast

import numpy as np

from lido.game import Json, RecordGame, copied
from lido.games import find, needed_part


class Actions(Protocol):
    """The numbers of one game's moves. `state` is the truth, or what the seat that must act sees of it."""

    count: int

    def legal(self, state: Any) -> list[int]:
        """The legal moves, in order."""
        ...

    def move(self, state: Any, action: int) -> tuple[str, dict[str, Json]]:
        """A legal move as `Match.play` takes it: its text and its details."""
        ...

    def label(self, state: Any, action: int) -> str:
        """A legal move in words that tell it from the others."""
        ...

    def after(self, state: Any, action: int) -> Any:
        """The state that a legal move leads to, in memory of its own."""
        ...


class RecordActions:
    """A game of records numbers its moves itself."""

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
    """The numbers of the moves of a game: its own for a game of records, else those of its module `actions`."""
    rules = find(game)
    return RecordActions(rules) if isinstance(rules, RecordGame) else cast(Actions, needed_part(game, "actions"))
