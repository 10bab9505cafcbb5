"""`lido arena`: bots against each other, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from lido.cli.language import system_language
from lido.cli.playing import Games, file_name, played, write
from lido.cli.standings import Standings
from lido.cli.table import chosen
from lido.errors import BadSetup, LidoError
from lido.folder import data
from lido.games import find
from lido.lab import chart
from lido.lab.arena import Setup, set_up
from lido.lab.processes import play_all
from lido.lab.summary import summary
from lido.words import say


@dataclass(frozen=True)
class Wish:
    """What the command line says of an arena."""

    game: str
    players: Sequence[str]
    games: int
    seats: int | None
    options: Sequence[str]
    ms: int | None
    iterations: int | None
    seed: str
    out: Path | None
    show: Sequence[str]


def run(wish: Wish, lang: str | None) -> None:
    """Play what is not played yet, and tell about all of it."""
    language = lang or system_language()
    notes = Console(stderr=True, highlight=False)
    try:
        setup = set_up(
            wish.game,
            wish.players,
            seats=wish.seats,
            options=chosen(find(wish.game), wish.options),
            ms=wish.ms,
            iterations=wish.iterations,
            seed=wish.seed,
        )
        path = wish.out or default_file(setup)
        picture = path.with_suffix(".svg")
        if picture == path:
            raise BadSetup("arena.out-svg", path=picture)
        games = Games(setup, wish.games, path, say("arena.playing", language))
        (outcomes,) = played([games], play_all, language, notes)
        told = summary(setup, outcomes)
        standings = Standings(told, language, Console(highlight=False))
        standings.print(wish.show)
        write(picture, chart.svg(told, language))
        standings.say_files(path, picture)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def default_file(setup: Setup) -> Path:
    """Where the games of a set-up are kept if nothing else is said: every set-up has a file of its own."""
    return data() / "arena" / file_name(setup)
