"""What the context does at a table by itself: bots move, and clocks run out."""

import asyncio
import time
from typing import TYPE_CHECKING

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import Thinking
from lido.server.rooms.connection import encoded
from lido.server.rooms.context import now
from lido.server.store import Conflict
from lido.server.table.table import Duty

if TYPE_CHECKING:
    from lido.server.rooms.room import Room

PAUSE = 1.0
"""Seconds before something that failed is tried again."""


class Runner:
    """The bots and the clock of one table. They are looked after by the node that holds its lease."""

    __slots__ = ("_room", "_task", "_timer", "_writes", "leased")

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.leased = False
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._writes = False
        """Whether a move is being written: then it must also be told, whoever looks after the table by then."""

    @property
    def any(self) -> bool:
        """Whether there is anything to do, now or later, or something is still being done."""
        table = self._room.table
        return self._task is not None or table.to_act() is not None or table.deadline() is not None

    def look(self) -> None:
        """Look at what there is to do now."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        table = self._room.table
        duty, deadline = table.to_act(), table.deadline()
        if duty is None and deadline is None:
            return
        if not self.leased:
            self._room.context.leases.want(self._room)
        elif duty is not None:
            if self._task is None:
                self._task = self._room.context.spawn(self._move(duty))
        elif table.turn is not None:
            due = table.deadline(self._room.lag_of(table.turn)) or 0
            self._later(max(0, due - now()) / 1000)

    def stop(self) -> None:
        """Leave it to others."""
        if self._timer:
            self._timer.cancel()
        if self._task and not self._writes:
            self._task.cancel()

    def _later(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.leased:
            self._room.context.spawn(self._time_up())

    async def _time_up(self) -> None:
        """The clock has run out, if it still has."""
        room = self._room
        try:
            async with room.lock:
                await room.refresh()
                turn = room.table.turn
                if room.hand.is_elsewhere:
                    self._later(PAUSE)
                elif turn is not None and not room.hand.open():
                    await room.commit(room.table.out_of_time(now(), room.lag_of(turn)))
        except (LidoError, Conflict):
            self._later(PAUSE)  # somebody moved in time, or nothing can be written now
        except Exception as error:
            self._failed("a clock could not run out", error)
            self._later(PAUSE)

    async def _move(self, duty: Duty) -> None:
        """Let a bot think and move; whatever has changed meanwhile, what it found is then for nothing."""
        room = self._room
        pause = 0.0
        try:
            async with room.lock:
                await room.refresh()
                if room.table.to_act() != duty:
                    return
                match = room.table.match
                assert match
                asked, player_view = (match, len(match.moves)), room.table.player_view(duty.seat)
                room.tell(encoded(Thinking(seat=duty.seat)))
            began = time.monotonic()
            move, details = await room.context.bots.choose(player_view, duty.level, ms=room.context.settings.bot_ms)
            room.context.metrics.thought.observe(time.monotonic() - began)
            details = await room.hand.carried_out(player_view, move, details)
            async with room.lock:
                await room.refresh()
                match = room.table.match
                if room.table.to_act() == duty and match and (match, len(match.moves)) == asked:
                    self._writes = True
                    await room.commit(room.table.act_placed(None, duty.seat, move, details, now()))
        except Exception as error:
            self._failed("a bot could not move", error)
            pause = PAUSE
        finally:
            self._task, self._writes = None, False
            if pause:
                asyncio.get_running_loop().call_later(pause, self._again)
            elif self.leased:
                self.look()

    def _failed(self, what: str, error: Exception) -> None:
        """Whatever it is, a table must not end by it: it is read again, and what failed is tried again."""
        log_error(what, error)
        self._room.mark_stale()

    def _again(self) -> None:
        if self._task is None and self.leased:
            self.look()
