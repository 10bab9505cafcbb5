"""Placing without steering: from a pose on the target the program makes the path of a hand.

A tremor may be added to a path before it is carried out and recorded; the physics sees only the
path with its tremor.
"""

import math
import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from lido.errors import IllegalMove
from lido.game import Json
from lido.games.splash.physics.path import (
    HIGHEST,
    REACH,
    Path,
    Target,
    numbers,
    read_path,
    within_bounds,
    within_reach,
)
from lido.games.splash.physics.world import Probe
from lido.games.splash.pieces import FACES, Scene, bottom, top
from lido.games.splash.space import UP, Pose, Quaternion, about, product
from lido.games.splash.state import State

CLEARANCE = 0.03
"""Metres above everything at which a piece is taken up."""
NEAR = 0.004
"""Metres above its place from which on a piece is let down slowly."""
SWIFT, SLOW = 0.15, 0.02
"""Metres per second, before and after."""
PAUSE = 0.15
"""Seconds from arriving to letting go: the hand comes to rest."""
BEAT = 0.02
"""Seconds between the targets of a trembling path."""
PRECISION = 1e-5
MOST_LOOKS = 100
"""Metres to which the height of a place is found, and how often it is looked at for that."""


class Spot(NamedTuple):
    """Where a piece should go: an offset from the centre of its target, a yaw, and the face that is down."""

    x: float
    y: float
    yaw: float
    face: int

    @property
    def quat(self) -> Quaternion:
        """How the piece is turned there."""
        return product(about(UP, self.yaw), FACES[self.face])


class Tremor(NamedTuple):
    """How unsteady a hand is: how far off it aims and how far it shakes, as standard deviations."""

    aim: float
    """Metres."""
    shake: float
    """Metres."""
    tilt: float
    """Radians."""


TREMORS = {
    "expert": Tremor(aim=0.00025, shake=0.00004, tilt=0.004),
    "club": Tremor(aim=0.0011, shake=0.00015, tilt=0.012),
    "gentle": Tremor(aim=0.0026, shake=0.0004, tilt=0.030),
}
"""By level, for bots and for people who are helped."""
HELPED = "club"
"""How unsteady the hand is that places a piece for a person."""


def read_spot(document: Json) -> Spot:
    """A pose of the protocol, `[x, y, yaw, face]`, or IllegalMove."""
    x, y, yaw, face = numbers(document, 4)
    if face not in range(len(FACES)):
        raise IllegalMove("splash.face", face=face)
    return Spot(x, y, yaw, int(face))


class Landing:
    """Finds where a piece comes down on a scene."""

    def __init__(self, scene: Scene, piece: str) -> None:
        self._scene = scene
        self._piece = piece
        self._probe = Probe(scene, piece)

    def at(self, target: str | None, spot: Spot) -> Pose:
        """Where the piece just touches what is under it at a spot of its target, or of the table; or IllegalMove."""
        x, y = self._above(target, spot)
        if math.hypot(x, y) > REACH:
            raise IllegalMove("splash.path-reach", time=0.0, reach=REACH, highest=HIGHEST)
        return self._down(x, y, target, spot)

    def near(self, target: str | None, spot: Spot) -> Pose:
        """The same, as near to the spot as the hand reaches."""
        return self._down(*within_reach(*self._above(target, spot)), target, spot)

    def _above(self, target: str | None, spot: Spot) -> tuple[float, float]:
        x, y, _ = self._scene[target].pos if target else (0.0, 0.0, 0.0)
        return x + spot.x, y + spot.y

    def _down(self, x: float, y: float, target: str | None, spot: Spot) -> Pose:
        half = -bottom(self._piece, Pose((0.0, 0.0, 0.0), spot.quat))
        z = half + NEAR + (top(target, self._scene[target]) if target else 0.0)
        # Lower it by what is free around it: never too far, and soon as far as it goes.
        for _ in range(MOST_LOOKS):
            free = self._probe.free(Pose((x, y, z), spot.quat))
            if free <= PRECISION:
                break
            z -= free
        return Pose((x, y, z), spot.quat)

    def clear(self, pose: Pose) -> Pose:
        """The pose, raised as far as the piece would be inside of something."""
        x, y, z = pose.pos
        return Pose((x, y, z + max(0.0, -self._probe.free(pose))), pose.quat)


