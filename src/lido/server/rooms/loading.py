"""How a room comes from the store, and what is left of it when it leaves memory.

Of rooms with long logs the table itself is left, so that the next one who needs it reads only what was written since.
"""

from collections import OrderedDict
from typing import NamedTuple

from lido.server.rooms.chat import Chat
from lido.server.rooms.context import NodeContext
from lido.server.rooms.missed import Kept, Missed
from lido.server.rooms.reading import read_log
from lido.server.rooms.room import Room
from lido.server.rooms.runner import WantLease
from lido.server.store import HEAVY, LONG
from lido.server.table.state import TableState
from lido.server.workers.fair import NOBODY, Share

MOST_PARKED = 100_000
"""Entries of all logs that are left of rooms. So many bytes count as one more:"""
A_HEAVY_ENTRY = 500


class Parked(NamedTuple):
    """What is left of a room."""

    table: TableState
    kept: Kept
    chat: Chat


def _weight(table: TableState) -> int:
    return table.n + table.size // A_HEAVY_ENTRY


class Parking:
    """What is left of the rooms that were used last."""

    def __init__(self) -> None:
        self._parked: OrderedDict[str, Parked] = OrderedDict()

    def park(self, room: Room) -> None:
        """A room leaves memory. If its log is short, nothing is left: it is read as quickly.

        Only the last few texts are left, since `Memory` no longer counts them.
        """
        if (room.table.n < LONG and room.table.size < HEAVY) or room.is_stale:
            return
        room.missed.kept.shrink()
        self._parked[room.id] = Parked(room.table, room.missed.kept, room.chat)
        while sum(_weight(each.table) for each in self._parked.values()) > MOST_PARKED:
            self._parked.popitem(last=False)

    async def loaded(self, context: NodeContext, id: str, want_lease: WantLease, share: Share = NOBODY) -> Room | None:
        """The room of a table that the store has, or None. A long log is read on the account of `share`."""
        parked = self._parked.pop(id, None)
        found = await _unparked(context, parked, want_lease, share) if parked else None
        return found or await loaded(context, id, want_lease, share)


async def loaded(context: NodeContext, id: str, want_lease: WantLease, share: Share = NOBODY) -> Room | None:
    """The room of a table, from its whole log; None where the store has no such table."""
    seed = await context.store.seed(id)
    if seed is None:
        return None
    table = TableState(id, seed, context.away)
    entries, _ = await read_log(context, table, share)
    room = Room(context, table, want_lease)
    await room.learn(entries)
    return room


async def _unparked(context: NodeContext, parked: Parked, want_lease: WantLease, share: Share) -> Room | None:
    """The room of a table that was left, and of what was written since; None if the log says something else."""
    table = parked.table
    last = await context.store.entries(table.id, table.n - 1, 1)
    if not last or last[0].hash != table.hash:
        return None
    entries, _ = await read_log(context, table, share)
    room = Room(context, table, want_lease)
    room.chat = parked.chat
    await room.chat.read_again()
    if not entries:
        room.missed = Missed(parked.kept)
    await room.learn(entries)
    return room
