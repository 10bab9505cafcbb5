"""A small net that guesses what a position of phase 2 is worth, for those who do not have the table.

It was trained on the table: see docs/le-plouf-solved.md. Each beat has its own weights. The input is who
has a pawn where; the output is how likely a loss, a draw and a win are, and how far off the end may be.
"""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import POOL_SIZE, RIM_SIZE
from lido.kernel import jit, lowest_bit

CELLS = RIM_SIZE + POOL_SIZE
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


@cache
def loaded() -> Net:
    """The net that comes with Lido. Its weights are kept in a byte each, with a scale for every unit."""
    with (files("lido.games.le_plouf.data") / "le-plouf-net.npz").open("rb") as file, np.load(file) as kept:
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
def guess(net: Any, own: int, other: int, beat: int) -> float:
    """What the position seems worth to the player to move, from -1 to 1; a near win is worth more than a far one."""
    units = net.first_bias[beat].copy()
    for side in range(2):
        pawns = other if side else own
        while pawns:
            add(units, np.float32(1.0), net.first[beat, lowest_bit(pawns) + CELLS * side])
            pawns &= pawns - 1
    units = layer(units, net.second[beat], net.second_bias[beat])
    units = layer(units, net.third[beat], net.third_bias[beat])
    out = layer(units, net.last[beat], net.last_bias[beat])
    most = max(out[0], out[1], out[2])
    lost, drawn, won = np.exp(out[0] - most), np.exp(out[1] - most), np.exp(out[2] - most)
    plies = np.exp(min(max(out[3], 0.0), 6.0))
    return float((won - lost) / (lost + drawn + won) * (1.0 - HURRY * plies))


@jit
def layer(units: NDArray[np.float32], weights: NDArray[np.float32], bias: NDArray[np.float32]) -> NDArray[np.float32]:
    """The next layer, from those units of the last that are above 0."""
    out = bias.copy()
    for at in range(len(units)):
        if units[at] > 0:
            add(out, units[at], weights[at])
    return out


@jit
def add(to: NDArray[np.float32], times: np.float32, weights: NDArray[np.float32]) -> None:
    """Add `times` the weights."""
    for at in range(len(to)):
        to[at] += times * weights[at]
