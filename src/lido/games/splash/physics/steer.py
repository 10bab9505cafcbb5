"""The guided hand: it goes where it is wanted, as well as a hand can.

It starts where the piece is taken up and follows what it aims at with a lag. It sways, trembles and tilts, and
swings when it is rushed. A raised arm sways more. Nothing here looks at a clock: the caller says what time it is.
The resulting path is all that the physics ever sees.
"""

import math
import random
from collections import deque
from typing import NamedTuple

from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import LONGEST_PATH, Leg, Path, Target, within_bounds, within_pace
from lido.games.splash.pieces import Scene
from lido.games.splash.space import Pose, Quaternion, Vector, about, between, length, product, unit

BEAT = 0.02
"""Seconds between the targets of a guided hand."""
MOST_WANTED = 64
"""Poses that wait for their time; of more, the oldest are forgotten."""
DIGITS = 6
"""Targets are kept to the micrometre, so that records stay short."""
SWAY = (0.3, 0.4)
TREMBLE = (10.0, 0.12)
"""Hertz, and the damping of what swings at that pitch, as a share of critical."""
SWING = (1.6, 0.22)
"""The same for a piece that dangles from a hand that stops."""
LEANING = 30.0
"""Radians that a piece leans for each metre that it swings."""
RESTED = 0.05
"""Metres above the table up to which the forearm rests on it."""
RAISING, MOST_RAISED = 0.015, 2.5
"""Metres above that for which the sway of the raised arm grows by its own size, and how many times it is at most."""
CALMING = 0.25
"""Seconds in which the haste of a hand that has stopped goes down to a third."""
UNREST = 5.0
"""By how much of itself the tremor grows for each metre per second of haste."""


LATE = 0.25
"""Seconds that a player is behind what there is to see."""
ARRIVED = 0.4
"""Seconds after the end of its way from which on what is off is the hand's fault, and not its lag."""
LEADING, CORRECTING = 0.6, 1.0
"""How much of what is off is corrected at once, and in a second."""
WATCHED = 0.7
"""The share of the sway that is left of it."""


class Degree(NamedTuple):
    """How unsteady hands are at a table; tremors as standard deviations in each direction."""

    lag: float
    """Seconds that the hand is behind what it aims at."""
    sway: float
    """Metres of slow sway, with the forearm on the table."""
    tremble: float
    """Metres of quick tremble."""
    tilt: float
    """Radians."""
    haste: float
    """How much of a change of its speed makes a piece swing."""


DEGREES = {
    "steady": Degree(lag=0.08, sway=0.0002, tremble=0.00004, tilt=0.007, haste=0.04),
    "natural": Degree(lag=0.12, sway=0.0006, tremble=0.00010, tilt=0.020, haste=0.14),
    "windy": Degree(lag=0.15, sway=0.0014, tremble=0.00020, tilt=0.040, haste=0.28),
}
"""By the value of the option `hand` (SP-R15)."""


def raised(height: float) -> float:
    """How much more than on the table an arm sways that is held that many metres above it."""
    return min(1.0 + max(0.0, height - RESTED) / RAISING, MOST_RAISED)


class _Noise:
    """What swings at a pitch, kept going by chance: of its future, its past tells little.

    It begins at rest; its deviation soon is 1.
    """

    def __init__(self, pitch: float, damping: float, rng: random.Random) -> None:
        turn, shrink = math.tau * pitch * BEAT, math.exp(-math.tau * pitch * damping * BEAT)
        self._last, self._before_last = 2 * shrink * math.cos(turn), -shrink * shrink
        one, two = self._last, self._before_last
        self._push = math.sqrt((1 + two) * ((1 - two) ** 2 - one**2) / (1 - two))
        self._rng = rng
        self.now = self._then = 0.0

    def beat(self) -> float:
        """Its next value."""
        pushed = self._push * self._rng.gauss(0, 1)
        self.now, self._then = self._last * self.now + self._before_last * self._then + pushed, self.now
        return self.now


