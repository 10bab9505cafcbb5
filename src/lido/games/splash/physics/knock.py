"""A knock against the tower, as in an accident: something pushes one of its pieces aside, for a moment."""

import math
import random
from collections.abc import Iterator

from lido.games.splash.physics.touch import Touch
from lido.games.splash.physics.world import LOOK, STEP, World
from lido.games.splash.pieces import Scene
from lido.games.splash.space import Pose, limited

GRAVITY = 9.81
SPEEDS = (0.15, 0.6)
"""Metres per second at which the piece is pushed."""
LASTS = 0.12
"""Seconds that it is pushed."""
STIFFNESS = 200.0
"""How quickly the piece takes on that speed, per second."""
STRONGEST = 3.0
"""The most force, in weights of the whole tower."""


class Knock:
    """A scene that is knocked, and falls or not, until all is at rest; to be asked as a `Placement` is."""

    held = None

    def __init__(self, scene: Scene, seed: str | int | None = None) -> None:
        """Which piece is pushed, where to and how fast is drawn from the seed; without one, nobody can foresee it."""
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        self._piece = rng.choice(sorted(scene))
        angle, speed = rng.uniform(-math.pi, math.pi), rng.uniform(*SPEEDS)
        self._aside = (speed * math.cos(angle), speed * math.sin(angle))
        self._world = World(scene)
        self._mass, _ = self._world.weight(self._piece)
        self._most = STRONGEST * GRAVITY * sum(self._world.weight(piece)[0] for piece in scene)
        self._touch = Touch(self._world, self._piece)
        self._done = 0
        self._settling: Iterator[None] | None = None

    @property
    def time(self) -> float:
        """Seconds since the push began."""
        return self._done * STEP

    def advance(self, time: float) -> bool:
        """Let time pass up to that moment; whether all is at rest."""
        while self._settling is None and self.time < time:
            self._push()
        while self._settling is not None and self.time < time:
            if next(self._settling, self) is self:
                return True
            self._done += LOOK
            self._touch.fallen(self.time)
        return False

    def _push(self) -> None:
        """Push for one step; in the end, leave everything to itself."""
        (x, y, _), _ = self._world.velocity(self._piece)
        hard = self._mass * STIFFNESS
        force = limited((hard * (self._aside[0] - x), hard * (self._aside[1] - y), 0.0), self._most)
        self._world.push(self._piece, force, (0.0, 0.0, 0.0))
        self._world.step()
        self._done += 1
        if self.time >= LASTS:
            self._world.push(self._piece, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
            self._settling = self._world.settling()

    def at_rest(self) -> dict[str, Pose]:
        """The scene when all is at rest."""
        self.advance(math.inf)
        return self._world.settled()

    def scene(self) -> dict[str, Pose]:
        """Where everything is now."""
        return self._world.scene()

    def touch(self) -> float:
        """How hard something new was touched since this was last asked, from 0 to 1."""
        return self._touch.taken()
