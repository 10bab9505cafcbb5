"""Everything in PostgreSQL, for a service of several nodes."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import asyncpg

from lido.errors import NotKept
from lido.server.store import Append, Author
from lido.server.store.appender import TELL, Appender, are_valid
from lido.server.store.connections import Connections
from lido.server.store.listener import CHANNEL, Listener
from lido.server.store.queries import Rows
from lido.server.store.schema import MIGRATIONS, Migration
from lido.server.store.sql import SqlStore

LEASE = """
    INSERT INTO leases (table_id, node, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
    ON CONFLICT (table_id) DO UPDATE SET node = excluded.node, until = excluded.until
    WHERE leases.node = excluded.node OR leases.until < clock_timestamp() RETURNING node
"""
RENEW = """
    UPDATE leases SET until = clock_timestamp() + make_interval(secs => $3)
    WHERE table_id = ANY($1::text[]) AND node = $2 RETURNING table_id
"""
WITHOUT_RUNNER = """
    SELECT id FROM tables LEFT JOIN leases ON table_id = id
    WHERE tended AND (until IS NULL OR until < clock_timestamp()) LIMIT $1
"""
PATIENCE = 10.0
"""Seconds to wait for a database that cannot be reached."""


class Postgres(SqlStore):
    """The store in a PostgreSQL database. Leases go by the clock of the database: those of the nodes may differ."""

    log = "SELECT raw FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3"
    among = "= ANY({}::text[])"

    def __init__(self, connections: Connections, listener: Listener, node: str) -> None:
        self._connections = connections
        self._listener = listener
        self._node = node
        self._appender = Appender(connections, node)

    @classmethod
    async def opened(
        cls, address: str, *, migrations: Sequence[Migration] = MIGRATIONS, patience: float = PATIENCE
    ) -> Self:
        """The store at that address; raises NotKept."""
        node = secrets.token_hex(8)
        listener = await Listener.opened(address, node)
        try:
            return cls(await Connections.opened(address, migrations, patience), listener, node)
        except NotKept:
            await listener.close()
            raise

    async def append(self, what: Append) -> None:
        await self._appender.write(what)

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        return bool(await self._read(LEASE, table, node, seconds))

    async def renew(self, tables: Sequence[str], node: str, seconds: float) -> set[str]:
        return {table for (table,) in await self._read(RENEW, list(tables), node, seconds)}

    async def release(self, tables: Sequence[str], node: str) -> None:
        await self._write(("DELETE FROM leases WHERE table_id = ANY($1::text[]) AND node = $2", list(tables), node))

    async def needing_runner(self, limit: int = 100) -> list[str]:
        return [table for (table,) in await self._read(WITHOUT_RUNNER, limit)]

    async def time(self) -> int:
        ((now,),) = await self._read("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(now)

    async def tell(self, channel: str, payload: bytes) -> None:
        await self._write((TELL, CHANNEL, [f"{self._node} {channel} {payload.decode()}"]))

    def told(self) -> AsyncIterator[tuple[str, bytes]]:
        return self._listener.told()

    async def close(self) -> None:
        try:
            await self._appender.close()
            await self._listener.close()
            await self._connections.close()
        except asyncio.CancelledError:  # it takes too long: the database may hang
            self._connections.terminate()
            raise

    async def _read(self, sql: str, *values: Any) -> Rows:
        async def rows(connection: asyncpg.Connection) -> Rows:
            found: Rows = await connection.fetch(sql, *values)
            return found

        return await self._connections.use(rows, "server.not-read")

    async def _write(self, *changes: tuple[Any, ...]) -> None:
        async def carried_out(connection: asyncpg.Connection) -> None:
            async with connection.transaction():
                for sql, *values in changes:
                    await connection.execute(sql, *values)

        await self._connections.use(carried_out)

    async def _write_as(self, author: Author, *changes: tuple[Any, ...]) -> bool:
        async def carried_out(connection: asyncpg.Connection) -> bool:
            async with connection.transaction():
                valid = await are_valid(connection, [author])
                for sql, *values in changes if valid else ():
                    await connection.execute(sql, *values)
            return valid

        return await self._connections.use(carried_out)

    async def _changed(self, sql: str, *values: Any) -> bool:
        async def carried_out(connection: asyncpg.Connection) -> bool:
            answer: str = await connection.execute(sql, *values)
            return not answer.endswith(" 0")

        return await self._connections.use(carried_out)

    def _list(self, values: Sequence[str]) -> list[str]:
        return list(values)
