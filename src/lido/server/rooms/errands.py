"""What other nodes say of the tables in memory. Each table takes it in by itself, so that none waits for another."""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from lido.server.logging import log_error
from lido.server.rooms.context import NodeContext
from lido.server.rooms.room import Room

Work: TypeAlias = Callable[[], Awaitable[None]]

MOST_WAITING = 256
"""Pieces of news that wait for one table; when there are more, the table is read again instead."""


class Errand(NamedTuple):
    """Something to do at a table. A later one of the same kind makes one that waits needless; None is of no kind."""

    kind: str | None
    work: Work


class Errands:
    """What waits for each room, in the order in which it came."""

    def __init__(self, context: NodeContext) -> None:
        self._context = context
        self._waiting: dict[str, deque[Errand]] = {}

    def is_free(self, room: Room) -> bool:
        """Whether nothing waits for a room, or is being done there."""
        return room.id not in self._waiting

    def add(self, room: Room, kind: str | None, work: Work) -> None:
        """Let something be done at a room after all that came before it; nobody waits for it."""
        waiting = self._waiting.get(room.id)
        if waiting is None:
            self._waiting[room.id] = deque([Errand(kind, work)])
            self._context.spawn(self._run(room))
            return
        if kind is not None:
            for each in [each for each in waiting if each.kind == kind]:
                waiting.remove(each)
        waiting.append(Errand(kind, work))
        if len(waiting) > MOST_WAITING:
            waiting.clear()
            room.mark_stale()
            waiting.append(Errand("presence", room.hear_presence))

    async def _run(self, room: Room) -> None:
        waiting = self._waiting[room.id]
        try:
            while waiting:
                await self._done(waiting.popleft())
        finally:
            del self._waiting[room.id]

    async def _done(self, errand: Errand) -> None:
        try:
            await errand.work()
        except Exception as error:  # one message that cannot be taken in must not be the last
            log_error("what another node told could not be taken in", error, about=errand.kind)
