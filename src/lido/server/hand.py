"""The hand over a table of Splash!: held by a person while they steer it, or led by the program.

What goes on is told to everybody as it happens and kept by nobody; what comes of it is a move like any
other. A placer whose line drops has a few seconds to come back; then the hand opens where it is.
"""

import asyncio
from typing import TYPE_CHECKING

from lido.bots import HANDS
from lido.errors import LidoError, Refusal
from lido.game import Json
from lido.match import Sight
from lido.server.guest import Guest, encoded
from lido.server.house import now
from lido.server.messages import Hold, LetGo, Move, Steer
from lido.server.store import Conflict
from lido.server.workers.physics import Placing

if TYPE_CHECKING:
    from lido.server.room import Room

GRACE = 5.0
"""Seconds that a hand stays closed after the line of its placer is cut."""
PLACE = "place"


class Hand:
    """What is being placed at one table, if anything is."""

    __slots__ = ("_answer", "_decided", "_guest", "_placing", "_room", "_seat", "busy")

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.busy = False
        """Whether a piece is in the hand or falling."""
        self._placing: Placing | None = None
        self._guest: Guest | None = None
        """Who steers."""
        self._seat = 0
        self._decided: int | None = None
        """When the hand was opened."""
        self._answer: tuple[Guest, int] | None = None
        """The command that is answered when all is at rest."""

    def places(self, move: str) -> bool:
        """Whether a move is one that the hand carries out."""
        return move == PLACE and self._room.table.opened.game in HANDS

    def check_free(self) -> None:
        """Refuse what cannot be done while something is in the hand or falls."""
        if self.busy:
            raise Refusal("service.hand-busy")

    # A person

    async def hold(self, guest: Guest, command: Hold) -> None:
        """Take the piece into the hand. Under the lock."""
        room = self._room
        self.check_free()
        room.table.may_act(guest.person, command.seat)
        if room.table.opened.game not in HANDS:
            raise Refusal("service.no-hand")
        self._placing = await room.house.physics.begin(room.table.sight(command.seat), command.pose)
        self._begin(guest, command.seat)
        guest.done(command.number, room.table.n)
        room.house.spawn(self._steered(self._placing, command.seat))

    def steer(self, guest: Guest, command: Steer) -> None:
        """Move the hand."""
        self._steering(guest).steer(command.t, command.pose)

    def let_go(self, guest: Guest, command: LetGo) -> None:
        """Open the hand; it is answered when all is at rest."""
        self._steering(guest).let_go(command.t)
        self._answer, self._decided = (guest, command.number), self._moment()

    async def assist(self, guest: Guest, command: Move) -> None:
        """Let the program place the piece where a person wants it. Under the lock; answered when all is at rest."""
        room = self._room
        self.check_free()
        room.table.may_act(guest.person, command.seat)
        details = {} if command.pose is None else {"pose": command.pose}
        placing = await room.house.physics.carry_out(room.table.sight(command.seat), details)
        self._placing = placing
        self._begin(guest, command.seat)
        self._answer, self._decided = (guest, command.number), self._moment()
        room.house.spawn(self._steered(placing, command.seat))

    def gone(self, guest: Guest) -> None:
        """Somebody's socket is closed; if it was the placer's, the hand opens soon."""
        if self._placing and guest is self._guest:
            asyncio.get_running_loop().call_later(GRACE, self._open_if_gone, self._placing)

    def _open_if_gone(self, placing: Placing) -> None:
        if placing is self._placing and self._guest and not self._room.has(self._guest.person):
            self.open()

    def open(self) -> bool:
        """Open the hand of a person where it is; whether there was one."""
        if self._placing is None:
            return False
        if self._decided is None:
            self._decided = self._moment()
            self._placing.let_go()
        return True

    def _moment(self) -> int:
        """Now, or when the clock ran out and opened the hand."""
        deadline = self._room.table.deadline()
        return now() if deadline is None else min(now(), deadline - 1)

    def changed(self) -> None:
        """The game went on without the hand: what is in it is put back."""
        if self._placing and self._room.table.turn != self._seat:
            self._placing.put_back()

    def _begin(self, guest: Guest, seat: int) -> None:
        self.busy, self._guest, self._seat, self._decided, self._answer = True, guest, seat, None, None

    def _steering(self, guest: Guest) -> Placing:
        if self._placing is None or self._guest is None or self._guest.person != guest.person:
            raise Refusal("service.no-hand")
        return self._placing

    async def _steered(self, placing: Placing, seat: int) -> None:
        """Show what goes on, and write what came of it."""
        room = self._room
        person = self._guest.person if self._guest else None
        try:
            details = await self._shown(placing)
            async with room.lock:
                answer, decided = self._answer, self._decided
                self._end()
                await room.refresh()
                acted = room.table.act_placed(person, seat, PLACE, details, now(), decided=decided)
                await room.keep(acted, *(answer or ()))
        except LidoError as error:
            self._refuse(error)
        except Conflict:
            self._refuse(Refusal("service.conflict"))
        finally:
            self._end()

    def _refuse(self, error: LidoError) -> None:
        if self._answer:
            guest, number = self._answer
            guest.refuse(error, number)

    def _end(self) -> None:
        self.busy, self._placing = False, None

    # A bot

    async def carried_out(self, sight: Sight, move: str, details: dict[str, Json]) -> dict[str, Json]:
        """The details of a bot's move once it has been carried out, before everybody's eyes if it takes a hand."""
        if move != PLACE or sight.game.id not in HANDS:
            return details
        self.busy = True
        try:
            return await self._shown(await self._room.house.physics.carry_out(sight, details))
        finally:
            self.busy = False

    async def _shown(self, placing: Placing) -> dict[str, Json]:
        metrics = self._room.house.metrics
        metrics.placings.inc()
        try:
            async for frame in placing:
                text = encoded(frame)
                self._room.tell(text)
                await self._room.tell_elsewhere("frame", text)
            return await placing.details()
        finally:
            metrics.placings.dec()

    def show(self, guest: Guest) -> None:
        """Tell a newcomer where everything is now."""
        if self._placing:
            guest.line.say(encoded(self._placing.seen))
