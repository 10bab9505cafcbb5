"""Public tables where somebody does not reveal: they are closed, and others are opened in their place."""

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.rooms.context import new_id, new_seed
from lido.server.rooms.room import Room
from lido.server.store import Append, Conflict
from lido.server.table.changes import applied
from lido.server.table.seating import is_late, without_late
from lido.server.table.state import TableState


def should_reopen(room: Room) -> bool:
    """Whether somebody has not revealed in time."""
    return room.table.sealed and is_late(room.table, room.context.now())


async def reopen(room: Room) -> None:
    """Close a table whose time is up, and open another, which is written first. If that fails, it is tried again.

    It does not matter which node does it: if two do, one of the new tables stays empty and is closed after some days.
    """
    context = room.context
    async with room.lock:
        try:
            await room.refresh()
            table, at = TableState(new_id(), new_seed(), context.away), context.now()
            there, here = without_late(room.table, at, table.id, table.seed)
            if there:
                opened = applied(table, there, at)
                await context.store.append(
                    Append(table=table.id, entries=opened.entries, head=opened.head, seed=table.seed)
                )
            await room.commit(applied(room.table, here, at))
        except (LidoError, Conflict) as error:
            log_error("a table could not be closed", error)
            room.mark_stale()
