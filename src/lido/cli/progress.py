"""Progress bars for long series of games, and what Ctrl-C and signals do meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from lido.cli import INTERRUPTED
from lido.cli.waiting import Left, leaving_on_signals
from lido.errors import BadRecord
from lido.lab.batches import OnProgress, Progress
from lido.words import say


class _Bars:
    """A bar for each part of the games."""

    def __init__(self, shown: RichProgress, label: Callable[[str], str], language: str) -> None:
        self._shown = shown
        self._label = label
        self._language = language
        self._bars: dict[str, TaskID] = {}
        self.last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        if self.last is None and progress.done:
            left = progress.games - progress.done
            self._shown.console.print(
                say("arena.going-on", self._language, done=progress.done, games=progress.games, left=left)
            )
        for part, count in progress.parts.items():
            if part not in self._bars:
                self._bars[part] = self._shown.add_task(self._label(part), total=count.games, completed=count.done)
            elif self.last is None or count != self.last.parts[part]:
                self._shown.update(self._bars[part], completed=count.done)
        self.last = progress


@contextmanager
def bars(label: Callable[[str], str], kept: Path, language: str, console: Console) -> Iterator[OnProgress]:
    """Show progress while games are played; `label` names the bar of a part, `kept` is where the games are.

    Ctrl-C and signals end the command with a sentence that says how to resume.
    """
    with _rich_progress(console) as shown:
        drawn = _Bars(shown, label, language)
        try:
            with leaving_on_signals():
                yield drawn
        except (Left, KeyboardInterrupt) as stopped:
            shown.stop()
            if drawn.last:
                console.print(say("arena.stopped", language, done=drawn.last.done, games=drawn.last.games))
                console.print(say("arena.kept", language, path=kept), soft_wrap=True)
            raise typer.Exit(stopped.code if isinstance(stopped, Left) else INTERRUPTED) from stopped


def _rich_progress(console: Console) -> RichProgress:
    """The bars, which are drawn only on a terminal."""
    return RichProgress(
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
    """Write a picture or a page. Raises BadRecord if the path cannot be written to."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadRecord("arena.file", path=path, why=error.strerror) from error
