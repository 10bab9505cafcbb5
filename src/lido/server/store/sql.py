"""The queries that SQLite and PostgreSQL share: people, chat, and the rows of tables."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import Any

from lido.server.store import HEAVY, LONG, Author, Past, Person
from lido.server.store.challenges import ChallengeQueries
from lido.server.store.club import ClubQueries
from lido.server.store.puzzles import PuzzleQueries
from lido.server.store.queries import Rows
from lido.server.store.schema import FORGOTTEN
from lido.server.table.events import Entry, read
from lido.server.table.head import Head

MOST = 2**31
"""More entries than any log has."""
FEW = 8
"""So many people are looked up at once; more are read as a list is."""
PEOPLE = "SELECT key, name, language, epoch, rated, face FROM people WHERE"
HEAD = "id, game, status, public, info, tended"

SECRET_SECONDS = 24 * 3600
"""How long whoever signed out other devices may ask for the answer again."""


class SqlStore(PuzzleQueries, ChallengeQueries, ClubQueries):
    """The part of a `lido.server.store.Store` that is the same for both. Places in a statement are `$1`, `$2`."""

    # Tables

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        rows = await self._read(self.log, table, after, MOST if limit is None else limit)
        if len(rows) < LONG and sum(len(raw) for (raw,) in rows) < HEAVY:
            return _entries(rows)
        return await asyncio.to_thread(_entries, rows)

    async def origins(self, table: str) -> dict[str, tuple[int, int]]:
        rows = await self._read("SELECT client, number, n FROM origins WHERE table_id = $1", table)
        return {client: (number, n) for client, number, n in rows}

    async def seed(self, table: str) -> str | None:
        rows = await self._read("SELECT seed FROM tables WHERE id = $1", table)
        return rows[0][0] if rows else None

    async def texts(self, table: str, since: int = 1) -> dict[int, str]:
        asked = "SELECT n, text FROM texts WHERE table_id = $1 AND n >= $2 ORDER BY n"
        rows = await self._read(asked, table, since)
        return dict(map(tuple, rows))

    async def heads(self, *, status: Sequence[str], public: bool | None = None, limit: int = 200) -> list[Head]:
        rows = await self._read(
            f"SELECT {HEAD} FROM tables WHERE status {self.among.format('$1')}"
            " AND (CAST($2 AS BOOLEAN) IS NULL OR public = $2) ORDER BY created DESC LIMIT $3",
            self._list(status), public, limit,
        )  # fmt: skip
        return _heads(rows)

    async def waiting(self, before: int, limit: int = 100) -> list[str]:
        asked = "SELECT id FROM tables WHERE status = 'open' AND created < $1 ORDER BY created LIMIT $2"
        return [table for (table,) in await self._read(asked, before, limit)]

    async def tables_of(self, person: str, limit: int = 50) -> list[Head]:
        asked = f"SELECT {HEAD} FROM sitters JOIN tables ON id = table_id WHERE person = $1"
        return _heads(await self._read(f"{asked} ORDER BY since DESC LIMIT $2", person, limit))

    async def history(self, person: str, limit: int) -> list[Past]:
        rows = await self._read(
            f"SELECT {HEAD}, since, mean_before, mean_after FROM sitters JOIN tables ON id = sitters.table_id"
            " LEFT JOIN rated ON rated.table_id = id AND rated.person = sitters.person"
            " WHERE sitters.person = $1 AND status = 'over' ORDER BY since DESC LIMIT $2",
            person, limit,
        )  # fmt: skip
        heads = _heads([row[:6] for row in rows])
        return [
            Past(head, row[6], None if row[7] is None else (row[7], row[8]))
            for head, row in zip(heads, rows, strict=True)
        ]

    # People

    async def new_person(self, person: Person) -> None:
        new = "INSERT INTO people (key, name, language, epoch, rated, face) VALUES ($1, $2, $3, $4, $5, $6)"
        await self._write((f"{new} ON CONFLICT DO NOTHING", *_row(person)))

    async def person(self, key: str) -> Person | None:
        rows = await self._look_up(f"{PEOPLE} key = $1", key)
        return _people(rows).get(key)

    async def people(self, keys: Sequence[str]) -> dict[str, Person]:
        asked = f"{PEOPLE} key {self.among.format('$1')}"
        return _people(await (self._look_up if len(keys) <= FEW else self._read)(asked, self._list(keys)))

    async def change_person(self, person: Person) -> bool:
        change = "UPDATE people SET name = $2, language = $3, rated = $5, face = $6 WHERE key = $1 AND epoch = $4"
        return await self._changed(change, *_row(person))

    async def sign_out(self, key: str, epoch: int, secret: str | None = None) -> bool:
        change = "UPDATE people SET epoch = epoch + 1, secret = $3, secret_until = $4 WHERE key = $1 AND epoch = $2"
        return await self._changed(change, key, epoch, secret, int(time.time()) + SECRET_SECONDS)

    async def signed_out_by(self, key: str, epoch: int, secret: str) -> bool:
        asked = "SELECT 1 FROM people WHERE key = $1 AND epoch = $2 AND secret = $3 AND secret_until > $4"
        return bool(await self._read(asked, key, epoch + 1, secret, int(time.time())))

    async def forget(self, author: Author) -> bool:
        changes = [(f"DELETE FROM {table} WHERE {column} = $1", author.person) for table, column in FORGOTTEN]
        return await self._write_as(author, *changes)

    async def spend(self, token: str, until: int) -> bool:
        taker = secrets.token_hex(8)
        old = "DELETE FROM spent WHERE until < $1"
        new = "INSERT INTO spent (token, until, taker) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._write((old, int(time.time())), (new, token, until, taker))
        return [(found,) for (found,) in await self._read("SELECT taker FROM spent WHERE token = $1", token)] == [
            (taker,)
        ]

    async def block(self, author: Author, blocked: str, on: bool) -> bool:
        new = "INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        change = new if on else "DELETE FROM blocks WHERE person = $1 AND blocked = $2"
        return await self._write_as(author, (change, author.person, blocked))

    async def blocks(self, key: str) -> set[str]:
        return {blocked for (blocked,) in await self._read("SELECT blocked FROM blocks WHERE person = $1", key)}

    async def ratings(self, game: str, keys: Sequence[str]) -> dict[str, tuple[float, float]]:
        asked = f"SELECT person, mean, sigma FROM ratings WHERE game = $1 AND person {self.among.format('$2')}"
        return {person: (mean, sigma) for person, mean, sigma in await self._read(asked, game, self._list(keys))}

    async def rated(self, table: str) -> dict[str, tuple[float, float]]:
        asked = "SELECT person, mean_before, mean_after FROM rated WHERE table_id = $1"
        return {person: (before, after) for person, before, after in await self._read(asked, table)}

    async def seat_names(self, table: str) -> dict[int, tuple[str, str]]:
        asked = "SELECT seat, person, name FROM seat_names WHERE table_id = $1 AND name IS NOT NULL"
        return {seat: (person, name) for seat, person, name in await self._read(asked, table)}

    # The service

    async def key(self) -> bytes:
        return await self.secret("key")

    async def ready(self) -> None:
        change = "INSERT INTO house (name, value) VALUES ('ready', $1) ON CONFLICT (name) DO UPDATE SET value = $1"
        await self._write((change, str(time.time()).encode()))


def _entries(rows: Rows) -> list[Entry]:
    return [read(raw) for (raw,) in rows]


def _heads(rows: Rows) -> list[Head]:
    return [
        Head(table, game, status, bool(public), info, bool(tended))
        for table, game, status, public, info, tended in rows
    ]


def _people(rows: Rows) -> dict[str, Person]:
    return {
        key: Person(key, name, language, epoch, bool(rated), face) for key, name, language, epoch, rated, face in rows
    }


def _row(person: Person) -> tuple[Any, ...]:
    return person.key, person.name, person.language, person.epoch, person.rated, person.face
