"""Appends as SQLite writes them: one statement writes many rows, because every call into SQLite takes its time."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import chain, repeat
from typing import Any, NamedTuple

from lido.server.store import Append, Author, Conflict, SignedOut
from lido.server.store.rows import Rows, gathered

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


def append_all(group: Sequence[Append], known: Known, connection: sqlite3.Connection) -> Written:
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
