"""Playing many games while somebody waits: bars, files that keep what is done, and leaving in good order."""

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lido.cli import INTERRUPTED
from lido.cli.waiting import Left, leaving_on_signals
from lido.errors import BadRecord
from lido.lab.arena import Outcome, Setup
from lido.lab.processes import Executor, Job
from lido.lab.results import Results
from lido.words import say


@dataclass(frozen=True)
class Games:
    """The first `count` games of a set-up, and the file that keeps them."""

    setup: Setup
    count: int
    path: Path
    bar: str
    """What the bar says on which they count; several may share one."""

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(1, self.count + 1)


def file_name(setup: Setup) -> str:
    """The name of a file for a set-up, which no other has."""
    mark = hashlib.sha256(msgspec.json.encode(setup)).hexdigest()[:8]
    return f"{setup.game}-{'-'.join(setup.players)}-{mark}.jsonl"


def played(tables: Sequence[Games], execute: Executor, language: str, notes: Console) -> list[list[Outcome]]:
    """All games, from their files or played now. Leaves with a sentence when it is told to stop."""
    with ExitStack() as opened:
        kept = [opened.enter_context(Results(games.path, games.setup)) for games in tables]
        todo = [
            (at, number)
            for at, games in enumerate(tables)
            for number in games.numbers
            if number not in kept[at].outcomes
        ]
        todo.sort(key=lambda wanted: wanted[1])  # all tables keep step, so that the bars know how long it will take
        every = sum(games.count for games in tables)
        if 0 < len(todo) < every:
            notes.print(say("arena.going-on", language, done=every - len(todo), games=every))
        try:
            _play(tables, kept, todo, execute, notes)
        except (Left, KeyboardInterrupt) as leaving:
            done = sum(
                number in results.outcomes
                for games, results in zip(tables, kept, strict=True)
                for number in games.numbers
            )
            notes.print(say("arena.stopped", language, done=done, games=every))
            where = tables[0].path if len(tables) == 1 else tables[0].path.parent
            notes.print(say("arena.kept", language, path=where), soft_wrap=True)
            raise typer.Exit(leaving.code if isinstance(leaving, Left) else INTERRUPTED) from leaving
        return [
            [results.outcomes[number] for number in games.numbers] for games, results in zip(tables, kept, strict=True)
        ]


def _play(
    tables: Sequence[Games],
    kept: Sequence[Results],
    todo: Sequence[tuple[int, int]],
    execute: Executor,
    notes: Console,
) -> None:
    """Play the games named by their table and number, and keep each as it ends."""
    jobs = [Job(tables[at].setup, number) for at, number in todo]
    with leaving_on_signals(), _progress(notes) as progress, closing(execute(jobs)) as outcomes:
        totals = {games.bar: 0 for games in tables}
        for games in tables:
            totals[games.bar] += games.count
        bars = {name: progress.add_task(name, total=total) for name, total in totals.items()}
        missing = [tables[at].bar for at, _ in todo]
        for name, bar in bars.items():
            progress.advance(bar, totals[name] - missing.count(name))
        for place, outcome in outcomes:
            at, _ = todo[place]
            kept[at].add(outcome)
            progress.advance(bars[tables[at].bar])


def _progress(console: Console) -> Progress:
    """Bars while the games are played, where there is a terminal to show them on."""
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


def write(path: Path, text: str) -> None:
    """Write what is shown of the games."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadRecord("arena.file", path=path, why=error.strerror) from error
