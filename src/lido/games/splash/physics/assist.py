"""Placing without steering: from a pose on the target the program makes the path of a hand, or what one aims at."""

import math
import random
from collections.abc import Mapping
from typing import NamedTuple

from lido.errors import IllegalMove
from lido.game import Json
from lido.games.splash.physics.path import HIGHEST, REACH, Path, Target, numbers, read_path, within_reach
from lido.games.splash.physics.steer import DEGREES, guided
from lido.games.splash.physics.world import Probe
from lido.games.splash.pieces import FACES, Scene, bottom, top
from lido.games.splash.space import UP, Pose, Quaternion, about, angle_between, distance, product, yaw_of
from lido.games.splash.state import State

CLEARANCE = 0.03
"""Metres above everything at which a piece is taken up."""
NEAR = 0.004
"""Metres above its place from which on a piece is let down slowly."""
SWIFT, SLOW = 0.15, 0.02
"""Metres per second, before and after."""
PAUSE, LINGER = 0.15, 0.5
"""Seconds from arriving to letting go: the piece comes to rest, and a hand that lags has arrived too."""
PRESS = 0.0025
"""Metres below its place to which a led hand presses a piece, so that it lies level before it is let go."""
CARRYING = 0.12
"""Metres per second at which a led hand goes over the target."""
TURNING = 2.0
"""Radians per second at which it turns and levels the piece on the way."""
STILL = 0.6
"""Seconds that it waits above the target until the piece swings no more."""
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


class Miss(NamedTuple):
    """How far off a player aims, as standard deviations."""

    aim: float
    """Metres in each direction."""
    tilt: float
    """Radians, and the same about the upright axis."""


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


def path_to(scene: Scene, pose: Pose) -> Path:
    """A path that takes a piece up above everything, lets it down to `pose` and lets go."""
    path = Path()
    _let_down(path, 0.0, _over(scene, pose), pose, 0.0, PAUSE)
    return path


def aims_to(scene: Scene, start: Pose | None, pose: Pose) -> Path:
    """What a hand aims at that brings a piece from `start` over its place, turns it on the way, and lets it down.

    Where the start is not known, the piece is taken up above its place.
    """
    if start is None:
        return path_to(scene, pose)
    over = _over(scene, pose)
    path = Path()
    path.add(Target(0.0, start))
    there = max(distance(start.pos, over.pos) / CARRYING, angle_between(start.quat, over.quat) / TURNING, STILL)
    path.add(Target(there, over))
    _let_down(path, there + STILL, over, pose, PRESS, LINGER)
    return path


def _over(scene: Scene, pose: Pose) -> Pose:
    """The pose, above everything."""
    x, y, z = pose.pos
    return Pose((x, y, max([top(piece, where) for piece, where in scene.items()] + [z]) + CLEARANCE), pose.quat)


def _let_down(path: Path, time: float, over: Pose, pose: Pose, press: float, pause: float) -> None:
    """Go on from above a place down to it, slowly in the end, and let go."""
    x, y, z = pose.pos
    near = time + (over.pos[2] - z - NEAR) / SWIFT
    down = near + (NEAR + press) / SLOW
    for moment, height in ((time, over.pos[2]), (near, z + NEAR), (down, z - press), (down + pause, z - press)):
        path.add(Target(moment, Pose((x, y, height), pose.quat)))
    path.let_go(down + pause)


def path_for(state: State, details: Mapping[str, Json]) -> Path:
    """The path that the details of a `place` give, or that the program makes to their pose; or IllegalMove.

    Without details the program sets the piece in the middle of its target.
    """
    return _path(details) or path_to(state.pieces, _landing(state, details))


def aims_for(state: State, details: Mapping[str, Json]) -> Path:
    """What a hand aims at by the details of a `place`; or IllegalMove."""
    return _path(details) or aims_to(state.pieces, state.start, _landing(state, details))


def _path(details: Mapping[str, Json]) -> Path | None:
    """The path that the details give, if they give one."""
    if details.keys() != {"path", "release"}:
        return None
    return read_path(details["path"], details["release"])


def _landing(state: State, details: Mapping[str, Json]) -> Pose:
    """Where the piece comes to lie at the pose that the details give; without any, in the middle of its target."""
    if state.held is None or details.keys() not in ({"pose"}, set()):
        raise IllegalMove("splash.place-how")
    target, landing = next(iter(state.targets), None), Landing(state.pieces, state.held)
    if not details:
        return landing.near(target, Spot(0.0, 0.0, yaw_of(state.pieces[target]) if target else 0.0, 0))
    return landing.at(target, read_spot(details["pose"]))


def performed(state: State, details: Mapping[str, Json], seed: str | int | None = None) -> Path:
    """The path of the table's hand that aims where the details of a `place` say; or IllegalMove."""
    aims = aims_for(state, details)
    return guided(aims, state.start or aims.targets[0].pose, DEGREES[state.hand], seed)


def missed(pose: Pose, miss: Miss, rng: random.Random) -> Pose:
    """Where a player aims who means that pose: a little off, a little tilted and turned."""
    x, y, z = pose.pos
    angle = rng.uniform(0, math.pi)
    lean = about((math.cos(angle), math.sin(angle), 0.0), rng.gauss(0, miss.tilt))
    turned = product(lean, product(about(UP, rng.gauss(0, miss.tilt)), pose.quat))
    return Pose((x + rng.gauss(0, miss.aim), y + rng.gauss(0, miss.aim), z), turned)
