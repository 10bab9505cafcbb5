"""How hard things touch while a piece is placed: what a hand feels and a table hears. It changes nothing."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lido.games.splash.physics.world import LOOK, STEP, World
from lido.games.splash.space import Vector

HARD = 0.25
"""Metres per second at which a touch is as hard as it is said to be: a fall from three millimetres."""
SOFT = 0.02
"""A touch that is softer is none; a piece that is set down slowly is felt as this."""
APART = 0.1
"""Seconds after which two pieces that parted touch anew."""


class Touch:
    """Watches a world for new contacts."""

    def __init__(self, world: World, piece: str) -> None:
        self._world = world
        self._piece = 1 + world.pieces.index(piece)
        self._speeds: NDArray[np.float64] | None = None
        self._seen: dict[tuple[int, int], float] = {}
        self._hardest = 0.0

    def carried(self, step: int, speed: Vector) -> None:
        """See what touches after that step, in which the piece was in the hand, and was so fast before."""
        if not self._world.touches:  # nothing else moves, and nothing has to be kept
            self._speeds = None
            return
        if self._speeds is None:
            self._speeds = np.zeros((1 + len(self._world.pieces), 3))
            self._speeds[self._piece] = speed
        elif step % LOOK:
            return
        self._look(step * STEP, self._world.contacts(), SOFT)

    def fallen(self, time: float) -> None:
        """See what touches after a while in which everything was left to itself."""
        self._look(time, self._world.contacts(), 0.0)

    def _look(self, time: float, contacts: Mapping[tuple[int, int], Vector], least: float) -> None:
        """What the piece touches counts as `least`, however soft it is."""
        for pair, normal in contacts.items():
            if self._speeds is not None and time - self._seen.get(pair, -APART) >= APART:
                one, other = pair
                hard = abs(float((self._speeds[other] - self._speeds[one]) @ normal)) / HARD
                felt = max(hard, least) if self._piece in pair else hard
                self._hardest = max(self._hardest, min(1.0, felt)) if felt >= SOFT else self._hardest
            self._seen[pair] = time
        self._speeds = self._world.speeds()

    def taken(self) -> float:
        """How hard the hardest new touch since the last time was, from 0 to 1; 0 where there was none."""
        hardest, self._hardest = self._hardest, 0.0
        return hardest
