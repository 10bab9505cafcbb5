"""Which part of the table comes with Lido."""

from lido.solution.index import made
from lido.solution.table import BLOCK

LAST_CELL = 98
"""The first section with only one free pool cell."""


def kept() -> range:
    """The blocks of the small table: positions with at most one free pool cell, and phase 1, whose numbers follow."""
    base = made().base
    return range(int(base[LAST_CELL]) // BLOCK, -(-int(base[-1]) // BLOCK))
