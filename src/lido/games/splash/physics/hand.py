"""The hand that carries a piece onto the tower and lets go.

It pulls the piece towards its target as a spring of limited force would: a rushed path swings,
a clumsy one knocks. The piece collides as it always does; the hand itself touches nothing else.
"""

import numpy as np
from numpy.typing import NDArray

from lido.errors import IllegalMove
from lido.games.splash.physics.motion import GRAVITY, Motion
from lido.games.splash.physics.path import Path, Target
from lido.games.splash.physics.world import SKIN, STEP, Probe, World
from lido.games.splash.pieces import Scene
from lido.games.splash.space import Pose, Vector, inverse, limited, product, rotated, turn_vector

PULL = 60.0
"""How hard the spring pulls: the angular frequency, in radians per second, of the piece swinging on it."""
DAMPING = 0.8
"""Of critical."""
STIFF, BRAKE = PULL * PULL, 2 * DAMPING * PULL
"""The spring and its damper, for each unit of mass."""
STRONGEST = 5.0
"""The most force, in weights of the piece."""
LEVER = 0.01
"""The most torque is the most force at this many metres."""
ROUNDING = 1e-9
"""Seconds; a step belongs to the path up to the last target's time."""


class Placement(Motion):
    """A piece in the hand over a scene: carried along a path as it becomes known, let go, settled.

    The result depends on the scene, the piece and the path alone, not on when its targets were given
    nor on how little by little it was carried out.
    """

    def __init__(self, scene: Scene, piece: str, start: Pose) -> None:
        """The piece is in the hand at `start`, which is the first target, and everything else sleeps."""
        self.path = Path()
        self.path.add(Target(0.0, start))
        start = self.path.targets[0].pose
        if Probe(scene, piece).free(start) <= SKIN:
            raise IllegalMove("splash.path-start")
        super().__init__(World({**scene, piece: start}, frozenset({piece})), piece)
        self._mass, self._inertia = self._world.weight(piece)

    @classmethod
    def along(cls, scene: Scene, piece: str, path: Path) -> "Placement":
        """A placement whose whole path is known, at its start."""
        assert path.release is not None
        placement = cls(scene, piece, path.targets[0].pose)
        placement.path = path
        return placement

    @classmethod
    def whole(cls, scene: Scene, piece: str, path: Path) -> dict[str, Pose]:
        """The scene at rest after a whole path."""
        return cls.along(scene, piece, path).at_rest()

    @property
    def held(self) -> str | None:
        """The piece while it is in the hand."""
        return self._piece if self._settling is None else None

    def lead(self, target: Target) -> None:
        """The hand is to go on to a target; `advance` carries it there."""
        self._check_held()
        self.path.add(target)

    def feed(self, target: Target) -> Pose:
        """Carry the piece on to a target, up to its time; where the piece is then."""
        self.lead(target)
        self.advance(target.time)
        return self._world.pose(self._piece)

    def open(self, time: float) -> None:
        """The hand is to let go at that time, no sooner than the last target; `advance` lets the piece fall then."""
        self._check_held()
        last = self.path.targets[-1].time
        if time < last:
            raise IllegalMove("splash.path-order", time=time, last=last)
        self.path.let_go(time)

    def let_go(self, time: float) -> dict[str, Pose]:
        """Let go at that time, no sooner than the last target; the scene when all is at rest."""
        self.open(time)
        return self.at_rest()

    def _check_held(self) -> None:
        if self.path.release is not None:
            raise IllegalMove("splash.released")

    def advance(self, time: float) -> bool:
        """Let time pass up to that moment, or as far as the path is known; whether all is at rest."""
        known = self.path.targets[-1].time if self.path.release is None else self.path.release
        self._carry(min(time, known))
        return self.path.release is not None and self.path.release <= time and self._fall(time)

    def save(self) -> NDArray[np.float64]:
        """The state of the world to the last bit; with the path so far it is all there is."""
        return self._world.save()

    @classmethod
    def resumed(cls, scene: Scene, piece: str, path: Path, saved: NDArray[np.float64]) -> "Placement":
        """A placement as it was when it was saved."""
        placement = cls(scene, piece, path.targets[0].pose)
        placement.path = Path(list(path.targets))
        placement._world.restore(saved)
        placement._done = placement._world.steps
        return placement

    def _carry(self, time: float) -> None:
        """Follow the path up to a time."""
        while (now := self._done * STEP) < time - ROUNDING:
            velocity, spin = self._world.velocity(self._piece)
            self._world.push(self._piece, *self._pull(self.path.at(now), velocity, spin))
            self._world.step()
            self._done += 1
            self._touch.carried(self._done, velocity)

    def _pull(self, target: Pose, velocity: Vector, spin: Vector) -> tuple[Vector, Vector]:
        """The force and the torque of the hand on a piece that moves and spins so, limited."""
        pose = self._world.pose(self._piece)
        off = (target.pos[0] - pose.pos[0], target.pos[1] - pose.pos[1], target.pos[2] - pose.pos[2])
        turn = turn_vector(product(target.quat, inverse(pose.quat)))
        x, y, z = _spring(off, velocity, self._mass)
        torque = _spring(turn, rotated(pose.quat, spin), self._inertia)
        most = STRONGEST * self._mass * GRAVITY
        return limited((x, y, z + self._mass * GRAVITY), most), limited(torque, most * LEVER)


def _spring(off: Vector, speed: Vector, inertia: float) -> Vector:
    """The force of the spring on a mass, given its offset and its velocity."""
    return (
        inertia * (STIFF * off[0] - BRAKE * speed[0]),
        inertia * (STIFF * off[1] - BRAKE * speed[1]),
        inertia * (STIFF * off[2] - BRAKE * speed[2]),
    )
