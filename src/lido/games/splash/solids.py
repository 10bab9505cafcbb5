"""Wooden pieces in an axonometric view: faces with light and shadow, drawn from back to front."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lido.games.splash.pieces import CORNERS, SIDES, colour, shape
from lido.games.splash.space import Pose, Vector, rotated

Point: TypeAlias = tuple[float, float]

AZIMUTH, ELEVATION = math.radians(32), math.radians(24)
RIGHT: Vector = (math.cos(AZIMUTH), math.sin(AZIMUTH), 0.0)
TOWARDS: Vector = (
    math.sin(AZIMUTH) * math.cos(ELEVATION),
    -math.cos(AZIMUTH) * math.cos(ELEVATION),
    math.sin(ELEVATION),
)
"""From the scene to the eye."""
ABOVE: Vector = (-math.sin(AZIMUTH) * math.sin(ELEVATION), math.cos(AZIMUTH) * math.sin(ELEVATION), math.cos(ELEVATION))
LIGHT: Vector = (-0.36, -0.32, 0.876)
"""From the scene to the light: high, from the left."""
TOUCHING = 2e-4
"""Metres by which neighbours may seem to overlap and still be one behind the other."""
DUST = 1e-9

PAINTS = {
    "red": (214, 62, 62),
    "orange": (240, 138, 44),
    "yellow": (245, 205, 62),
    "green": (74, 165, 92),
    "blue": (58, 124, 201),
    "purple": (134, 84, 176),
}
AMBIENT, DIFFUSE = 0.70, 0.38
SHADOW = 'fill="#12263a" fill-opacity=".26"'


def dot(a: Vector, b: Vector) -> float:
    """How much of one vector lies along the other."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def seen(point: Vector) -> Point:
    """Where the eye sees a point, in metres to the right and down."""
    return dot(point, RIGHT), -dot(point, ABOVE)


@dataclass(frozen=True)
class Face:
    """A flat side of a piece: its corners in order, and which way it faces."""

    corners: tuple[Vector, ...]
    normal: Vector

    def height(self, point: Vector) -> float:
        """How far a point is in front of the face's plane."""
        return dot(self.normal, point) - dot(self.normal, self.corners[0])


@dataclass(frozen=True)
class Solid:
    """A piece where it stands, with everything needed to draw it."""

    piece: str
    corners: tuple[Vector, ...]
    faces: tuple[Face, ...]

    @classmethod
    def of(cls, piece: str, pose: Pose) -> "Solid":
        """The piece in that pose."""
        kind = shape(piece)
        corners = tuple(pose.at(corner) for corner in CORNERS[kind])
        faces = tuple(Face(tuple(corners[n] for n in side), _normal(kind, side, pose)) for side in SIDES[kind])
        return cls(piece, corners, faces)

    @property
    def outline(self) -> list[Point]:
        """What the eye sees of it."""
        return hull(map(seen, self.corners))


def _normal(kind: str, side: Sequence[int], pose: Pose) -> Vector:
    corners = CORNERS[kind]
    middle = [sum(corners[number][axis] for number in side) / len(side) for axis in range(3)]
    size = math.sqrt(sum(part * part for part in middle))
    # A face of these shapes looks straight away from the centre.
    return rotated(pose.quat, (middle[0] / size, middle[1] / size, middle[2] / size))


def hull(points: Iterable[Point]) -> list[Point]:
    """The points around all others, anticlockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    chains = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def clipped(polygon: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """The part of a convex polygon inside another, both anticlockwise."""
    left = list(polygon)
    for a, b in zip(window, [*window[1:], window[0]], strict=True):
        inside, left = left, []
        for p, q in zip(inside, [*inside[1:], *inside[:1]], strict=True):
            here, there = _turn(a, b, p), _turn(a, b, q)
            if here >= 0:
                left.append(p)
            if (here > 0 > there) or (here < 0 < there):
                share = here / (here - there)
                left.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return left


def back_to_front(solids: Sequence[Solid]) -> list[Solid]:
    """The solids in an order in which they can be painted over one another."""
    behind = {
        solid.piece: {other.piece for other in solids if other is not solid and _hides(solid, other)}
        for solid in solids
    }
    nearness = {solid.piece: sum(dot(corner, TOWARDS) for corner in solid.corners) for solid in solids}
    left, order = {solid.piece: solid for solid in solids}, []
    while left:
        free = [piece for piece in left if not behind[piece] & left.keys()] or list(left)
        piece = min(free, key=lambda piece: nearness[piece])
        order.append(left.pop(piece))
    return order


def _hides(front: Solid, back: Solid) -> bool:
    """Whether one solid, seen in front of another, must be painted after it."""
    if not clipped(front.outline, back.outline):
        return False
    for owner, other, sign in ((back, front, 1), (front, back, -1)):
        for face in owner.faces:
            facing = sign * dot(face.normal, TOWARDS)
            if abs(facing) > DUST and all(face.height(corner) > -TOUCHING for corner in other.corners):
                return facing > 0
    return sum(dot(c, TOWARDS) for c in front.corners) > sum(dot(c, TOWARDS) for c in back.corners)


def paint(piece: str, normal: Vector) -> str:
    """The colour of a face in the light."""
    brightness = AMBIENT + DIFFUSE * max(0.0, dot(normal, LIGHT))
    return "#" + "".join(f"{min(255, round(part * brightness)):02x}" for part in PAINTS[colour(piece)])


def shadow_on(face: Face, solid: Solid) -> list[Point]:
    """The part of a lit face that lies in a solid's shadow, as the eye sees it."""
    slope = dot(face.normal, LIGHT)
    heights = [face.height(corner) for corner in solid.corners]
    if min(heights) < -TOUCHING or max(heights) < TOUCHING:
        return []
    fallen = (
        (x - LIGHT[0] * h / slope, y - LIGHT[1] * h / slope, z - LIGHT[2] * h / slope)
        for (x, y, z), h in zip(solid.corners, heights, strict=True)
    )
    return clipped(hull(map(seen, fallen)), hull(map(seen, face.corners)))


def shadow_on_table(solid: Solid) -> list[Point]:
    """The shadow of a solid on the table, as the eye sees it."""
    return hull(seen((x - LIGHT[0] * z / LIGHT[2], y - LIGHT[1] * z / LIGHT[2], 0.0)) for x, y, z in solid.corners)


@dataclass(frozen=True)
class Frame:
    """Where a picture of metres is on the paper."""

    x: float
    y: float
    scale: float

    def path(self, points: Iterable[Point]) -> str:
        """A closed outline as SVG path data."""
        return "M" + "L".join(f"{self.x + self.scale * x:.2f} {self.y + self.scale * y:.2f}" for x, y in points) + "Z"


def drawn(solid: Solid, frame: Frame, others: Iterable[Solid] = ()) -> str:
    """The faces of a solid that can be seen, with the shadows of others on them."""
    parts = []
    neighbours = [other for other in others if other is not solid]
    for face in solid.faces:
        if dot(face.normal, TOWARDS) <= DUST:
            continue
        outline = frame.path(map(seen, face.corners))
        tint = paint(solid.piece, face.normal)
        parts.append(f'<path d="{outline}" fill="{tint}" stroke="{tint}" stroke-width=".6" stroke-linejoin="round"/>')
        if dot(face.normal, LIGHT) > 0.05:
            shades = [shadow_on(face, other) for other in neighbours]
            data = "".join(frame.path(shade) for shade in shades if len(shade) > 2)
            if data:
                parts.append(f'<path d="{data}" {SHADOW}/>')
    edge = frame.path(solid.outline)
    parts.append(f'<path d="{edge}" fill="none" stroke="#12263a" stroke-opacity=".35" stroke-width=".7"/>')
    return "".join(parts)


def solids(pieces: Sequence[Mapping[str, object]]) -> list[Solid]:
    """The pieces of a view."""
    made = []
    for entry in pieces:
        pos, quat = entry["pos"], entry["quat"]
        made.append(Solid.of(str(entry["piece"]), Pose(tuple(pos), tuple(quat))))  # type: ignore[arg-type]
    return made
