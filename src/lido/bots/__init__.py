"""Bots: players that work from what one seat has seen, and from nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one
before. A game may have levels of its own beside these.
"""

from typing import NamedTuple

from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import Searcher, record_game
from lido.bots.own import Bot, DetailedBot, Seed, Worth, own_bots, own_levels
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.game import Json, RecordGame
from lido.games import find
from lido.match import PlayerView

__all__ = [
    "LEVELS",
    "Bot",
    "Judgement",
    "Player",
    "Worth",
    "all_levels",
    "analyse",
    "bot",
    "check_level",
    "hint",
    "judged",
    "levels_for",
    "searched",
    "stand_in",
]

LEVELS = ("random", *SEARCHERS)
"""The levels that play every game, the weakest first."""


def all_levels() -> tuple[str, ...]:
    """Every level there is for some game."""
    return (*LEVELS, *own_levels())


class Player:
    """A bot of one level for whichever game it sees first."""

    def __init__(self, level: str, seed: str | int | None, threads: int | None) -> None:
        self._level = level
        self._seed = seed
        self._threads = threads
        self._bot: Bot | None = None

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move; see `Bot`."""
        return self._made(player_view).choose(player_view, ms=ms, iterations=iterations)

    def details(
        self, player_view: PlayerView, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """What goes with the move; nothing for a game whose moves are their text."""
        bot = self._made(player_view)
        return bot.details(player_view, move, ms=ms, iterations=iterations) if isinstance(bot, DetailedBot) else {}

    def _made(self, player_view: PlayerView) -> Bot:
        if self._bot is None:
            own = own_bots(player_view.game.id)
            if self._level in own.levels:
                self._bot = own.levels[self._level].make(self._seed)
            elif self._level not in LEVELS:
                check_level(self._level, player_view.game.id, player_view.players)
            elif own.make:
                self._bot = own.make(self._level, self._seed, self._threads)
            elif self._level == "random":
                self._bot = Random(self._seed)
            else:
                self._bot = Searcher(self._level, self._seed, self._threads)
        assert self._bot
        return self._bot


def levels_for(game: str, players: int) -> tuple[str, ...]:
    """The levels that play a game with so many players on this machine, the weakest first."""
    own = own_bots(game)
    usual = LEVELS if own.make or isinstance(find(game), RecordGame) else ("random",)
    return (*usual, *(level for level, kind in own.levels.items() if kind.refusal(level, players) is None))


def check_level(level: str, game: str, players: int) -> None:
    """Refuse a level that a game does not have for so many players, or not on this machine."""
    here = levels_for(game, players)
    if level in here:
        return
    own = own_bots(game).levels.get(level)
    raise (own and own.refusal(level, players)) or BadSetup("match.level", level=level, allowed=", ".join(here))


def stand_in(level: str, game: str) -> str | None:
    """The level that plays in place of another of a game on a machine where that one cannot."""
    own = own_bots(game).levels.get(level)
    return own.stand_in if own else None


def bot(level: str, seed: Seed = None, threads: int | None = None) -> Player:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores where it is not said. Whether it can play a game is
    what `check_level` says, or its first move.
    """
    if level not in LEVELS and level not in (known := all_levels()):
        raise BadSetup("match.level", level=level, allowed=", ".join(known))
    return Player(level, seed, threads)


class Judgement(NamedTuple):
    """What each legal move is worth, in the order of `legal_moves`, and whether that is exact or an estimate."""

    exact: bool
    moves: list[Worth]


def _exact(player_view: PlayerView) -> list[Worth] | None:
    """What each legal move is worth with best play, or None where that is not known."""
    own = own_bots(player_view.game.id)
    return own.exact(player_view) if own.exact else None


def _preference(worth: Worth) -> tuple[float, float]:
    """Higher for a better move: the quickest win, a draw, the slowest loss."""
    plies = worth.plies or 0
    return worth.value, -plies if worth.value > 0 else plies


def judged(
    player_view: PlayerView,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> Judgement:
    """What each legal move is worth: exactly where the game is solved and the solution is there, else by a search."""
    if (known := _exact(player_view)) is not None:
        return Judgement(True, known)
    return searched(player_view, ms=ms, iterations=iterations, seed=seed, threads=threads)


def searched(
    player_view: PlayerView,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> Judgement:
    """What each legal move seems worth to an expert."""
    game = record_game(player_view)
    found = Searcher("expert", seed, threads).think(player_view, ms=ms, iterations=iterations)
    worth = {game.move_text(player_view.observation, move): 2 * paid - 1 for move, (_, paid) in found.items()}
    return Judgement(False, [Worth(move, value, None) for move, value in sorted(worth.items())])


def analyse(
    player_view: PlayerView,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
) -> list[tuple[str, float]]:
    """What each legal move seems worth to the seat that must act, from -1 to 1, in the order of `legal_moves`.

    Where the game is solved and the solution is there it is what they are worth; `judged` says which.
    """
    found = judged(player_view, ms=ms, iterations=iterations, seed=seed, threads=threads)
    return [(worth.move, float(worth.value)) for worth in found.moves]


def hint(player_view: PlayerView) -> tuple[str, float]:
    """The move that seems best for the seat that must act, and what it seems worth, from -1 to 1."""
    if (known := _exact(player_view)) is not None:
        best = max(known, key=_preference)
        return best.move, float(best.value)
    return max(analyse(player_view), key=lambda pair: pair[1])
