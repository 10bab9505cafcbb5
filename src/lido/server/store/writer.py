"""What is written to a SQLite file. All that waits is written in one transaction, with one sync.

Rows are written by the loop itself, since a thread would wait before every statement until the loop makes room for it,
and both would do little else than take turns. What may take long is left to a thread: the sync at the end, other jobs,
and waiting until another program no longer writes. While the thread is at it, the next transaction is gathered.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeAlias

from lido.errors import NotKept
from lido.server.store import Append, Conflict
from lido.server.store.appends import Known, Written, append_all

Job: TypeAlias = Callable[[sqlite3.Connection], Any]
"""Something else to write; it is undone alone if it fails."""
Group: TypeAlias = list[tuple[Append | Job, asyncio.Future[Any]]]
"""What is written together, and who waits for it."""

MOST_TOGETHER = 256
GATHERS_WITHIN = 0.003
"""Seconds for which more is waited for, at most."""
QUIET_TURNS = 3
LOOKS_EVERY = 0.01
"""Seconds between two looks whether another program is still writing."""


@dataclass
class Transaction:
    """What is written together."""

    group: Group
    written: list[Written] = field(default_factory=list)
    """What its appends have added."""
    appended: list[Any] | None = None
    """What came of each append; None while they are not written yet."""
    failed: sqlite3.Error | None = None


class Writer:
    """Writes what it is given, in that order, and says when it is on disk."""

    def __init__(self, connection: sqlite3.Connection, patience: float) -> None:
        self._connection = connection
        connection.execute("PRAGMA busy_timeout = 0")  # the loop does not wait
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Transaction | None] = SimpleQueue()
        self._gathered: Group = []
        self._quiet_turns = 0
        """Turns of the loop since the last was gathered."""
        self._until = 0.0
        """When it is gathered no longer."""
        self._is_writing = False
        self._rests = asyncio.Event()
        self._known = Known()
        self._closed = False
        self._worker = threading.Thread(target=self._run, name="lido-writer", daemon=True)
        self._worker.start()

    def write(self, what: Append | Job) -> asyncio.Future[Any]:
        """The result, once it is on disk; raises NotKept, Conflict or what the job raised."""
        if self._closed:
            raise NotKept("server.store-closed")
        if not self._gathered and not self._is_writing:
            self._gather()
        future = self._loop.create_future()
        self._gathered.append((what, future))
        self._quiet_turns = 0
        return future

    def _gather(self) -> None:
        """Begin soon."""
        self._quiet_turns = 0
        self._until = self._loop.time() + GATHERS_WITHIN
        self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Begin once some turns of the loop have brought nothing more: those who were told of the last moves answer."""
        if self._is_writing or not self._gathered:
            return
        if self._quiet_turns >= QUIET_TURNS or self._loop.time() >= self._until:
            self._begin()
        else:
            self._quiet_turns += 1
            self._loop.call_soon(self._turn)

    async def close(self) -> None:
        """Write what waits, and stop."""
        self._closed = True
        while self._gathered or self._is_writing:
            self._rests.clear()
            self._begin()
            await self._rests.wait()
        self._queue.put(None)
        await asyncio.to_thread(self._worker.join)

    def _begin(self) -> None:
        """Begin to write what this turn of the loop has brought, unless something is being written."""
        if not self._gathered or self._is_writing:
            return
        self._is_writing = True
        begun = Transaction(self._gathered[:MOST_TOGETHER])
        del self._gathered[:MOST_TOGETHER]
        try:
            if self._is_begun():
                begun.appended = self._appended(_appends(begun.group), begun.written)
        except sqlite3.Error as error:
            begun.failed = error
        self._queue.put(begun)

    def _ended(self, group: Group, outcomes: list[Any]) -> None:
        """It is on disk, or cannot be written."""
        self._is_writing = False
        self._rests.set()
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if future.done():  # the caller was cancelled
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
        self._gather()

    def _run(self) -> None:
        while (begun := self._queue.get()) is not None:
            outcomes = self._committed(begun)
            with suppress(RuntimeError):  # the loop was closed meanwhile, so the result is not needed
                self._loop.call_soon_threadsafe(self._ended, begun.group, outcomes)
            del begun, outcomes  # free their memory while waiting for the next

    def _committed(self, begun: Transaction) -> list[Any]:
        """The result of each, all of it on disk; or NotKept for each."""
        try:
            if begun.failed:
                raise begun.failed
            if begun.appended is None:
                self._begin_patiently()
                begun.appended = self._appended(_appends(begun.group), begun.written)
            outcomes = self._carried_out(begun, iter(begun.appended))
            self._connection.execute("COMMIT")
            for each in begun.written:
                self._known.learn(each)
            return outcomes
        except sqlite3.Error as error:
            self._known.forget()
            with suppress(sqlite3.Error):  # it may have been rolled back already
                self._connection.execute("ROLLBACK")
            return [NotKept("server.not-kept", why=error) for _ in begun.group]

    def _is_begun(self) -> bool:
        """Begin a transaction; False if another program is writing."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        return True

    def _begin_patiently(self) -> None:
        """Begin a transaction as soon as no other program is writing; a failure if that takes too long."""
        until = time.monotonic() + self._patience
        while time.monotonic() < until:
            if self._is_begun():
                return
            time.sleep(LOOKS_EVERY)
        self._connection.execute("BEGIN IMMEDIATE")

    def _carried_out(self, begun: Transaction, appended: Iterator[Any]) -> list[Any]:
        """The result of each, once what is no append is carried out, too."""
        if len(_appends(begun.group)) < len(begun.group):
            begun.written.clear()
            self._known.forget()
        return [next(appended) if isinstance(what, Append) else self._alone(what) for what, _ in begun.group]

    def _appended(self, group: Sequence[Append], written: list[Written]) -> list[Any]:
        """The result of each append. They are written together; if one of them fails, by halves."""
        if not group:
            return []
        outcome = self._alone(partial(append_all, group, self._known))
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


def _appends(group: Group) -> list[Append]:
    """The appends of a group, which come first."""
    return [what for what, _ in group if isinstance(what, Append)]
