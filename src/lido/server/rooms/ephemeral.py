"""Commands that are not for the log of the table, or not for it alone."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from lido.errors import LidoError, Refusal
from lido.match import PlayerView
from lido.server.messages import Hint, Hinted, Hold, LetGo, Mute, Pong, Rematch, Steer
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import new_id, new_seed, now
from lido.server.rooms.room import Room
from lido.server.store import Append, Conflict

Doing: TypeAlias = Callable[[Room, Connection, Any], Awaitable[None]]


async def _hold(room: Room, connection: Connection, command: Hold) -> None:
    async with room.lock:
        await room.refresh()
        await room.hand.hold(connection, command)


async def _steer(room: Room, connection: Connection, command: Steer) -> None:
    room.hand.steer(connection, command)


async def _let_go(room: Room, connection: Connection, command: LetGo) -> None:
    if not room.repeated(connection, command.number):
        room.hand.let_go(connection, command)


async def _pong(room: Room, connection: Connection, command: Pong) -> None:
    connection.pong(command.id)


async def _mute(room: Room, connection: Connection, command: Mute) -> None:
    async with room.lock:
        room.chat.mute(connection.person, command.on)
        connection.done(command.number, room.table.n)


async def _rematch(room: Room, connection: Connection, command: Rematch) -> None:
    """Open a table for the same people; it is written first, so that nobody is sent to a table that is not."""
    async with room.lock:
        await room.refresh()
        if room.repeated(connection, command.number):
            return
        id, seed = new_id(), new_seed()
        here, _, there = room.table.rematch(connection.person, id, seed, now())
        try:
            await room.context.store.append(Append(table=id, entries=there.entries, head=there.head, seed=seed))
        except BaseException:
            room.mark_stale()
            raise
        try:
            await room.commit(here, connection, command.number)
        except Conflict:  # somebody at another node was faster; the table that was opened here is closed in time
            await room.reload()
            if not room.repeated(connection, command.number):
                raise Refusal("service.conflict") from None


async def _hint(room: Room, connection: Connection, command: Hint) -> None:
    """Ask a bot, from what the seat of a player has seen; the answer comes when it comes."""
    async with room.lock:
        await room.refresh()
        room.table.may_act(connection.person, command.seat)
        if room.table.opened.rated:
            raise Refusal("service.no-hints")
        if connection.hinting:
            raise Refusal("service.too-many")
        player_view = room.table.player_view(command.seat)
    connection.hinting = True
    room.context.spawn(_hinted(room, connection, command, player_view))


async def _hinted(room: Room, connection: Connection, command: Hint, player_view: PlayerView) -> None:
    try:
        move = await room.context.bots.hint(player_view, ms=room.context.settings.bot_ms)
        connection.outbox.say(encoded(Hinted(number=command.number, seat=command.seat, move=move)))
    except LidoError as error:
        connection.refuse(error, command.number)
    finally:
        connection.hinting = False


EPHEMERAL: dict[type, Doing] = {
    Hold: _hold,
    Steer: _steer,
    LetGo: _let_go,
    Pong: _pong,
    Mute: _mute,
    Rematch: _rematch,
    Hint: _hint,
}
"""How each of them is carried out."""
