"""A worker process of `BotPool`: it answers one question after the other."""

from collections.abc import Callable
from typing import Any, NamedTuple

from lido import bots
from lido.errors import LidoError
from lido.game import Json, RecordGame
from lido.games import games
from lido.match import PlayerView
from lido.precompile import precompile
from lido.server.workers.process import WorkerPipe


class Question(NamedTuple):
    """A question about what a seat has seen."""

    kind: str
    player_view: PlayerView
    ms: int
    level: str = "expert"
    seed: str | int | None = None


def _choose(asked: Question) -> tuple[str, dict[str, Json]]:
    """The move of a bot, and its details."""
    bot = bots.bot(asked.level, asked.seed, threads=1)
    move = bot.choose(asked.player_view, ms=asked.ms)
    return move, bot.details(asked.player_view, move, ms=asked.ms)


def _hint(asked: Question) -> bots.Hint:
    """The best move, and what is behind it; the move alone in a game that is not searched."""
    view = asked.player_view
    if isinstance(view.game, RecordGame):
        return bots.hint(view, ms=asked.ms, seed=asked.seed, threads=1)
    strongest = bots.bot(bots.levels_for(view.game.id, view.players)[-1], asked.seed, threads=1)
    return bots.Hint(strongest.choose(view, ms=asked.ms), 0.0, [], [])


def _searched_hint(asked: Question) -> bots.Hint:
    """The best move by a search, even where it is known exactly."""
    return bots.advised(_search(asked))


def _analyse(asked: Question) -> bots.Judgement:
    """What each legal move is worth."""
    return bots.judged(asked.player_view, ms=asked.ms, seed=asked.seed, threads=1)


def _search(asked: Question) -> bots.Judgement:
    """What each legal move seems worth by a search, even where it is known exactly."""
    return bots.searched(asked.player_view, ms=asked.ms, seed=asked.seed, threads=1)


ANSWERS: dict[str, Callable[[Question], Any]] = {
    "choose": _choose,
    "hint": _hint,
    "searched-hint": _searched_hint,
    "analyse": _analyse,
    "search": _search,
}


def main() -> None:
    """Compile what is needed, then answer until the pipe is closed."""
    pipe = WorkerPipe()
    for game in games():
        precompile(game)
    pipe.send("ready")
    while True:
        try:
            asked: Question = pipe.receive()
        except EOFError:
            return
        try:
            pipe.send(ANSWERS[asked.kind](asked))
        except LidoError as error:
            pipe.send(error)
