"""Answers that take long to find, kept in a file, so that an interrupted run goes on where it was."""

import json
import multiprocessing
import pathlib
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn


class Kept:
    """A file of JSON lines, each a question and its answer; what is in it is not asked again."""

    def __init__(self, path: pathlib.Path, console: Console, processes: int) -> None:
        self._path = path
        self._console = console
        self._processes = processes
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._answers: dict[str, Any] = dict(json.loads(line) for line in lines)

    def answers(self, what: str, asked: Mapping[str, tuple[Any, ...]]) -> list[Any]:
        """The answers to calls (a function and its arguments), by question, with a bar that shows how far it is."""
        left = {question: call for question, call in asked.items() if question not in self._answers}
        columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        bar = Progress(*Progress.get_default_columns()[:1], *columns, console=self._console)
        with bar, ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn")) as pool:
            task = bar.add_task(what, total=len(asked), completed=len(asked) - len(left))
            calls = {pool.submit(*call): question for question, call in left.items()}
            for done in as_completed(calls):
                self._keep(calls[done], done.result())
                bar.advance(task)
        return [self._answers[question] for question in asked]

    def _keep(self, question: str, answer: Any) -> None:
        self._answers[question] = answer
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([question, answer]) + "\n")
