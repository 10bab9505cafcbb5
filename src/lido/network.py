"""A small network: what a position promises each seat, and which moves look good. It was trained by `lido.train`.

All weights are whole numbers, so that every machine, a browser's too, computes the same to the bit. The module
`features` of a game says what the network is told: the numbers of the few features that a position has, whose rows of
weights are added up. Two layers of units follow, each from 0 to `ONE`.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.game import RecordGame
from lido.games import needed_part
from lido.kernel import exp, jit
from lido.registry import packages

ONE = 511
"""A unit that is fully on. As fine as the sums of rows allow: 64 of it fit into 16 bits."""
SHIFT = 8
SCALE = 1 << SHIFT
"""A weight of 1 between two units."""
LOGIT = 1.0 / (ONE * SCALE)


class Network(NamedTuple):
    """The weights."""

    first: NDArray[np.int16]
    """[features, width]"""
    first_bias: NDArray[np.int16]
    second: NDArray[np.int16]
    """[depth, width]"""
    second_bias: NDArray[np.int32]
    value: NDArray[np.int16]
    """[seats counted from the one to act, depth]"""
    value_bias: NDArray[np.int32]
    policy: NDArray[np.int16]
    """[actions, depth]"""
    policy_bias: NDArray[np.int32]


SCALES = {
    name: ONE if name.startswith("first") else ONE * SCALE if name.endswith("bias") else SCALE
    for name in Network._fields
}
"""What a weight of 1 is in each array."""


@cache
def shipped(game: str) -> Network:
    """The network that comes with the package of a game."""
    return read(files(packages()[game]) / "data" / "network.npz")


def read(file: Traversable) -> Network:
    """The network in a file."""
    with file.open("rb") as opened, np.load(opened) as arrays:
        return Network(**{name: arrays[name] for name in Network._fields})


@cache
def game_with_memory(game: RecordGame) -> RecordGame:
    """The game on records that hold all that its network is told about the past, where it is told any of it."""
    rules = getattr(needed_part(game.id, "features"), "RULES", None)
    if rules is None:
        return game
    found: RecordGame = type("WithMemory", (type(game),), {"rules": rules})()
    return found


@jit
def hidden(network: Any, told: NDArray[np.int16], count: int, sums: NDArray[np.int16], out: NDArray[np.int16]) -> None:
    """Write the units of the second layer for a position with `count` features, which are `told`.

    `sums[width]` is room to work in.
    """
    width = len(sums)
    for unit in range(width):
        sums[unit] = network.first_bias[unit]
    for at in range(count):
        row = network.first[told[at]]
        for unit in range(width):
            sums[unit] += row[unit]
    for unit in range(width):
        sums[unit] = min(max(sums[unit], np.int16(0)), np.int16(ONE))
    for unit in range(len(out)):
        weights = network.second[unit]
        total = np.int32(0)
        for below in range(width):
            total += np.int32(weights[below]) * np.int32(sums[below])
        total = (total + network.second_bias[unit]) >> SHIFT
        out[unit] = min(max(total, np.int32(0)), np.int32(ONE))


@jit
def logit(weights: NDArray[np.int16], bias: int, units: NDArray[np.int16]) -> float:
    """What one output says."""
    total = np.int32(0)
    for unit in range(len(units)):
        total += np.int32(weights[unit]) * np.int32(units[unit])
    return (int(total) + int(bias)) * LOGIT


@jit
def promise(network: Any, units: NDArray[np.int16], turn: int, players: int, pay: NDArray[np.float64]) -> None:
    """Write what the position promises each seat; the promises add up to 1."""
    most = -np.inf
    for other in range(players):
        seat = (turn + other) % players
        pay[seat] = logit(network.value[other], network.value_bias[other], units)
        most = max(most, pay[seat])
    total = 0.0
    for seat in range(players):
        pay[seat] = exp(pay[seat] - most)
        total += pay[seat]
    for seat in range(players):
        pay[seat] /= total


@jit
def normalise(odds: NDArray[np.float64], count: int) -> None:
    """Turn logits into probabilities."""
    most = -np.inf
    for at in range(count):
        most = max(most, odds[at])
    total = 0.0
    for at in range(count):
        odds[at] = exp(odds[at] - most)
        total += odds[at]
    for at in range(count):
        odds[at] /= total


def quantised(weights: dict[str, NDArray[np.float32]]) -> Network:
    """The whole numbers nearest to trained weights, those of units from 0 to 1."""
    made: dict[str, Any] = {}
    for name, scale in SCALES.items():
        kind = np.int32 if name.endswith("bias") and name != "first_bias" else np.int16
        bounds = np.iinfo(kind)
        made[name] = np.clip(np.rint(weights[name].astype(np.float64) * scale), bounds.min, bounds.max).astype(kind)
    return Network(**made)
