"""The bot that plays random legal moves."""

import random

from lido.match import PlayerView


class Random:
    """Plays a random legal move."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._random = random.Random(None if seed is None else str(seed))

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        return self._random.choice(player_view.game.legal_moves(player_view.observation))
