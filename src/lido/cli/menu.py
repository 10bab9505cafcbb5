"""A new game, from the command line or, if it names no game, from a menu."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import lido
from lido import bots
from lido.cli.local_game import PERSON, LocalGame, chosen, seated
from lido.cli.prompt import Asker, number
from lido.cli.screen import Screen
from lido.errors import BadSetup, LidoError
from lido.game import Game
from lido.games import find
from lido.words import text

T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """What the command line says about a new game; None where it says nothing."""

    game: str | None = None
    players: int | None = None
    seats: str | None = None
    seed: str | None = None
    options: tuple[str, ...] = ()


def new_game(wish: Wish, screen: Screen, asker: Asker) -> LocalGame:
    """The game that the command line asks for. If it names none, a menu asks."""
    menu = Menu(screen, asker)
    game = menu.game() if wish.game is None else find(wish.game)
    if wish.players is not None:
        game.check(wish.players, {})
    if wish.game is None and wish.seats is None:
        wish = replace(wish, seats=menu.seats(game, wish.players))
    seats = seated(game, wish.seats, wish.players)
    _check_levels(game, seats)
    options = chosen(game, wish.options)
    return LocalGame(lido.new(game.id, players=len(seats), seed=wish.seed, options=options), seats)


class Menu:
    """The menu: every question is repeated until it is answered."""

    def __init__(self, screen: Screen, asker: Asker) -> None:
        self._screen = screen
        self._asker = asker

    def game(self) -> Game[Any]:
        """The game that the players want."""
        self._screen.say("terminal.welcome")
        names = [game.id for game in lido.games()]
        return self._answer("terminal.ask-game", names, names[0], find)

    def seats(self, game: Game[Any], players: int | None) -> str:
        """Who sits where."""
        counts = [str(count) for count in game.players]
        if players is None and len(counts) == 1:
            players = game.players[0]
        elif players is None:
            players = self._answer("terminal.ask-players", counts, counts[0], lambda text: _count(game, text))
        count = players
        self._screen.say("terminal.opponents-hint")
        kinds = (*bots.levels_for(game.id, count), PERSON)
        self._say_levels(game.id, kinds)
        usual = bots.usual_opponent(game.id, count) or PERSON
        return self._answer("terminal.ask-opponents", kinds, usual, lambda text: _against(game, text, count))

    def _say_levels(self, game: str, kinds: Sequence[str]) -> None:
        """What each level is, in a sentence, and how strong it is."""
        rated = bots.ratings(game)
        for level in kinds:
            if text(f"pages.temper-{level}", self._screen.language):
                strength = f"{rated[level].mean:.0f}" if level in rated else ""
                about = self._screen.words(f"pages.temper-{level}")
                self._screen.console.print(f"  [bold]{level:8}[/] {strength:>4}  {about}")

    def _answer(self, code: str, choices: Sequence[str], default: str, read: Callable[[str], T]) -> T:
        question = self._screen.words(code, choices=", ".join(choices), default=default)
        while True:
            try:
                return read(self._asker.ask(question, choices).casefold() or default)
            except LidoError as error:
                self._screen.refuse(error)


def _count(game: Game[Any], text: str) -> int:
    """A number of players, in digits."""
    count = number(text)
    if count is None:
        raise BadSetup("terminal.not-a-number", answer=text)
    game.check(count, {})
    return count


def _against(game: Game[Any], text: str, players: int) -> str:
    """The seats of one person and the named opponents: one word for all of them, or one for each."""
    kinds = text.split(",")
    others = kinds * (players - 1) if len(kinds) == 1 else kinds
    seats = seated(game, ",".join([PERSON, *others]), players)
    _check_levels(game, seats)
    return ",".join(seats)


def _check_levels(game: Game[Any], seats: Sequence[str]) -> None:
    """Refuse bots that cannot play this game with that number of players on this machine."""
    for kind in seats:
        if kind != PERSON:
            bots.check_level(kind, game.id, len(seats))
