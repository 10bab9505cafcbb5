"""Bots: players that work from what one seat has seen, and from nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one
before. Le Plouf for two has two more: `perfect` where its table has been made, and `master`, which
has to do with what comes with Lido.
"""

from importlib import import_module
from typing import Protocol, runtime_checkable

from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import Searcher, record_game
from lido.bots.master import Master
from lido.bots.perfect import Perfect
from lido.bots.perfect import exact as exact
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.game import Json
from lido.match import Sight

LEVELS = ("random", *SEARCHERS)
"""The levels that play every game."""
SOLVERS: dict[str, type[Master | Perfect]] = {"master": Master, "perfect": Perfect}
"""The levels that play Le Plouf for two only."""
HANDS = {"splash": "lido.bots.splash"}
"""Games whose moves are more than their text, and where the `BOT` is that has a hand for them."""


class Bot(Protocol):
    """A player at one seat of one game. It may keep what it likes between its moves."""

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move for the seat that must act, within about `ms` or exactly by `iterations`."""
        ...


@runtime_checkable
class Handed(Bot, Protocol):
    """A bot for a game whose moves are more than their text."""

    def details(
        self, sight: Sight, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """What goes with a move that it chose: the details that `Match.play` takes."""
        ...


class Player:
    """A bot of one level for whichever game it sees first."""

    def __init__(self, level: str, seed: str | int | None, threads: int | None) -> None:
        self._level = level
        self._seed = seed
        self._threads = threads
        self._bot: Bot | None = None

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move; see `Bot`."""
        return self._made(sight).choose(sight, ms=ms, iterations=iterations)

    def details(
        self, sight: Sight, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """What goes with the move; nothing for a game whose moves are their text."""
        bot = self._made(sight)
        return bot.details(sight, move, ms=ms, iterations=iterations) if isinstance(bot, Handed) else {}

    def _made(self, sight: Sight) -> Bot:
        if self._bot is None:
            if self._level in SOLVERS:
                self._bot = SOLVERS[self._level](self._seed)
            elif sight.game.id in HANDS:
                self._bot = import_module(HANDS[sight.game.id]).BOT(self._level, self._seed, self._threads)
            elif self._level == "random":
                self._bot = Random(self._seed)
            else:
                self._bot = Searcher(self._level, self._seed, self._threads)
        return self._bot


def check_level(level: str) -> None:
    """Refuse a level that there is not."""
    levels = (*LEVELS, *SOLVERS)
    if level not in levels:
        raise BadSetup("match.level", level=level, allowed=", ".join(levels))


def bot(level: str, seed: str | int | None = None, threads: int | None = None) -> Player:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores where it is not said.
    """
    check_level(level)
    return Player(level, seed, threads)


def analyse(
    sight: Sight,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> list[tuple[str, float]]:
    """What each legal move seems worth to the seat that must act, from -1 to 1, in the order of `legal_moves`.

    Where the game is solved and the solution is there it is what they are worth.
    """
    if (solved := exact(sight)) is not None:
        return [(move, float(verdict.value)) for move, verdict in solved]
    game = record_game(sight)
    found = Searcher("expert", seed, threads).think(sight, ms=ms, iterations=iterations)
    return sorted((game.move_text(sight.observation, move), 2 * paid - 1) for move, (_, paid) in found.items())


def hint(sight: Sight) -> tuple[str, float]:
    """The move that seems best for the seat that must act, and what it seems worth, from -1 to 1."""
    if (solved := exact(sight)) is not None:
        move, verdict = max(solved, key=lambda pair: pair[1].rank)
        return move, float(verdict.value)
    return max(analyse(sight), key=lambda pair: pair[1])