def path_to(scene: Scene, piece: str, pose: Pose, tremor: Tremor | None = None, seed: str | int | None = None) -> Path:
    """A path that takes a piece up above everything, lets it down to `pose` and lets go."""
    x, y, z = pose.pos
    highest = max([top(other, where) for other, where in scene.items()] + [z])
    start = highest + CLEARANCE
    near = (start - z - NEAR) / SWIFT
    down = near + NEAR / SLOW
    stops = [(0.0, start), (near, z + NEAR), (down, z), (down + PAUSE, z)]
    path = Path()
    for time, height in stops:
        path.add(Target(time, Pose((x, y, height), pose.quat)))
    path.let_go(down + PAUSE)
    return path if tremor is None else trembling(path, tremor, random.Random(seed))


def path_onto(
    scene: Scene,
    piece: str,
    target: str | None,
    spot: Spot,
    tremor: Tremor | None = None,
    seed: str | int | None = None,
) -> Path:
    """The same to a spot of the piece's target, or of the table; or IllegalMove."""
    return path_to(scene, piece, Landing(scene, piece).at(target, spot), tremor, seed)


def path_for(
    state: State, details: Mapping[str, Json], tremor: Tremor | None = None, seed: str | int | None = None
) -> Path:
    """The path that the details of a `place` give, or that the program makes to their pose; or IllegalMove.

    `tremor` is for a path that the program makes.
    """
    if details.keys() == {"path", "release"}:
        return read_path(details["path"], details["release"])
    if details.keys() != {"pose"} or state.held is None:
        raise IllegalMove("splash.place-how")
    target = next(iter(state.targets), None)
    return path_onto(state.pieces, state.held, target, read_spot(details["pose"]), tremor, seed)


def unsteady(pose: Pose, tremor: Tremor, rng: random.Random) -> Pose:
    """Where an unsteady hand really brings a piece: a little off, a little tilted."""
    x, y, z = pose.pos
    lean = about(_direction(rng), rng.gauss(0, tremor.tilt))
    return Pose((x + rng.gauss(0, tremor.aim), y + rng.gauss(0, tremor.aim), z), product(lean, pose.quat))


def trembling(path: Path, tremor: Tremor, rng: random.Random) -> Path:
    """The path as an unsteady hand carries it out: aimed a little wrong, shaking a little, never out of reach."""
    assert path.release is not None
    missed = unsteady(Pose((0.0, 0.0, 0.0)), tremor, rng)
    shakes = [shake(tremor.shake, rng) for _ in missed.pos]
    shaken = Path()
    beats = round(path.release / BEAT)
    for beat in range(beats + 1):
        time = path.release * beat / beats
        pose = path.at(time)
        x, y, z = (a + b + shaken_by(time) for a, b, shaken_by in zip(pose.pos, missed.pos, shakes, strict=True))
        shaken.add(Target(time, Pose(within_bounds((x, y, z)), product(missed.quat, pose.quat))))
    shaken.let_go(path.release)
    return shaken


def _direction(rng: random.Random) -> tuple[float, float, float]:
    """A level axis, drawn evenly."""
    angle = rng.uniform(0, math.pi)
    return (math.cos(angle), math.sin(angle), 0.0)


def shake(size: float, rng: random.Random) -> Callable[[float], float]:
    """How far the hand is off at a time: a slow sway and a quick tremble."""
    waves = [(rng.uniform(1, 3), rng.uniform(0, math.tau)), (rng.uniform(8, 12), rng.uniform(0, math.tau))]
    return lambda time: size * sum(math.sin(math.tau * pitch * time + phase) for pitch, phase in waves)
