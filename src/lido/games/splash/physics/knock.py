"""A knock against the tower, as in an accident: something pushes one of its pieces aside, for a moment."""

import math
import random

from lido.games.splash.physics.motion import GRAVITY, Motion
from lido.games.splash.physics.world import World
from lido.games.splash.pieces import Scene
from lido.games.splash.space import limited

SPEEDS = (0.15, 0.6)
"""Metres per second at which the piece is pushed."""
LASTS = 0.12
"""Seconds that it is pushed."""
STIFFNESS = 200.0
"""How quickly the piece takes on that speed, per second."""
STRONGEST = 3.0
"""The most force, in weights of the whole tower."""


class Knock(Motion):
    """A scene that is knocked, and falls or not, until all is at rest."""

    def __init__(self, scene: Scene, seed: str | int | None = None) -> None:
        """Which piece is pushed, where to and how fast is drawn from the seed; without one, nobody can foresee it."""
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        piece = rng.choice(sorted(scene))
        angle, speed = rng.uniform(-math.pi, math.pi), rng.uniform(*SPEEDS)
        self._aside = (speed * math.cos(angle), speed * math.sin(angle))
        super().__init__(World(scene), piece)
        self._mass, _ = self._world.weight(piece)
        self._most = STRONGEST * GRAVITY * sum(self._world.weight(one)[0] for one in scene)

    @property
    def held(self) -> None:
        """No hand holds anything."""

    def advance(self, time: float) -> bool:
        """Let time pass up to that moment; whether all is at rest."""
        while self._settling is None and self.time < min(time, LASTS):
            self._push()
        return self.time >= LASTS and self._fall(time)

    def _push(self) -> None:
        """Push for one step."""
        (x, y, _), _ = self._world.velocity(self._piece)
        hard = self._mass * STIFFNESS
        force = limited((hard * (self._aside[0] - x), hard * (self._aside[1] - y), 0.0), self._most)
        self._world.push(self._piece, force, (0.0, 0.0, 0.0))
        self._world.step()
        self._done += 1