class _Swing:
    """How far a piece swings, along one axis, behind a hand that changes its speed."""

    def __init__(self) -> None:
        self.off = self._speed = 0.0

    def beat(self, change: float) -> float:
        """Where it is after a beat in which the speed changed by so many metres per second."""
        pitch, damping = math.tau * SWING[0], SWING[1]
        self._speed -= change + BEAT * (pitch * pitch * self.off + 2 * damping * pitch * self._speed)
        self.off += BEAT * self._speed
        return self.off


class Tremor:
    """How far a hand is off, beat by beat. Without a seed nobody can foresee it."""

    def __init__(self, degree: Degree, seed: str | int | None = None) -> None:
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        self._degree = degree
        self._sway = [_Noise(*SWAY, rng) for _ in range(3)]
        self._tremble = [_Noise(*TREMBLE, rng) for _ in range(3)]
        self._tilt = [_Noise(*SWAY, rng) for _ in range(2)]
        self._swing = [_Swing() for _ in range(2)]
        self._haste = 0.0

    def beat(self, height: float, before: Vector, speed: Vector) -> tuple[Vector, Quaternion]:
        """How far off, and how tilted, a hand at that height is that has changed its speed in this beat."""
        degree = self._degree
        self._haste += (length(speed) - self._haste) * BEAT / CALMING
        restless = 1 + UNREST * self._haste
        sway, tremble = degree.sway * restless * raised(height), degree.tremble * restless
        x, y, z = (
            sway * slow.beat() + tremble * quick.beat() for slow, quick in zip(self._sway, self._tremble, strict=True)
        )
        east, north = (
            swing.beat(degree.haste * (now - then))
            for swing, now, then in zip(self._swing, speed, before, strict=False)
        )
        tilt = degree.tilt * restless
        roll, pitch = (tilt * lean.beat() for lean in self._tilt)
        lean = _turned_by(roll + LEANING * north, pitch - LEANING * east)
        return (x + east, y + north, z / 2), lean


def _turned_by(roll: float, pitch: float) -> Quaternion:
    """A small turn about the level axes."""
    angle = math.hypot(roll, pitch)
    return about((roll / angle, pitch / angle, 0.0), angle) if angle else about((1.0, 0.0, 0.0), 0.0)


class Steering:
    """Where a guided hand goes, beat by beat."""

    def __init__(self, start: Pose, degree: Degree, seed: str | int | None = None) -> None:
        """The tremor is drawn from the seed; without one, nobody can foresee it."""
        self._wanted = deque([Target(0.0, start)], MOST_WANTED)
        self._aimed = self._followed = self._last = start
        self._speed: Vector = (0.0, 0.0, 0.0)
        self._beats = 0
        self._share = 1 - math.exp(-BEAT / degree.lag)
        self._tremor = Tremor(degree, seed)

    @property
    def next_beat(self) -> float:
        """The time of the next target."""
        return round((self._beats + 1) * BEAT, DIGITS)

    def want(self, target: Target) -> None:
        """The hand should be there then; what was wanted for the same time or later no longer is.

        One that comes late counts from now on: the hand has waited where it was wanted last.
        """
        while len(self._wanted) > 1 and self._wanted[-1].time >= target.time:
            self._wanted.pop()
        last = self._wanted[-1]
        if len(self._wanted) == 1:
            last = self._wanted[-1] = Target(max(last.time, self._beats * BEAT), last.pose)
        self._wanted.append(Target(max(target.time, last.time), Pose(target.pose.pos, unit(target.pose.quat))))

    def beat(self) -> Target:
        """The next target of the hand: where it has followed to, give or take a tremor."""
        time = self.next_beat
        self._aimed = within_pace(self._aimed, self._at(time), BEAT)
        here, speed = self._follow()
        off, lean = self._tremor.beat(here.pos[2], self._speed, speed)
        self._followed, self._speed = here, speed
        x, y, z = (part + more for part, more in zip(here.pos, off, strict=True))
        pose = within_pace(self._last, Pose(within_bounds((x, y, z)), product(lean, here.quat)), BEAT)
        x, y, z = (round(part, DIGITS) for part in pose.pos)
        self._last = Pose((x, y, z), unit(pose.quat))
        self._beats += 1
        return Target(time, self._last)

    def _follow(self) -> tuple[Pose, Vector]:
        """A share of the way to what is aimed at, and the speed of that."""
        start, end = self._followed, self._aimed
        x, y, z = (a + (b - a) * self._share for a, b in zip(start.pos, end.pos, strict=True))
        east, north, up = ((b - a) / BEAT for a, b in zip(start.pos, (x, y, z), strict=True))
        return Pose((x, y, z), unit(between(start.quat, end.quat, self._share))), (east, north, up)

    def _at(self, time: float) -> Pose:
        """Where the hand is wanted at a time; after the last pose it waits there."""
        while len(self._wanted) > 1 and self._wanted[1].time <= time:
            self._wanted.popleft()
        first, *later = self._wanted
        return Leg(first, later[0]).at(time) if later and first.time < time else first.pose


