"""The tables of the database, as a list of migrations: an older database is migrated from its version.

SQLite and PostgreSQL read the same text. `{by_key}` makes a table that is kept in the order of its key,
for SQLite; PostgreSQL has no equivalent. `{any_face}` is a random number below 2**32. A migration that has been
released is never changed.

The entries of all tables are kept in the order in which they are written. In SQLite each also has the place of the one
before it at its table, and `ends` that of the last: with an index instead, every move would change a page of its own.

`house` holds what belongs to the whole service, such as the key that signs cookies, and `tended` says that a table
needs a runner: the names are older than those in the code.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lido.errors import NotKept


class Migration(NamedTuple):
    """What leads from one version to the next. Statements end with `;` at the end of a line."""

    both: str
    postgres: str = ""
    """What only several nodes need."""
    sqlite: str = ""
    """What only SQLite keeps in another way."""


MIGRATIONS = (
    Migration(
        both="""
        CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            status TEXT NOT NULL,
            public BOOLEAN NOT NULL,
            tended BOOLEAN NOT NULL,
            info BYTEA NOT NULL,
            seed TEXT,
            created BIGINT NOT NULL
        ) {by_key};
        CREATE INDEX tables_by_status ON tables (status, created);
        CREATE INDEX tables_tended ON tables (id) WHERE tended;
        CREATE TABLE entries (
            table_id TEXT NOT NULL,
            n BIGINT NOT NULL,
            hash BYTEA NOT NULL,
            raw BYTEA NOT NULL,
            PRIMARY KEY (table_id, n)
        );
        CREATE TABLE origins (
            table_id TEXT NOT NULL,
            client TEXT NOT NULL,
            number BIGINT NOT NULL,
            n BIGINT NOT NULL,
            PRIMARY KEY (table_id, client)
        ) {by_key};
        CREATE TABLE sitters (
            person TEXT NOT NULL,
            table_id TEXT NOT NULL,
            since BIGINT NOT NULL,
            PRIMARY KEY (person, table_id)
        ) {by_key};
        CREATE TABLE texts (
            table_id TEXT NOT NULL,
            n BIGINT NOT NULL,
            person TEXT NOT NULL,
            salt TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (table_id, n)
        ) {by_key};
        CREATE INDEX texts_by_person ON texts (person);
        CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT,
            language TEXT NOT NULL,
            epoch BIGINT NOT NULL,
            rated BOOLEAN NOT NULL
        ) {by_key};
        CREATE TABLE blocks (
            person TEXT NOT NULL,
            blocked TEXT NOT NULL,
            PRIMARY KEY (person, blocked)
        ) {by_key};
        CREATE TABLE ratings (
            person TEXT NOT NULL,
            game TEXT NOT NULL,
            mean DOUBLE PRECISION NOT NULL,
            sigma DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (person, game)
        ) {by_key};
        CREATE TABLE spent (
            token TEXT PRIMARY KEY,
            until BIGINT NOT NULL,
            taker TEXT NOT NULL
        ) {by_key};
        CREATE TABLE house (
            name TEXT PRIMARY KEY,
            value BYTEA NOT NULL
        ) {by_key};
        """,
        # Leases need not outlive a crash of the database, and are renewed all the time.
        postgres="""
        CREATE UNLOGGED TABLE leases (
            table_id TEXT PRIMARY KEY,
            node TEXT NOT NULL,
            until TIMESTAMPTZ NOT NULL
        );
        """,
    ),
    Migration(
        both="""
        CREATE TABLE rated (
            table_id TEXT NOT NULL,
            person TEXT NOT NULL,
            mean_before DOUBLE PRECISION NOT NULL,
            mean_after DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (table_id, person)
        ) {by_key};
        CREATE INDEX rated_by_person ON rated (person);
        CREATE TABLE seat_names (
            table_id TEXT NOT NULL,
            seat BIGINT NOT NULL,
            person TEXT NOT NULL,
            name TEXT,
            PRIMARY KEY (table_id, seat)
        ) {by_key};
        CREATE INDEX seat_names_by_person ON seat_names (person);
        """,
    ),
    Migration(
        both="""
        ALTER TABLE people ADD COLUMN face BIGINT NOT NULL DEFAULT 0;
        UPDATE people SET face = {any_face};
        """,
    ),
    Migration(both="CREATE INDEX blocks_by_blocked ON blocks (blocked);"),
    # The digest of the secret with which other devices were signed out, and until when it may be used again.
    Migration(
        both="""
        ALTER TABLE people ADD COLUMN secret TEXT;
        ALTER TABLE people ADD COLUMN secret_until BIGINT;
        """,
    ),
    # Puzzles: who has tried which, how hard they have proved, and on which days a person solved the puzzle of the day.
    Migration(
        both="""
        CREATE TABLE attempts (
            person TEXT NOT NULL,
            puzzle TEXT NOT NULL,
            solved BOOLEAN NOT NULL,
            PRIMARY KEY (person, puzzle)
        ) {by_key};
        CREATE TABLE puzzle_ratings (
            puzzle TEXT PRIMARY KEY,
            mean DOUBLE PRECISION NOT NULL,
            sigma DOUBLE PRECISION NOT NULL,
            tried BIGINT NOT NULL,
            solved BIGINT NOT NULL
        ) {by_key};
        CREATE TABLE solved_days (
            person TEXT NOT NULL,
            day BIGINT NOT NULL,
            PRIMARY KEY (person, day)
        ) {by_key};
        """,
    ),
    # Challenges: who has tried that of which day, at which table, and what came of it; null while it goes on.
    Migration(
        both="""
        CREATE TABLE tries (
            game TEXT NOT NULL,
            day BIGINT NOT NULL,
            person TEXT NOT NULL,
            number BIGINT NOT NULL,
            table_id TEXT NOT NULL,
            points DOUBLE PRECISION,
            facts TEXT,
            PRIMARY KEY (game, day, person, number)
        ) {by_key};
        CREATE UNIQUE INDEX tries_by_table ON tries (table_id);
        CREATE INDEX tries_by_person ON tries (person);
        """,
    ),
    # Who waits for a stranger; `table_id` is where they were paired.
    Migration(
        both="""
        CREATE TABLE seeks (
            person TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            pace TEXT NOT NULL,
            mean DOUBLE PRECISION NOT NULL,
            since BIGINT NOT NULL,
            until BIGINT NOT NULL,
            node TEXT NOT NULL,
            table_id TEXT
        ) {by_key};
        """,
    ),
    # Browsers that are sent messages; `epoch` is that of the cookie with which they asked for it.
    Migration(
        both="""
        CREATE TABLE pushes (
            endpoint TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            epoch BIGINT NOT NULL,
            p256dh BYTEA NOT NULL,
            auth BYTEA NOT NULL,
            since BIGINT NOT NULL
        ) {by_key};
        CREATE INDEX pushes_by_person ON pushes (person);
        """,
    ),
    # Friends, both ways; when somebody was last at the page; who is asked to which table.
    Migration(
        both="""
        CREATE TABLE friends (
            person TEXT NOT NULL,
            friend TEXT NOT NULL,
            tells BOOLEAN NOT NULL,
            PRIMARY KEY (person, friend)
        ) {by_key};
        CREATE INDEX friends_by_friend ON friends (friend);
        CREATE TABLE seen (
            person TEXT PRIMARY KEY,
            at BIGINT NOT NULL
        ) {by_key};
        CREATE TABLE invites (
            person TEXT NOT NULL,
            table_id TEXT NOT NULL,
            by_person TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (person, table_id)
        ) {by_key};
        CREATE INDEX invites_by_person ON invites (by_person);
        CREATE TABLE codes (
            digest TEXT PRIMARY KEY,
            token TEXT NOT NULL,
            until BIGINT NOT NULL
        ) {by_key};
        """,
    ),
    # Tournaments, each with its log.
    Migration(
        both="""
        CREATE TABLE cups (
            id TEXT PRIMARY KEY,
            host TEXT NOT NULL,
            title TEXT NOT NULL,
            status TEXT NOT NULL,
            created BIGINT NOT NULL
        ) {by_key};
        CREATE INDEX cups_by_status ON cups (status, created);
        CREATE TABLE cup_entries (
            cup_id TEXT NOT NULL,
            n BIGINT NOT NULL,
            raw TEXT NOT NULL,
            PRIMARY KEY (cup_id, n)
        ) {by_key};
        """,
    ),
    Migration(
        both="",
        sqlite="""
        ALTER TABLE entries RENAME TO indexed;
        CREATE TABLE entries (
            id INTEGER PRIMARY KEY,
            before_id BIGINT,
            table_id TEXT NOT NULL,
            n BIGINT NOT NULL,
            hash BYTEA NOT NULL,
            raw BYTEA NOT NULL
        );
        INSERT INTO entries
        SELECT rowid, lag(rowid) OVER (PARTITION BY table_id ORDER BY n), table_id, n, hash, raw FROM indexed
        ORDER BY rowid;
        CREATE TABLE ends (
            table_id TEXT PRIMARY KEY,
            last_id BIGINT NOT NULL
        ) {by_key};
        INSERT INTO ends
        SELECT table_id, indexed.rowid FROM indexed
        JOIN (SELECT table_id, max(n) AS n FROM indexed GROUP BY table_id) USING (table_id, n);
        DROP TABLE indexed;
        """,
    ),
)

FORGOTTEN = (
    ("people", "key"),
    ("sitters", "person"),
    ("texts", "person"),
    ("ratings", "person"),
    ("rated", "person"),
    ("seat_names", "person"),
    ("blocks", "person"),
    ("blocks", "blocked"),
    ("seeks", "person"),
    ("pushes", "person"),
    ("friends", "person"),
    ("friends", "friend"),
    ("seen", "person"),
    ("invites", "person"),
    ("invites", "by_person"),
    ("attempts", "person"),
    ("solved_days", "person"),
    ("tries", "person"),
)
"""Every table that mentions a person, and the column with the person's key."""


SQLITE = ("WITHOUT ROWID", "random() & 4294967295")
POSTGRES = ("", "floor(random() * 4294967296)")
"""What the placeholders of a migration stand for."""


def statements(migration: Migration, *, postgres: bool) -> list[str]:
    """The statements of a migration for one of the two databases."""
    by_key, any_face = POSTGRES if postgres else SQLITE
    text = migration.both + (migration.postgres if postgres else migration.sqlite)
    text = text.replace("{by_key}", by_key).replace("{any_face}", any_face)
    return [statement for part in text.split(";\n") if (statement := part.strip())]


def pending(found: int, migrations: Sequence[Migration]) -> Sequence[Migration]:
    """The migrations that a database of that version still needs; raises NotKept for a newer version."""
    if found > len(migrations):
        raise NotKept("server.store-newer", found=found, known=len(migrations))
    return migrations[found:]
