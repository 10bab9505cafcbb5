"""Tables that the compiled functions of a game read, kept in the memory of its module of WebAssembly.

A game that has some has a module `browser` with `tables()`, named tuples of arrays, and `BOTS`, the bots that need
them. A compiled function takes a table as a parameter with the type of its named tuple. The tables are a file of their
own, which is loaded when such a bot is wanted: all arrays one after the other, compressed. The network of the game,
where it has one, comes first: every search has it in its own memory, and compiled functions may take it as a table.
"""

import gzip
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Scaled(NamedTuple):
    """An array of floats, kept in a byte each: [first, …, last] of them times the scale of [first, last]."""

    units: NDArray[np.int8]
    scale: NDArray[np.float32]


class Field(NamedTuple):
    """An array of a table, for `web/src/engine/tables.ts`."""

    size: int
    """In bytes, in memory."""
    rows: int
    columns: int
    """Where it is kept as `Scaled`: how many rows have a scale of their own, and the scales of each; else 0."""


class Table(NamedTuple):
    """A named tuple of arrays, as the compiled functions have it."""

    kind: type[Any]
    arrays: tuple[NDArray[Any], ...]
    fields: tuple[Field, ...]


def table(given: Any) -> Table:
    """A named tuple of arrays, some of them `Scaled`."""
    arrays = tuple(_whole(each) for each in given)
    return Table(type(given), arrays, tuple(_field(each, whole) for each, whole in zip(given, arrays, strict=True)))


def packed(given: Sequence[Any]) -> bytes:
    """The file of the tables of a game."""
    parts = [part for each in given for array in each for part in (array if isinstance(array, Scaled) else (array,))]
    return gzip.compress(b"".join(_bytes(part) for part in parts), mtime=0)


def _whole(array: Any) -> NDArray[Any]:
    if isinstance(array, Scaled):
        return array.units.astype(np.float32) * array.scale[:, None]
    return np.ascontiguousarray(array)


def _field(array: Any, whole: NDArray[Any]) -> Field:
    rows, columns = array.scale.shape if isinstance(array, Scaled) else (0, 0)
    return Field(whole.nbytes, rows, columns)


def _bytes(array: NDArray[Any]) -> bytes:
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