class Steered:
    """A placement by a guided hand, while time passes."""

    def __init__(self, scene: Scene, piece: str, start: Pose, degree: Degree, seed: str | int | None = None) -> None:
        self.placement = Placement(scene, piece, start)
        self._steering = Steering(self.placement.path.targets[0].pose, degree, seed)
        self._release = LONGEST_PATH

    def want(self, target: Target) -> None:
        """The hand should be there then; see `Steering`."""
        self._steering.want(target)

    def let_go(self, time: float) -> None:
        """Let go at that time or, if it has passed, at once. A hand that nobody opens opens after a minute."""
        self._release = min(self._release, max(round(time, 3), self.placement.path.targets[-1].time))

    def advance(self, time: float) -> bool:
        """Let time pass up to that moment; whether all is at rest."""
        if self.placement.path.release is None:
            while self._steering.next_beat <= min(time, self._release):
                self.placement.lead(self._steering.beat())
            if self._release <= time:
                self.placement.open(self._release)
        return self.placement.advance(time)


class _Eyes:
    """What a player corrects who sees, late, how far the hand is from where it should be."""

    def __init__(self) -> None:
        self._meant: Vector = (0.0, 0.0, 0.0)
        self._seen: list[tuple[float, float]] = []
        self._sum = (0.0, 0.0)

    def see(self, meant: Vector, hand: Vector) -> None:
        """The hand is here; it should be there."""
        if meant[:2] != self._meant[:2]:  # on the way
            self._seen.clear()
            self._sum = (0.0, 0.0)
        self._meant = meant
        self._seen.append((meant[0] - hand[0], meant[1] - hand[1]))

    def lead(self) -> tuple[float, float]:
        """How far beside where the hand should be the player aims now."""
        late = len(self._seen) - round(LATE / BEAT)
        if late * BEAT < ARRIVED:
            return (0.0, 0.0)
        x, y = self._seen[late]
        self._sum = (self._sum[0] + CORRECTING * BEAT * x, self._sum[1] + CORRECTING * BEAT * y)
        return (self._sum[0] + LEADING * x, self._sum[1] + LEADING * y)


def guided(aims: Path, start: Pose, degree: Degree, seed: str | int | None = None) -> Path:
    """The path of a hand that aims at these poses, from where the piece is taken up, and corrects what it sees."""
    assert aims.release is not None
    steering, eyes, path = Steering(start, degree, seed), _Eyes(), Path()
    path.add(Target(0.0, start))
    while (time := steering.next_beat) <= aims.release:
        meant = aims.at(time)
        east, north = eyes.lead()
        x, y, z = meant.pos
        steering.want(Target(time, Pose((x + east, y + north, z), meant.quat)))
        path.add(steering.beat())
        eyes.see(meant.pos, path.targets[-1].pose.pos)
    path.let_go(aims.release)
    return path
