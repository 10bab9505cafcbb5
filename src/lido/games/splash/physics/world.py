"""Pieces of wood on a table, simulated by MuJoCo. The constants are justified in docs/physics.md.

Outside, lengths are metres. Inside, a length unit is 1/128 m, so that numbers are near 1 and
poses go in and out without losing a bit; masses are grams, times seconds.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import mujoco
import numpy as np
from mujoco import rollout
from numpy.typing import NDArray

from lido.errors import IllegalMove
from lido.games.splash.judge import Contact, Touching
from lido.games.splash.pieces import CORNERS, SIZES, Scene, shape
from lido.games.splash.space import Pose, Vector

# MuJoCo would write its warnings to a file where the program was started; `settle` looks for itself.
mujoco.set_mju_user_warning(lambda message: None)

UNITS = 128.0
"""Length units in a metre."""
STEP = 0.001
"""Seconds between two states of the world."""
GRAVITY = 9.81 * UNITS
DENSITY = 680_000 / UNITS**3
"""Beech: 680 kg/m³."""
FRICTION = 0.5
"""Varnished wood on wood, and on the table."""
STIFFNESS = (0.002, 1.0)
IMPEDANCE = (0.99, 0.999, 0.0001, 0.5, 2.0)
SKIN = 1.2e-5
"""Metres from its surface at which a piece is felt by another: two that touch exactly are then nearly at rest."""
TOUCH = 2.5e-5
"""The same for the judge: pieces within twice this many metres touch."""

REST_SPEED = 0.001
REST_SPIN = 0.05
REST_TIME = 0.5
LONGEST_SETTLING = 10.0
"""At rest: every piece slower than this, for so long; after the longest time it is judged as it is (SP-R7)."""
LOOK = 5
"""Steps between two looks at whether everything is at rest."""

FREE = 7
"""How many numbers a pose inside has."""
MOVING = 6
"""How many numbers a velocity inside has."""
FULL = mujoco.mjtState.mjSTATE_FULLPHYSICS
INTEGRATION = mujoco.mjtState.mjSTATE_INTEGRATION


def model(scene: Scene, *, awake: frozenset[str] | None = None, skin: float = SKIN) -> mujoco.MjModel:
    """The pieces of a scene on a table, in the order of their names.

    With `awake` given, the other pieces sleep until something touches them.
    """
    spec = mujoco.MjSpec()
    option = spec.option
    option.timestep = STEP
    option.gravity = [0, 0, -GRAVITY]
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = 10
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    # A world that ran wild must be seen, not begun anew.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
    if awake is not None:
        option.enableflags |= mujoco.mjtEnableBit.mjENBL_SLEEP
        option.sleep_tolerance = 0  # nothing falls asleep by itself: rest is for the laws to judge
    wood: dict[str, Any] = {
        "friction": [FRICTION, 0.005, 0.0001],
        "solref": list(STIFFNESS),
        "solimp": list(IMPEDANCE),
        "condim": 3,
        "density": DENSITY,
        "margin": skin * UNITS,
    }
    prism = spec.add_mesh(name="prism")
    prism.uservert = [UNITS * number for corner in CORNERS["prism"] for number in corner]
    spec.worldbody.add_geom(name="table", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 1], **wood)
    for piece in sorted(scene):
        body = spec.worldbody.add_body(name=piece, pos=[UNITS * x for x in scene[piece].pos], quat=scene[piece].quat)
        body.add_freejoint()
        if awake is not None and piece not in awake:
            body.sleep = mujoco.mjtSleepPolicy.mjSLEEP_INIT
        if shape(piece) == "prism":
            body.add_geom(name=piece, type=mujoco.mjtGeom.mjGEOM_MESH, meshname="prism", **wood)
        else:
            half = [side * UNITS / 2 for side in SIZES[shape(piece)]]
            body.add_geom(name=piece, type=mujoco.mjtGeom.mjGEOM_BOX, size=half, **wood)
    compiled = spec.compile()
    # To the last bit: compiling makes every quaternion a unit anew.
    compiled.qpos0[:] = [number for piece in sorted(scene) for number in _inside(scene[piece])]
    return compiled


def _inside(pose: Pose) -> list[float]:
    """A pose in the units of the simulation."""
    return [*(UNITS * part for part in pose.pos), *pose.quat]


class World:
    """Pieces that move: a scene, and how it changes step by step."""

    def __init__(self, scene: Scene, awake: frozenset[str] | None = None) -> None:
        self.pieces = tuple(sorted(scene))
        self._model = model(scene, awake=awake)
        self._data = data = mujoco.MjData(self._model)
        # Views of what is read and written in every step: to get one takes longer than to use it.
        self._poses, self._speeds, self._forces = data.qpos, data.qvel, data.xfrc_applied
        self._number = {piece: number for number, piece in enumerate(self.pieces)}

    @property
    def steps(self) -> int:
        """How many steps have been made."""
        return round(float(self._data.time) / STEP)

    @property
    def awake(self) -> int:
        """How many pieces are not asleep."""
        return int(self._data.ntree_awake)

    def pose(self, piece: str) -> Pose:
        """Where a piece is now."""
        at = FREE * self._number[piece]
        x, y, z, *quat = self._poses[at : at + FREE].tolist()
        return Pose((x / UNITS, y / UNITS, z / UNITS), (quat[0], quat[1], quat[2], quat[3]))

    def scene(self) -> dict[str, Pose]:
        """Where all pieces are now."""
        return {piece: self.pose(piece) for piece in self.pieces}

    def velocity(self, piece: str) -> tuple[Vector, Vector]:
        """How fast a piece moves, in metres per second, and how fast it spins in its own frame."""
        at = MOVING * self._number[piece]
        x, y, z, *spin = self._speeds[at : at + MOVING].tolist()
        return (x / UNITS, y / UNITS, z / UNITS), (spin[0], spin[1], spin[2])

    def weight(self, piece: str) -> tuple[float, float]:
        """The mass of a piece in grams, and its mean moment of inertia in gram square metres."""
        body = 1 + self._number[piece]
        return float(self._model.body_mass[body]), float(self._model.body_inertia[body].mean()) / UNITS**2

    def push(self, piece: str, force: Vector, torque: Vector) -> None:
        """From now on, act on a piece with a force (gram metres per s²) and a torque (gram square metres per s²)."""
        (x, y, z), (roll, pitch, yaw), area = force, torque, UNITS * UNITS
        inside = (UNITS * x, UNITS * y, UNITS * z, area * roll, area * pitch, area * yaw)
        self._forces[1 + self._number[piece]] = inside

    def step(self, steps: int = 1) -> None:
        """Let time pass."""
        mujoco.mj_step(self._model, self._data, steps)

    @property
    def touches(self) -> bool:
        """Whether anything that is awake touches anything."""
        return bool(self._data.ncon)

    def contacts(self) -> dict[tuple[int, int], Vector]:
        """What touches what now (numbers of geoms, 0 being the table), with the normal of one contact of each pair."""
        if not self._data.ncon:
            return {}
        contact = self._data.contact
        pairs = zip(contact.geom.tolist(), contact.frame[:, :3].tolist(), strict=True)
        return {(one, other): (x, y, z) for (one, other), (x, y, z) in pairs}

    def speeds(self) -> NDArray[np.float64]:
        """How fast every geom moves, in metres per second: `[geoms, 3]`, the table first."""
        speeds = np.zeros((1 + len(self.pieces), 3))
        speeds[1:] = self._speeds.reshape(-1, MOVING)[:, :3] / UNITS
        return speeds

    def settle(self) -> dict[str, Pose]:
        """Let time pass until everything is at rest, or long enough (SP-R7), and return the resulting scene."""
        for _ in self.settling():
            pass
        return self.settled()

    def settling(self) -> Iterator[None]:
        """The same little by little: `LOOK` steps each time it is asked to go on."""
        quiet, elapsed = 0.0, 0.0
        while quiet < REST_TIME and elapsed < LONGEST_SETTLING:
            self.step(LOOK)
            elapsed += LOOK * STEP
            quiet = quiet + LOOK * STEP if self._still() else 0.0
            yield

    def settled(self) -> dict[str, Pose]:
        """The scene when nothing moves any more; IllegalMove where the simulation ran wild."""
        if not np.isfinite(self._data.qpos).all():
            raise IllegalMove("splash.wild")
        return self.scene()

    def _still(self) -> bool:
        moving = np.square(self._speeds.reshape(-1, 2, 3)).sum(axis=2)
        return bool((moving < ((REST_SPEED * UNITS) ** 2, REST_SPIN**2)).all())

    def save(self) -> NDArray[np.float64]:
        """The state, to the last bit."""
        state = np.empty(mujoco.mj_stateSize(self._model, INTEGRATION))
        mujoco.mj_getState(self._model, self._data, state, INTEGRATION)
        return state

    def restore(self, state: NDArray[np.float64]) -> None:
        """Go back to a state of a world with the same beginning: it goes on exactly as it did.

        What slept then sleeps again, and what has moved or moves is woken by that.
        """
        mujoco.mj_resetData(self._model, self._data)
        mujoco.mj_setState(self._model, self._data, state, INTEGRATION)


def touching(scene: Scene) -> Touching:
    """Which pieces touch which, and which touch the table, from their poses alone."""
    world = model(scene, skin=TOUCH)
    data = mujoco.MjData(world)
    mujoco.mj_kinematics(world, data)
    mujoco.mj_comPos(world, data)
    mujoco.mj_collision(world, data)
    names = ("", *sorted(scene))
    upward: dict[tuple[str, str], list[float]] = {}
    for (one, other), frame in zip(data.contact.geom.tolist(), data.contact.frame.tolist(), strict=True):
        upward.setdefault((names[one], names[other]), []).append(frame[2])
    contacts = [Contact(one, other, sum(ups) / len(ups)) for (one, other), ups in upward.items() if one]
    return Touching(sorted(contacts), frozenset(other for one, other in upward if not one))


def settled(scene: Scene) -> dict[str, Pose]:
    """The scene once the pieces, left to themselves, are at rest."""
    return World(scene).settle()


class Probe:
    """Asks how far one piece would be from everything else, wherever it is put."""

    def __init__(self, scene: Scene, piece: str) -> None:
        self._model = model({**scene, piece: Pose((0.0, 0.0, 0.0))})
        self._data = mujoco.MjData(self._model)
        self._geom = self._model.geom(piece).id
        self._others = [geom for geom in range(self._model.ngeom) if geom != self._geom]

    def free(self, pose: Pose) -> float:
        """Metres to the nearest other piece or to the table, no more than one; negative inside of something."""
        at = FREE * (self._geom - 1)
        self._data.qpos[at : at + FREE] = _inside(pose)
        mujoco.mj_kinematics(self._model, self._data)
        return min(self._to(other) for other in self._others) / UNITS

    def _to(self, other: int) -> float:
        return float(mujoco.mj_geomDistance(self._model, self._data, self._geom, other, UNITS, None))


class Trials:
    """Many trials of setting one piece, all from the same scene, run side by side without the hand."""

    def __init__(self, scene: Scene, piece: str, threads: int) -> None:
        self._model = model({**scene, piece: Pose((0.0, 0.0, 0.0))})
        self._data = [mujoco.MjData(self._model) for _ in range(threads)]
        self._at = FREE * sorted((*scene, piece)).index(piece)
        self._threads = threads

    def moved(self, starts: Sequence[Pose], seconds: float) -> NDArray[np.float64]:
        """By start of the piece, how far every piece is from where it began, in metres: `[starts, pieces]`."""
        begin = np.zeros((len(starts), mujoco.mj_stateSize(self._model, FULL)))
        poses = begin[:, 1 : 1 + self._model.nq]
        poses[:] = self._model.qpos0
        for row, start in zip(poses, starts, strict=True):
            row[self._at : self._at + FREE] = _inside(start)
        with rollout.Rollout(nthread=self._threads) as runs:
            states, _ = runs.rollout(self._model, self._data, begin, nstep=round(seconds / STEP))
        off = _places(states[:, -1, 1 : 1 + self._model.nq]) - _places(poses)
        distances: NDArray[np.float64] = np.linalg.norm(off, axis=2) / UNITS
        return distances


def _places(qpos: NDArray[np.float64]) -> NDArray[np.float64]:
    """The positions alone, `[rows, pieces, 3]`."""
    return qpos.reshape(len(qpos), -1, FREE)[:, :, :3]
