"""How `lido solve` solves two-player Le Plouf: the value of every position, written to a file."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lido.games.le_plouf.solution.index import OPENING, made
from lido.games.le_plouf.solution.lookup import whole_file
from lido.games.le_plouf.solution.packing import write
from lido.games.le_plouf.solution.table import BLOCK, SolutionFile
from lido.games.le_plouf.solution.work import Work, solve_all


def default_path() -> Path:
    """The file that bots and analysis read."""
    return whole_file()


def solve(path: Path, progress: Callable[[str, int, int], None]) -> None:
    """Write the file, resuming an earlier run that was stopped.

    `progress(stage, done, total)` is called as it goes; the stages are `solving` and `packing`.
    """
    folder = path.with_name(path.name + ".work")
    work = Work(folder)
    progress("solving", sum(map(work.size, work.done)), len(work.values))
    blocks = range(-(-len(work.values) // BLOCK))
    solve_all(work, lambda done: progress("solving", done, len(work.values)))
    write(path, work.values, blocks, lambda done: progress("packing", done, len(blocks)))
    shutil.rmtree(folder)


def findings(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """What the file says about the game: codes of sentences and their facts."""
    table = SolutionFile(path)
    header = table.header
    counts = {"positions": header.positions, "won": header.won, "drawn": header.drawn, "lost": header.lost}
    told: list[tuple[str, dict[str, Any]]] = [("le-plouf.solution-counts", counts)]
    start = table.value(int(made().base[OPENING]))
    if start is not None and start > 0:
        told.append(("le-plouf.solution-start-won", {"plies": start - 1, "longest": header.longest}))
    return told
