"""The hand over a table of Splash!: held by a person while they steer it, or led by the program.

What goes on is told to everybody as it happens and kept by nobody; what comes of it is a move like any
other. A placer whose clock runs out lets go where the hand is. One who leaves, or whose line drops for
longer than a few seconds, has the piece no more: it is put back, and a bot places it (SP-R12).
"""

import asyncio
import time
from typing import TYPE_CHECKING

from lido.errors import LidoError, Refusal
from lido.game import Json
from lido.games import find
from lido.match import PlayerView
from lido.server.logging import log_error
from lido.server.messages import Hold, Leave, LetGo, Move, Replace, Resign, Return, Steer
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import now
from lido.server.store import Conflict
from lido.server.workers.physics import Placing

if TYPE_CHECKING:
    from lido.server.rooms.room import Room

GRACE = 5.0
"""Seconds that a hand stays closed after the line of its placer is cut."""
LONGEST = 80.0
"""Seconds after which a placement at another node must have ended: a path, the fall after it, and a little more."""
TRIES = 2
PLACE = "place"


class Hand:
    """What is being placed at one table, if anything is."""

    __slots__ = (
        "_answer",
        "_connection",
        "_decided",
        "_elsewhere",
        "_hold",
        "_owed",
        "_placing",
        "_room",
        "_seat",
        "_shows",
        "busy",
    )  # fmt: skip

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.busy = False
        """Whether a piece is in the hand or falling."""
        self._placing: Placing | None = None
        """What a person steers, or let the program do."""
        self._shows: Placing | None = None
        """What everybody sees."""
        self._connection: Connection | None = None
        """Who steers."""
        self._seat = 0
        self._decided: int | None = None
        """When the hand was opened."""
        self._answer: tuple[Connection, int] | None = None
        """The command that is answered when all is at rest."""
        self._hold: tuple[str, int] | None = None
        """The command that took the piece into the hand: its client and its number."""
        self._owed: tuple[int, int] | None = None
        """The seat for which a bot must place the piece that its person left, and after how many moves."""
        self._elsewhere: tuple[int, float] | None = None
        """After how many moves somebody at another node took a piece into the hand, and until when that may last."""

    def places(self, move: str) -> bool:
        """Whether a move is one that the hand carries out."""
        return move == PLACE and find(self._room.table.opened.game).detailed

    def check_free(self) -> None:
        """Refuse what cannot be done while something is in the hand or falls."""
        if self.busy:
            raise Refusal("service.hand-busy")

    @property
    def is_closed(self) -> bool:
        """Whether a person holds a piece that they have not let go."""
        return self._placing is not None and self._decided is None

    def check_seats(self, person: str, command: object) -> None:
        """Refuse to let a seat change hands whose piece falls (SP-R7), or for which a bot must place one (SP-R12)."""
        if isinstance(command, Return) and self._owed == (command.seat, self._moves()):
            raise Refusal("service.hand-busy")
        if isinstance(command, Replace | Return | Resign):
            seats = [command.seat]
        elif isinstance(command, Leave):
            seats = self._room.table.seats_of(person)
        else:
            return
        if self.busy and not self.is_closed and self._seat in seats:
            raise Refusal("service.hand-busy")

    def held_by(self, person: str) -> int | None:
        """The seat for which somebody holds a piece, if they do."""
        return self._seat if self.is_closed and self._connection and self._connection.person == person else None

    def owe(self, seat: int) -> None:
        """A bot must place the piece that was put back; nobody else may."""
        self._owed = (seat, self._moves())

    def _moves(self) -> int:
        match = self._room.table.match
        return len(match.moves) if match else 0

    # Other nodes

    def told_held(self) -> None:
        """Somebody at another node holds the piece: that node opens the hand when the clock runs out."""
        self._elsewhere = (self._moves(), time.monotonic() + LONGEST)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the piece is in a hand at another node, as far as is known."""
        moves, until = self._elsewhere or (-1, 0.0)
        return moves == self._moves() and until > time.monotonic()

    # A person

    async def hold(self, connection: Connection, command: Hold) -> None:
        """Take the piece into the hand. Under the lock."""
        room = self._room
        if self._placing and self._hold == (connection.client, command.number):
            connection.done(command.number, room.table.n)
            return
        self.check_free()
        room.table.may_act(connection.person, command.seat)
        if not find(room.table.opened.game).detailed:
            raise Refusal("service.no-hand")
        self._placing = await room.context.physics.begin(room.table.player_view(command.seat), command.pose)
        self._begin(connection, command.seat)
        self._hold = (connection.client, command.number)
        connection.done(command.number, room.table.n)
        room.context.spawn(self._steered(self._placing, command.seat))

    def steer(self, connection: Connection, command: Steer) -> None:
        """Move the hand."""
        self._steering(connection).steer(command.t, command.pose)

    def let_go(self, connection: Connection, command: LetGo) -> None:
        """Open the hand; it is answered when all is at rest."""
        if self._asked_again(connection, command.number):
            return
        self._steering(connection).let_go(command.t)
        self._answer, self._decided = (connection, command.number), self._step()

    async def assist(self, connection: Connection, command: Move) -> None:
        """Let the program place the piece where a person wants it. Under the lock; answered when all is at rest."""
        room = self._room
        if self._asked_again(connection, command.number):
            return
        self.check_free()
        room.table.may_act(connection.person, command.seat)
        details = {} if command.pose is None else {"pose": command.pose}
        placing = await room.context.physics.carry_out(room.table.player_view(command.seat), details)
        self._placing = placing
        self._begin(connection, command.seat)
        self._answer, self._decided = (connection, command.number), self._step()
        room.context.spawn(self._steered(placing, command.seat))

    def _asked_again(self, connection: Connection, number: int) -> bool:
        """Whether a command is the one that is answered when all is at rest: then its answer goes to this socket."""
        if self._placing and self._answer and (self._answer[0].client, self._answer[1]) == (connection.client, number):
            self._answer = (connection, number)
            return True
        return False

    def gone(self, connection: Connection) -> None:
        """Somebody's socket is closed; if it was the placer's, they have a while to come back."""
        if self.held_by(connection.person) is not None:
            asyncio.get_running_loop().call_later(GRACE, self._look_for, connection.person, self._placing)

    def _look_for(self, person: str, placing: Placing | None) -> None:
        if placing and placing is self._placing and self.is_closed and not self._room.has(person):
            self._room.context.spawn(self._left_behind(person, placing))

    async def _left_behind(self, person: str, placing: Placing) -> None:
        """Put the piece back whose placer did not come back; where others play, a bot places it."""
        async with self._room.lock:
            await self._room.refresh()
            seat = self.held_by(person)
            if placing is self._placing and seat is not None and not self._room.has(person):
                self._put_back()
                await self._room.let_bot_place(seat, "away")

    def open(self) -> bool:
        """Open the hand of a person where it is; whether there was one."""
        if self._placing is None:
            return False
        if self._decided is None:
            self._decided = self._step()
            self._placing.let_go()
        return True

    def _step(self) -> int:
        """Now, or when the clock ran out and opened the hand."""
        deadline = self._room.table.deadline()
        return now() if deadline is None else min(now(), deadline - 1)

    def changed(self) -> None:
        """The game went on without the hand: what is in it is put back."""
        table = self._room.table
        if self._placing and self._connection:
            seat = table.seat(self._seat)
            if table.turn != self._seat or not seat.is_played or seat.person != self._connection.person:
                self._put_back()

    def _put_back(self) -> None:
        if self._placing:
            self._placing.put_back()
            self._end()

    def _begin(self, connection: Connection, seat: int) -> None:
        self.busy, self._connection, self._seat, self._decided, self._answer = True, connection, seat, None, None
        self._hold = None
        room = self._room
        deadline = room.table.deadline(room.lag_of(seat))
        if deadline is not None:
            room.tell_nodes_held()
            seconds = max(0, deadline - now()) / 1000
            asyncio.get_running_loop().call_later(seconds, self._time_up, self._placing)

    def _time_up(self, placing: Placing | None) -> None:
        """The clock has run out. The node that looks after the table would open the hand too, where it is this one."""
        if placing is self._placing and self.is_closed:
            try:
                self.open()
            except LidoError as error:
                log_error("a hand could not be opened", error)

    def _steering(self, connection: Connection) -> Placing:
        if self._placing is None or self._connection is None or self._connection.person != connection.person:
            raise Refusal("service.no-hand")
        return self._placing

    async def _steered(self, placing: Placing, seat: int) -> None:
        """Show what goes on, and write what came of it."""
        room = self._room
        person = self._connection.person if self._connection else None
        try:
            details = await self._shown(placing)
            async with room.lock:
                answer, decided = self._answer, self._decided
                self._end()
                await self._kept(person, seat, details, decided, answer)
        except LidoError as error:
            if self._placing in (placing, None) and self._answer:
                connection, number = self._answer
                connection.refuse(error, number)
            room.runner.look()  # nothing was written that would make the clock go on
        finally:
            if self._placing is placing:
                self._end()

    async def _kept(
        self,
        person: str | None,
        seat: int,
        details: dict[str, Json],
        decided: int | None,
        answer: tuple[Connection, int] | None,
    ) -> None:
        """Write a placement. What somebody at another node did meanwhile, such as talk, is no reason to lose it."""
        room = self._room
        await room.refresh()
        for _ in range(TRIES):
            try:
                changes = room.table.act_placed(person, seat, PLACE, details, now(), decided=decided)
                await room.commit(changes, *(answer or ()))
                return
            except Conflict:
                await room.reload()
        raise Refusal("service.conflict")

    def _end(self) -> None:
        self.busy, self._placing = False, None

    # A bot

    async def carried_out(self, player_view: PlayerView, move: str, details: dict[str, Json]) -> dict[str, Json]:
        """The details of a bot's move once it has been carried out, before everybody's eyes if it takes a hand."""
        if move != PLACE or not player_view.game.detailed:
            return details
        self.busy, self._seat = True, self._room.table.turn or 0
        try:
            return await self._shown(await self._room.context.physics.carry_out(player_view, details))
        finally:
            self.busy = False

    async def _shown(self, placing: Placing) -> dict[str, Json]:
        metrics = self._room.context.metrics
        metrics.placings.inc()
        self._shows = placing
        try:
            async for frame in placing:
                text = encoded(frame)
                self._room.tell(text)
                await self._room.tell_elsewhere("frame", text)
            return await placing.details()
        finally:
            self._shows = None
            metrics.placings.dec()

    def show(self, connection: Connection) -> None:
        """Tell a newcomer where everything is now."""
        if self._shows:
            connection.outbox.say(encoded(self._shows.seen))
