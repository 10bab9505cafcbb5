"""Hands at other nodes: one hand at a time takes the piece of a table, whichever node its player is connected to.

Until a piece rests, the log has only that it was taken, so nodes tell each other. If two hands take the piece at the
same moment, both put it back.
"""

import time
from collections.abc import Callable

from lido.server.rooms.live import RoomAccess

HELD, FREE = "held", "free"
"""What other nodes are told when a piece is taken, and when a hand is empty again."""
LASTS = 80.0
"""Seconds for which that holds if nothing more is heard: a path, the fall after it, and a little more."""
AGAIN = 30.0
"""Seconds after which it is said again of a piece that is still held."""


class Elsewhere:
    """What this table's live parts at other nodes are known to do, and what they are told of this one."""

    __slots__ = ("_moves", "_moves_then", "_room", "_said", "_until")

    def __init__(self, room: RoomAccess, moves: Callable[[], int]) -> None:
        self._room = room
        self._moves = moves
        self._moves_then = -1
        """How many moves there were when a piece was taken at another node, and until when that may last."""
        self._until = 0.0
        self._said: float | None = None
        """When the others were told of a piece that is held here."""

    @property
    def is_busy(self) -> bool:
        """Whether the piece is in a hand at another node, as far as is known."""
        return self._moves_then == self._moves() and self._until > time.monotonic()

    async def take(self) -> None:
        """Tell the others that a piece is in a hand here."""
        self._said = time.monotonic()
        if not self._room.context.alone:
            await self._room.tell_live(HELD)

    async def hold_on(self) -> None:
        """Tell them again from time to time."""
        if self._said is not None and time.monotonic() - self._said > AGAIN:
            await self.take()

    def free(self) -> None:
        """Tell them that no piece is in a hand here."""
        if self._said is not None and not self._room.context.alone:
            self._room.context.spawn(self._room.tell_live(FREE))
        self._said = None

    def told(self, text: str) -> bool:
        """Whether another node said that a piece is in a hand there, or is no longer."""
        if text == HELD:
            self._moves_then, self._until = self._moves(), time.monotonic() + LASTS
        elif text == FREE:
            self._until = 0.0
        else:
            return False
        return True
