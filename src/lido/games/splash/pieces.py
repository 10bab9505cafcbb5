"""The thirty pieces: five shapes of wood in six colours. Lengths are in metres."""

import math
from collections.abc import Mapping
from itertools import pairwise, product
from typing import TypeAlias

from lido.games.splash.space import IDENTITY, Pose, Quaternion, Vector, about

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SIZES: dict[str, Vector] = {
    "cube": (0.015, 0.015, 0.015),
    "mini": (0.007, 0.007, 0.007),
    "plate": (0.020, 0.020, 0.005),
    "stick": (0.030, 0.005, 0.005),
    "prism": (0.015, 0.015, 0.010),
}
"""Length, width and height of each shape as it lies at identity; the prism stands on its octagon."""
PIECES = tuple(sorted(f"{colour}-{shape}" for colour in COLOURS for shape in SIZES))

Scene: TypeAlias = Mapping[str, Pose]
"""Where each piece on the table is."""

FACES: tuple[Quaternion, ...] = (
    IDENTITY,
    about((1.0, 0.0, 0.0), math.pi),
    about((0.0, 1.0, 0.0), math.pi / 2),
    about((0.0, 1.0, 0.0), -math.pi / 2),
    about((1.0, 0.0, 0.0), -math.pi / 2),
    about((1.0, 0.0, 0.0), math.pi / 2),
)
"""The turns that bring a face of the piece down: its own -z, +z, +x, -x, +y and -y."""


def colour(piece: str) -> str:
    """The colour of a piece."""
    return piece.partition("-")[0]


def shape(piece: str) -> str:
    """The shape of a piece."""
    return piece.partition("-")[2]


def matches(one: str, other: str) -> bool:
    """Whether two pieces have their shape or their colour in common (SP-5)."""
    return colour(one) == colour(other) or shape(one) == shape(other)


def _corners(name: str) -> tuple[Vector, ...]:
    x, y, z = (side / 2 for side in SIZES[name])
    if name != "prism":
        return tuple(product((-x, x), (-y, y), (-z, z)))
    # An octagon whose flats face along the axes.
    short = x * math.tan(math.pi / 8)
    octagon = [(x, short), (short, x), (-short, x), (-x, short), (-x, -short), (-short, -x), (short, -x), (x, -short)]
    return tuple((*corner, height) for height in (-z, z) for corner in octagon)


CORNERS = {name: _corners(name) for name in SIZES}
"""The corners of each shape in its own frame."""


def _sides(name: str) -> tuple[tuple[int, ...], ...]:
    if name != "prism":
        return ((0, 2, 6, 4), (1, 5, 7, 3), (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6))
    ring = [*range(8), 0]
    return (tuple(reversed(range(8))), tuple(range(8, 16)), *((a, b, b + 8, a + 8) for a, b in pairwise(ring)))


SIDES = {name: _sides(name) for name in SIZES}
"""The faces of each shape as numbers of its corners, anticlockwise seen from outside."""


def corners(piece: str, pose: Pose) -> list[Vector]:
    """The corners of a piece where it is."""
    return [pose.at(corner) for corner in CORNERS[shape(piece)]]


def top(piece: str, pose: Pose) -> float:
    """The height of its highest point."""
    return max(z for _, _, z in corners(piece, pose))


def bottom(piece: str, pose: Pose) -> float:
    """The height of its lowest point."""
    return min(z for _, _, z in corners(piece, pose))
