"""Telling somebody who missed much of a table, in parts and as fast as they read.

What they missed may be tens of megabytes. A node that wrote all of it at once would do nothing else meanwhile, and keep
it for every client that does not read.
"""

from typing import TYPE_CHECKING

from lido.errors import Refusal
from lido.server.rooms.connection import Connection
from lido.server.store import SignedOut

if TYPE_CHECKING:
    from lido.server.rooms.room import Room

PART = 256 * 1024
"""Bytes of a part, and of what the welcome itself brings; an entry is never cut."""
READ_WITHIN = 60.0
"""Seconds that a client has to read a part."""
RECALLS = 3
"""How often what a newcomer missed is looked for, where the table goes on meanwhile."""


async def send_ahead(room: "Room", connection: Connection, seen: int) -> int:
    """Send somebody what they missed, but for what fits into the welcome; the last entry that was sent, or `seen`.

    Each part is sent when the one before it has left, and is weighed as other long work of the address. Nothing of it
    is under the lock of the room, and the connection is not in the room yet. A Refusal if the address wants too much.
    """
    sent = seen
    while sent < room.missed.last(room.table):
        part = await _part(room, connection.person, seen, sent)
        if sent + len(part) >= room.missed.last(room.table) and sum(map(len, part)) <= PART:
            break
        async with room.context.beside.turn(room.context.share(connection.person, room.id)):
            connection.outbox.say(missed_text(part))
        sent += len(part)
        if not await connection.outbox.drained(READ_WITHIN):
            break
        if not await room.context.people.is_current(connection.author):  # it may have read for minutes
            raise SignedOut
    return sent


async def _part(room: "Room", person: str, seen: int, sent: int) -> list[bytes]:
    """The next entries, as they were told. What is kept may be given up while a client reads; then it is recalled.

    Where the table goes on faster than that, they come without the views that are not kept, as in a welcome.
    """
    for _ in range(RECALLS):
        found = room.missed.kept.since(seen, room.missed.last(room.table), person, sent=sent, most=PART)
        if found is not None:
            return found
        await room.missed.recall(room.context, room.table, person, seen, sent)
        room.context.memory.asked(room.id, room.missed.kept)
    found = room.missed.kept.since(seen, room.missed.last(room.table), person, with_views=False, sent=sent, most=PART)
    if found is None:
        raise Refusal("service.not-now")
    return found


def missed_text(news: list[bytes]) -> bytes:
    """The message `missed` with those news."""
    return b'{"type":"missed","news":[%b]}' % b",".join(news)
