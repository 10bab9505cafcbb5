"""Accidents at a table of the service: one declares them, all people there agree, the physics knocks the tower.

The question is not kept. The node where it was asked counts the answers; other nodes pass on what their people say.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from lido.errors import LidoError, Refusal
from lido.game import Json
from lido.games.splash.live.messages import Accident, AnswerAccident, AskAccident, Frame
from lido.games.splash.live.placing import PhysicsPool, Placing
from lido.games.splash.moves import ACCIDENT, check_accident
from lido.games.splash.state import State
from lido.match import PlayerView
from lido.server.messages import Move
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.live import RoomAccess
from lido.server.table.checks import check_holds, check_running, seat_of
from lido.server.table.decide import decide
from lido.server.table.decision import Decision, Request
from lido.server.table.playing import restart

NOTHING = Accident(seat=None, fault=None, waits=[])
QUESTION, ANSWER = '{"type":"accident"', "answer"
"""How messages of other nodes about accidents begin."""
BACK = 0.3
"""Seconds in which a tower that was knocked and still stands is seen to go back to where it was."""

LATER = 0.1
"""Seconds after which somebody who is away for long is looked for, so that it is not too early."""


class Accidents:
    """What people say of an accident at one table, and the fall if they agree."""

    __slots__ = (
        "_agreed", "_asked_by", "_at", "_check_free", "_commit", "_declined_at", "_fell", "_is_own", "_physics",
        "_room", "_show", "_shown", "_stood_at",
    )  # fmt: skip

    def __init__(
        self,
        room: RoomAccess,
        physics: PhysicsPool,
        check_free: Callable[[], None],
        show: Callable[[Placing], Awaitable[dict[str, Json]]],
        commit: Callable[[Callable[[int], Decision | None]], Awaitable[None]],
    ) -> None:
        self._room = room
        self._physics = physics
        self._check_free = check_free
        self._show = show
        self._commit = commit
        self._shown = NOTHING
        """What everybody was told last."""
        self._at = 0
        """How many moves there were then."""
        self._is_own = False
        """Whether the question was asked at this node."""
        self._asked_by: tuple[str, int] | None = None
        """The command that asked it: its client and its number."""
        self._agreed: set[str | None] = set()
        self._declined_at = -1
        """How many moves there were when somebody declined last."""
        self._stood_at = -1
        """How many moves there were when a tower was knocked last and stood: one knock a move."""
        self._fell: asyncio.Event | None = None
        """Set when the fall that goes on has ended."""

    @property
    def falling(self) -> bool:
        """Whether the tower falls."""
        return self._fell is not None

    async def after_fall(self) -> bool:
        """Wait until nothing falls; whether the game has moved on by that."""
        moves = self._moves()
        if self._fell:
            await self._fell.wait()
        return self._moves() != moves

    def _moves(self) -> int:
        match = self._room.table.match
        return len(match.moves) if match else 0

    # The question

    async def ask(self, connection: Connection, command: AskAccident) -> None:
        """Somebody declares an accident."""
        room = self._room
        async with room.lock:
            await room.refresh()
            if self._asked_by != (connection.client, command.number):
                check_running(room.table)
                check_holds(seat_of(room.table, command.seat), connection.person)
                room.context.check_entries(connection.person, room.id)
                self._check_free()
                self._check_possible(command)
                self._ask(connection, command)
                await self._go_on()
            connection.done(command.number, room.table.n)

    def _check_possible(self, command: AskAccident) -> None:
        state: State = self._player_view().observation
        check_accident(state, command.fault)
        if self._shown.seat not in (None, command.seat):
            raise Refusal("splash.accident-asked")
        if self._declined_at == self._moves():
            raise Refusal("splash.accident-declined")
        if self._stood_at == self._moves():
            raise Refusal("splash.accident-stands")

    def _ask(self, connection: Connection, command: AskAccident) -> None:
        if (self._shown.seat, self._shown.fault) != (command.seat, command.fault):
            self._agreed = {connection.person}
        self._shown = Accident(seat=command.seat, fault=command.fault, waits=[])
        self._at, self._is_own, self._asked_by = self._moves(), True, (connection.client, command.number)

    async def answer(self, connection: Connection, command: AnswerAccident) -> None:
        """Another agrees or not."""
        room = self._room
        async with room.lock:
            await room.refresh()
            check_running(room.table)
            check_holds(seat_of(room.table, command.seat), connection.person)
            if self._shown.seat is None:
                raise Refusal("server.not-asked")
            if command.seat not in self._shown.waits:
                raise Refusal("server.already-answered")
            self._check_free()
            if self._is_own:
                await self._answered(command.seat, agreed=command.agreed)
            else:
                await room.tell_live(f"{ANSWER} {command.seat} {int(command.agreed)}")
            connection.done(command.number, room.table.n)

    async def _answered(self, seat: int, *, agreed: bool) -> None:
        if agreed:
            self._agreed.add(self._room.table.seat(seat).person)
            await self._go_on()
        else:
            self._declined_at = self._moves()
            await self._tell(msgspec.structs.replace(NOTHING, why="splash.accident-declined"))

    async def _go_on(self) -> None:
        """Ask those who have not agreed; if there are none, it happens. Under the lock."""
        table, absent, asked = self._room.table, self._room.absent(), self._shown
        now = self._room.context.now()
        waits = [
            number
            for number, seat in enumerate(table.seats, start=1)
            if seat.is_played and seat.person not in self._agreed and not table.is_away(seat.person or "", absent, now)
        ]
        if waits:
            await self._tell(msgspec.structs.replace(asked, waits=waits))
            return
        if asked.fault and table.seat(asked.fault).is_played and table.seat(asked.fault).person not in self._agreed:
            await self._tell(msgspec.structs.replace(NOTHING, why="splash.accident-away"))
            return
        self._check_free()
        await self._tell(NOTHING)
        self._fell = asyncio.Event()
        self._room.context.spawn(self._fall(self._fell, self._player_view(), asked.fault))

    async def _tell(self, accident: Accident) -> None:
        """Tell everybody, if it is new."""
        self._at = self._moves()
        if accident != self._shown:
            self._shown = accident
            self._room.tell(encoded(accident))
            if self._room.is_watched_elsewhere:
                await self._room.tell_live(encoded(accident).decode())

    def _player_view(self) -> PlayerView:
        table = self._room.table
        return table.running().player_view(table.turn or 0)

    # What happens meanwhile

    def entered(self, connection: Connection) -> None:
        """A newcomer is told what is asked."""
        if self._shown != NOTHING:
            connection.outbox.say(encoded(self._shown))

    def published(self) -> None:
        """The question lapses when the game moves on."""
        if self._shown == NOTHING:
            return
        if self._at != self._moves() or self._room.table.status != "running":
            self._shown = NOTHING
            self._room.tell(encoded(NOTHING))
        else:
            self.look()

    def left(self) -> None:
        """Somebody has no socket any more. If they stay away for long, they need not answer."""
        self.look()
        asyncio.get_running_loop().call_later(self._room.table.away / 1000 + LATER, self.look)

    def look(self) -> None:
        """Somebody may have gone: whoever is asked need not answer then, and what they asked lapses."""
        if self._is_own and self._shown.seat is not None:
            self._room.context.spawn(self._look())

    async def _look(self) -> None:
        async with self._room.lock:
            if self._shown.seat is None:
                return
            asker = self._room.table.seat(self._shown.seat)
            if not asker.is_played or asker.person in self._room.absent():
                await self._tell(NOTHING)
                return
            with suppress(Refusal):  # a piece is in the hand: when it has been placed, the game has moved on
                await self._go_on()

    def told(self, text: str) -> bool:
        """Handle a message of another node; whether it is about an accident."""
        if text.startswith(QUESTION):
            self._shown, self._is_own = msgspec.json.decode(text, type=Accident), False
            self._at = self._moves()
            self._room.tell(text.encode())
        elif text.startswith(ANSWER):
            _, seat, agreed = text.split()
            self._room.context.spawn(self._heard(int(seat), agreed=agreed == "1"))
        else:
            return False
        return True

    async def _heard(self, seat: int, *, agreed: bool) -> None:
        async with self._room.lock:
            if self._is_own and seat in self._shown.waits:
                with suppress(Refusal):
                    await self._answered(seat, agreed=agreed)

    # The fall

    async def _fall(self, fell: asyncio.Event, player_view: PlayerView, fault: int | None) -> None:
        """Show everybody how the tower is knocked, and write what came of it."""
        room, moves, decided = self._room, self._moves(), self._room.context.now()
        placing: Placing | None = None
        try:
            share, seed = room.context.share_at(room.table), room.table.later_chance("accident", self._moves())
            placing = await self._physics.knock(player_view, fault, seed, share=share)
            details = await self._show(placing)
            async with room.lock:
                await room.refresh()
                if self._moves() == moves and room.table.turn is not None:
                    await self._write_accident(room.table.turn, details, decided)
        except LidoError as error:
            if error.code == "splash.accident-stands":
                self._stood_at = moves
            await self._came_to_nothing(error, placing, player_view.observation)
            await self._give_time_back(moves, decided)
            room.run_bots_and_clock()
        finally:
            self._fell = None
            fell.set()

    async def _write_accident(self, turn: int, details: dict[str, Json], decided: int) -> None:
        """Whoever is to act is charged with the time until all had agreed, and has no more for it than before."""

        def decision(_: int) -> Decision:
            table = self._room.table
            seat, deadline = table.seat(turn), table.deadline()
            at = decided if deadline is None else min(decided, deadline - 1)
            move = Move(number=1, seat=turn, move=ACCIDENT, details=details)
            return decide(table, move, Request(None if seat.level else seat.person, at))

        await self._commit(decision)

    async def _give_time_back(self, moves: int, stopped: int) -> None:
        """Nobody could act while a tower was knocked that still stands: the clock goes on as it was then."""
        async with self._room.lock:
            if self._moves() == moves and self._room.table.status == "running":
                await self._commit(lambda _: restart(self._room.table, stopped))

    async def _came_to_nothing(self, error: LidoError, placing: Placing | None, state: State) -> None:
        """Nothing has changed: say why, and show the tower as it was."""
        if placing and placing.seen.pieces:
            pieces = {piece: [*pose.pos, *pose.quat] for piece, pose in state.pieces.items()}
            text = encoded(Frame(t=placing.seen.t + BACK, held=None, pieces=pieces))
            self._room.tell(text)
            if self._room.is_watched_elsewhere:
                await self._room.tell_live(text.decode())
        async with self._room.lock:
            await self._tell(msgspec.structs.replace(NOTHING, why=error.code))
