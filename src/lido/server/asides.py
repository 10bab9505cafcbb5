"""Commands that are not for the log of the table, or not for it alone."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from lido.errors import LidoError, Refusal
from lido.match import Sight
from lido.server.guest import Guest, encoded
from lido.server.house import new_id, new_seed, now
from lido.server.messages import Hint, Hinted, Hold, LetGo, Mute, Pong, Rematch, Steer
from lido.server.room import Room
from lido.server.store import Append, Conflict

Doing: TypeAlias = Callable[[Room, Guest, Any], Awaitable[None]]


async def _hold(room: Room, guest: Guest, command: Hold) -> None:
    async with room.lock:
        await room.refresh()
        await room.hand.hold(guest, command)


async def _steer(room: Room, guest: Guest, command: Steer) -> None:
    room.hand.steer(guest, command)


async def _let_go(room: Room, guest: Guest, command: LetGo) -> None:
    if not room.repeated(guest, command.number):
        room.hand.let_go(guest, command)


async def _pong(room: Room, guest: Guest, command: Pong) -> None:
    guest.pong(command.id)


async def _mute(room: Room, guest: Guest, command: Mute) -> None:
    async with room.lock:
        room.talk.mute(guest.person, command.on)
        guest.done(command.number, room.table.n)


async def _rematch(room: Room, guest: Guest, command: Rematch) -> None:
    """Open a table for the same people; it is written first, so that nobody is sent to a table that is not."""
    async with room.lock:
        await room.refresh()
        if room.repeated(guest, command.number):
            return
        id, seed = new_id(), new_seed()
        here, _, there = room.table.rematch(guest.person, id, seed, now())
        try:
            await room.house.store.append(Append(table=id, entries=there.entries, head=there.head, seed=seed))
        except BaseException:
            room.doubt()
            raise
        try:
            await room.keep(here, guest, command.number)
        except Conflict:  # somebody at another node was faster; the table that was opened here is closed in time
            await room.reread()
            if not room.repeated(guest, command.number):
                raise Refusal("service.conflict") from None


async def _hint(room: Room, guest: Guest, command: Hint) -> None:
    """Ask a bot, from what the seat of a player has seen; the answer comes when it comes."""
    async with room.lock:
        await room.refresh()
        room.table.may_act(guest.person, command.seat)
        if room.table.opened.rated:
            raise Refusal("service.no-hints")
        if guest.hinting:
            raise Refusal("service.too-many")
        sight = room.table.sight(command.seat)
    guest.hinting = True
    room.house.spawn(_hinted(room, guest, command, sight))


async def _hinted(room: Room, guest: Guest, command: Hint, sight: Sight) -> None:
    try:
        move = await room.house.bots.hint(sight, ms=room.house.settings.bot_ms)
        guest.line.say(encoded(Hinted(number=command.number, seat=command.seat, move=move)))
    except LidoError as error:
        guest.refuse(error, command.number)
    finally:
        guest.hinting = False


ASIDES: dict[type, Doing] = {
    Hold: _hold,
    Steer: _steer,
    LetGo: _let_go,
    Pong: _pong,
    Mute: _mute,
    Rematch: _rematch,
    Hint: _hint,
}
"""How each of them is carried out."""
