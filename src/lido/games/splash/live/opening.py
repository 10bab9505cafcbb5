"""When a hand opens without its player: at the end of their clock, or when they do nothing with it for long."""

import asyncio
from collections.abc import Callable

from lido.errors import LidoError
from lido.games.splash.live.messages import Frame
from lido.games.splash.live.placing import Placing
from lido.games.splash.state import State
from lido.server.logging import log_error
from lido.server.rooms.connection import encoded
from lido.server.rooms.live import RoomAccess
from lido.server.store import Conflict

IDLE = 20.0
"""Seconds without a word from the player after which the piece is taken out of a hand."""
AGAIN = 1.0
"""Seconds before a hand that could not be opened is opened again."""
BACK = 0.3
"""Seconds in which everything is seen to go back to where it was."""


class Opening:
    """Watches over a hand that a person holds closed."""

    __slots__ = ("_is_closed", "_open", "_put_back", "_room")

    def __init__(
        self,
        room: RoomAccess,
        is_closed: Callable[[Placing], bool],
        open: Callable[[], object],
        put_back: Callable[[], None],
    ) -> None:
        self._room = room
        self._is_closed = is_closed
        self._open = open
        self._put_back = put_back

    # The clock

    def watch_clock(self, placing: Placing, seat: int) -> bool:
        """Open the hand when the clock of its player ends; whether there is one."""
        room, loop = self._room, asyncio.get_running_loop()
        deadline = room.table.deadline(room.lag_of(seat))
        if deadline is None:
            return False
        placing.opens_at = loop.time() + max(0, deadline - room.context.now()) / 1000
        loop.call_at(placing.opens_at, self.ring, placing)
        return True

    def ring(self, placing: Placing) -> None:
        """The clock may have run out. If this node runs the clock, its runner says so too."""
        if self._is_due(placing):
            self._room.context.spawn(self._open_in_time(placing))

    def _is_due(self, placing: Placing) -> bool:
        return self._is_closed(placing) and asyncio.get_running_loop().time() >= placing.opens_at

    async def _open_in_time(self, placing: Placing) -> None:
        """The clock has run out, unless it did so only because this node did not run."""
        async with self._room.lock:
            try:
                await self._room.refresh()
                await self._room.forgive_pauses()
                if self._is_due(placing):
                    self._open()
            except (LidoError, Conflict) as error:
                log_error("a hand could not be opened", error)
                self._room.mark_stale()
                asyncio.get_running_loop().call_later(AGAIN, self.ring, placing)

    # A player who does nothing

    def watch_player(self, placing: Placing) -> None:
        """Take the piece out of the hand when nothing has been heard of its player for long.

        If nothing else has moved, it is put back; otherwise the hand opens, so that nobody saves a tower by waiting.
        """
        if not self._is_closed(placing):
            return
        loop = asyncio.get_running_loop()
        left = placing.steered_at + IDLE - loop.time()
        if left > 0:
            loop.call_later(left, self.watch_player, placing)
        elif set(placing.seen.pieces) <= {placing.seen.held}:
            self._put_back()
            self._room.context.spawn(self._show_start(placing))
        else:
            try:
                self._open()
            except LidoError as error:  # it has just ended by itself
                log_error("a hand could not be opened", error)

    async def _show_start(self, placing: Placing) -> None:
        """Everybody sees the piece where it was before it was taken up."""
        table = self._room.table
        state: State = table.running().player_view(table.turn or 0).observation
        if state.held and state.start:
            pieces = {state.held: [*state.start.pos, *state.start.quat]}
            text = encoded(Frame(t=placing.seen.t + BACK, held=None, pieces=pieces))
            self._room.tell(text)
            if self._room.is_watched_elsewhere:
                await self._room.tell_live(text.decode())
