"""Bots: players that are given what one seat has seen, and nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one before, and the first
two err as people do. `match-27` plays about as well as somebody whose rating is 27. A game may add its own levels.
"""

from typing import NamedTuple

from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import MATCH, Level, Searcher, matching, record_game
from lido.bots.own import Bot, DetailedBot, Seed, Worth, own_bots, own_levels
from lido.bots.random import Random
from lido.bots.rated import Rated, ratings
from lido.errors import BadSetup
from lido.game import Event, Json, RecordGame
from lido.games import find
from lido.given import check_limits, check_seed
from lido.match import PlayerView

__all__ = [
    "LEVELS",
    "Bot",
    "Hint",
    "Judgement",
    "Player",
    "Rated",
    "Worth",
    "all_levels",
    "analyse",
    "bot",
    "check_level",
    "has_match",
    "hint",
    "is_match",
    "judged",
    "levels_for",
    "ratings",
    "searched",
    "stand_in",
    "usual_opponent",
]

LEVELS = ("random", *SEARCHERS)
"""The usual levels, the weakest first. `levels_for` says which of them play a game."""
USUAL_OPPONENT = "club"
ANY_MATCH = "match-0 … match-99"
"""How sentences name the levels that `MATCH` finds."""


def __dir__() -> list[str]:
    return __all__


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

    def __repr__(self) -> str:
        return f"<bot of level {self._level}>"

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
                self._bot = Searcher(_searcher(self._level, player_view.game.id), self._seed, self._threads)
        return self._bot


def _searcher(level: str, game: str) -> Level:
    """How a level thinks that searches."""
    if level in SEARCHERS:
        return SEARCHERS[level]
    rating = MATCH.fullmatch(level)
    assert rating
    return matching(float(rating[1]), {name: rated.mean for name, rated in ratings(game).items()})


def is_match(level: str) -> bool:
    """Whether it is the name of a level that plays as well as somebody with a rating."""
    return MATCH.fullmatch(level) is not None


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


def has_match(game: str) -> bool:
    """Whether the levels `match-…` play a game: where its levels have ratings, and it can be searched."""
    return bool(ratings(game)) and isinstance(find(game), RecordGame) and not own_bots(game).make


def check_level(level: str, game: str, players: int) -> None:
    """Raise BadSetup for a level that a game does not have for that number of players, or not on this machine."""
    here = levels_for(game, players)
    if level in here or (is_match(level) and has_match(game)):
        return
    if not here:
        raise BadSetup("match.no-bots", game=game)
    own = own_bots(game).levels.get(level)
    allowed = [*here, ANY_MATCH] if has_match(game) else here
    raise (own and own.refusal(level, players)) or BadSetup("match.level", level=level, allowed=", ".join(allowed))


def stand_in(level: str, game: str) -> str | None:
    """The level that replaces another one of a game on a machine where that one cannot play."""
    own = own_bots(game).levels.get(level)
    return own.stand_in if own else None


def bot(level: str, seed: Seed = None, threads: int | None = None) -> Player:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores by default. `check_level` says whether the level plays a
    game; else the bot's first move raises BadSetup.
    """
    known = all_levels()
    if not isinstance(level, str) or (level not in known and not is_match(level)):
        raise BadSetup("match.level", level=level, allowed=", ".join([*known, ANY_MATCH]))
    check_seed(seed)
    return Player(level, seed, threads)


class Judgement(NamedTuple):
    """What each legal move is worth, in the order of `legal_moves`, and what is behind that."""

    exact: bool
    """Whether the values are exact; else they are estimates."""
    moves: list[Worth]
    line: list[str]
    """The best move by a search, and the moves that it expects after it."""
    beliefs: list[Event]
    """What the seat may believe of what is hidden from it, and how surely, as events that the game's words tell."""


class Hint(NamedTuple):
    """The best move that was found, and what is behind it; see `Judgement`."""

    move: str
    value: float
    """From -1 to 1."""
    line: list[str]
    beliefs: list[Event]


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
        return Judgement(True, known, [], [])
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
    game, expert = record_game(player_view), Searcher(SEARCHERS["expert"], seed, threads)
    found = expert.think(player_view, ms=ms, iterations=iterations)
    worth = {game.move_text(player_view.observation, move): 2 * one.paid - 1 for move, one in found.items()}
    line, beliefs = expert.explained(player_view, expert.choice(found, player_view.players))
    return Judgement(False, [Worth(move, value, None) for move, value in sorted(worth.items())], line, beliefs)


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


def advised(judgement: Judgement) -> Hint:
    """The best move of a judgement: by its exact value, or the one that the search tried most."""
    _, moves, line, beliefs = judgement
    best = next((worth for worth in moves if line and worth.move == line[0]), None) or max(moves, key=preference)
    return Hint(best.move, float(best.value), line, beliefs)


def hint(
    player_view: PlayerView,
    *,
    ms: int | None = None,
    iterations: int | None = None,
    seed: Seed = None,
    threads: int | None = None,
) -> Hint:
    """The best move that was found for the seat that must act, its value from -1 to 1, and what is behind it.

    Where the values are not exact and the strongest level is not the expert, the move is that of this level.
    """
    found = judged(player_view, ms=ms, iterations=iterations, seed=seed, threads=threads)
    strongest = levels_for(player_view.game.id, player_view.players)[-1]
    if found.exact or strongest in SEARCHERS:
        return advised(found)
    move = bot(strongest, seed, threads).choose(player_view, ms=ms, iterations=iterations)
    value = next(worth.value for worth in found.moves if worth.move == move)
    return Hint(move, float(value), found.line if found.line[:1] == [move] else [move], found.beliefs)
