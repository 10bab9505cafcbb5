"""Pictures for clients that have no board for a game. They come after the news, and the table does not wait for them.

A picture takes some milliseconds to draw. So each socket has them drawn beside the loop, on the account of its own
address, a few a second, and only of what it sees now.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from lido.errors import LidoError
from lido.server.logging import log_event
from lido.server.messages import Pictures
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import NodeContext
from lido.server.rooms.turns import Turns
from lido.server.table.state import TableState
from lido.server.table.views import picture, raw_views

PAUSE = 0.2
"""Seconds between two drawings for one socket, at least."""
NOBODY: frozenset[Connection] = frozenset()
"""One for all tables: a set of its own would take memory for nothing, as nearly always."""


class DrawnRoom(Protocol):
    """What is used of a room."""

    connections: set[Connection]
    lock: Turns

    @property
    def context(self) -> NodeContext: ...
    @property
    def table(self) -> TableState: ...

    async def refresh(self) -> None:
        """Read the table again if it may not be what is on disk. Under the lock."""
        ...


class Drawing:
    """The pictures of one table."""

    __slots__ = ("_again", "_busy", "_kept")

    def __init__(self) -> None:
        self._busy = NOBODY
        """For whom something is drawn now, or was a moment ago."""
        self._again = NOBODY
        """Those of them who may see something else by now."""
        self._kept: dict[int, tuple[Mapping[str, Any], str | None]] = {}
        """By seat: the last view that was drawn, and its picture."""

    def look(self, room: DrawnRoom) -> None:
        """The table has changed: draw it for all who want that."""
        for connection in room.connections:
            if connection.pictures:
                self.draw_for(room, connection)

    def draw_for(self, room: DrawnRoom, connection: Connection) -> None:
        """Draw what a socket sees; nobody waits for it."""
        if connection in self._busy:
            self._again |= {connection}
        else:
            self._busy |= {connection}
            room.context.spawn(self._run(room, connection))

    async def _run(self, room: DrawnRoom, connection: Connection) -> None:
        try:
            self._again |= {connection}
            while connection in self._again and connection in room.connections:
                self._again -= {connection}
                try:
                    await self._draw(room, connection)
                except LidoError as error:  # too much was drawn for that address, or the table cannot be read
                    log_event("pictures were not drawn", code=error.code)
                await asyncio.sleep(PAUSE)
        finally:
            self._busy -= {connection}
            self._again -= {connection}

    async def _draw(self, room: DrawnRoom, connection: Connection) -> None:
        context = room.context
        async with room.lock:
            await room.refresh()
            n, seats = room.table.n, connection.audience.seats
            views = raw_views(room.table, seats)
        new = {seat: view for seat, view in views.items() if seat not in self._kept or self._kept[seat][0] != view}
        if new:
            async with context.beside.turn(context.share(connection.person, room.table.id)):
                for seat, view in new.items():
                    self._kept[seat] = view, await context.beside.work(picture, view)
        found = {seat: self._kept[seat][1] for seat in views}
        if found and found != connection.shown and connection.audience.seats == seats:
            connection.shown = found
            connection.outbox.say(encoded(Pictures(n=n, pictures=found)))
