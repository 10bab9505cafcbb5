"""Long logs, played beside the event loop, so that nobody waits for a table that is not theirs."""

import asyncio
from collections.abc import Sequence

from lido.game import Event
from lido.server.table.events import Entry
from lido.server.table.state import TableState

LONG = 500
"""Entries from which on it takes long enough to be felt: some milliseconds."""


async def applied_beside(table: TableState, entries: Sequence[Entry]) -> list[list[Event]]:
    """Apply entries to a table that nobody else uses yet; what everybody saw happen in each."""
    if len(entries) < LONG:
        return _apply(table, entries)
    return await asyncio.to_thread(_apply, table, entries)


def _apply(table: TableState, entries: Sequence[Entry]) -> list[list[Event]]:
    return [table.apply(entry) for entry in entries]
