"""A strong player of two-player Le Plouf without the large table: it uses the small one, and a neural net beyond it."""

from abc import ABC, abstractmethod

import numpy as np

from lido.games.le_plouf import GAME
from lido.games.le_plouf.perfect import best, check, known, repeated
from lido.games.le_plouf.rules import MOST_MOVES
from lido.games.le_plouf.solution import lookup, net, search
from lido.games.le_plouf.solution.lookup import Table
from lido.match import PlayerView
from lido.rng import Dice

DEPTH = 4
"""How many plies it looks ahead: some milliseconds."""


class Guessing(ABC):
    """Plays by a table of some positions, and by guesses in the others."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._dice = Dice(seed)

    @abstractmethod
    def _table(self) -> Table:
        """What is known."""

    @abstractmethod
    def _looked_ahead(self, state: np.record) -> dict[int, float]:
        """The estimated value of each legal move."""

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        check(player_view, "master")
        table = self._table()
        found = known(table, player_view)
        move = self._guess(player_view) if found is None else best(table, player_view.observation, found, self._dice)
        return GAME.move_text(player_view.observation, move)

    def _guess(self, player_view: PlayerView) -> int:
        """The best move that was found. A move that repeats a position is worth no more than a draw."""
        worth = self._looked_ahead(player_view.observation)
        for move in worth:
            if repeated(player_view, move):
                worth[move] = min(worth[move], 0.0)
        top = max(worth.values())
        return self._dice.choice([move for move in sorted(worth) if worth[move] == top])


class Master(Guessing):
    """Perfect in phase 1 and in the last moves before the pool is full. In between it may err."""

    def _table(self) -> Table:
        return lookup.small()

    def _looked_ahead(self, state: np.record) -> dict[int, float]:
        return looked_ahead(state, DEPTH)


def looked_ahead(state: np.record, depth: int) -> dict[int, float]:
    """The estimated value of each legal move, looking that many plies ahead."""
    moves, worth = np.zeros(MOST_MOVES, dtype=np.int16), np.zeros(MOST_MOVES)
    count = search.worths(net.loaded(), state, depth, moves, worth)
    return dict(zip(moves[:count].tolist(), worth[:count].tolist(), strict=True))
