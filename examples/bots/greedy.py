"""A bot as a class, for games that hide nothing: it tries every move and counts what the next player can do then.

lido arena le-plouf --players greedy:Greedy random --games 100      # in this folder
"""

import random

import lido


class Greedy:
    """Plays the move that leaves the next player the fewest moves."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._random = random.Random(str(seed))

    def choose(self, player_view: lido.PlayerView) -> str:
        """A legal move for the seat that must act."""
        moves = player_view.legal_moves()
        self._random.shuffle(moves)
        return min(moves, key=lambda move: self._left(player_view, move))

    def _left(self, player_view: lido.PlayerView, move: str) -> int:
        """How many moves the next player has after a move."""
        options = player_view.start.options
        match = lido.new(
            player_view.game.id, players=player_view.players, options=options, position=player_view.position()
        )
        match.play(move)
        return len(match.legal_moves())
