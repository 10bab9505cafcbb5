"""Poses in space: positions in metres with z up, rotations as unit quaternions (w, x, y, z)."""

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]

IDENTITY: Quaternion = (1.0, 0.0, 0.0, 0.0)
UP: Vector = (0.0, 0.0, 1.0)


class Pose(NamedTuple):
    """Where a piece is: its centre, and how it is turned."""

    pos: Vector
    quat: Quaternion = IDENTITY

    def at(self, point: Vector) -> Vector:
        """A point of the piece's own frame, in the world."""
        x, y, z = rotated(self.quat, point)
        return (self.pos[0] + x, self.pos[1] + y, self.pos[2] + z)


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """The turn that does `b` first, then `a`."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def inverse(quat: Quaternion) -> Quaternion:
    """The turn back."""
    w, x, y, z = quat
    return (w, -x, -y, -z)


def rotated(quat: Quaternion, vector: Vector) -> Vector:
    """The vector after the turn."""
    _, x, y, z = product(product(quat, (0.0, *vector)), inverse(quat))
    return (x, y, z)


def yaw_of(pose: Pose) -> float:
    """Which way a piece points, seen from above."""
    x, y, _ = rotated(pose.quat, (1.0, 0.0, 0.0))
    return math.atan2(y, x)


def about(axis: Vector, angle: float) -> Quaternion:
    """A turn by `angle` radians about a unit axis."""
    sine = math.sin(angle / 2)
    return (math.cos(angle / 2), axis[0] * sine, axis[1] * sine, axis[2] * sine)


def turn_vector(quat: Quaternion) -> Vector:
    """The axis of a turn times its angle, the short way round."""
    w, x, y, z = quat if quat[0] >= 0 else (-quat[0], -quat[1], -quat[2], -quat[3])
    sine = math.sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return (2 * x, 2 * y, 2 * z)
    scale = 2 * math.atan2(sine, w) / sine
    return (x * scale, y * scale, z * scale)


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """How far it is from one rotation to the other, in radians."""
    return length(turn_vector(product(a, inverse(b))))


class Turning:
    """The shortest way from one rotation to another."""

    def __init__(self, start: Quaternion, end: Quaternion) -> None:
        self._start = start
        x, y, z = turn_vector(product(end, inverse(start)))
        angle = math.sqrt(x * x + y * y + z * z)
        self._angle = 0.0 if angle < 1e-12 else angle
        self._axis = (x / angle, y / angle, z / angle) if self._angle else UP

    def at(self, share: float) -> Quaternion:
        """The rotation that is `share` of the way."""
        return product(about(self._axis, self._angle * share), self._start) if self._angle else self._start


def between(a: Quaternion, b: Quaternion, share: float) -> Quaternion:
    """The rotation that is `share` of the way from `a` to `b`."""
    return Turning(a, b).at(share)


def unit(quat: Sequence[float]) -> Quaternion:
    """The same rotation with a length of 1; what has it already, as far as floats go, is left as it is."""
    w, x, y, z = quat
    size = math.sqrt(w * w + x * x + y * y + z * z)
    return (w, x, y, z) if abs(size - 1) < 1e-12 else (w / size, x / size, y / size, z / size)


def length(vector: Vector) -> float:
    """How long it is."""
    return math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)


def distance(a: Vector, b: Vector) -> float:
    """How far apart two points are."""
    return length((a[0] - b[0], a[1] - b[1], a[2] - b[2]))


def limited(vector: Vector, most: float) -> Vector:
    """The vector, shortened where it is longer than `most`."""
    size = length(vector)
    if size <= most:
        return vector
    return (vector[0] * most / size, vector[1] * most / size, vector[2] * most / size)
