"""`lido arena`: bots against each other, and what came of it."""

import hashlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lido.cli import INTERRUPTED
from lido.cli.language import system_language
from lido.cli.report import Report
from lido.cli.table import chosen
from lido.cli.waiting import Left, leaving_on_signals
from lido.errors import BadRecord, BadSetup, LidoError
from lido.folder import data
from lido.games import find
from lido.lab import chart
from lido.lab.arena import Outcome, Setup, play_all, set_up
from lido.lab.results import Results
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
        outcomes = _played(setup, wish.games, path, language, notes)
        told = summary(setup, outcomes)
        report = Report(told, language, Console(highlight=False))
        report.print(wish.show)
        _draw(chart.svg(told, language), picture)
        report.say_files(path, picture)
    except LidoError as error:
        typer.echo(error.said(language), err=True)
        raise typer.Exit(1) from error


def default_file(setup: Setup) -> Path:
    """Where the games of a set-up are kept if nothing else is said: every set-up has a file of its own."""
    mark = hashlib.sha256(msgspec.json.encode(setup)).hexdigest()[:8]
    return data() / "arena" / f"{setup.game}-{'-'.join(setup.players)}-{mark}.jsonl"


def _played(setup: Setup, games: int, path: Path, language: str, notes: Console) -> list[Outcome]:
    """The first `games` games, from the file or played now. Leaves with a sentence when it is told to stop."""
    numbers = range(1, games + 1)
    with Results(path, setup) as results:
        todo = [number for number in numbers if number not in results.outcomes]
        if 0 < len(todo) < games:
            notes.print(say("arena.going-on", language, done=games - len(todo), games=games))
        try:
            with leaving_on_signals(), _progress(notes) as progress, closing(play_all(setup, todo)) as outcomes:
                task = progress.add_task(say("arena.playing", language), total=games, completed=games - len(todo))
                for outcome in outcomes:
                    results.add(outcome)
                    progress.advance(task)
        except (Left, KeyboardInterrupt) as leaving:
            done = sum(number in results.outcomes for number in numbers)
            notes.print(say("arena.stopped", language, done=done, games=games))
            notes.print(say("arena.kept", language, path=path), soft_wrap=True)
            raise typer.Exit(leaving.code if isinstance(leaving, Left) else INTERRUPTED) from leaving
        return [results.outcomes[number] for number in numbers]


def _progress(console: Console) -> Progress:
    """A bar while the games are played, where there is a terminal to show it on."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _draw(svg: str, path: Path) -> None:
    try:
        path.write_text(svg, "utf-8")
    except OSError as error:
        raise BadRecord("arena.file", path=path, why=error.strerror) from error
