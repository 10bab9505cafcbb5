"""The one thread that writes to a SQLite file. All that waits is written in one transaction, with one sync.

The thread shares the interpreter with the loop, and every call into SQLite may wait for the loop to make
room. So it makes few: one statement writes many rows.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain, repeat
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from lido.errors import NotKept
from lido.server.store import Append, Author, Conflict, SignedOut
from lido.server.store.rows import Rows, gathered

Job: TypeAlias = Callable[[sqlite3.Connection], Any]
"""Something else to write; it is undone alone if it fails."""
Group: TypeAlias = list[tuple[Append | Job, asyncio.Future[Any]]]
"""What is written together, and who waits for it."""

MOST_TOGETHER = 512
MOST_KNOWN = 2_000
"""Tables whose last entry is remembered."""
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""How many rows a statement takes: few texts, so that all of them stay prepared. Rows of nulls fill it up."""

AUTHORS = """
    WITH asked (k, e) AS (VALUES {rows}) SELECT count(*) FROM asked JOIN people ON key = k AND epoch = e
"""
LINKED = """
    WITH asked (t, n, h) AS (VALUES {rows})
    SELECT t, last_id FROM asked JOIN ends ON ends.table_id = t JOIN entries ON id = last_id AND entries.n = asked.n
    AND hash = h
"""
LAST = "SELECT coalesce(max(id), 0) FROM entries"
MOVED = """
    WITH asked (p, g, m) AS (VALUES {rows})
    SELECT count(*) FROM asked JOIN ratings ON person = p AND game = g AND mean <> m
"""
"""Ratings that are not what the new ones were computed from."""
ENTRIES = """
    INSERT INTO entries (id, before_id, table_id, n, hash, raw)
    SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
"""
FIRST_ENDS = "INSERT INTO ends (table_id, last_id) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
ENDS = f"{FIRST_ENDS} ON CONFLICT DO UPDATE SET last_id = excluded.last_id"
ORIGINS = """
    INSERT INTO origins (table_id, client, number, n) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
    ON CONFLICT DO UPDATE SET number = excluded.number, n = excluded.n WHERE number < excluded.number
"""
TABLES = """
    INSERT INTO tables (id, game, status, public, tended, info, seed, created)
    SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
    ON CONFLICT DO UPDATE SET status = excluded.status, public = excluded.public, tended = excluded.tended,
    info = excluded.info
"""
SITTERS = """
    INSERT INTO sitters (person, table_id, since) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
    ON CONFLICT DO NOTHING
"""
TEXTS = """
    INSERT INTO texts (table_id, n, person, salt, text) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
"""
RATINGS = """
    WITH new (person, game, mean, sigma) AS (VALUES {rows})
    INSERT INTO ratings (person, game, mean, sigma) SELECT * FROM new WHERE person IN (SELECT key FROM people)
    ON CONFLICT DO UPDATE SET mean = excluded.mean, sigma = excluded.sigma
"""
RATED = """
    WITH new (table_id, person, mean_before, mean_after) AS (VALUES {rows})
    INSERT INTO rated (table_id, person, mean_before, mean_after)
    SELECT * FROM new WHERE person IN (SELECT key FROM people)
"""
SEAT_NAMES = """
    WITH new (table_id, seat, person, name) AS (VALUES {rows})
    INSERT INTO seat_names (table_id, seat, person, name)
    SELECT * FROM new WHERE person IN (SELECT key FROM people)
    ON CONFLICT DO UPDATE SET person = excluded.person, name = excluded.name
"""
SEEKERS = """
    UPDATE seeks SET table_id = paired.column1 FROM (VALUES {rows}) AS paired
    WHERE table_id IS NULL AND person = paired.column2
"""
SCORED = """
    WITH new (t, p, f) AS (VALUES {rows})
    UPDATE tries SET points = p, facts = f FROM new WHERE table_id = t
"""


class End(NamedTuple):
    """The last entry of a table."""

    id: int
    """Its place among all entries of the file."""
    hash: bytes


