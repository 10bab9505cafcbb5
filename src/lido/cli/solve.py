"""`lido solve`: what every position of a game is worth, written to a table."""

import shutil
from collections.abc import Callable
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lido.cli import INTERRUPTED
from lido.cli.language import system_language
from lido.cli.waiting import Left, leaving_on_signals
from lido.errors import BadSetup, LidoError
from lido.solution.index import OPENING, made
from lido.solution.lookup import whole_file
from lido.solution.packing import write
from lido.solution.table import BLOCK, Table
from lido.solution.work import Work, solve_all
from lido.words import say

GAMES = ("le-plouf",)


def run(game: str, out: Path | None, lang: str | None) -> None:
    """Make the table of a game, if it is not there, and say what is in it."""
    language = lang or system_language()
    try:
        if game not in GAMES:
            raise BadSetup("solve.no-solver", game=game, allowed=", ".join(GAMES))
        path = out or whole_file()
        if path.exists():
            typer.echo(say("solve.there", language, path=path))
        else:
            _make(path, language, Console(stderr=True, highlight=False))
        _tell(Table(path), language)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _make(path: Path, language: str, notes: Console) -> None:
    """Solve all positions and write the table. Leaves with a sentence when it is told to stop."""
    folder = path.with_name(path.name + ".work")
    work = Work(folder)
    if work.done:
        done = sum(map(work.size, work.done)) * 100 // len(work.values)
        notes.print(say("solve.going-on", language, percent=done))
    blocks = range(-(-len(work.values) // BLOCK))
    try:
        with leaving_on_signals(), _progress(notes) as progress:
            solve_all(work, _bar(progress, say("solve.solving", language), len(work.values)))
            write(path, work.values, blocks, _bar(progress, say("solve.packing", language), len(blocks)))
    except (Left, KeyboardInterrupt) as leaving:
        notes.print(say("solve.stopped", language))
        raise typer.Exit(leaving.code if isinstance(leaving, Left) else INTERRUPTED) from leaving
    shutil.rmtree(folder)


def _tell(table: Table, language: str) -> None:
    header = table.header
    counts = {"positions": header.positions, "won": header.won, "drawn": header.drawn, "lost": header.lost}
    typer.echo(say("solve.made", language, path=table.path, megabytes=round(table.path.stat().st_size / 1e6)))
    typer.echo(say("solve.counts", language, **counts))
    start = table.value(int(made().base[OPENING]))
    if start is not None and start > 0:
        typer.echo(say("solve.start-won", language, plies=start - 1, longest=header.longest))


def _bar(progress: Progress, title: str, total: int) -> Callable[[int], None]:
    """What shows in a bar of its own how much of `total` is done."""
    task = progress.add_task(title, total=total)
    return lambda done: progress.update(task, completed=done)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )
