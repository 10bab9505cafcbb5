"""The bot that plays random legal moves."""

from lido.match import PlayerView
from lido.rng import Dice


class Random:
    """Plays a random legal move."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._dice = Dice(seed)

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        return self._dice.choice(player_view.game.legal_moves(player_view.observation))
