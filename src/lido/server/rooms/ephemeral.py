"""Commands that leave no entry in the log of the table, or not only there."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from lido.errors import LidoError, Refusal
from lido.match import PlayerView
from lido.server.messages import Answer, AskPong, Hint, Hinted, Mute, Pong, Rematch
from lido.server.reactions import React
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import new_id, new_seed
from lido.server.rooms.live import live_part
from lido.server.rooms.room import Room
from lido.server.store import Append, Conflict
from lido.server.table.changes import applied
from lido.server.table.checks import check_hints, check_turn
from lido.server.table.seating import rematch
from lido.server.table.state import TableState

CommandHandler: TypeAlias = Callable[[Room, Connection, Any], Awaitable[None]]


async def _pong(room: Room, connection: Connection, command: Pong) -> None:
    connection.pong(command.id)


async def _answer(room: Room, connection: Connection, command: AskPong) -> None:
    connection.outbox.say(encoded(Answer(id=command.id)))


async def _mute(room: Room, connection: Connection, command: Mute) -> None:
    async with room.lock:
        room.chat.mute(connection.person, command.on)
        connection.done(command.number, room.table.n)


async def _react(room: Room, connection: Connection, command: React) -> None:
    """Show everybody how somebody feels, also those at other nodes."""
    if not room.table.seats_of(connection.person):
        raise Refusal("server.not-seated")
    room.context.check_talk(connection.person, room.id)
    connection.done(command.number, room.table.n)
    await room.chat.show(connection.person, command.what, room.connections)
    if not room.context.alone:
        await room.context.store.tell("react", f"{room.id} {connection.person} {command.what}".encode())


async def _rematch(room: Room, connection: Connection, command: Rematch) -> None:
    """Open a table for the same people; it is written first, so that nobody is sent to one that does not exist."""
    async with room.lock:
        await room.refresh()
        if room.repeated(connection, command.number):
            return
        table, at = TableState(new_id(), new_seed(), room.context.away), room.context.now()
        there, here = rematch(room.table, connection.person, table.id, table.seed, command.options)
        room.context.check_opening(connection.person, public=room.table.opened.public)
        opened = applied(table, there, at)
        await room.context.store.append(
            Append(table=table.id, entries=opened.entries, author=connection.author, head=opened.head, seed=table.seed)
        )
        try:
            await room.commit(applied(room.table, here, at), connection, command.number, connection.author)
        except Conflict:  # another node was faster; the table that was opened here is closed after some days
            await room.reload()
            if not room.repeated(connection, command.number):
                raise Refusal("service.conflict") from None


async def _hint(room: Room, connection: Connection, command: Hint) -> None:
    """Ask a bot what it would play from what the seat has seen; its answer is sent later."""
    async with room.lock:
        await room.refresh()
        check_turn(room.table, connection.person, command.seat)
        check_hints(room.table)
        if connection.hinting:
            raise Refusal("service.too-many")
        player_view = room.table.running().player_view(command.seat)
    connection.hinting = True
    room.context.spawn(_hinted(room, connection, command, player_view))


async def _hinted(room: Room, connection: Connection, command: Hint, player_view: PlayerView) -> None:
    try:
        share = room.context.share(connection.person, room.id)
        hint = await room.context.bots.hint(player_view, ms=room.context.settings.bot_ms, share=share)
        known = Hinted(
            number=command.number, seat=command.seat, move=hint.move, line=hint.line, beliefs=list(hint.beliefs)
        )
        connection.outbox.say(encoded(known))
    except LidoError as error:
        connection.refuse(error, command.number)
    finally:
        connection.hinting = False


async def to_live_part(room: Room, connection: Connection, command: Any) -> None:
    """Hand a command of a live part to that of the table's game."""
    found = live_part(room.table.opened.game)
    if found is None or room.live is None or type(command) not in found.commands:
        raise Refusal("service.no-such-command")
    await room.live.handle(connection, command)


EPHEMERAL: dict[type, CommandHandler] = {
    Pong: _pong,
    AskPong: _answer,
    Mute: _mute,
    React: _react,
    Rematch: _rematch,
    Hint: _hint,
}
"""How each of them is carried out."""
