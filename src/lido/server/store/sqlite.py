"""Everything in one SQLite file, for a service of one process."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from lido.errors import NotKept
from lido.server.store import Append, Author
from lido.server.store.appends import are_valid
from lido.server.store.file import File
from lido.server.store.queries import Rows
from lido.server.store.schema import MIGRATIONS, Migration
from lido.server.store.sql import SqlStore
from lido.server.store.writer import Writer

LOG = """
    WITH RECURSIVE log (n, raw, before_id) AS (
        SELECT n, raw, before_id FROM ends JOIN entries ON id = last_id WHERE ends.table_id = $1 AND n > $2
        UNION ALL
        SELECT entries.n, entries.raw, entries.before_id FROM log JOIN entries ON id = log.before_id
        WHERE entries.n > $2
    )
    SELECT raw FROM log ORDER BY n LIMIT $3
"""
"""From the last entry backwards, since each has the place of the one before it."""


class Sqlite(SqlStore):
    """The store in a SQLite file. Leases are in memory: they end with the process, and there is no other."""

    log = LOG
    among = "IN (SELECT value FROM json_each({}))"

    def __init__(self, file: File) -> None:
        self._file = file
        self._writer = Writer(file.writing, file.patience)
        self._readers = ThreadPoolExecutor(len(file.reading), "lido-reader")
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        for connection in file.reading:
            self._idle.put(connection)
        self._leases: dict[str, tuple[str, float]] = {}
        self._closed = asyncio.Event()

    @classmethod
    async def opened(cls, address: str, *, migrations: Sequence[Migration] = MIGRATIONS) -> Self:
        """The store in that file, which is made where it is missing."""
        return cls(await asyncio.to_thread(File.opened, Path(address), migrations))

    async def append(self, what: Append) -> None:
        await self._writer.write(what)

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        holder, until = self._leases.get(table, (node, 0.0))
        if holder != node and until > time.monotonic():
            return False
        self._leases[table] = (node, time.monotonic() + seconds)
        return True

    async def renew(self, tables: Sequence[str], node: str, seconds: float) -> set[str]:
        held = {table for table in tables if self._leases.get(table, ("", 0.0))[0] == node}
        self._leases |= dict.fromkeys(held, (node, time.monotonic() + seconds))
        return held

    async def release(self, tables: Sequence[str], node: str) -> None:
        for table in tables:
            if self._leases.get(table, ("", 0.0))[0] == node:
                del self._leases[table]

    async def needing_runner(self, limit: int = 100) -> list[str]:
        now = time.monotonic()
        self._leases = {table: lease for table, lease in self._leases.items() if lease[1] > now}
        rows = await self._read("SELECT id FROM tables WHERE tended LIMIT $1", limit + len(self._leases))
        return [table for (table,) in rows if table not in self._leases][:limit]

    async def time(self) -> None:
        """This machine has the only clock."""

    async def tell(self, channel: str, payload: bytes) -> None:
        """There is no other node to tell."""

    async def told(self) -> AsyncIterator[tuple[str, bytes]]:
        await self._closed.wait()
        return
        yield

    async def close(self) -> None:
        self._closed.set()
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._file.close)

    async def _read(self, sql: str, *values: Any) -> Rows:
        def rows() -> Rows:
            connection = self._idle.get()
            try:
                return connection.execute(_numbered(sql), values).fetchall()
            finally:
                self._idle.put(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, rows)
        except sqlite3.Error as error:
            raise NotKept("server.not-read", why=error) from error

    async def _look_up(self, sql: str, *values: Any) -> Rows:
        """Here and now: to have a thread do it takes ten times as long. Where it fails, a thread tries and may wait."""
        try:
            return self._file.looking.execute(_numbered(sql), values).fetchall()
        except sqlite3.Error:
            return await self._read(sql, *values)

    async def _write(self, *changes: tuple[Any, ...]) -> None:
        def carried_out(connection: sqlite3.Connection) -> None:
            for sql, *values in changes:
                connection.execute(_numbered(sql), values)

        await self._writer.write(carried_out)

    async def _write_as(self, author: Author, *changes: tuple[Any, ...]) -> bool:
        def carried_out(connection: sqlite3.Connection) -> bool:
            valid = are_valid(connection, [author])
            for sql, *values in changes if valid else ():
                connection.execute(_numbered(sql), values)
            return valid

        done: bool = await self._writer.write(carried_out)
        return done

    async def _changed(self, sql: str, *values: Any) -> bool:
        rows: int = await self._writer.write(lambda connection: connection.execute(_numbered(sql), values).rowcount)
        return rows > 0

    def _list(self, values: Sequence[str]) -> str:
        return json.dumps(list(values))


@cache
def _numbered(sql: str) -> str:
    """A statement with its places as SQLite writes them."""
    return sql.replace("$", "?")
