"""Bots: players that are given what one seat has seen, and nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one
before. A game may add its own levels.
"""

from dataclasses import replace
from typing import NamedTuple

from lido.bots.config import search_config
from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import Searcher, record_game
from lido.bots.own import Bot, DetailedBot, Seed, Worth, own_bots, own_levels
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.game import Json, RecordGame
from lido.games import find
from lido.given import check_limits, check_seed
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
    "plays_alike",
    "searched",
    "stand_in",
    "usual_opponent",
]

LEVELS = ("random", *SEARCHERS)
"""The usual levels, the weakest first. `levels_for` says which of them play a game."""
USUAL_OPPONENT = "club"


def all_levels() -> tuple[str, ...]:
    """Every level that plays some game."""
    return (*LEVELS, *own_levels())


class Player:
    """A bot of one level, for the game of its first move."""

    def __init__(self, level: str, seed: str | int | None, threads: int | None) -> None:
        self._level = level
        self._seed = seed
        self._threads = threads
        self._bot: Bot | None = None

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move; see `Bot`."""
        check_limits(ms, iterations)
        return self._made(player_view).choose(player_view, ms=ms, iterations=iterations)

    def details(
        self, player_view: PlayerView, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """The details that go with the move; none for a game whose moves are only text."""
        bot = self._made(player_view)
        return bot.details(player_view, move, ms=ms, iterations=iterations) if isinstance(bot, DetailedBot) else {}

    def _made(self, player_view: PlayerView) -> Bot:
        _check_view(player_view)
        if self._bot is None:
            own = own_bots(player_view.game.id)
            check_level(self._level, player_view.game.id, player_view.players)
            if self._level in own.levels:
                self._bot = own.levels[self._level].make(self._seed)
            elif own.make:
                self._bot = own.make(self._level, self._seed, self._threads)
            elif self._level == "random":
                self._bot = Random(self._seed)
            else:
                self._bot = Searcher(self._level, self._seed, self._threads)
        return self._bot


def _check_view(player_view: object) -> None:
    if not isinstance(player_view, PlayerView):
        raise BadSetup("match.player-view", given=repr(player_view))


def levels_for(game: str, players: int) -> tuple[str, ...]:
    """The levels that play a game with that number of players on this machine, the weakest first.

    Only a `RecordGame` can be searched. Another game without a module `bots` has only `random`, and none at all
    where its moves carry details.
    """
    own, rules = own_bots(game), find(game)
    if own.make or isinstance(rules, RecordGame):
        usual: tuple[str, ...] = LEVELS
    else:
        usual = () if rules.detailed else ("random",)
    return (*usual, *(level for level, kind in own.levels.items() if kind.refusal(level, players) is None))


def usual_opponent(game: str, players: int) -> str | None:
    """The level that plays where none was asked for; None where no bot plays the game."""
    here = levels_for(game, players)
    return USUAL_OPPONENT if USUAL_OPPONENT in here else here[-1] if here else None


def check_level(level: str, game: str, players: int) -> None:
    """Raise BadSetup for a level that a game does not have for that number of players, or not on this machine."""
    here = levels_for(game, players)
    if level in here:
        return
    if not here:
        raise BadSetup("match.no-bots", game=game)
    own = own_bots(game).levels.get(level)
    raise (own and own.refusal(level, players)) or BadSetup("match.level", level=level, allowed=", ".join(here))


def plays_alike(one: str, other: str, game: str) -> bool:
    """Whether two levels are one player of a game when each is given the same number of iterations."""
    rules, levels = find(game), (SEARCHERS.get(one), SEARCHERS.get(other))
    if one == other:
        return True
    if None in levels or own_bots(game).make or not isinstance(rules, RecordGame):
        return False
    searches = [search_config(rules, reads=level.reads, learned=level.learned) for level in levels if level]
    choices = [replace(level, iterations=None, reads=False, learned=False) for level in levels if level]
    return searches[0] == searches[1] and choices[0] == choices[1]


def stand_in(level: str, game: str) -> str | None:
    """The level that replaces another one of a game on a machine where that one cannot play."""
    own = own_bots(game).levels.get(level)
    return own.stand_in if own else None


def bot(level: str, seed: Seed = None, threads: int | None = None) -> Player:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores by default. `check_level` says whether the level plays a
    game; else the bot's first move raises BadSetup.
    """
    if level not in LEVELS and level not in (known := all_levels()):
        raise BadSetup("match.level", level=level, allowed=", ".join(known))
    check_seed(seed)
    return Player(level, seed, threads)


class Judgement(NamedTuple):
    """What each legal move is worth, in the order of `legal_moves`, and whether that is exact or an estimate."""

    exact: bool
    moves: list[Worth]


def _exact(player_view: PlayerView) -> list[Worth] | None:
    """What each legal move is worth with best play, or None where that is not known."""
    own = own_bots(player_view.game.id)
    return own.exact(player_view) if own.exact else None


def preference(worth: Worth) -> tuple[float, float]:
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
    """What each legal move is worth: exact where the game is solved and the solution is installed, else by a search."""
    check_limits(ms, iterations)
    check_seed(seed)
    _check_view(player_view)
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
    """What an expert's search estimates each legal move to be worth."""
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
    """The estimated value of each legal move for the seat that must act, from -1 to 1, in the order of `legal_moves`.

    Where the game is solved and the solution is installed the values are exact; `judged` says which.
    """
    found = judged(player_view, ms=ms, iterations=iterations, seed=seed, threads=threads)
    return [(worth.move, float(worth.value)) for worth in found.moves]


def hint(player_view: PlayerView) -> tuple[str, float]:
    """The best move that was found for the seat that must act, and its value from -1 to 1."""
    if (known := _exact(player_view)) is not None:
        best = max(known, key=preference)
        return best.move, float(best.value)
    return max(analyse(player_view), key=lambda pair: pair[1])
