"""The SQLite file of a store: opening it, for one process at a time, bringing its schema up to date, copying it."""

import fcntl
import os
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Self

from lido.errors import NotKept
from lido.server.store.schema import Migration, pending, statements

READERS = 2
PATIENCE = 5.0
"""Seconds to wait for a lock of another program."""
WRITING = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit returns when it is on disk
    "PRAGMA secure_delete = ON",  # deleted data is overwritten
    "PRAGMA cache_size = -512",  # kB: it writes at the ends of logs, and rarely reads
    "PRAGMA wal_autocheckpoint = 4000",  # pages: a page that many commits change is copied once
)
READING = (
    "PRAGMA query_only = ON",
    "PRAGMA cache_size = -256",  # kB: what is read again is in memory, of the room or of the system
)


class File:
    """The connections to a file, and the lock that keeps other processes from serving it."""

    def __init__(
        self,
        writing: sqlite3.Connection,
        reading: Sequence[sqlite3.Connection],
        looking: sqlite3.Connection,
        held: ExitStack,
    ) -> None:
        self.writing = writing
        self.reading = reading
        self.looking = looking
        """For questions that are answered at once: it waits for no lock."""
        self.patience = PATIENCE
        """Seconds for which whoever writes waits for another program that does."""
        self._held = held

    @classmethod
    def opened(cls, path: Path, migrations: Sequence[Migration]) -> Self:
        """Open a file, or make it, for its owner alone; it holds secrets."""
        with ExitStack() as held:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                _locked(path, held)
                writing = held.enter_context(closing(_connected(path)))
                for pragma in WRITING:
                    writing.execute(pragma)
                _migrate(writing, path, migrations)
                reading = [held.enter_context(closing(_connected(path))) for _ in range(READERS)]
                looking = held.enter_context(closing(_connected(path, patience=0.0)))
                for connection in (*reading, looking):
                    for pragma in READING:
                        connection.execute(pragma)
            except (OSError, ValueError, sqlite3.Error) as error:
                if isinstance(error, NotKept):
                    raise
                raise NotKept("server.store-open", path=path, why=_why(error)) from error
            return cls(writing, reading, looking, held.pop_all())

    def close(self) -> None:
        """Close it, and let another process have it."""
        self._held.close()


def _connected(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    # A connection is used by one thread at a time, but not always by the one that opened it.
    return sqlite3.connect(path.absolute(), timeout=patience, isolation_level=None, check_same_thread=False)


def _locked(path: Path, held: ExitStack) -> None:
    """Hold two locks, which the system releases however the process ends. The file is made if it is missing.

    The one on the file itself holds by whatever name another process opens it: a link, or a new name. The one beside
    it holds for the name, which the files of SQLite's own beside it follow, also if another file is put there.
    """
    real = path.resolve()
    for name in (real.with_name(real.name + ".lock"), real):
        lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        held.callback(os.close, lock)
        if name == real and sys.platform != "linux":
            return  # elsewhere this lock and those of SQLite would keep each other out
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NotKept("server.store-served", path=path) from error


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Bring a database up to date: all of it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "schema_version" not in tables:
            raise NotKept("server.store-other", path=path)
        if not tables:
            connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (0)")
        ((found,),) = connection.execute("SELECT version FROM schema_version")
        for migration in pending(found, migrations):
            for statement in statements(migration, postgres=False):
                connection.execute(statement)
        connection.execute("UPDATE schema_version SET version = ?", (len(migrations),))
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _why(error: OSError | ValueError | sqlite3.Error) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def backup(source: Path, target: Path) -> None:
    """Copy a database, even one in use, as it was at one moment.

    The target holds either what it held before or all of the copy.
    """
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as live:
            if not live.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchall():
                raise NotKept("server.store-other", path=source)
            _copy(live, target)
    except (OSError, ValueError, sqlite3.Error) as error:
        if isinstance(error, NotKept):
            raise
        raise NotKept("server.backup", source=source, target=target, why=_why(error)) from error


def _copy(live: sqlite3.Connection, target: Path) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # for its owner alone
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        handle = os.open(name, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise
