"""What a gift means: where the piece would have to go, and how hard that is, from the poses alone.

The estimate is geometry and nothing else, so that it is the same for everybody: how far a piece may be set from the
middle of its target before that, or something below it, tips; and how likely a careful hand is to miss by so much.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from lido.game import Json
from lido.games.splash.judge import Judgement, targets
from lido.games.splash.physics.steer import raised
from lido.games.splash.physics.world import FRICTION
from lido.games.splash.pieces import CORNERS, SIDES, SIZES, Scene, shape, top
from lido.games.splash.rules import give_text, gives
from lido.games.splash.space import Pose, Vector
from lido.games.splash.state import State

Point: TypeAlias = tuple[float, float]

CARELESS = 0.0012
"""Metres by which a careful player misses a low target, as a standard deviation."""
OCTAGON = 2 * (math.sqrt(2) - 1)
"""The area of an octagon as a share of the square of its width."""


def gifts(state: State) -> list[dict[str, Json]]:
    """Every piece that may be given: the move, where it comes from, its targets, how hard it is (0 to 1)."""
    found, known = [], state.hardness
    for piece, source in gives(state):
        goals = targets(piece, state.pieces, state.judgement)
        for goal in goals:
            if (shape(piece), goal) not in known:
                known[shape(piece), goal] = hardness(state.pieces, state.judgement, piece, goal)
        hard = min((known[shape(piece), goal] for goal in goals), default=0.0)
        move = give_text(piece, source, state.seat)
        found.append({"move": move, "piece": piece, "from": source, "targets": list(goals), "hardness": round(hard, 3)})
    return sorted(found, key=lambda gift: str(gift["move"]))


def hardness(scene: Scene, judgement: Judgement, piece: str, target: str) -> float:
    """How likely a careful hand is to bring the tower down that sets a piece on a target, roughly."""
    above, level = face(target, scene[target])
    middle = (sum(x for x, _ in above) / len(above), sum(y for _, y in above) / len(above))
    room = _inside(middle, above) * max(0.0, 1 - math.acos(min(1.0, level)) / math.atan(FRICTION))
    load = weight = _weight(piece)
    x, y = (weight * part for part in middle)
    for lower, upper in _down_from(target, scene, judgement):
        mass, place = _weight(upper), scene[upper].pos
        load, x, y = load + mass, x + mass * place[0], y + mass * place[1]
        support = _common(face(lower, scene[lower])[0], face(upper, scene[upper], up=-1)[0])
        room = min(room, max(0.0, _inside((x / load, y / load), support)) * load / weight)
    miss = CARELESS * raised(top(target, scene[target]))
    return math.exp(-((room / miss) ** 2) / 2)


def hardness_after(scene: Scene, judgement: Judgement, piece: str, pose: Pose, target: str) -> float:
    """How hard the next placement would be if `piece` stood on `target` in that pose, roughly."""
    carried = {**judgement.carried, target: judgement.carried[target] | {piece}, piece: frozenset[str]()}
    return hardness({**scene, piece: pose}, replace(judgement, carried=carried), piece, piece)


def _down_from(piece: str, scene: Scene, judgement: Judgement) -> Iterator[tuple[str, str]]:
    """The way down a tower: each piece that carries, the highest where several do, and the one that it carries."""
    while lower := [other for other in scene if piece in judgement.carried[other]]:
        below = max(lower, key=lambda other: (scene[other].pos[2], other))
        yield below, piece
        piece = below


def face(piece: str, pose: Pose, up: int = 1) -> tuple[list[Point], float]:
    """The face of a piece that is up, or down by -1, as seen from above, and how level it lies (1 is level)."""
    kind = shape(piece)
    sides = [[pose.at(CORNERS[kind][number]) for number in side] for side in SIDES[kind]]
    found = max(sides, key=lambda side: up * _upward(side))
    return [(x, y) for x, y, _ in found][::up], abs(_upward(found))


def _upward(corners: list[Vector]) -> float:
    """How much the normal of a face rises."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners[:3]
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - bx, cy - by, cz - bz
    normal = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    return normal[2] / math.hypot(*normal)


def _sides(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def _left_of(point: Point, side: tuple[Point, Point]) -> float:
    """How far a point is to the left of a side; negative to its right."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / (math.hypot(bx - ax, by - ay) or 1.0)


def _inside(point: Point, polygon: list[Point]) -> float:
    """How far a point is inside of a convex polygon; negative outside, 0 where there is no polygon."""
    return min((_left_of(point, side) for side in _sides(polygon)), default=0.0)


def _common(one: list[Point], other: list[Point]) -> list[Point]:
    """What two convex polygons have in common."""
    for cut in _sides(other):
        kept: list[Point] = []
        for start, end in _sides(one):
            first, second = _left_of(start, cut), _left_of(end, cut)
            if first >= 0:
                kept.append(start)
            if first * second < 0:
                share = first / (first - second)
                kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
        one = kept
    return one


def _weight(piece: str) -> float:
    """The volume of a piece: all are of one wood."""
    x, y, z = SIZES[shape(piece)]
    return x * y * z * (OCTAGON if shape(piece) == "prism" else 1.0)
