"""Writing to PostgreSQL: all waiting appends go into one transaction, which also notifies the other nodes."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import asyncpg

from lido.errors import NotKept
from lido.server.store import Append, Author, Conflict, SignedOut
from lido.server.store.connections import Connections, Unreachable
from lido.server.store.listener import CHANNEL
from lido.server.store.rows import gathered

MOST_TOGETHER = 512

# The lock makes whoever signs the person out wait until this transaction is over.
AUTHORS = """
    SELECT key FROM people JOIN unnest($1::text[], $2::bigint[]) AS asked (person, asked_epoch)
    ON key = person AND epoch = asked_epoch ORDER BY key FOR SHARE OF people
"""
LINKED = """
    SELECT n FROM unnest($1::text[], $2::bigint[], $3::bytea[]) AS asked (table_id, n, hash)
    JOIN entries USING (table_id, n, hash)
"""
ONE_AT_A_TIME = """
    SELECT pg_advisory_xact_lock(hashtextextended(who, 0))
    FROM (SELECT DISTINCT who FROM unnest($1::text[]) AS who ORDER BY who) AS people
"""
MOVED = """
    SELECT 1 FROM unnest($1::text[], $2::text[], $3::float8[]) AS asked (person, game, mean)
    JOIN ratings USING (person, game) WHERE ratings.mean <> asked.mean
"""
"""Ratings that are not what the new ones were computed from."""
# All nodes write in the order of the keys, which avoids deadlocks.
ENTRIES = """
    INSERT INTO entries (table_id, n, hash, raw)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING n
"""
ORIGINS = """
    INSERT INTO origins (table_id, client, number, n)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) ORDER BY 1, 2
    ON CONFLICT (table_id, client) DO UPDATE SET number = excluded.number, n = excluded.n
    WHERE origins.number < excluded.number RETURNING n
"""
TABLES = """
    INSERT INTO tables (id, game, status, public, tended, info, seed, created)
    SELECT * FROM unnest(
        $1::text[], $2::text[], $3::text[], $4::boolean[], $5::boolean[], $6::bytea[], $7::text[], $8::bigint[]
    ) ORDER BY 1
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public, tended = excluded.tended,
    info = excluded.info
"""
SITTERS = """
    INSERT INTO sitters (person, table_id, since)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) ORDER BY 1, 2 ON CONFLICT DO NOTHING
"""
TEXTS = """
    INSERT INTO texts (table_id, n, person, salt, text)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])
"""
RATINGS = """
    INSERT INTO ratings (person, game, mean, sigma)
    SELECT new.* FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS new (person, game, mean, sigma)
    JOIN people ON key = person ORDER BY 1, 2
    ON CONFLICT (person, game) DO UPDATE SET mean = excluded.mean, sigma = excluded.sigma
"""
RATED = """
    INSERT INTO rated (table_id, person, mean_before, mean_after)
    SELECT new.* FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[])
    AS new (table_id, person, mean_before, mean_after) JOIN people ON key = person ORDER BY 1, 2
"""
SEAT_NAMES = """
    INSERT INTO seat_names (table_id, seat, person, name)
    SELECT new.* FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS new (table_id, seat, person, name)
    JOIN people ON key = person ORDER BY 1, 2
    ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, name = excluded.name
"""
SEEKERS = """
    UPDATE seeks SET table_id = paired.table_id FROM unnest($1::text[], $2::text[]) AS paired (table_id, person)
    WHERE seeks.person = paired.person AND seeks.table_id IS NULL RETURNING seeks.person
"""
SCORED = """
    UPDATE tries SET points = new.points, facts = new.facts
    FROM unnest($1::text[], $2::float8[], $3::text[]) AS new (table_id, points, facts)
    WHERE tries.table_id = new.table_id
