"""Which node runs the bots and clocks of a table: the one that holds its lease, until it lapses."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.rooms.context import NodeContext
from lido.server.rooms.runner import Runner

ROUNDS = 3
"""How often a lease is renewed before it would lapse."""


class Leases:
    """The leases of this node. `find` gives the runner of a table, or None where there is no such table."""

    def __init__(self, context: NodeContext, find: Callable[[str], Awaitable[Runner | None]]) -> None:
        self._context = context
        self._find = find
        self._held: dict[str, Runner] = {}
        self._asked: set[str] = set()

    def want(self, runner: Runner, *, after_a_break: bool = False) -> None:
        """There is something to do at a table: take its lease, if no node has it.

        After a break, no node ran the table for a while.
        """
        if runner.table not in self._asked and runner.table not in self._held:
            self._asked.add(runner.table)
            self._context.spawn(self._take(runner, after_a_break))

    async def run(self) -> None:
        """Renew the leases of this node, and take over tables that no node runs, until cancelled."""
        while True:
            try:
                await self._renew()
                for table in await self._context.store.needing_runner():
                    await self._take_over(table)
            except (LidoError, OSError) as error:
                log_error("leases could not be renewed", error)
                self._drop(list(self._held))
            await asyncio.sleep(self._context.settings.lease_seconds / ROUNDS)

    async def _take_over(self, table: str) -> None:
        """Take the lease of a table. One that cannot be read must not keep others from being run."""
        try:
            runner = await self._find(table)
        except Exception as error:
            log_error("a table could not be read", error)
            return
        if runner:
            self.want(runner, after_a_break=True)

    async def release_all(self) -> None:
        """Leave all tables to other nodes."""
        held = list(self._held)
        self._drop(held)
        try:
            await self._context.store.release(held, self._context.node)
        except LidoError as error:
            log_error("leases could not be given back: they will lapse", error)

    async def _take(self, runner: Runner, after_a_break: bool) -> None:
        try:
            seconds = self._context.settings.lease_seconds
            if await self._context.store.lease(runner.table, self._context.node, seconds):
                self._held[runner.table] = runner
                self._context.metrics.leases.set(len(self._held))
                await runner.start(after_a_break=after_a_break)
        finally:
            self._asked.discard(runner.table)

    async def _renew(self) -> None:
        """Renew what is needed and release the rest, in two questions however many tables there are."""
        done = [table for table, runner in self._held.items() if not runner.is_needed]
        self._drop(done)
        if done:
            await self._context.store.release(done, self._context.node)
        if held := list(self._held):
            kept = await self._context.store.renew(held, self._context.node, self._context.settings.lease_seconds)
            self._drop([table for table in held if table not in kept])

    def _drop(self, tables: Iterable[str]) -> None:
        for table in tables:
            if runner := self._held.pop(table, None):
                runner.stop()
        self._context.metrics.leases.set(len(self._held))
