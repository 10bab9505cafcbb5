"""How beautiful a tower is: four things that anybody can see, each worth up to 25 points.

| part | is | all 25 points |
| --- | --- | --- |
| slender | how many times higher than wide the tower is, seen from any side | five times |
| lively | how often one piece lies flat and the next stands on its edge or end; without cubes | two times in three |
| daring | how far a piece reaches out over the one that carries it | 11 mm |
| poised | how near the middle of what it rests on the weight above each joint is, at the worst joint | in the middle |

A tower of fewer than six pieces has its share of them. All of it is a function of where the pieces lie, and of
nothing else.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from lido.games.splash.pieces import SIZES, Scene, bottom, corners, shape, top
from lido.games.splash.solids import Point, clipped, hull
from lido.games.splash.space import Pose

EACH = 25.0
"""Points for each part."""
SLENDER = 5.0
"""Times as high as wide for all points; as high as wide is worth none."""
LIVELY = 2 / 3
"""How often one must lie and the next stand for all points."""
DARING = 0.011
"""Metres that a piece reaches out for all points."""
LYING = 0.0015
"""Metres: a piece whose height is within this of its least lies flat."""
WHOLE = 6
"""Pieces from which on all points can be had."""
RESTS = 0.001
"""Metres from its lowest or highest point within which a corner is part of the face that something rests on."""


def beauty(tower: Scene) -> dict[str, float]:
    """The points of a tower, part by part."""
    if len(tower) < 2:
        return {"slender": 0.0, "lively": 0.0, "daring": 0.0, "poised": 0.0}
    order = sorted(tower, key=lambda piece: tower[piece].pos[2])
    shares = {
        "slender": (_high(tower) / _wide(tower) - 1) / (SLENDER - 1),
        "lively": _changes(order, tower) / LIVELY,
        "daring": max(_reach(upper, lower, tower) for lower, upper in pairwise(order)) / DARING,
        "poised": min(_poise(order[:at], order[at:], tower) for at in range(1, len(order))),
    }
    most = EACH * min(1.0, (len(order) - 1) / (WHOLE - 1))
    return {part: round(most * min(1.0, max(0.0, share)), 1) for part, share in shares.items()}


def height(tower: Scene) -> float:
    """The height of a tower in millimetres."""
    return round(_high(tower) * 1000, 1)


def _high(tower: Scene) -> float:
    return max((top(piece, pose) for piece, pose in tower.items()), default=0.0)


def _wide(tower: Scene) -> float:
    """How far the two corners that are farthest apart are from each other, seen from above."""
    seen = _seen(tower)
    return max(math.dist(one, other) for one, other in combinations(hull(seen), 2))


def _seen(tower: Mapping[str, Pose]) -> list[Point]:
    """All corners, from above."""
    return [(x, y) for piece, pose in tower.items() for x, y, _ in corners(piece, pose)]


def _changes(order: Sequence[str], tower: Scene) -> float:
    """How often, of all times that it could be, one piece lies flat and the next stands, or the other way round."""
    ways = [_stands(piece, tower[piece]) for piece in order if len(set(SIZES[shape(piece)])) > 1]
    return sum(one != other for one, other in pairwise(ways)) / max(1, len(ways) - 1)


def _stands(piece: str, pose: Pose) -> bool:
    """Whether a piece stands on its edge or its end."""
    return top(piece, pose) - bottom(piece, pose) > min(SIZES[shape(piece)]) + LYING


def _reach(upper: str, lower: str, tower: Scene) -> float:
    """How far a piece reaches out over the one under it."""
    window = hull(_seen({lower: tower[lower]}))
    return max(_outside(point, window) for point in _seen({upper: tower[upper]}))


def _poise(below: Sequence[str], above: Sequence[str], tower: Scene) -> float:
    """Where the weight above a joint is: 1 over the middle of what it rests on, 0 at its rim or beyond."""
    lower, upper = below[-1], above[0]
    rest = clipped(_face(upper, tower[upper], -1), _face(lower, tower[lower], 1))
    if len(rest) < 3:
        return 0.0
    weights = [math.prod(SIZES[shape(piece)]) for piece in above]
    centre = tuple(
        sum(weight * tower[piece].pos[axis] for piece, weight in zip(above, weights, strict=True)) / sum(weights)
        for axis in (0, 1)
    )
    middle = (sum(x for x, _ in rest) / len(rest), sum(y for _, y in rest) / len(rest))
    most = _inside(middle, rest)
    return _inside((centre[0], centre[1]), rest) / most if most > 0 else 0.0


def _face(piece: str, pose: Pose, side: int) -> list[Point]:
    """The upper face of a piece (1) or the lower one (-1), from above."""
    all_corners = corners(piece, pose)
    edge = max(side * z for _, _, z in all_corners)
    return hull((x, y) for x, y, z in all_corners if edge - side * z < RESTS)


def _inside(point: Point, polygon: Sequence[Point]) -> float:
    """How far a point is from the rim of a convex polygon, anticlockwise; less than 0 outside of it."""
    return min(_left(point, a, b) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def _outside(point: Point, polygon: Sequence[Point]) -> float:
    """How far a point is outside of a convex polygon; 0 within it."""
    return max(0.0, -_inside(point, polygon))


def _left(point: Point, a: Point, b: Point) -> float:
    """How far a point is to the left of the line from one point to another."""
    long = math.dist(a, b)
    return ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / long if long else math.inf
