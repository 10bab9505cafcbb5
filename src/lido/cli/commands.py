"""`lido play`, `lido watch` and `lido replay`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import typer
from rich.console import Console

from lido import bots
from lido.cli import INTERRUPTED
from lido.cli.language import system_language
from lido.cli.menu import Wish, new_game
from lido.cli.play import Play
from lido.cli.prompt import asker, interactive
from lido.cli.replay import watch as step_through
from lido.cli.saved import Keeper, new_file, opened
from lido.cli.screen import Screen
from lido.cli.watch import watch as bots_play
from lido.errors import BadSetup, LidoError
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


def watch(wish: Wish, pictures: Path | None, lang: str | None) -> None:
    """Watch bots play a new game."""
    with _screen(lang) as screen:
        game = find(wish.game or "")
        count = wish.players or game.players[0]
        game.check(count, {})
        level = bots.usual_opponent(game.id, count)
        if level is None:
            raise BadSetup("match.no-bots", game=game.id)
        table = new_game(replace(wish, seats=wish.seats or ",".join([level] * count)), screen, asker())
        if table.persons:
            raise BadSetup("terminal.watch-people", allowed=", ".join(bots.levels_for(game.id, count)))
        bots_play(table, screen, pictures, wish.seed)


def replay(path: Path, lang: str | None) -> None:
    """Replay a record, move by move."""
    with _screen(lang) as screen:
        step_through(path, screen, asker())


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
