"""The usual levels of the bots: how far each searches, and how it chooses a move from what it found."""

import secrets
from dataclasses import dataclass

from lido.bots.config import search_config
from lido.bots.search import Found, Search
from lido.errors import BadSetup
from lido.game import RecordGame
from lido.match import PlayerView
from lido.rng import Dice

DEFAULT_MS = 1_000


@dataclass(frozen=True)
class Level:
    """How a level thinks and chooses."""

    iterations: int | None
    """The most for a move; None is as many as there is time for."""
    reads: bool = False
    """Whether it models the opponents, to guess their secrets from what they did."""
    learned: bool = False
    """Whether the network of the game, where it has one, guides its search."""
    wobble: float = 0.0
    """How much less than the best a move may seem to pay and still be played; 0 plays the best."""


LEVELS = {
    "gentle": Level(iterations=50, wobble=0.1),
    "club": Level(iterations=400),
    "expert": Level(iterations=None, reads=True, learned=True),
}


class Searcher:
    """A player of one level at one seat."""

    def __init__(self, level: str, seed: str | int | None = None, threads: int | None = None) -> None:
        self._level = LEVELS[level]
        self._seed = secrets.token_hex() if seed is None else seed
        self._dice = Dice(self._seed)
        self._threads = threads
        self._search: Search | None = None

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        game = record_game(player_view)
        legal = game.legal(player_view.observation)
        move = legal[0] if len(legal) == 1 else self.choice(self.think(player_view, ms=ms, iterations=iterations))
        return game.move_text(player_view.observation, move)

    def think(
        self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[int, Found]:
        """What this player finds about each legal move, by its number."""
        game = record_game(player_view)
        if self._search is None:
            config = search_config(game, reads=self._level.reads, learned=self._level.learned)
            self._search = Search(config, self._seed, self._threads)
        seconds = (DEFAULT_MS if ms is None else ms) / 1000
        most = iterations if iterations is not None else self._level.iterations
        return self._search.think(game, player_view, seconds=seconds, iterations=most)

    def choice(self, found: dict[int, Found]) -> int:
        """The move tried most, or one that seems nearly as good; a sure win is always taken."""
        best = max(found, key=lambda move: (found[move].visits, found[move].paid))
        if not self._level.wobble or found[best].paid == 1.0:
            return best
        return self._dice.choice([move for move in found if found[move].paid >= found[best].paid - self._level.wobble])


def record_game(player_view: PlayerView) -> RecordGame:
    """The game of a player's view, or BadSetup where it cannot be searched."""
    if not isinstance(player_view.game, RecordGame):
        raise BadSetup("match.no-bot", game=player_view.game.id)
    return player_view.game
