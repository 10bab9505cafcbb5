"""Tables from their logs. Long logs are read and played beside the event loop, a few at a time."""

from collections.abc import Sequence

from lido.game import Event
from lido.server.rooms.context import NodeContext
from lido.server.store import HEAVY, LONG
from lido.server.table.events import Entry
from lido.server.table.state import TableState
from lido.server.workers.fair import Share


def is_long(entries: Sequence[Entry]) -> bool:
    """Whether entries take long to be applied: many do, and those whose moves have details."""
    return len(entries) >= LONG or sum(len(entry.raw) for entry in entries) >= HEAVY


async def read_log(context: NodeContext, table: TableState, share: Share) -> tuple[list[Entry], list[list[Event]]]:
    """Apply what the store has after the last entry of a table that nobody else uses yet.

    The entries, and what everybody saw happen in each. A long log is read on the account of `share`, or refused.
    """
    entries = await context.store.entries(table.id, table.n, LONG)
    if not is_long(entries):
        return entries, _applied(table, entries)
    async with context.beside.turn(share):
        if len(entries) >= LONG:
            entries += await context.store.entries(table.id, entries[-1].body.n)
        return entries, await context.beside.work(_applied, table, entries)


def _applied(table: TableState, entries: Sequence[Entry]) -> list[list[Event]]:
    return [table.apply(entry) for entry in entries]
