"""`lido puzzles`: makes the file of the puzzles of a game."""

from collections import Counter
from pathlib import Path

import typer
from rich.console import Console

from lido.cli.language import system_language
from lido.errors import LidoError
from lido.lab.puzzles.grading import SOLVERS
from lido.lab.puzzles.making import Made, curve, make
from lido.puzzles import written
from lido.words import say

TOLD_EVERY = 100
"""Games after which the command says how far it is."""


def run(game: str, out: Path, seed: int, games: int | None, lang: str | None) -> None:
    """Make the puzzles, write the file, and print how many there are and how bots fare with them."""
    language = lang or system_language()
    notes = Console(stderr=True, highlight=False)
    made: list[Made] = []

    def tell(played: int, kept: Counter[str]) -> None:
        if played % TOLD_EVERY == 0:
            notes.print(say("puzzles.making", language, games=played, count=kept.total()))

    try:
        out.touch()  # before hours of work
        made.extend(make(game, seed, games, tell))
        out.write_bytes(written(each.puzzle for each in made))
    except OSError as error:
        typer.echo(say("puzzles.not-written", language, path=out, why=error.strerror), err=True)
        raise typer.Exit(1) from error
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error
    _summarise(made, out, language)


def _summarise(made: list[Made], out: Path, language: str) -> None:
    typer.echo(say("puzzles.made", language, path=out, count=len(made), bytes=out.stat().st_size))
    for kind, many in sorted(Counter(each.puzzle.kind for each in made).items()):
        typer.echo(f"  {kind:12}{many:6}")
    names = [f"{solver.level} {solver.iterations}" for solver in SOLVERS]
    typer.echo("  ".join([say("puzzles.bands", language), *names]))
    for least, most, many, shares in curve(made):
        found = "  ".join(f"{share:{len(name)}.0%}" for share, name in zip(shares, names, strict=True))
        typer.echo(f"{least:5.1f} – {most:5.1f} {many:6}  {found}")