class Written(NamedTuple):
    """What an append has added to the file."""

    authors: set[Author]
    ends: dict[str, End]


class Known:
    """What the file is known to hold, so that it need not be asked: nobody else writes to it.

    A job may change anything, and what fails may leave anything: both end what is known.
    """

    def __init__(self) -> None:
        self.authors: set[Author] = set()
        """People who have not signed out."""
        self.ends: dict[str, End] = {}
        """By table."""

    def learn(self, written: Written) -> None:
        """This is on disk."""
        if len(self.ends) > MOST_KNOWN:
            self.forget()
        self.authors |= written.authors
        self.ends |= written.ends

    def forget(self) -> None:
        """Anything may have changed."""
        self.authors.clear()
        self.ends.clear()


class Writer:
    """Writes what it is given, in that order, and tells the loop when it is on disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Group | None] = SimpleQueue()
        self._gathered: Group = []
        self._known = Known()
        self._closed = False
        self._writing = threading.Thread(target=self._run, name="lido-writer", daemon=True)
        self._writing.start()

    def write(self, what: Append | Job) -> asyncio.Future[Any]:
        """The result, once it is on disk; raises NotKept, Conflict or what the job raised."""
        if self._closed:
            raise NotKept("server.store-closed")
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        future = self._loop.create_future()
        self._gathered.append((what, future))
        return future

    def _hand_over(self) -> None:
        """Give the thread all that this turn of the loop brought at once, because waking it is not cheap."""
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def close(self) -> None:
        """Write what waits, and stop."""
        self._closed = True
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._writing.join)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None and self._write_with(first):
            del first  # free its memory while waiting for the next

    def _write_with(self, group: Group) -> bool:
        """Write a group and what waits behind it; whether there may be more."""
        more: Group | None = []
        while len(group) < MOST_TOGETHER and not self._queue.empty():
            if (more := self._queue.get()) is None:
                break
            group += more
        outcomes = self._committed([what for what, _ in group])
        with suppress(RuntimeError):  # the loop was closed meanwhile, so the result is not needed
            self._loop.call_soon_threadsafe(_resolve, [future for _, future in group], outcomes)
        return more is not None

    def _committed(self, group: Sequence[Append | Job]) -> list[Any]:
        """The result of each, all of it on disk; or NotKept for each."""
        written: list[Written] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = self._carried_out(group, written)
            self._connection.execute("COMMIT")
            for each in written:
                self._known.learn(each)
            return outcomes
        except sqlite3.Error as error:
            self._known.forget()
            with suppress(sqlite3.Error):  # it may have been rolled back already
                self._connection.execute("ROLLBACK")
            return [NotKept("server.not-kept", why=error) for _ in group]

    def _carried_out(self, group: Sequence[Append | Job], written: list[Written]) -> list[Any]:
        """The result of each: first all appends, then the rest. `written` gets what the appends have added."""
        appends = [what for what in group if isinstance(what, Append)]
        appended = iter(self._appended(appends, written))
        if len(appends) < len(group):
            written.clear()
            self._known.forget()
        return [next(appended) if isinstance(what, Append) else self._alone(what) for what in group]

    def _appended(self, group: Sequence[Append], written: list[Written]) -> list[Any]:
        """The result of each append. They are written together; if one of them fails, by halves."""
        if not group:
            return []
        outcome = self._alone(partial(_append, group, self._known))
        if isinstance(outcome, Written):
            written.append(outcome)
            return [None] * len(group)
        if len(group) == 1:
            return [outcome]
        half = len(group) // 2
        return self._appended(group[:half], written) + self._appended(group[half:], written)

    def _alone(self, job: Job) -> Any:
        """What a job returns, or what it raises; then it has changed nothing. A failing disk is raised."""
        self._connection.execute("SAVEPOINT alone")
        try:
            outcome = job(self._connection)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            self._connection.execute("ROLLBACK TO alone")
            outcome = Conflict() if isinstance(error, sqlite3.IntegrityError) else error
        self._connection.execute("RELEASE alone")
        return outcome


def _resolve(futures: Iterable[asyncio.Future[Any]], outcomes: Iterable[Any]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():  # the caller was cancelled
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def _append(group: Sequence[Append], known: Known, connection: sqlite3.Connection) -> Written:
    """Write all of a group, or raise: SignedOut, Conflict, or an IntegrityError for a new table that is there."""
    rows: Rows = gathered(group)
    if not are_valid(connection, rows.authors - known.authors):
        raise SignedOut
    places = _linked(connection, known, rows)
    if _counted(connection, MOVED, rows.means):
        raise Conflict
    ends = _chained(connection, rows, places)
    if _written(connection, ORIGINS, rows.origins.values()) < len(rows.origins):
        raise Conflict
    if _written(connection, SEEKERS, rows.seekers.values()) < len(rows.seekers):
        raise Conflict
    _written(connection, TABLES, rows.tables.values())
    _written(connection, SITTERS, rows.sitters.values())
    _written(connection, TEXTS, rows.texts)
    _written(connection, RATINGS, rows.ratings.values())
    _written(connection, RATED, rows.rated)
    _written(connection, SEAT_NAMES, rows.seat_names.values())
    _written(connection, SCORED, rows.scored)
    return Written(rows.authors, ends)


def _linked(connection: sqlite3.Connection, known: Known, rows: Rows) -> dict[str, int]:
    """By table that is carried on: the place of its last entry, which must be the one that it is carried on from."""
    places, asked = dict[str, int](), []
    for link in rows.links:
        end = known.ends.get(link.table)
        if end is not None and end.hash == link.hash:
            places[link.table] = end.id
        else:
            asked.append(link)
    for cursor in _many(connection, LINKED, asked):
        places |= dict(cursor.fetchall())
    if len(places) < len(rows.links):
        raise Conflict
    return places


def _chained(connection: sqlite3.Connection, rows: Rows, places: dict[str, int]) -> dict[str, End]:
    """Write the entries, each with the place of the one before it; the new ends of their tables."""
    (last,) = connection.execute(LAST).fetchone()
    chained, ends, before = [], dict[str, End](), dict(places)
    for id, (table, n, hash, raw) in enumerate(rows.entries, last + 1):
        chained.append((id, before.get(table), table, n, hash, raw))
        ends[table] = End(id, hash)
        before[table] = id
    _written(connection, ENTRIES, chained)
    _written(connection, FIRST_ENDS, [(table, end.id) for table, end in ends.items() if table not in places])
    _written(connection, ENDS, [(table, ends[table].id) for table in places])
    return ends


def are_valid(connection: sqlite3.Connection, authors: Collection[Author]) -> bool:
    """Whether the epochs of all these people are still those."""
    return _counted(connection, AUTHORS, authors) == len(authors)


def _counted(connection: sqlite3.Connection, sql: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """How many of the rows are there."""
    return sum(cursor.fetchone()[0] for cursor in _many(connection, sql, rows))


def _written(connection: sqlite3.Connection, sql: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """Write rows; how many there were to write."""
    return sum(cursor.rowcount for cursor in _many(connection, sql, rows))


def _many(connection: sqlite3.Connection, sql: str, rows: Iterable[tuple[Any, ...]]) -> Iterable[sqlite3.Cursor]:
    """Carry out a statement on all rows, in as few calls as possible. A row of nulls must do nothing in it."""
    rest = list(rows)
    while rest:
        now, rest = rest[: SIZES[-1]], rest[SIZES[-1] :]
        size, width = next(size for size in SIZES if size >= len(now)), len(now[0])
        values = [*chain.from_iterable(now), *repeat(None, (size - len(now)) * width)]
        yield connection.execute(_with_places(sql, width, size), values)


@cache
def _with_places(sql: str, width: int, count: int) -> str:
    row = "(" + ",".join("?" * width) + ")"
    return sql.replace("{rows}", ",".join([row] * count))
