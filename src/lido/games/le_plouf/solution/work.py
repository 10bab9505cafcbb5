"""All sections solved, on all cores. What is done is kept on disk, so that a stopped solver can resume."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lido.errors import NoSolution
from lido.games.le_plouf.solution import opening, retrograde
from lido.games.le_plouf.solution.index import OPENING, SECTIONS, Index, made
from lido.games.le_plouf.solution.rules import fingerprint
from lido.games.le_plouf.solution.table import Values
from lido.lab.processes import cores

MOST_THREADS = 24
"""Each needs about 0.2 GB for the largest sections, on top of 1.3 GB for the values."""
GLANCE = 0.2
"""Seconds between two looks at how far it is."""


class Work:
    """The values found so far, in memory, and which sections they are of. Finished sections are in a folder."""

    def __init__(self, folder: Path) -> None:
        self.index = made()
        self.values: Values = np.zeros(int(self.index.base[-1]), dtype=np.int16)
        self._journal, self._kept = folder / "sections", folder / "values"
        head = f"{fingerprint(self.index)}\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self._journal.exists():
                self._journal.write_text(head)
            lines = self._journal.read_text().splitlines(keepends=True)
            if lines[:1] != [head]:
                raise NoSolution("le-plouf.solution-other-rules", path=folder)
            self.done = {int(line) for line in lines[1:] if line.endswith("\n")}
            for section in self.done:
                start, size = int(self.index.base[section]), self.size(section)
                self.values[start : start + size] = np.fromfile(self._kept, dtype="<i2", count=size, offset=2 * start)
        except OSError as error:
            raise NoSolution("le-plouf.solution-file", path=folder, why=error.strerror) from error
        except NoSolution:
            raise
        except ValueError as error:
            raise NoSolution("le-plouf.solution-damaged", path=folder) from error

    def keep(self, section: int) -> None:
        """Remember that a section is solved, and its values."""
        start, size = int(self.index.base[section]), self.size(section)
        try:
            with self._kept.open("r+b" if self._kept.exists() else "wb") as kept:
                kept.seek(2 * start)
                kept.write(self.values[start : start + size].astype("<i2").tobytes())
            with self._journal.open("a") as journal:
                journal.write(f"{section}\n")
        except OSError as error:
            raise NoSolution("le-plouf.solution-file", path=self._kept, why=error.strerror) from error
        self.done.add(section)

    def size(self, section: int) -> int:
        """How many positions a section has."""
        return int(self.index.base[section + 1] - self.index.base[section])


def stages(index: Index) -> Iterator[list[int]]:
    """The sections in groups, each of which needs only those before it."""
    order = sorted(range(OPENING), key=lambda section: -int(index.pool[section]).bit_count())
    for _, group in groupby(order, key=lambda section: int(index.pool[section]).bit_count()):
        yield sorted(group, key=lambda section: index.base[section] - index.base[section + 1])
    for section in reversed(range(OPENING, SECTIONS)):
        yield [section]


def solve_all(work: Work, tick: Callable[[int], None]) -> None:
    """Solve what is not solved yet. `tick` is called from time to time with the number of positions looked at.

    What it raises stops the solver; the sections finished before are kept.
    """
    looked = sum(work.size(section) for section in work.done)
    for stage in stages(work.index):
        todo = [section for section in stage if section not in work.done]
        _solve_stage(work, todo, tick, looked)
        looked += sum(work.size(section) for section in todo)


def _solve_stage(work: Work, todo: list[int], tick: Callable[[int], None], looked: int) -> None:
    """Solve sections that do not need each other, on all cores."""
    pulses = np.zeros((len(todo), 2), dtype=np.int64)
    with ThreadPoolExecutor(min(cores(), MOST_THREADS)) as pool:
        running = {pool.submit(_solve, work, section, pulses[at]): section for at, section in enumerate(todo)}
        try:
            _watch(work, running, lambda: tick(looked + int(pulses[:, 0].sum())))
        except BaseException:
            pulses[:, 1] = 1
            raise


def _watch(work: Work, running: dict[Future[bool], int], tick: Callable[[], None]) -> None:
    """Keep every section as it is finished."""
    waiting = set(running)
    while waiting:
        finished, waiting = wait(waiting, timeout=GLANCE, return_when=FIRST_COMPLETED)
        for future in finished:
            if future.result():
                work.keep(running[future])
        tick()


def _solve(work: Work, section: int, pulse: NDArray[np.int64]) -> bool:
    if pulse[1]:
        return False
    solver = retrograde.solve if section < OPENING else opening.solve
    return solver(work.index, section, work.values, pulse)
