"""The hand over a table: steered by a person, or led by the program for a bot or by assistance.

Everybody sees it as it happens, and nothing of it is kept; the result is a move like any other. If the clock of the
player runs out, the hand opens where it is. If the player leaves, or is disconnected for more than a few seconds,
the piece is put back and a bot places it (SP-R12).
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from lido.errors import LidoError, Refusal
from lido.game import Json
from lido.games.splash.live.accidents import Accidents
from lido.games.splash.live.elsewhere import Elsewhere
from lido.games.splash.live.messages import AnswerAccident, AskAccident, Hold, LetGo, Steer
from lido.games.splash.live.opening import Opening
from lido.games.splash.live.placing import PhysicsPool, Placing
from lido.match import PlayerView
from lido.server.messages import AnswerUndo, AskUndo, Command, Leave, Move, Replace, Resign, Return
from lido.server.rooms.committing import commit_surely
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.live import Afterwards, Live, RoomAccess
from lido.server.store import SignedOut
from lido.server.table.changes import applied
from lido.server.table.checks import check_turn
from lido.server.table.decide import decide
from lido.server.table.decision import Decision, Request
from lido.server.table.events import Taken
from lido.server.table.limits import check_taking
from lido.server.table.playing import bot_takes_over

GRACE = 5.0
"""Seconds that a hand stays closed after the connection of its player is lost."""
PLACE = "place"


class Hand(Live):
    """What is being placed at one table, if anything is."""

    __slots__ = (
        "_accidents", "_answer", "_begun_at", "_busy", "_connection", "_decided", "_elsewhere", "_hold", "_opening",
        "_owed", "_physics", "_placing", "_room", "_seat", "_shown",
    )  # fmt: skip

    def __init__(self, room: RoomAccess, physics: PhysicsPool) -> None:
        self._room = room
        self._physics = physics
        self._elsewhere = Elsewhere(room, self._moves)
        self._accidents = Accidents(room, physics, self._check_free, self._show, self._commit)
        self._opening = Opening(room, self._holds, self._open, self._put_back)
        self._busy = False
        self._placing: Placing | None = None
        """The placement of a person, steered or assisted."""
        self._shown: Placing | None = None
        """The placement that everybody sees."""
        self._connection: Connection | None = None
        """Who steers."""
        self._seat = 0
        self._begun_at = 0
        """How many moves there were when the placement began."""
        self._decided: int | None = None
        """When the hand was opened."""
        self._answer: tuple[Connection, int] | None = None
        """The command that is answered when all is at rest."""
        self._hold: tuple[str, int] | None = None
        """The command that took the piece: its client and its number."""
        self._owed: tuple[int, int] | None = None
        """The seat for which a bot must place the piece of a person who left, and the number of moves then."""

    @property
    def busy(self) -> bool:
        """Whether a piece is in the hand or something is falling."""
        return self._busy or self._accidents.falling

    # Commands

    async def handle(self, connection: Connection, command: Any) -> None:
        await HANDLERS[type(command)](self, connection, command)

    async def intercept(self, connection: Connection, command: Command) -> bool:
        """Placements are carried out in real time."""
        if not isinstance(command, Move) or command.move != PLACE:
            return False
        await self._assist(connection, command)
        return True

    def guard(self, person: str, command: Command) -> Afterwards | None:
        """Nobody else moves meanwhile, and a seat whose piece falls (SP-R7) or is owed (SP-R12) stays as it is."""
        if isinstance(command, Move | AskUndo | AnswerUndo):
            self._check_free()
            return None
        if isinstance(command, Return) and self._owed == (command.seat, self._moves()):
            raise Refusal("splash.hand-busy")
        if isinstance(command, Replace | Return | Resign):
            seats = [command.seat]
        elif isinstance(command, Leave):
            seats = self._room.table.seats_of(person)
        else:
            return None
        falls_here = self._busy and not self._is_closed and self._seat in seats
        if falls_here or (self._elsewhere.is_busy and self._room.table.turn in seats):
            raise Refusal("splash.hand-busy")
        held = self._held_by(person)
        if held is None or not isinstance(command, Leave | Resign):
            return None
        return partial(self._let_bot_place, held, "left")

    def _check_free(self) -> None:
        if self.busy or self._elsewhere.is_busy:
            raise Refusal("splash.hand-busy")

    @property
    def _is_closed(self) -> bool:
        """Whether a person holds a piece that they have not let go."""
        return self._placing is not None and self._decided is None

    def _holds(self, placing: Placing) -> bool:
        """Whether it is the placement of a piece that a person has not let go."""
        return placing is self._placing and self._is_closed

    def _held_by(self, person: str) -> int | None:
        """The seat for which a person holds a piece, if they do."""
        return self._seat if self._is_closed and self._connection and self._connection.person == person else None

    def _moves(self) -> int:
        match = self._room.table.match
        return len(match.moves) if match else 0

    # A person places

    async def _take(self, connection: Connection, command: Hold) -> None:
        """Take the piece into the hand."""
        room = self._room
        async with room.lock:
            await room.refresh()
            if self._placing and self._hold == (connection.client, command.number):
                connection.done(command.number, room.table.n)
                return
            await self._note_taking(connection, command.seat)
            view = room.table.running().player_view(command.seat)
            share = room.context.share(connection.person, room.id)
            placing = await self._physics.begin(view, self._tremor(), share=share)
            await self._begin(connection, command.seat, placing)
            self._hold = (connection.client, command.number)
            assert self._placing
            self._opening.watch_player(self._placing)
            connection.done(command.number, room.table.n)

    async def _steer(self, connection: Connection, command: Steer) -> None:
        self._steered_by(connection).steer(command.t, command.pose)

    async def _let_go(self, connection: Connection, command: LetGo) -> None:
        """Open the hand; the command is answered when all is at rest."""
        if self._room.repeated(connection, command.number) or self._asked_again(connection, command.number):
            return
        await self._check_signed_in(connection)
        self._steered_by(connection).let_go(command.t)
        self._answer, self._decided = (connection, command.number), self._decided_at()

    async def _assist(self, connection: Connection, command: Move) -> None:
        """Let a hand place the piece at a pose, or aim at a path; answered when all is at rest. Under the lock."""
        room = self._room
        if self._asked_again(connection, command.number):
            return
        await self._note_taking(connection, command.seat, led=True)
        view = room.table.running().player_view(command.seat)
        share = room.context.share(connection.person, room.id)
        placing = await self._physics.carry_out(view, command.details, self._tremor(), share=share, limited=True)
        await self._begin(connection, command.seat, placing)
        self._answer, self._decided = (connection, command.number), self._decided_at()

    async def _check_signed_in(self, connection: Connection) -> None:
        """A hand that opens stays open: what falls is written, also if its player signs out meanwhile."""
        if not await self._room.context.people.is_current(connection.author):
            raise SignedOut

    async def _note_taking(self, connection: Connection, seat: int, *, led: bool = False) -> None:
        """Write that a hand takes the piece, if it may: no tremor comes twice, at whatever node. Under the lock."""
        room = self._room

        def decision(_: int) -> Decision:
            self._check_free()
            check_turn(room.table, connection.person, seat)
            check_taking(room.table)
            return Decision([Taken(seat=seat, led=led)])

        decision(0)
        room.context.check_entries(connection.person, room.id)
        await commit_surely(room, decision, author=connection.author)
        check_turn(room.table, connection.person, seat)

    def _tremor(self) -> str:
        """What the tremor of the hand that takes the piece now is drawn from. Nothing but a taking changes it."""
        return self._room.table.later_chance(f"tremor:{self._room.table.takings}", self._moves())

    def _asked_again(self, connection: Connection, number: int) -> bool:
        """Whether a command is the one that is answered when all is at rest: then its answer goes to this socket."""
        if self._placing and self._answer and (self._answer[0].client, self._answer[1]) == (connection.client, number):
            self._answer = (connection, number)
            return True
        return False

    def _steered_by(self, connection: Connection) -> Placing:
        if self._placing is None or self._connection is None or self._connection.person != connection.person:
            raise Refusal("splash.no-hand")
        return self._placing

    async def _begin(self, connection: Connection, seat: int, placing: Placing) -> None:
        room = self._room
        self._busy, self._placing, self._connection, self._seat = True, placing, connection, seat
        self._decided = self._answer = self._hold = None
        self._begun_at = self._moves()
        self._opening.watch_clock(placing, seat)
        room.context.spawn(self._place(placing, connection.person, seat))
        await self._elsewhere.take()

    async def _place(self, placing: Placing, person: str, seat: int) -> None:
        """Show a placement to everybody, and write its result."""
        room = self._room
        try:
            details = await self._show(placing)
            async with room.lock:
                answer, decided = self._answer, self._decided
                self._end()
                await self._write(person, Move(number=1, seat=seat, move=PLACE, details=details), decided, answer)
        except LidoError as error:
            if self._placing in (placing, None) and self._answer:
                connection, number = self._answer
                connection.refuse(error, number)
            room.run_bots_and_clock()  # nothing was written that would make the clock go on
        finally:
            if self._placing is placing:
                self._end()

    async def _write(
        self,
        person: str | None,
        move: Move,
        decided: int | None,
        answer: tuple[Connection, int] | None = None,
    ) -> None:
        """Write a placement of a person, or of a bot (None), decided at a time."""

        def decision(now: int) -> Decision:
            return decide(self._room.table, move, Request(person, now if decided is None else decided))

        await self._commit(decision, answer)

    async def _commit(
        self, decision: Callable[[int], Decision | None], answer: tuple[Connection, int] | None = None
    ) -> None:
        """Write what is decided now. An entry of another node meanwhile, such as chat, must not lose it."""
        await commit_surely(self._room, decision, answer)

    def _end(self) -> None:
        self._busy, self._placing = False, None
        self._elsewhere.free()

    # Accidents

    async def _accident(self, connection: Connection, command: AskAccident | AnswerAccident) -> None:
        if isinstance(command, AskAccident):
            await self._accidents.ask(connection, command)
        else:
            await self._accidents.answer(connection, command)

    # The clock

    def time_up(self) -> bool:
        """The hand opens, here or at the node where the piece is held."""
        return self._elsewhere.is_busy or self._accidents.falling or self._open()

    def _open(self) -> bool:
        """Open the hand of a person where it is; whether there was one."""
        if self._placing is None:
            return False
        if self._decided is None:
            self._decided = self._decided_at()
            self._placing.let_go()
        return True

    def _decided_at(self) -> int:
        """Now, or when the clock ran out and opened the hand."""
        now, deadline = self._room.context.now(), self._room.table.deadline()
        return now if deadline is None else min(now, deadline - 1)

    # A player who is gone

    def left(self, connection: Connection) -> None:
        """A player who holds a piece has a few seconds to connect again."""
        self._accidents.left()
        if self._held_by(connection.person) is not None:
            asyncio.get_running_loop().call_later(GRACE, self._look_for, connection.person, self._placing)

    def _look_for(self, person: str, placing: Placing | None) -> None:
        if placing and placing is self._placing and self._is_closed and not self._room.has(person):
            self._room.context.spawn(self._give_up_waiting(person, placing))

    async def _give_up_waiting(self, person: str, placing: Placing) -> None:
        """Put the piece back; if others play, a bot places it."""
        async with self._room.lock:
            await self._room.refresh()
            seat = self._held_by(person)
            if placing is self._placing and seat is not None and not self._room.has(person):
                self._put_back()
                await self._let_bot_place(seat, "away")

    async def _let_bot_place(self, seat: int, why: str) -> None:
        """A bot places the piece of a player who is gone, if others play on. Under the lock."""
        room = self._room
        if not room.table.others_play(seat):
            return
        self._owed = (seat, self._moves())
        if not room.table.seat(seat).level:
            await room.commit(applied(room.table, bot_takes_over(seat, why), room.context.now()))

    def published(self) -> None:
        """If the turn of the player has ended otherwise or was taken back, the piece is put back."""
        self._accidents.published()
        table = self._room.table
        if self._placing and self._connection:
            seat = table.seat(self._seat)
            here = (self._moves(), table.turn) == (self._begun_at, self._seat)
            if not here or not seat.is_played or seat.person != self._connection.person:
                self._put_back()
            elif self._is_closed:
                self._opening.watch_clock(self._placing, self._seat)  # it may have been given time

    def _put_back(self) -> None:
        if self._placing:
            self._placing.put_back()
            self._end()

    # Bots, spectators, other nodes

    async def perform(self, player_view: PlayerView, move: str, details: dict[str, Json]) -> dict[str, Json]:
        if await self._accidents.after_fall() or move != PLACE:
            return details
        self._busy, self._seat = True, player_view.seat
        try:
            share = self._room.context.share_at(self._room.table)
            async with self._physics.place_for_bot(share):
                placing = await self._physics.carry_out(player_view, details, self._tremor(), share=share)
                return await self._show(placing)
        finally:
            self._busy = False

    async def _show(self, placing: Placing) -> dict[str, Json]:
        """Send everybody the frames of a placement; its result."""
        room, gauge = self._room, self._room.context.metrics.live.labels("splash")
        gauge.inc()
        self._shown = placing
        try:
            async for frame in placing:
                text = encoded(frame)
                room.tell(text)
                if room.is_watched_elsewhere:
                    await room.tell_live(text.decode())
                await self._elsewhere.hold_on()
            return await placing.details()
        finally:
            self._shown = None
            gauge.dec()

    def entered(self, connection: Connection) -> None:
        """A newcomer sees where everything is now."""
        self._accidents.entered(connection)
        if self._shown:
            connection.outbox.say(encoded(self._shown.seen))

    def told(self, text: str) -> None:
        if self._elsewhere.told(text):
            if self._elsewhere.is_busy:
                self._put_back()
        elif not self._accidents.told(text):
            self._room.tell(text.encode())


HANDLERS: dict[type, Callable[[Hand, Connection, Any], Awaitable[None]]] = {
    Hold: Hand._take,
    Steer: Hand._steer,
    LetGo: Hand._let_go,
    AskAccident: Hand._accident,
    AnswerAccident: Hand._accident,
}
