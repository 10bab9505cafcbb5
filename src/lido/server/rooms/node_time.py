"""The time of a node. Where several share a database, its clock is everybody's: else a player would gain or lose time
whenever another node writes their move.
"""

import asyncio
from collections.abc import Callable

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.rooms.context import now as own_time
from lido.server.store import Store

EVERY = 30.0
"""Seconds between two looks at the clock of the database."""
MOST_STEP = 30
"""Milliseconds by which the time is set at one look: clocks drift less, and nobody's turn jumps."""
LONGEST_ASKED = 200
"""Milliseconds: an answer that took longer says too little."""


class NodeTime:
    """Milliseconds since 1970 by the clock of the database; until it was asked, by this machine's."""

    def __init__(self, store: Store, own: Callable[[], int] = own_time) -> None:
        self._store = store
        self._own = own
        self._offset: int | None = None

    def __call__(self) -> int:
        """The time now. It never goes back by more than a look may set it."""
        return self._own() + (self._offset or 0)

    async def look(self) -> None:
        """Ask the database; the first answer is believed at once, later ones little by little."""
        asked = self._own()
        theirs = await self._store.time()
        answered = self._own()
        if theirs is None or answered - asked > LONGEST_ASKED:
            return
        offset = theirs - (asked + answered) // 2
        if self._offset is None:
            self._offset = offset
        else:
            self._offset += max(-MOST_STEP, min(MOST_STEP, offset - self._offset))

    async def run(self) -> None:
        """Look from time to time, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except LidoError as error:
                log_error("the database could not be asked for the time", error)
