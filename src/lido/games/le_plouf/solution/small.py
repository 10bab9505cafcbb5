"""Which part of the table comes with Lido, and how it is made from the whole."""

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np

from lido.games.le_plouf.solution.index import made
from lido.games.le_plouf.solution.lookup import NAME
from lido.games.le_plouf.solution.packing import write
from lido.games.le_plouf.solution.table import BLOCK, SolutionFile, Values

LAST_CELL = 98
"""The first section with only one free pool cell."""


def kept() -> range:
    """The blocks of the small table: positions with at most one free pool cell, and phase 1, whose numbers follow."""
    base = made().base
    return range(int(base[LAST_CELL]) // BLOCK, -(-int(base[-1]) // BLOCK))


def main() -> None:
    """Write the small table anew: `python -m lido.games.le_plouf.solution.small TABLE`."""
    table = SolutionFile(Path(sys.argv[1]))
    values = np.concatenate(list(_blocks(table)))
    path = Path(str(files("lido.games.le_plouf.data") / NAME))
    write(path, values, kept(), lambda written: None)
    print(f"{path}: {path.stat().st_size} bytes")


def _blocks(table: SolutionFile) -> Iterator[Values]:
    """All blocks of a table, those that are not wanted as zeros."""
    for number in range(table.header.blocks):
        block = table.block(number) if number in kept() else None
        yield np.zeros(BLOCK, dtype=np.int16) if block is None else block


if __name__ == "__main__":
    main()
