"""What a command changes at the table of a room, before it is written."""

import asyncio
from typing import Any

from lido.server.messages import Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.live import RoomAccess
from lido.server.rooms.players import given_names
from lido.server.table.changes import Changes, applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request


async def changes_of(room: RoomAccess, connection: Connection, command: Any) -> Changes:
    """What a command changes; or LidoError. Under the lock."""
    table, context, person = room.table, room.context, connection.person
    at = context.now()
    if not isinstance(command, Move):
        names = given_names(person, command)  # refused before the table changes
        rated = context.people.wants_rating(person)
        decision = decide(table, command, Request(person, at, connection.lag, room.absent(), rated))
        return applied(table, decision, at)._replace(seat_names=names)
    asked = (table, command, Request(person, at, connection.lag))
    slow = table.match is not None and table.match.game.detailed  # it may be simulated, which takes a while
    return applied(table, await asyncio.to_thread(decide, *asked) if slow else decide(*asked), at)