"""
TELL = "SELECT pg_notify($1, line) FROM unnest($2::text[]) AS line"


class Appender:
    """Writes appends in the order in which they come, one group at a time."""

    def __init__(self, connections: Connections, node: str) -> None:
        self._connections = connections
        self._node = node
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[None]] | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    def write(self, what: Append) -> asyncio.Future[None]:
        """Done once it is on disk; raises Conflict or NotKept."""
        if self._closed:
            raise NotKept("server.store-closed")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((what, future))
        return future

    async def close(self) -> None:
        """Write what waits, and stop."""
        self._closed = True
        self._waiting.put_nowait(None)
        await self._task

    async def _run(self) -> None:
        going = True
        while going:
            taken = [await self._waiting.get()]
            while len(taken) < MOST_TOGETHER and not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
            going = None not in taken
            group = [one for one in taken if one is not None]
            outcomes = await self._committed([what for what, _ in group])
            for (_, future), outcome in zip(group, outcomes, strict=True):
                if future.done():  # the caller was cancelled
                    continue
                if outcome is None:
                    future.set_result(None)
                else:
                    future.set_exception(outcome)

    async def _committed(self, group: Sequence[Append], lost: bool = False) -> list[Exception | None]:
        """The result of each append. They are written together; if one of them fails, by halves.

        `lost`: the connection was lost on the way, and what is there already may be what was written then.
        """
        if not group:
            return []
        attempts = 0

        async def job(connection: asyncpg.Connection) -> None:
            nonlocal attempts
            attempts += 1
            try:
                async with connection.transaction():
                    await self._write(connection, group)
            except (Conflict, SignedOut):
                if not ((lost or attempts > 1) and await _are_there(connection, group)):
                    raise

        try:
            await self._connections.use(job)
            return [None] * len(group)
        except Exception as error:
            failure = error
        if len(group) == 1:
            return [failure]
        if isinstance(failure, Unreachable):
            return [Unreachable(failure.code, **failure.facts) for _ in group]
        half, lost = len(group) // 2, lost or attempts > 1
        return await self._committed(group[:half], lost) + await self._committed(group[half:], lost)

    async def _write(self, connection: asyncpg.Connection, group: Sequence[Append]) -> None:
        """Write all of a group, in a transaction that is there, or raise."""
        rows = gathered(group)
        if not await are_valid(connection, rows.authors):
            raise SignedOut
        for sql, asked in (
            (LINKED, rows.links), (ENTRIES, rows.entries), (ORIGINS, rows.origins.values()),
            (SEEKERS, rows.seekers.values()),
        ):  # fmt: skip
            if len(await _many(connection, sql, asked)) < len(asked):
                raise Conflict
        if rows.means:
            await connection.execute(ONE_AT_A_TIME, [person for person, _, _ in rows.means])
            if await _many(connection, MOVED, rows.means):
                raise Conflict
        await _many(connection, TABLES, rows.tables.values())
        await _many(connection, SITTERS, rows.sitters.values())
        await _many(connection, TEXTS, rows.texts)
        await _many(connection, RATINGS, rows.ratings.values())
        await _many(connection, RATED, rows.rated)
        await _many(connection, SEAT_NAMES, rows.seat_names.values())
        await _many(connection, SCORED, rows.scored)
        last = {table: n for table, n, _, _ in rows.entries}
        await connection.execute(TELL, CHANNEL, [f"{self._node} log {table} {n}" for table, n in last.items()])


async def are_valid(connection: asyncpg.Connection, authors: Collection[Author]) -> bool:
    """Whether the epochs of all these people are those, which stays so until the end of the transaction."""
    return len(await _many(connection, AUTHORS, authors)) == len(authors)


async def _are_there(connection: asyncpg.Connection, group: Sequence[Append]) -> bool:
    """Whether all that a group would write last is there, byte for byte."""
    ends = [(what.table, what.entries[-1].body.n, bytes.fromhex(what.entries[-1].hash)) for what in group]
    return len(await _many(connection, LINKED, ends)) == len(ends)


async def _many(connection: asyncpg.Connection, sql: str, rows: Collection[tuple[Any, ...]]) -> Sequence[Any]:
    """Carry out a statement on all rows at once: it takes a list for every column."""
    return await connection.fetch(sql, *map(list, zip(*rows, strict=True))) if rows else []
