"""`lido arena`: bots play each other, and the command prints the results."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from lido.cli.language import system_language
from lido.cli.local_game import chosen
from lido.cli.progress import bars, write
from lido.cli.standings import Standings
from lido.errors import BadSetup, LidoError
from lido.games import find
from lido.lab import picture
from lido.lab.arena import default_path, play_arena
from lido.lab.setup import set_up
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
    """Play the games that are missing, print the results and draw the picture."""
    language = lang or system_language()
    try:
        _run(wish, language)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _run(wish: Wish, language: str) -> None:
    setup = set_up(
        wish.game,
        wish.players,
        seats=wish.seats,
        options=chosen(find(wish.game), wish.options),
        ms=wish.ms,
        iterations=wish.iterations,
        seed=wish.seed,
    )
    path = wish.out or default_path(setup)
    drawn = path.with_suffix(".svg")
    if drawn == path:
        raise BadSetup("arena.out-svg", path=drawn)
    notes = Console(stderr=True, highlight=False)
    with bars(lambda part: say("arena.playing", language), path, language, notes) as progress:
        results = play_arena(setup, wish.games, path, progress=progress)
    standings = Standings(results, language, Console(highlight=False))
    standings.print(wish.show)
    write(drawn, picture.svg(results, language))
    standings.say_files(path, drawn)
