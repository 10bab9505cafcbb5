"""A new table, from what the command line says and, where it names no game, from a short talk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import lido
from lido.cli.prompt import Asker
from lido.cli.screen import Screen
from lido.cli.table import DEFAULT_OPPONENT, KINDS, PERSON, Table, chosen, seated
from lido.errors import BadSetup, LidoError
from lido.game import Game
from lido.games import MODULES, find

T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """What the command line says of a new game; None where it says nothing."""

    game: str | None = None
    players: int | None = None
    seats: str | None = None
    seed: str | None = None
    options: tuple[str, ...] = ()


def new_table(wish: Wish, screen: Screen, asker: Asker) -> Table:
    """The table that was wished for. Where no game was named, the players are asked what they want."""
    if wish.game is None:
        wish = _asked(wish, screen, asker)
    game = find(wish.game or "")
    seats = seated(game, wish.seats, wish.players)
    options = chosen(game, wish.options)
    return Table(lido.new(game.id, players=len(seats), seed=wish.seed, options=options), seats)


def _asked(wish: Wish, screen: Screen, asker: Asker) -> Wish:
    """The wish with everything that it did not say."""

    def answer(code: str, choices: Sequence[str], default: str, read: Callable[[str], T]) -> T:
        question = screen.words(code, choices=", ".join(choices), default=default)
        while True:
            try:
                return read(asker.ask(question, choices).casefold() or default)
            except LidoError as error:
                screen.refuse(error)

    screen.say("terminal.welcome")
    names = list(MODULES)
    game = find(names[0]) if len(names) == 1 else answer("terminal.ask-game", names, names[0], find)
    if wish.seats is not None:
        return replace(wish, game=game.id)
    counts = [str(count) for count in game.players]
    players = wish.players or game.players[0]
    if wish.players is None and len(counts) > 1:
        players = answer("terminal.ask-players", counts, counts[0], lambda text: _count(game, text))
    screen.say("terminal.opponents-hint")
    seats = answer("terminal.ask-opponents", KINDS, DEFAULT_OPPONENT, lambda text: _against(game, text, players))
    return replace(wish, game=game.id, players=players, seats=seats)


def _count(game: Game[Any], text: str) -> int:
    """A number of players, in digits."""
    if not text.isdecimal():
        raise BadSetup("terminal.not-a-number", answer=text)
    game.check(int(text), {})
    return int(text)


def _against(game: Game[Any], text: str, players: int) -> str:
    """One person and the opponents named: one word for all of them, or one each."""
    kinds = text.split(",")
    others = kinds * (players - 1) if len(kinds) == 1 else kinds
    return ",".join(seated(game, ",".join([PERSON, *others]), players))
