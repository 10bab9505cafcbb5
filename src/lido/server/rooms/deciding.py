"""What a command changes at the table of a room, and what of it is written."""

import asyncio
from typing import Any

from lido.server.messages import Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.live import RoomAccess
from lido.server.rooms.players import Left, given_names
from lido.server.store import Append, Author, Origin
from lido.server.table.changes import Changes, applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request


def changes_now(room: RoomAccess, connection: Connection, command: Any) -> Changes | None:
    """What a command changes, or LidoError; None where finding out may take a while. Under the lock."""
    table, context, person = room.table, room.context, connection.person
    at = context.now()
    if not isinstance(command, Move):
        names = given_names(person, command)  # refused before the table changes
        rated = context.people.wants_rating(person)
        decision = decide(table, command, Request(person, at, connection.lag, room.absent(), rated))
        return applied(table, decision, at)._replace(seat_names=names)
    if table.match is not None and table.match.game.detailed:  # it may be simulated
        return None
    return applied(table, decide(table, command, Request(person, at, connection.lag)), at)


async def changes_beside(room: RoomAccess, connection: Connection, command: Any) -> Changes:
    """What a move changes that takes a while, or LidoError. Under the lock."""
    table, at = room.table, room.context.now()
    request = Request(connection.person, at, connection.lag)
    return applied(table, await asyncio.to_thread(decide, table, command, request), at)


def append_of(table: str, changes: Changes, left: Left, author: Author | None, origin: Origin | None) -> Append:
    """What is written of changes, with what a game that is over leaves."""
    return Append(
        table=table,
        entries=changes.entries,
        author=author,
        origin=origin,
        head=changes.head,
        texts=changes.texts,
        ratings=left.ratings,
        rated=left.changes,
        seat_names=changes.seat_names,
        scored=left.scored,
    )
