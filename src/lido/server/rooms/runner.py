"""What the service does at a table without a command: it moves the bots and watches the clock."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeAlias

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import Move, Thinking
from lido.server.rooms.connection import encoded
from lido.server.rooms.live import Live, RoomAccess
from lido.server.store import Conflict
from lido.server.table.changes import applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request
from lido.server.table.playing import resume, time_out
from lido.server.table.state import BotTurn

LONGEST_WAIT = 60.0
"""Seconds after which a timer looks at the clock anew: a machine may sleep for a part of the days of a slow game."""
PAUSE = 1.0
"""Seconds before something that failed is tried again."""


class Runner:
    """The bots and the clock of one table, which the node that holds the table's lease runs."""

    __slots__ = ("_live", "_room", "_task", "_timer", "_want_lease", "_writes", "leased")

    def __init__(self, room: RoomAccess, live: Live | None, want_lease: "WantLease") -> None:
        self._room = room
        self._live = live
        self._want_lease = want_lease
        self.leased = False
        """Whether this node holds the lease of the table."""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._writes = False
        """Whether a move is being written: then everybody must be told of it, even if the lease is lost meanwhile."""

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._room.id

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to do now or later, or something is still being done."""
        table = self._room.table
        return self._task is not None or ((bool(table.bot_turn()) or bool(table.deadline())) and self._is_worth_it)

    @property
    def _is_worth_it(self) -> bool:
        """Whether a person or a tournament waits for it, or somebody may see how bots do."""
        return self._room.table.is_awaited or self._room.is_in_use

    async def start(self, *, after_a_break: bool) -> None:
        """This node holds the lease now. After a break, no node ran the table for a while."""
        if after_a_break:
            await self._resume()
        self.leased = True
        self.look()

    def stop(self) -> None:
        """This node has no lease any more."""
        self.leased = False
        if self._timer:
            self._timer.cancel()
        if self._task and not self._writes:
            self._task.cancel()

    def look(self) -> None:
        """Start what there is to do now: a move of a bot, or the timer of a clock."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        table = self._room.table
        bot, deadline = table.bot_turn(), table.deadline()
        if (bot is None and deadline is None) or not self._is_worth_it:
            return
        if not self.leased:
            self._want_lease(self)
        elif bot is not None:
            if self._task is None:
                self._task = self._room.context.spawn(self._move(bot))
        elif table.turn is not None:
            self._later(min(LONGEST_WAIT, max(0, self._due() - self._room.context.now()) / 1000))

    def _due(self) -> int:
        """When the clock that runs will have run out."""
        table = self._room.table
        return (table.deadline(self._room.lag_of(table.turn)) if table.turn else None) or 0

    def _later(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.leased and self._due() > self._room.context.now():
            self.look()
        elif self.leased:
            self._room.context.spawn(self._time_up())

    async def _time_up(self) -> None:
        """The clock has run out, unless something has changed meanwhile."""
        room = self._room
        try:
            async with room.lock:
                await room.refresh()
                turn = room.table.turn
                if await room.forgive_pauses():
                    return
                if self._live is not None and self._live.time_up():
                    self._later(PAUSE)
                elif turn is not None:
                    at = room.context.now()
                    await room.commit(applied(room.table, time_out(room.table, at, room.lag_of(turn)), at))
        except (LidoError, Conflict):
            self._later(PAUSE)  # somebody moved in time, or nothing can be written now
        except Exception as error:
            self._failed("a clock could not run out", error)
            self._later(PAUSE)

    async def after_a_pause(self) -> None:
        """This node did not run for a while. Whoever is to act here may not even have been able to say so."""
        room, turn = self._room, self._room.table.turn
        if turn is None or not (self.leased or room.has(room.table.seat(turn).person)):
            return
        async with room.lock:
            try:
                await room.refresh()
                await room.forgive_pauses()
            except (LidoError, Conflict) as error:  # it is tried again before a command or the end of the clock
                log_error("a pause could not be forgiven", error)
                room.mark_stale()

    async def _resume(self) -> None:
        """Restore the time that a clock lost while no node ran it; if that cannot be written now, leave the clock."""
        room = self._room
        try:
            async with room.lock:
                await room.refresh()
                at = room.context.now()
                if decision := resume(room.table, at):
                    await room.commit(applied(room.table, decision, at))
        except (LidoError, Conflict) as error:
            log_error("a clock could not be set right", error)

    async def _move(self, bot: BotTurn) -> None:
        """Let a bot think and move. If the game has changed meanwhile, its move is dropped."""
        room = self._room
        pause = 0.0
        try:
            async with room.lock:
                await room.refresh()
                if room.table.bot_turn() != bot:
                    return
                match = room.table.running()
                asked, player_view = (match, match.moves), match.player_view(bot.seat)
                room.tell(encoded(Thinking(seat=bot.seat)))
            began = time.monotonic()
            move, details = await room.context.bots.choose(
                player_view, bot.level, ms=room.context.settings.bot_ms, share=room.context.share_at(room.table)
            )
            room.context.metrics.thought.observe(time.monotonic() - began)
            if self._live is not None:
                details = await self._live.perform(player_view, move, details)
            async with room.lock:
                await room.refresh()
                now = room.table.match
                if room.table.bot_turn() == bot and now and (now, now.moves) == asked:
                    await self._write(Move(number=1, seat=bot.seat, move=move, details=details))
        except Exception as error:
            self._failed("a bot could not move", error)
            pause = PAUSE
        finally:
            self._task, self._writes = None, False
            if pause:
                asyncio.get_running_loop().call_later(pause, self._again)
            elif self.leased:
                self.look()

    async def _write(self, move: Move) -> None:
        self._writes = True
        at = self._room.context.now()
        await self._room.commit(applied(self._room.table, decide(self._room.table, move, Request(None, at)), at))

    def _failed(self, what: str, error: Exception) -> None:
        """Log an error that must not end the table: the table is read again, and what failed is tried again."""
        log_error(what, error)
        self._room.mark_stale()

    def _again(self) -> None:
        if self._task is None and self.leased:
            self.look()


WantLease: TypeAlias = Callable[[Runner], None]
"""Called when there is something to do at a table whose lease this node does not hold."""
