"""A hand that is steered while time passes: it goes where it is wanted, no faster than a hand may, and trembles.

Nothing here looks at a clock: the caller says what time it is. The resulting path holds
the poses as they trembled, and is all that the physics ever sees.
"""

import random
from collections import deque

from lido.games.splash.physics.assist import BEAT, shake
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import LONGEST_PATH, Target, on_the_way, within_bounds, within_pace
from lido.games.splash.pieces import Scene
from lido.games.splash.space import Pose, distance, unit

CALM = 0.0001
"""Metres that a hand at rest shakes."""
HASTE = 0.002
"""Metres that it shakes more for each metre per second that it moves."""
CALMING = 0.25
"""Seconds in which the haste of a hand that has stopped goes down to a third."""
MOST_WANTED = 64
"""Poses that wait for their time; of more, the oldest are forgotten."""
DIGITS = 6
"""Targets are kept to the micrometre, so that records stay short."""


class Steering:
    """Where a steered hand goes, beat by beat."""

    def __init__(self, start: Pose, seed: str | int | None = None) -> None:
        """The tremor is drawn from the seed; without one, nobody can foresee it."""
        self._wanted = deque([Target(0.0, start)], MOST_WANTED)
        self._aimed = self._last = start
        self._beats = 0
        self._haste = 0.0
        rng = random.Random(seed)
        self._shakes = [shake(1.0, rng) for _ in start.pos]

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
        """The next target of the hand: as near as it can come to where it is wanted, give or take a tremor."""
        time = self.next_beat
        aimed = within_pace(self._aimed, self._at(time), BEAT)
        self._haste += (distance(self._aimed.pos, aimed.pos) / BEAT - self._haste) * BEAT / CALMING
        size = CALM + HASTE * self._haste
        x, y, z = (part + size * shaken(time) for part, shaken in zip(aimed.pos, self._shakes, strict=True))
        pose = within_pace(self._last, Pose(within_bounds((x, y, z)), aimed.quat), BEAT)
        x, y, z = (round(part, DIGITS) for part in pose.pos)
        self._aimed, self._last = aimed, Pose((x, y, z), unit(pose.quat))
        self._beats += 1
        return Target(time, self._last)

    def _at(self, time: float) -> Pose:
        """Where the hand is wanted at a time; after the last pose it waits there."""
        while len(self._wanted) > 1 and self._wanted[1].time <= time:
            self._wanted.popleft()
        first, *later = self._wanted
        return on_the_way(first, later[0], time) if later and first.time < time else first.pose


class Steered:
    """A placement by a steered hand, while time passes."""

    def __init__(self, scene: Scene, piece: str, start: Pose, seed: str | int | None = None) -> None:
        self.placement = Placement(scene, piece, start)
        self._steering = Steering(self.placement.path.targets[0].pose, seed)
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
