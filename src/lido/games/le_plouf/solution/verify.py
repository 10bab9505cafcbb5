"""Checks a table by the rules alone.

Run as `python -m lido.games.le_plouf.solution.verify TABLE [--positions N] [--card BLOCKS]`.

Every block is read and its checksum compared; with `--card`, with what the graphics card found too. Then for
`--positions` at random (a million), the value is compared with what follows from the positions one move
later. The rules are run as plain Python, one position at a time, and nothing of the solver is used.
"""

import argparse
import csv
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rich.progress import track

from lido.errors import LidoError, NoSolution
from lido.games.le_plouf import rules
from lido.games.le_plouf.solution.index import made, position
from lido.games.le_plouf.solution.neighbours import number_of, set_up
from lido.games.le_plouf.solution.table import SolutionFile, Values
from lido.kernel import uncompiled
from lido.lab.processes import cores

BATCH = 500

_legal, _play, _over, _payoffs = map(uncompiled, (rules.legal, rules.play, rules.over, rules.payoffs))


def follows(values: Values, number: int) -> int:
    """The value of a position by the rules: of its end, or from the values of the positions one move later."""
    state, after = np.zeros((2, 1), dtype=rules.DTYPE)
    set_up(state[0], *position(made(), number))
    if _over(state[0]):
        paid = np.zeros(2)
        _payoffs(state[0], paid)
        return 1 if paid[state[0].turn] == 1.0 else -1
    moves = np.zeros(rules.MOST_MOVES, dtype=np.int16)
    found = []
    for move in moves[: _legal(state[0], moves)].tolist():
        after[0] = state[0]
        _play(after[0], move)
        found.append(int(values[number_of(made(), after[0])]))
    lost = [-value for value in found if value < 0]
    if lost:
        return 1 + min(lost)
    return 0 if 0 in found else -1 - max(found)


def unpacked(table: SolutionFile, path: Path) -> None:
    """Write all values of a table, as 16-bit numbers, checking every block."""
    with path.open("wb") as file:
        for block in track(_whole(table), "Reading the table", total=table.header.blocks):
            file.write(block.astype("<i2").tobytes())


def _whole(table: SolutionFile) -> Iterator[Values]:
    """The blocks of a table that must have them all."""
    for block in table.blocks():
        if block is None:
            raise NoSolution("le-plouf.solution-unknown", path=table.path)
        yield block


def _wrong(job: tuple[Path, list[int]]) -> list[int]:
    """Those of the positions whose value does not follow from those one move later."""
    values: Values = np.memmap(job[0], dtype="<i2", mode="r")
    return [number for number in job[1] if follows(values, number) != values[number]]


def wrong(path: Path, numbers: list[int], workers: int) -> Iterator[list[int]]:
    """The wrong ones, batch after batch, by several processes."""
    jobs = [(path, numbers[at : at + BATCH]) for at in range(0, len(numbers), BATCH)]
    with multiprocessing.get_context("forkserver").Pool(workers) as pool:
        yield from track(pool.imap_unordered(_wrong, jobs), "Checking positions", total=len(jobs))


def compare(table: SolutionFile, blocks: Path) -> int:
    """How many blocks differ from what the card found, in counts or in checksum."""
    differ = 0
    with blocks.open() as file:
        rows = list(csv.DictReader(file))
    if len(rows) != table.header.blocks:
        return max(len(rows), table.header.blocks)
    for row, block, check in zip(rows, _whole(table), table.checks.tolist(), strict=True):
        counts = [int((block > 0).sum()), int((block == 0).sum()), int((block < 0).sum())]
        differ += counts != [int(row[name]) for name in ("won", "drawn", "lost")] or check != int(row["crc32"], 16)
    return differ


def main() -> int:
    """Check a table, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--card", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    try:
        table = SolutionFile(asked.table)
        bad = 0
        if asked.card:
            bad = compare(table, asked.card)
            print(f"{table.header.blocks} blocks compared with the card's: {bad} differ")
        numbers = random.Random(asked.seed).choices(range(table.header.positions), k=asked.positions)
        with tempfile.TemporaryDirectory() as folder:
            unpacked(table, Path(folder) / "values")
            found = [number for batch in wrong(Path(folder) / "values", numbers, cores()) for number in batch]
    except LidoError as error:
        sys.exit(str(error))
    print(f"{len(numbers)} positions checked by the uncompiled rules: {len(found)} wrong {found[:10] or ''}")
    return int(bool(bad or found))


if __name__ == "__main__":
    sys.exit(main())
