"""A small net that guesses what a position of phase 2 is worth, for those who do not have the table.

It was trained on the table: see docs/le-plouf-solved.md. Each beat has its own weights. The input is who
has a pawn where; the output is how likely a loss, a draw and a win are, and how far off the end may be.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import POOL_SIZE, RIM_SIZE
from lido.kernel import exp, jit, lowest_bit

CELLS = RIM_SIZE + POOL_SIZE
LAYERS = 4
UNITS = 1024
"""Of the largest layer."""
HURRY = 0.001
"""How much a ply less to a likely win is worth, against a win."""


class Net(NamedTuple):
    """The weights, the beat first."""

    first: NDArray[np.float32]
    """[beat, cell + 25 · other's, unit]"""
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    third: NDArray[np.float32]
    third_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]


@contextmanager
def file() -> Iterator[Any]:
    """The file that comes with Lido, open: arrays by their names."""
    with (files("lido.games.le_plouf.data") / "le-plouf-net.npz").open("rb") as file, np.load(file) as kept:
        yield kept


@cache
def loaded() -> Net:
    """The net that comes with Lido. Its weights are kept in a byte each, with a scale for every unit."""
    with file() as kept:
        return Net(
            first=kept["q1"].astype(np.float32) * kept["s1"][:, None],
            first_bias=kept["b1"],
            second=kept["q2"].astype(np.float32) * kept["s2"][:, None],
            second_bias=kept["b2"],
            third=kept["q3"].astype(np.float32) * kept["s3"][:, None],
            third_bias=kept["b3"],
            last=kept["w4"],
            last_bias=kept["b4"],
        )


@jit
def guess(net: Any, own: int, other: int, beat: int, room: NDArray[np.float32]) -> float:
    """What the position seems worth to the player to move, from -1 to 1; a near win is worth more than a far one.

    `room[LAYERS, UNITS]` is room to work in.
    """
    copy(net.first_bias[beat], room[0])
    for side in range(2):
        pawns = other if side else own
        while pawns:
            add(room[0], np.float32(1.0), net.first[beat, lowest_bit(pawns) + CELLS * side])
            pawns &= pawns - 1
    layer(room[0], net.second[beat], net.second_bias[beat], room[1])
    layer(room[1], net.third[beat], net.third_bias[beat], room[2])
    layer(room[2], net.last[beat], net.last_bias[beat], room[3])
    loss, draw, win, far = float(room[3, 0]), float(room[3, 1]), float(room[3, 2]), float(room[3, 3])
    most = max(loss, draw, win)
    lost, drawn, won = exp(loss - most), exp(draw - most), exp(win - most)
    plies = exp(min(max(far, 0.0), 6.0))
    return (won - lost) / (lost + drawn + won) * (1.0 - HURRY * plies)


@jit
def layer(
    units: NDArray[np.float32], weights: NDArray[np.float32], bias: NDArray[np.float32], out: NDArray[np.float32]
) -> None:
    """Write the next layer, from those units of the last that are above 0."""
    copy(bias, out)
    for at in range(len(weights)):
        if units[at] > 0:
            add(out, units[at], weights[at])


@jit
def copy(units: NDArray[np.float32], to: NDArray[np.float32]) -> None:
    """Write these units where there may be room for more."""
    for at in range(len(units)):
        to[at] = units[at]


@jit
def add(to: NDArray[np.float32], times: np.float32, weights: NDArray[np.float32]) -> None:
    """Add `times` the weights."""
    for at in range(len(weights)):
        to[at] += times * weights[at]
