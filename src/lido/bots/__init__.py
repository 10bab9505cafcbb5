"""Bots: players that work from what one seat has seen, and from nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one
before. Le Plouf for two has two more: `perfect` where its table has been made, and `master`, which
has to do with what comes with Lido.
"""

from importlib import import_module
from typing import NamedTuple, Protocol, runtime_checkable

from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import Searcher, record_game
from lido.bots.master import Master
from lido.bots.perfect import Perfect, solved
from lido.bots.perfect import exact as exact
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.game import Json
from lido.match import Sight
from lido.solution.lookup import whole_file

LEVELS = ("random", *SEARCHERS)
"""The levels that play every game."""
SOLVERS: dict[str, type[Master | Perfect]] = {"master": Master, "perfect": Perfect}
"""The levels that play Le Plouf for two only."""
WITHOUT_TABLE = {"perfect": "master"}
"""Those that need the table of all positions, and who comes closest to them without it."""
ALL_LEVELS = (*LEVELS, *SOLVERS)
"""Every level there is for some game."""
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


def levels_for(game: str, players: int) -> tuple[str, ...]:
    """The levels that play a game with so many players on this machine, the weakest first."""
    if not solved(game, players):
        return LEVELS
    return (*LEVELS, *(level for level in SOLVERS if level not in WITHOUT_TABLE or whole_file().exists()))


def check_level(level: str, game: str, players: int) -> None:
    """Refuse a level that there is not for a game with so many players, or not on this machine."""
    if level in (here := levels_for(game, players)):
        return
    if level not in SOLVERS:
        raise BadSetup("match.level", level=level, allowed=", ".join(here))
    raise BadSetup("solve.not-here" if solved(game, players) else "solve.two-only", level=level)


def bot(level: str, seed: str | int | None = None, threads: int | None = None) -> Player:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores where it is not said. Whether it can play a game is
    what `check_level` says, or its first move.
    """
    if level not in ALL_LEVELS:
        raise BadSetup("match.level", level=level, allowed=", ".join(ALL_LEVELS))
    return Player(level, seed, threads)


class Worth(NamedTuple):
    """What a move is worth to who makes it, from -1 to 1, and where that is exact, in how many plies the game ends."""

    move: str
    value: float
    plies: int | None
    """None for a draw, and for an estimate."""


class Judgement(NamedTuple):
    """What each legal move is worth, in the order of `legal_moves`, and whether that is exact or an estimate."""

    exact: bool
    moves: list[Worth]


def judged(
    sight: Sight,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> Judgement:
    """What each legal move is worth: exactly where the game is solved and the solution is there, else by a search."""
    if (known := exact(sight)) is not None:
        return Judgement(True, [Worth(move, *verdict) for move, verdict in known])
    return searched(sight, ms=ms, iterations=iterations, seed=seed, threads=threads)


def searched(
    sight: Sight,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> Judgement:
    """What each legal move seems worth to an expert."""
    game = record_game(sight)
    found = Searcher("expert", seed, threads).think(sight, ms=ms, iterations=iterations)
    worth = {game.move_text(sight.observation, move): 2 * paid - 1 for move, (_, paid) in found.items()}
    return Judgement(False, [Worth(move, value, None) for move, value in sorted(worth.items())])


def analyse(
    sight: Sight,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> list[tuple[str, float]]:
    """What each legal move seems worth to the seat that must act, from -1 to 1, in the order of `legal_moves`.

    Where the game is solved and the solution is there it is what they are worth; `judged` says which.
    """
    found = judged(sight, ms=ms, iterations=iterations, seed=seed, threads=threads)
    return [(worth.move, float(worth.value)) for worth in found.moves]


def hint(sight: Sight) -> tuple[str, float]:
    """The move that seems best for the seat that must act, and what it seems worth, from -1 to 1."""
    if (known := exact(sight)) is not None:
        move, verdict = max(known, key=lambda pair: pair[1].rank)
        return move, float(verdict.value)
    return max(analyse(sight), key=lambda pair: pair[1])
