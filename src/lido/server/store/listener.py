"""Messages between nodes through PostgreSQL, with LISTEN and NOTIFY."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Any, Self

import asyncpg

from lido.errors import NotKept
from lido.server.store.connections import LOST, PAUSE, Unreachable, connected

CHANNEL = "lido"
GAP = "gap"
LOOKS_EVERY = 10.0
"""Seconds without a message after which the connection is tested."""


class Listener:
    """Receives the messages of other nodes, and reconnects when the connection is lost."""

    def __init__(self, address: str, node: str) -> None:
        self._address = address
        self._node = node
        self._hearers: list[asyncio.Queue[tuple[str, bytes] | None]] = []
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def opened(cls, address: str, node: str) -> Self:
        """A listener that is connected; raises NotKept."""
        listener = cls(address, node)
        listener._task = asyncio.create_task(listener._keep(await listener._connected()))
        return listener

    def told(self) -> AsyncIterator[tuple[str, bytes]]:
        """The messages from now on, until it is closed."""
        hearer: asyncio.Queue[tuple[str, bytes] | None] = asyncio.Queue()
        self._hearers.append(hearer)
        return self._heard(hearer)

    async def _heard(self, hearer: asyncio.Queue[tuple[str, bytes] | None]) -> AsyncIterator[tuple[str, bytes]]:
        try:
            while (told := await hearer.get()) is not None:
                yield told
        finally:
            self._hearers.remove(hearer)

    async def close(self) -> None:
        """Disconnect."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._pass_on(None)

    async def _connected(self) -> asyncpg.Connection:
        connection = await connected(self._address)
        with ExitStack() as failed:
            failed.callback(connection.terminate)
            try:
                await connection.add_listener(CHANNEL, self._hear)
            except (*LOST, asyncpg.PostgresError) as error:
                raise Unreachable("server.store-reach", why=error) from error
            failed.pop_all()
        return connection

    async def _keep(self, connection: asyncpg.Connection) -> None:
        """Stay connected. Messages sent while it was not connected are lost, so the receivers get a `gap`."""
        while True:
            try:
                await _until_lost(connection)
            finally:
                with suppress(*LOST, asyncpg.PostgresError):
                    await connection.close(timeout=PAUSE)
            connection = await self._reconnected()
            self._pass_on((GAP, b""))

    async def _reconnected(self) -> asyncpg.Connection:
        while True:
            try:
                return await self._connected()
            except NotKept:
                await asyncio.sleep(PAUSE)

    def _hear(self, _connection: Any, _process: int, _channel: str, line: Any) -> None:
        node, channel, payload = str(line).split(" ", 2)
        if node != self._node:
            self._pass_on((channel, payload.encode()))

    def _pass_on(self, told: tuple[str, bytes] | None) -> None:
        for hearer in self._hearers:
            hearer.put_nowait(told)


async def _until_lost(connection: asyncpg.Connection) -> None:
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not lost.is_set():
        try:
            async with asyncio.timeout(LOOKS_EVERY):
                await lost.wait()
        except TimeoutError:
            try:
                await connection.execute("SELECT 1")
            except LOST:
                return
