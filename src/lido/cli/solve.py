"""`lido solve`: the value of every position of a game, written to a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, cast

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lido.cli import INTERRUPTED
from lido.cli.language import system_language
from lido.cli.waiting import Left, leaving_on_signals
from lido.errors import LidoError
from lido.games import needed_part
from lido.words import say


class Solver(Protocol):
    """The functions of the module `solver` of a game's package."""

    def default_path(self) -> Path:
        """The file that bots and analysis read."""
        ...

    def solve(self, path: Path, progress: Callable[[str, int, int], None]) -> None:
        """Write the file; `progress(stage, done, total)` is called on the way, first with what was done before."""
        ...

    def findings(self, path: Path) -> list[tuple[str, dict[str, Any]]]:
        """What the file says about the game: codes of sentences and their facts."""
        ...


def run(game: str, out: Path | None, lang: str | None) -> None:
    """Write the file of a game if it does not exist, and print what it says."""
    language = lang or system_language()
    try:
        solver = cast(Solver, needed_part(game, "solver"))
        path = out or solver.default_path()
        if path.exists():
            typer.echo(say("solve.there", language, path=path))
        else:
            _make(solver, path, language, Console(stderr=True, highlight=False))
        findings = solver.findings(path)
        typer.echo(say("solve.made", language, path=path, megabytes=round(path.stat().st_size / 1e6)))
        for code, facts in findings:
            typer.echo(say(code, language, **facts))
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def _make(solver: Solver, path: Path, language: str, notes: Console) -> None:
    """Solve all positions and write the file. A signal to stop ends the command with a sentence."""
    try:
        with leaving_on_signals(), _progress(notes) as progress:
            solver.solve(path, _bars(progress, language))
    except (Left, KeyboardInterrupt) as leaving:
        notes.print(say("solve.stopped", language))
        raise typer.Exit(leaving.code if isinstance(leaving, Left) else INTERRUPTED) from leaving


def _bars(progress: Progress, language: str) -> Callable[[str, int, int], None]:
    """A progress bar for each stage."""
    tasks: dict[str, Any] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = progress.add_task(say(f"solve.{stage}", language), total=total)
            if done:
                progress.console.print(say("solve.going-on", language, percent=100 * done // total))
        progress.update(tasks[stage], completed=done)

    return show


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
