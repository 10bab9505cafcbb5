"""Writing what must not be lost: what others write meanwhile, or a database that is away, only delays it."""

import asyncio
from collections.abc import Callable

from lido.errors import NotKept, Refusal
from lido.server.logging import log_error
from lido.server.rooms.connection import Connection
from lido.server.rooms.live import RoomAccess
from lido.server.store import IN_DOUBT, Author, Conflict
from lido.server.table.changes import applied
from lido.server.table.decision import Decision

TRIES = 20
"""How often something is decided anew because others wrote first."""
LOOKS_EVERY, WAITS = 0.5, 60.0
"""Seconds between two looks whether the database is back, and for which it is waited for."""


async def commit_surely(
    room: RoomAccess,
    decision: Callable[[int], Decision | None],
    answer: tuple[Connection, int] | None = None,
    author: Author | None = None,
) -> None:
    """Write what is decided at a time, and acknowledge it to who is to have the answer. Under the lock.

    With an author it raises SignedOut, and writes nothing, if that person is signed out by then.

    After an entry of others it is decided again. If it is not known whether it was written, the log says so. A
    LidoError if it cannot be decided any more, or if the database stays away.
    """
    await room.refresh()
    moves = _moves(room)
    for _ in range(TRIES):
        now = room.context.now()
        decided = decision(now)
        if decided is None:
            return
        try:
            connection, number = answer or (None, 0)
            await room.commit(applied(room.table, decided, now), connection, number, author)
            return
        except Conflict:
            await room.reload()
        except NotKept as error:
            if error.code not in IN_DOUBT:
                raise
            log_error("it is not known whether something was written", error)
            await _read_again(room)
        if (answer and room.repeated(*answer)) or _moves(room) != moves:
            return
    raise Refusal("service.conflict")


def _moves(room: RoomAccess) -> int:
    match = room.table.match
    return len(match.moves) if match else 0


async def _read_again(room: RoomAccess) -> None:
    """Read the table, once the database is back; NotKept if it is away for too long."""
    loop = asyncio.get_running_loop()
    until = loop.time() + WAITS
    while True:
        try:
            await room.reload()
            return
        except NotKept:
            if loop.time() > until:
                raise
            await asyncio.sleep(LOOKS_EVERY)
