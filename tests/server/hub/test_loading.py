"""Tables that are read: long ones wait for their turn, and nobody else for them."""

import asyncio
import gc
import weakref
from contextlib import AsyncExitStack
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from lido.server.messages import Move, Resign
from lido.server.rooms import loading, reading
from lido.server.rooms.connection import Connection
from lido.server.rooms.room import Room
from lido.server.settings import Settings
from lido.server.transport.sockets import Sockets
from lido.server.workers.beside import AT_ONCE
from lido.server.workers.fair import Share
from tests.server.hub.desk import Desk, on


@pytest.mark.parametrize(("what", "most"), [("LONG", 8), ("HEAVY", 2_000)])
def test_only_long_or_heavy_logs_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, most: int
) -> None:
    monkeypatch.setattr(reading, what, most)

    async def scenario(desk: Desk) -> None:
        long, short = await desk.begin(), None
        for number, move in enumerate(("c1", "a3", "e4", "b1")):
            await long.carry_out(desk.connections[number % 2], Move(number=number + 5, seat=number % 2 + 1, move=move))
        short = await desk.begin()
        assert long.table.n >= 8 > short.table.n
        assert long.table.size >= 2_000 > short.table.size
        desk.hub.rooms.clear()
        async with AsyncExitStack() as stack:
            for _ in range(AT_ONCE):
                await stack.enter_async_context(desk.hub.context.beside.turn(Share("somebody")))
            waits = asyncio.create_task(desk.hub.room(long.id, "another"))
            assert (await asyncio.wait_for(desk.hub.room(short.id), 5)) is not None
            assert not waits.done()
        again = await waits
        assert again is not None
        assert (again.table.n, again.table.hash) == (long.table.n, long.table.hash)

    on(tmp_path, scenario)


def test_a_heavy_log_is_not_read_again_by_everybody_who_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "HEAVY", 1_000)

    async def scenario(desk: Desk) -> None:
        room, parking = await desk.begin(), loading.Parking()
        parking.park(room)
        again = await parking.loaded(room.context, room.id, lambda _: None)
        assert again is not None
        assert again.table is room.table
        monkeypatch.setattr(loading, "MOST_PARKED", room.table.n)
        parking.park(room)
        other = await parking.loaded(room.context, room.id, lambda _: None)
        assert other is not None
        assert other.table is not room.table, "what it weighs is counted"

    on(tmp_path, scenario)


def test_a_room_that_leaves_memory_does_not_wait_for_the_garbage_collector(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        await room.carry_out(desk.connections[0], Move(number=5, seat=1, move="c1"))
        await room.carry_out(desk.connections[1], Resign(number=5, seat=2))
        for connection in list(room.connections):
            await room.leave(connection)
        gone = weakref.ref(room)
        desk.hub.rooms.clear()
        del room
        await asyncio.sleep(0)
        assert gone() is None

    gc.disable()
    try:
        on(tmp_path, scenario)
    finally:
        gc.enable()


def test_a_room_leaves_memory_with_the_last_who_was_there_once_its_game_is_over(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        first, second = desk.connections

        async def leave(connection: Connection) -> bool:
            await room.leave(connection)
            desk.hub.left(room)
            return room.id not in desk.hub.rooms

        assert not await leave(second)
        await room.enter(second, None)
        await room.carry_out(first, Resign(number=9, seat=1))
        assert not await leave(first), "somebody is still there"
        room.coming += 1
        assert not await leave(second), "somebody comes"
        room.coming -= 1
        desk.hub.left(room)
        assert room.id not in desk.hub.rooms
        assert (await desk.hub.shown(room.id)).info.status == "over"

    on(tmp_path, scenario)


def test_a_room_stays_while_its_game_goes_on_though_nobody_is_there(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        for connection in desk.connections:
            await room.leave(connection)
            desk.hub.left(room)
        assert desk.hub.rooms[room.id] is room

    on(tmp_path, scenario)


def test_a_room_that_others_have_dropped_meanwhile_is_given_to_nobody(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        hub, id = desk.hub, (await desk.begin()).id
        hub.rooms.clear()

        async def come_and_go() -> None:
            assert await hub.room(id)
            del hub.rooms[id]

        _, room = await asyncio.gather(come_and_go(), hub.room(id))
        assert hub.rooms[id] is room

    on(tmp_path, scenario)


def test_a_socket_counts_as_coming_until_it_is_welcomed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, seen = Room(desk.hub.context, (await desk.begin()).table, lambda _: None), list[bool]()

        async def enter(*_: object) -> bool:
            seen.append(room.is_unused)
            return False

        monkeypatch.setattr(room, "enter", enter)
        sockets = Sockets(desk.hub, Settings(), desk.club, AsyncMock())
        await sockets._at_table(room, desk.connections[0], None, AsyncMock())
        assert (seen, room.is_unused) == ([False], True)

    on(tmp_path, scenario)
