"""Games that bots played, always the same, as the page is sent them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import lido
from lido import bots
from lido.cli.local_game import PERSON, LocalGame
from lido.match import Match

GENERATED = Path(__file__).parents[1] / "src" / "generated"
MOST_MOVES = 400
ITERATIONS = 60


class Game(NamedTuple):
    """A game to play."""

    id: str
    players: int
    options: dict[str, str]
    seed: str
    moves: str = ""
    """Its moves, with semicolons between them; bots play where there are none."""


def played(game: Game, level: str = "gentle") -> Iterator[LocalGame]:
    """The table before the first move, and the same table after each move."""
    match = lido.new(game.id, players=game.players, options=game.options, seed=game.seed)
    table, bot = LocalGame(match, [PERSON] * game.players), bots.bot(level, seed=1)
    yield table
    if game.moves:
        for move in game.moves.split("; "):
            table.perform(move, game.seed)
            yield table
        return
    for _ in range(MOST_MOVES):
        if match.turn is None:
            return
        seen = match.player_view(match.turn)
        move = bot.choose(seen, iterations=ITERATIONS)
        table.perform(move, game.seed, **bot.details(seen, move, iterations=ITERATIONS))
        yield table


def sent(match: Match) -> dict[str, Any]:
    """What the page is sent of a match: the view of every seat, a spectator's first, and the legal moves."""
    return {"views": [match.view(seat) for seat in range(match.players + 1)], "legal": match.legal_moves()}


def last_move(table: LocalGame) -> dict[str, Any] | None:
    """The number of the last move and its events."""
    return {"number": len(table.steps), "events": table.steps[-1].events} if table.steps else None
