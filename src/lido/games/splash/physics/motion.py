"""A world in motion, from the moment that something moves one of its pieces until all is at rest."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator

from lido.games.splash.physics.touch import Touch
from lido.games.splash.physics.world import LOOK, STEP, World
from lido.games.splash.space import Pose, Vector

GRAVITY = 9.81


class Motion(ABC):
    """One piece is moved, then everything is left to itself; `advance` lets time pass."""

    def __init__(self, world: World, piece: str) -> None:
        """The piece is the one that is moved; what it touches is always felt."""
        self._world = world
        self._piece = piece
        self._touch = Touch(world, piece)
        self._done = 0
        self._settling: Iterator[None] | None = None

    @property
    def time(self) -> float:
        """Seconds since the motion began."""
        return self._done * STEP

    @property
    @abstractmethod
    def held(self) -> str | None:
        """The piece while it is in the hand."""

    @abstractmethod
    def advance(self, time: float) -> bool:
        """Let time pass up to that moment, or as far as is known what happens; whether all is at rest."""

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

    def velocity(self) -> tuple[Vector, Vector]:
        """How fast the piece that is moved moves, and how it spins in its own frame."""
        return self._world.velocity(self._piece)

    def touched(self) -> frozenset[str | None]:
        """What the piece that is moved touches now; None is the table."""
        pieces = (None, *self._world.pieces)
        pairs = [(pieces[one], pieces[other]) for one, other in self._world.contacts()]
        return frozenset(other for pair in pairs for other in pair if self._piece in pair and other != self._piece)

    def _fall(self, time: float) -> bool:
        """Leave everything to itself up to a time; whether it is at rest."""
        if self._settling is None:
            self._world.push(self._piece, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
            self._settling = self._world.settling()
        while self.time < time:
            if next(self._settling, self) is self:
                return True
            self._done += LOOK
            self._touch.fallen(self.time)
        return False
