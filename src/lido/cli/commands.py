"""`lido play`, `lido watch`, `lido replay` and `lido bot`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape

import lido
from lido import bots
from lido.bots.brought import check_player
from lido.cli import INTERRUPTED, guest
from lido.cli.language import system_language
from lido.cli.local_game import PERSON, LocalGame, chosen, seated
from lido.cli.menu import Wish, new_game
from lido.cli.play import Play
from lido.cli.prompt import asker, interactive, number
from lido.cli.replay import watch as step_through
from lido.cli.saved import Keeper, new_file, opened
from lido.cli.screen import Screen
from lido.cli.watch import watch as bots_play
from lido.errors import BadSetup, LidoError
from lido.game import Game
from lido.games import find


def play(wish: Wish, load: str | None, lang: str | None) -> None:
    """Play a new game, or continue the one that `load` names."""
    with _screen(lang) as screen:
        asking = asker()
        if load is None:
            table = new_game(wish, screen, asking)
            keeper = Keeper(new_file(table.match.game.id))
        elif wish != Wish(seats=wish.seats):
            raise BadSetup("terminal.load-alone")
        else:
            path, table = opened(load, wish.seats)
            keeper = Keeper.of(path, table)
        sitting = Play(table, screen, asking, keeper, wish.seed)
        code = sitting.run()
        seed = wish.seed
        while sitting.wants_again():
            seed = seed and f"{seed} again"
            table = table.again(seed)
            sitting = Play(table, screen, asking, Keeper(new_file(table.match.game.id)), seed)
            code = sitting.run()
        raise typer.Exit(code)


def watch(wish: Wish, players: Sequence[str], pictures: Path | None, lang: str | None) -> None:
    """Watch bots play a new game. `players` is how many there are, as one number, or the names of the bots."""
    with _screen(lang) as screen:
        game = find(wish.game or "")
        count = number(players[0]) if len(players) == 1 else None
        if players and count is None:
            if wish.seats is not None:
                raise BadSetup("terminal.players-and-seats")
            seats = players
        else:
            seats = _levels(game, wish.seats, count)
        game.check(len(seats), {})
        for name in seats:
            check_player(name, game.id, len(seats))
        options = chosen(game, wish.options)
        match = lido.new(game.id, players=len(seats), seed=wish.seed, options=options)
        bots_play(LocalGame(match, seats), screen, pictures, wish.seed)


def _levels(game: Game[Any], seats: str | None, players: int | None) -> list[str]:
    """The levels that play: as `seats` says, else the usual one at every seat."""
    count = players or game.players[0]
    game.check(count, {})
    level = bots.usual_opponent(game.id, count)
    if level is None:
        raise BadSetup("match.no-bots", game=game.id)
    levels = seated(game, seats or ",".join([level] * count), players)
    if PERSON in levels:
        raise BadSetup("terminal.watch-people", allowed=", ".join(bots.levels_for(game.id, count)))
    return levels


def replay(path: Path, lang: str | None) -> None:
    """Replay a record, move by move."""
    with _screen(lang) as screen:
        step_through(path, screen, asker())


def bot(link: str, player: str, name: str | None, seat: int | None, ms: int | None, lang: str | None) -> None:
    """Seat a bot at a table of a service."""
    with _screen(lang) as screen:
        guest.run(link, player, name, seat, ms, lambda code, **facts: screen.say(code, **_marked(facts)))


def _marked(facts: dict[str, Any]) -> dict[str, str]:
    return {fact: escape(str(value)) for fact, value in facts.items()}


@contextmanager
def _screen(lang: str | None) -> Iterator[Screen]:
    """The screen of a command. A LidoError ends the command with its sentence."""
    screen = Screen(Console(highlight=False), lang or system_language(), clears=interactive())
    try:
        yield screen
    except LidoError as error:
        typer.echo(error.said(screen.language), err=True)
        raise typer.Exit(1) from error
    except KeyboardInterrupt as left:  # in the menu: nothing has been played yet
        raise typer.Exit(INTERRUPTED) from left
    except EOFError as left:
        raise typer.Exit from left
