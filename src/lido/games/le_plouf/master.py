"""A strong player of two-player Le Plouf without the large table: it uses the small one, and a neural net beyond it."""

import numpy as np

from lido.games.le_plouf import GAME
from lido.games.le_plouf.perfect import best, check, known, repeated
from lido.games.le_plouf.rules import DTYPE, MOST_MOVES
from lido.games.le_plouf.solution import lookup, net, search
from lido.match import PlayerView
from lido.rng import Dice

DEPTH = 4
"""How many plies it looks ahead: some milliseconds."""


class Master:
    """Perfect in phase 1 and in the last moves before the pool is full. In between it may err."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._dice = Dice(seed)

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        check(player_view, "master")
        table = lookup.small()
        found = known(table, player_view)
        move = self._guess(player_view) if found is None else best(table, player_view.observation, found, self._dice)
        return GAME.move_text(player_view.observation, move)

    def _guess(self, player_view: PlayerView) -> int:
        """The best move that was found. A move that repeats a position is worth no more than a draw."""
        worth = looked_ahead(player_view.observation, DEPTH)
        for move in worth:
            if repeated(player_view, move):
                worth[move] = min(worth[move], 0.0)
        top = max(worth.values())
        return self._dice.choice([move for move in sorted(worth) if worth[move] == top])


def looked_ahead(state: np.record, depth: int) -> dict[int, float]:
    """The estimated value of each legal move, looking that many plies ahead."""
    states = np.zeros(depth + 1, dtype=DTYPE)
    states[0] = state
    moves = np.zeros((depth + 1, MOST_MOVES), dtype=np.int16)
    worth = np.zeros(MOST_MOVES)
    count = search.worths(net.loaded(), states, moves, depth, worth, np.zeros(2))
    return dict(zip(moves[0, :count].tolist(), worth[:count].tolist(), strict=True))
