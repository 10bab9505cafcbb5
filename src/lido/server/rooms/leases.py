"""Which node runs the bots and clocks of a table: the one that holds its lease, until it lapses."""

import asyncio
from collections.abc import Awaitable, Callable

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.rooms.context import NodeContext, now
from lido.server.rooms.room import Room
from lido.server.store import Conflict

ROUNDS = 3
"""A lease is renewed so often before it would lapse."""


class Leases:
    """The leases of this node."""

    def __init__(self, context: NodeContext, room: Callable[[str], Awaitable[Room | None]]) -> None:
        self._context = context
        self._room = room
        self._held: dict[str, Room] = {}
        self._asked: set[str] = set()

    def want(self, room: Room, after_a_break: bool = False) -> None:
        """There is something to do at a table: take its lease, if nobody has it.

        After a break, nobody had looked after the table for a while.
        """
        if room.id not in self._asked and room.id not in self._held:
            self._asked.add(room.id)
            self._context.spawn(self._take(room, after_a_break))

    async def run(self) -> None:
        """Renew what is held, and take over what nobody looks after, for ever."""
        while True:
            try:
                await self._renew()
                for table in await self._context.store.needing_runner():
                    await self._look_at(table)
            except (LidoError, OSError) as error:
                log_error("leases could not be renewed", error)
                self._drop_all()
            await asyncio.sleep(self._context.settings.lease_seconds / ROUNDS)

    async def _look_at(self, table: str) -> None:
        """Want the lease of a table. One that cannot be read is no reason to leave the others."""
        try:
            room = await self._room(table)
        except Exception as error:
            log_error("a table could not be read", error)
            return
        if room:
            self.want(room, after_a_break=True)

    async def release_all(self) -> None:
        """Leave everything to other nodes."""
        try:
            for table in list(self._held):
                await self._give_up(table)
        except LidoError as error:
            log_error("leases could not be given back: they will lapse", error)
            self._drop_all()

    async def _take(self, room: Room, after_a_break: bool) -> None:
        try:
            if await self._context.store.lease(room.id, self._context.node, self._context.settings.lease_seconds):
                self._held[room.id] = room
                self._context.metrics.leases.set(len(self._held))
                if after_a_break:
                    await self._resume(room)
                room.runner.leased = True
                room.runner.look()
        finally:
            self._asked.discard(room.id)

    async def _resume(self, room: Room) -> None:
        """Give back what a clock lost while no node ran it. If it cannot be written now, the clock is as it is."""
        try:
            async with room.lock:
                await room.refresh()
                if changes := room.table.resume(now()):
                    await room.commit(changes)
        except (LidoError, Conflict) as error:
            log_error("a clock could not be set right", error)

    async def _renew(self) -> None:
        for table, room in list(self._held.items()):
            if not room.runner.any:
                await self._give_up(table)
            elif not await self._context.store.lease(table, self._context.node, self._context.settings.lease_seconds):
                self._drop(table)

    async def _give_up(self, table: str) -> None:
        self._drop(table)
        await self._context.store.release(table, self._context.node)

    def _drop(self, table: str) -> None:
        room = self._held.pop(table)
        self._context.metrics.leases.set(len(self._held))
        room.runner.leased = False
        room.runner.stop()

    def _drop_all(self) -> None:
        for table in list(self._held):
            self._drop(table)
