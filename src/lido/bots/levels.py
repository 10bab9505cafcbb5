"""The usual levels of the bots: how far each searches, and how it chooses a move from what it found."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from lido.bots.config import search_config
from lido.bots.search import Found, Search
from lido.errors import BadSetup
from lido.game import Event, RecordGame
from lido.kernel import exp, jit, log_of_float
from lido.match import PlayerView
from lido.rng import Dice

DEFAULT_MS = 1_000


@dataclass(frozen=True)
class Level:
    """How a level thinks and chooses.

    The weaker ones err as people do. They look a few moves ahead and at what seems natural first, so that they overlook
    what is quiet or far away; they misjudge a little; and they forget what others did a while ago. What anybody would
    see they see: a sure win is taken, and nothing is given away for nothing.
    """

    iterations: int | None
    """The most for a move; None is as many as there is time for."""
    blur: float = 0.0
    """How far off it judges a move, in even shares; 0 plays the best that it found."""
    hunch: float = 0.0
    """How much the first impression of a move counts against what it found out about it."""
    careless: float = 0.0
    """How much less than the best a move may seem to pay and still be played, in even shares."""
    attention: float = 1.0
    """How often it sees what a move leads to; else the move looks as good as any."""
    memory: float = 1.0
    """How much of what others' moves told it still knows a move later."""


LEVELS = {
    "gentle": Level(iterations=40, blur=0.4, hunch=0.15, careless=1.5, attention=0.2, memory=0.7),
    "club": Level(iterations=200, blur=0.1, hunch=0.5, careless=0.5, attention=0.85, memory=0.96),
    "expert": Level(iterations=None),
}

ENDS = {
    "random": Level(iterations=20, blur=9.0, hunch=0.0, careless=9.0, attention=0.0, memory=0.0),
    "expert": Level(iterations=2_000, blur=0.02, hunch=0.5, careless=0.1),
}
"""What a level is between that must play like none of those above; `expert` has an end here."""
POINTS = {**LEVELS, **ENDS}
MATCH = re.compile("match-([0-9]{1,2})")
"""The name of a level that plays about as well as somebody with that rating: `match-27`."""


def matching(rating: float, measured: Mapping[str, float]) -> Level:
    """The level that plays about as well as somebody with that rating, between those whose ratings were measured."""
    points = [(measured[name], level) for name, level in POINTS.items() if name in measured]
    scale = sorted(points, key=lambda point: point[0])
    below = [one for one in scale if one[0] <= rating] or scale[:1]
    above = [one for one in scale if one[0] > rating] or scale[-1:]
    (low, weaker), (high, stronger) = below[-1], above[0]
    share = (rating - low) / (high - low) if high > low else 0.0

    def between(one: float, other: float) -> float:
        return one + share * (other - one)

    return Level(
        iterations=int(between(weaker.iterations or 0, stronger.iterations or 0)),
        blur=between(weaker.blur, stronger.blur),
        hunch=between(weaker.hunch, stronger.hunch),
        careless=between(weaker.careless, stronger.careless),
        attention=between(weaker.attention, stronger.attention),
        memory=between(weaker.memory, stronger.memory),
    )


@jit
def appeal(odds: float, behind: float, blur: float, hunch: float) -> float:
    """How likely a move is to be played that looks so likely and seems to pay so much less than the best."""
    return exp(hunch * log_of_float(odds) - behind / blur)


class Searcher:
    """A player of one level at one seat."""

    def __init__(self, level: Level, seed: str | int | None = None, threads: int | None = None) -> None:
        self._level = level
        self._seed = secrets.token_hex() if seed is None else seed
        self._dice = Dice(self._seed)
        self._threads = threads
        self._search: Search | None = None

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        game = record_game(player_view)
        legal = game.legal(player_view.observation)
        if len(legal) == 1:
            return game.move_text(player_view.observation, legal[0])
        found = self.think(player_view, ms=ms, iterations=iterations)
        return game.move_text(player_view.observation, self.choice(found, player_view.players))

    def think(
        self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[int, Found]:
        """What this player finds about each legal move, by its number."""
        game = record_game(player_view)
        if self._search is None:
            self._search = Search(search_config(game), self._seed, self._threads, self._level.memory)
        seconds = (DEFAULT_MS if ms is None else ms) / 1000
        most = iterations if iterations is not None else self._level.iterations
        return self._search.think(game, player_view, seconds=seconds, iterations=most)

    def explained(self, player_view: PlayerView, move: int) -> tuple[list[str], list[Event]]:
        """After `think`: the line that it expects from a move on, and what it believes of what is hidden."""
        assert self._search
        return self._search.line(record_game(player_view), player_view, move), self._search.beliefs(player_view)

    def choice(self, found: dict[int, Found], players: int) -> int:
        """The move tried most, or for a level that errs one that appeals to it; a sure win is always taken."""
        level = self._level
        best = max(found, key=lambda move: (found[move].visits, found[move].paid))
        top = found[best].paid
        if not level.blur or top == 1.0:
            return best
        usual = sum(one.visits * one.paid for one in found.values()) / sum(one.visits for one in found.values())
        moves = [move for move in found if found[move].visits and (top - found[move].paid) * players <= level.careless]
        seen = [found[move].paid if self._dice.happens(level.attention) else usual for move in moves]
        appeals = [
            appeal(found[move].odds, players * (top - paid), level.blur, level.hunch)
            for move, paid in zip(moves, seen, strict=True)
        ]
        return self._dice.weighed(moves, appeals)


def record_game(player_view: PlayerView) -> RecordGame:
    """The game of a player's view, or BadSetup where it cannot be searched."""
    if not isinstance(player_view.game, RecordGame):
        raise BadSetup("match.no-bot", game=player_view.game.id)
    return player_view.game
