"""The path of a hand: timed target poses, and the moment of letting go. A bad one is refused with a sentence."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lido.errors import IllegalMove
from lido.game import Json
from lido.games.splash.space import Pose, Turning, Vector, angle_between, between, distance, unit

LONGEST_PATH = 60.0
REACH = 0.3
HIGHEST = 0.5
FASTEST = 0.5
FASTEST_TURN = 2 * math.pi
"""The bounds of the laws: seconds, metres sideways and up, metres and radians per second."""
MOST_TARGETS = 20_000
SLACK = 1e-6
"""What rounding may add to a bound."""
UNIT_SLACK = 1e-3
"""How far a quaternion's length may be from 1 before it is refused."""


class Target(NamedTuple):
    """Where the hand should be, and when."""

    time: float
    pose: Pose

    def document(self) -> list[float]:
        """The target as JSON: `[t, x, y, z, qw, qx, qy, qz]`."""
        return [self.time, *self.pose.pos, *self.pose.quat]


@dataclass
class Path:
    """A path as far as it is known. Between two targets the hand should move evenly; after the last, stay."""

    targets: list[Target] = field(default_factory=list)
    release: float | None = None
    _leg: "Leg | None" = field(default=None, init=False, repr=False, compare=False)
    """Where the hand was last asked about: it will soon be asked about there again."""

    def add(self, target: Target) -> None:
        """Go on to a target, or IllegalMove; its rotation is kept as a unit quaternion."""
        check_target(target)
        if self.targets:
            _check_pace(self.targets[-1], target)
        elif target.time != 0:
            raise IllegalMove("splash.path-zero", time=target.time)
        if len(self.targets) == MOST_TARGETS:
            raise IllegalMove("splash.path-targets", most=MOST_TARGETS)
        self.targets.append(Target(target.time, Pose(target.pose.pos, unit(target.pose.quat))))

    def let_go(self, time: float) -> None:
        """Let go at that time, or IllegalMove."""
        if not self.targets:
            raise IllegalMove("splash.path-empty")
        check_time(time)
        self.release = time

    def at(self, time: float) -> Pose:
        """Where the hand should be at that time."""
        if self._leg is None or not self._leg.start.time <= time < self._leg.end.time:
            after = bisect_right(self.targets, time, key=lambda target: target.time)
            if after == len(self.targets):
                return self.targets[-1].pose
            self._leg = Leg(self.targets[after - 1], self.targets[after])
        return self._leg.at(time)

    def document(self) -> dict[str, Json]:
        """The path as the details of a move."""
        return {"path": [target.document() for target in self.targets], "release": self.release}


class Leg:
    """The even way of a hand from one target to the other."""

    def __init__(self, start: Target, end: Target) -> None:
        self.start, self.end = start, end
        self._time, self._pause = start.time, end.time - start.time
        self._pos, self._way = start.pose.pos, _minus(end.pose.pos, start.pose.pos)
        self._turned = Turning(start.pose.quat, end.pose.quat)

    def at(self, time: float) -> Pose:
        """Where the hand is at that time."""
        share = (time - self._time) / self._pause
        return Pose(_plus(self._pos, self._way, share), self._turned.at(share))


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _plus(a: Vector, way: Vector, share: float) -> Vector:
    return (a[0] + way[0] * share, a[1] + way[1] * share, a[2] + way[2] * share)


def within_reach(x: float, y: float) -> tuple[float, float]:
    """The place nearest to this one that the hand reaches."""
    away = math.hypot(x, y)
    return (x, y) if away <= REACH else (x * REACH / away, y * REACH / away)


def within_bounds(place: Vector) -> Vector:
    """The same with its height."""
    x, y = within_reach(place[0], place[1])
    return (x, y, min(max(place[2], 0.0), HIGHEST))


def within_pace(start: Pose, end: Pose, seconds: float) -> Pose:
    """How far the hand comes on its way from one pose to the other in that time, at its fastest."""
    far = distance(start.pos, end.pos)
    turn = angle_between(start.quat, end.quat)
    moved = min(1.0, FASTEST * seconds / far) if far else 1.0
    turned = min(1.0, FASTEST_TURN * seconds / turn) if turn else 1.0
    if moved == turned == 1.0:
        return end
    return Pose(_plus(start.pos, _minus(end.pos, start.pos), moved), between(start.quat, end.quat, turned))


# What follows asks whether a bound is kept, not whether it is broken: what is not a number keeps none.


def check_time(time: float) -> None:
    """Refuse a moment that no path has (IllegalMove)."""
    if not 0 <= time <= LONGEST_PATH + SLACK:
        raise IllegalMove("splash.path-time", time=time, longest=LONGEST_PATH)


def check_target(target: Target) -> None:
    """Refuse a target that no path has, whatever went before it (IllegalMove)."""
    check_time(target.time)
    x, y, z = target.pose.pos
    if not (math.hypot(x, y) <= REACH + SLACK and -SLACK <= z <= HIGHEST + SLACK):
        raise IllegalMove("splash.path-reach", time=target.time, reach=REACH, highest=HIGHEST)
    if not abs(math.hypot(*target.pose.quat) - 1) <= UNIT_SLACK:
        raise IllegalMove("splash.path-quaternion", time=target.time)


def _check_pace(last: Target, target: Target) -> None:
    pause = target.time - last.time
    if not pause > 0:
        raise IllegalMove("splash.path-order", time=target.time, last=last.time)
    if not distance(last.pose.pos, target.pose.pos) <= FASTEST * pause + SLACK:
        raise IllegalMove("splash.path-fast", time=target.time, fastest=FASTEST)
    if not angle_between(last.pose.quat, target.pose.quat) <= FASTEST_TURN * pause + SLACK:
        raise IllegalMove("splash.path-turn", time=target.time)


def read_target(document: Json) -> Target:
    """A target from JSON, or IllegalMove; whether it can be is for the path to say."""
    time, x, y, z, *quat = numbers(document, 8)
    return Target(time, Pose((x, y, z), (quat[0], quat[1], quat[2], quat[3])))


def read_path(path: Json, release: Json) -> Path:
    """A whole path from JSON, or IllegalMove."""
    if not isinstance(path, list | tuple) or not path:
        raise IllegalMove("splash.path-empty")
    if len(path) > MOST_TARGETS:
        raise IllegalMove("splash.path-targets", most=MOST_TARGETS)
    read = Path()
    for target in path:
        read.add(read_target(target))
    read.let_go(*numbers([release], 1))
    return read


def numbers(document: Json, count: int) -> Sequence[float]:
    """`count` finite numbers from JSON, or IllegalMove."""
    if not isinstance(document, list | tuple) or len(document) != count:
        raise IllegalMove("splash.numbers", count=count)
    for number in document:
        if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) < 1e9:
            raise IllegalMove("splash.number", number=number)
    return [float(number) for number in document]
