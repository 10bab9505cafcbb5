"""The bot that plays any legal move."""

import random

from lido.match import Sight


class Random:
    """Plays any legal move, each as likely."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._random = random.Random(None if seed is None else str(seed))

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        return self._random.choice(sight.game.legal_moves(sight.observation))
