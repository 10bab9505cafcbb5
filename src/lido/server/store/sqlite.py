"""Everything in one SQLite file, for a service of one process."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from lido.errors import NotKept
from lido.server.log import Entry, read
from lido.server.store import Append, Head, Person
from lido.server.store.file import File
from lido.server.store.schema import FORGOTTEN, MIGRATIONS, Migration
from lido.server.store.writer import Writer

HEAD = "id, game, status, public, info, tended"


class Sqlite:
    """The store in a SQLite file. Leases are in memory: they end with the process, and there is no other."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._writer = Writer(file.writing)
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

    # Tables

    async def append(self, what: Append) -> None:
        await self._writer.write(what)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self._read("SELECT raw FROM entries WHERE table_id = ? AND n > ? ORDER BY n", table, after)
        return [read(raw) for (raw,) in rows]

    async def origins(self, table: str) -> dict[str, tuple[int, int]]:
        rows = await self._read("SELECT client, number, n FROM origins WHERE table_id = ?", table)
        return {client: (number, n) for client, number, n in rows}

    async def seed(self, table: str) -> str | None:
        rows = await self._read("SELECT seed FROM tables WHERE id = ?", table)
        return rows[0][0] if rows else None

    async def texts(self, table: str) -> dict[int, str]:
        return dict(await self._read("SELECT n, text FROM texts WHERE table_id = ? ORDER BY n", table))

    async def heads(self, *, status: Sequence[str], public: bool | None = None, limit: int = 200) -> list[Head]:
        asked = f"SELECT {HEAD} FROM tables WHERE status IN ({_places(status)}) AND coalesce(public = ?, true)"
        return _heads(await self._read(f"{asked} ORDER BY created DESC LIMIT ?", *status, public, limit))

    async def tables_of(self, person: str, limit: int = 50) -> list[Head]:
        asked = f"SELECT {HEAD} FROM sitters JOIN tables ON id = table_id WHERE person = ? ORDER BY since DESC LIMIT ?"
        return _heads(await self._read(asked, person, limit))

    # People

    async def new_person(self, person: Person) -> None:
        await self._write(
            "INSERT INTO people (name, language, epoch, rated, key) VALUES (?, ?, ?, ?, ?)", *_row(person)
        )

    async def person(self, key: str) -> Person | None:
        return (await self.people([key])).get(key)

    async def people(self, keys: Sequence[str]) -> dict[str, Person]:
        asked = f"SELECT key, name, language, epoch, rated FROM people WHERE key IN ({_places(keys)})"
        rows = await self._read(asked, *keys)
        return {key: Person(key, name, language, epoch, bool(rated)) for key, name, language, epoch, rated in rows}

    async def change_person(self, person: Person) -> None:
        await self._write("UPDATE people SET name = ?, language = ?, epoch = ?, rated = ? WHERE key = ?", *_row(person))

    async def forget(self, key: str) -> None:
        def forgotten(connection: sqlite3.Connection) -> None:
            for table, column in FORGOTTEN:
                connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (key,))

        await self._writer.write(forgotten)

    async def spend(self, token: str, until: int) -> bool:
        def spent(connection: sqlite3.Connection) -> bool:
            connection.execute("DELETE FROM spent WHERE until < ?", (time.time(),))
            new = "INSERT OR IGNORE INTO spent (token, until) VALUES (?, ?)"
            return connection.execute(new, (token, until)).rowcount == 1

        first: bool = await self._writer.write(spent)
        return first

    async def block(self, key: str, blocked: str, on: bool) -> None:
        change = "INSERT OR IGNORE INTO blocks (person, blocked) VALUES (?, ?)"
        await self._write(change if on else "DELETE FROM blocks WHERE person = ? AND blocked = ?", key, blocked)

    async def blocks(self, key: str) -> set[str]:
        return {blocked for (blocked,) in await self._read("SELECT blocked FROM blocks WHERE person = ?", key)}

    async def ratings(self, game: str, keys: Sequence[str]) -> dict[str, tuple[float, float]]:
        asked = f"SELECT person, mean, sigma FROM ratings WHERE game = ? AND person IN ({_places(keys)})"
        return {person: (mean, sigma) for person, mean, sigma in await self._read(asked, game, *keys)}

    # Nodes: there is only this one

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        holder, until = self._leases.get(table, (node, 0.0))
        if holder != node and until > time.monotonic():
            return False
        self._leases[table] = (node, time.monotonic() + seconds)
        return True

    async def release(self, table: str, node: str) -> None:
        if self._leases.get(table, ("", 0.0))[0] == node:
            del self._leases[table]

    async def untended(self, limit: int = 100) -> list[str]:
        now = time.monotonic()
        self._leases = {table: lease for table, lease in self._leases.items() if lease[1] > now}
        rows = await self._read("SELECT id FROM tables WHERE tended LIMIT ?", limit + len(self._leases))
        return [table for (table,) in rows if table not in self._leases][:limit]

    async def tell(self, channel: str, payload: bytes) -> None:
        pass

    async def told(self) -> AsyncIterator[tuple[str, bytes]]:
        await self._closed.wait()
        return
        yield

    # The house

    async def key(self) -> bytes:
        await self._write("INSERT OR IGNORE INTO house (name, value) VALUES ('key', ?)", secrets.token_bytes(32))
        ((key,),) = await self._read("SELECT value FROM house WHERE name = 'key'")
        return bytes(key)

    async def ready(self) -> None:
        await self._write("INSERT OR REPLACE INTO house (name, value) VALUES ('ready', ?)", str(time.time()).encode())

    async def close(self) -> None:
        self._closed.set()
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._file.close)

    async def _write(self, sql: str, *values: Any) -> None:
        await self._writer.write(lambda connection: connection.execute(sql, values) and None)

    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        def rows() -> list[tuple[Any, ...]]:
            connection = self._idle.get()
            try:
                return connection.execute(sql, values).fetchall()
            finally:
                self._idle.put(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, rows)
        except sqlite3.Error as error:
            raise NotKept("server.not-read", why=error) from error


def _heads(rows: Sequence[tuple[Any, ...]]) -> list[Head]:
    return [
        Head(table, game, status, bool(public), info, bool(tended))
        for table, game, status, public, info, tended in rows
    ]


def _row(person: Person) -> tuple[Any, ...]:
    return person.name, person.language, person.epoch, person.rated, person.key


def _places(values: Sequence[str]) -> str:
    return ",".join("?" * len(values))
