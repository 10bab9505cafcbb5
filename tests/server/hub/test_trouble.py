"""One thing that goes wrong is the end of nothing else: not of the lobby, of other tables, or of what is on disk."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from lido.errors import NotKept
from lido.match import PlayerView
from lido.server.messages import Leave, Move, Resign, Say
from lido.server.rooms.connection import Connection, refused
from lido.server.rooms.context import now
from lido.server.rooms.hub import TableWish
from lido.server.rooms.identity import new_key
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.presence import Presence
from lido.server.rooms.runner import Runner
from lido.server.settings import Settings
from lido.server.store import Append
from lido.server.table.events import Clock
from lido.server.table.views import times
from lido.server.transport.sockets import Sockets
from tests.server.hub.desk import Desk, Ear, on


async def fails(*_: Any, **__: Any) -> Any:
    """A database that is away."""
    raise NotKept("server.not-read", why="it is away")


async def until(holds: Callable[[], bool]) -> None:
    """Let things happen until something is so."""
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)


def test_after_a_gap_everything_that_was_not_heard_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        elsewhere = await desk.twin(room)
        await elsewhere.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        await desk.store.forget(desk.connections[1].author)
        desk.hear_nothing()

        async def told() -> AsyncIterator[tuple[str, bytes]]:
            yield "gap", b""

        monkeypatch.setattr(desk.store, "told", told)
        desk.hub.start()
        await until(lambda: desk.connections[1].outbox.closed and "moved" in desk.ears[0].kinds())
        assert room.table.n == elsewhere.table.n

    on(tmp_path, scenario)


def test_an_end_whose_ratings_cannot_be_read_has_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(rated=True)
        with monkeypatch.context() as broken:
            broken.setattr(desk.store, "ratings", fails)
            with pytest.raises(NotKept):
                await room.carry_out(desk.connections[0], Resign(number=2, seat=1))
        spectator = Ear()
        await room.enter(Connection(Outbox(spectator.send), "spectator", "c", "en"), None)
        assert spectator.heard[0]["info"]["status"] == "running"
        assert "seed" not in spectator.heard[0]["info"]

    on(tmp_path, scenario)


def test_what_is_on_disk_is_told_though_names_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(rated=True)
        with monkeypatch.context() as broken:
            broken.setattr(desk.store, "ratings", fails)
            await room.carry_out(desk.connections[0], Leave(number=2))
        assert [ear.kinds() for ear in desk.ears] == [["done", "left"], ["left"]]

    on(tmp_path, scenario)


def test_the_lobby_goes_on_when_the_store_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        ear, read, asked = Ear(), desk.store.heads, 0
        await desk.hub.lobby.enter(Outbox(ear.send))

        async def once_away(*, status: Sequence[str], public: bool | None = None, limit: int = 200) -> Any:
            nonlocal asked
            asked += 1
            return await (fails() if asked == 1 else read(status=status, public=public, limit=limit))

        monkeypatch.setattr(desk.store, "heads", once_away)
        desk.hub.start()
        await until(lambda: asked == 1)
        await desk.begin(public=True)
        await until(lambda: "changed" in ear.kinds())

    on(tmp_path, scenario)


def test_a_table_that_cannot_be_read_leaves_the_others_their_bots_and_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(clock=Clock(60))
        read = desk.hub.leases._find

        async def broken(id: str) -> Runner | None:
            if id == "broken":
                raise ValueError("a log that cannot be read")
            return await read(id)

        async def needing_runner(limit: int = 100) -> list[str]:
            return ["broken", room.id]

        leases = desk.hub.leases
        monkeypatch.setattr(leases, "_find", broken)
        monkeypatch.setattr(desk.store, "needing_runner", needing_runner)
        await leases.release_all()
        desk.hub.start()
        await until(lambda: room.runner.leased)

    on(tmp_path, scenario)


def test_what_was_said_and_is_sent_again_is_not_too_much(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        for number in range(2, 7):
            await room.carry_out(desk.connections[0], Say(number=number, text="hello"))
        desk.hear_nothing()
        await room.carry_out(desk.connections[0], Say(number=6, text="hello"))
        assert desk.ears[0].kinds() == ["done"]

    on(tmp_path, scenario)


def test_a_table_that_nobody_came_back_to_is_closed(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        begun = await desk.begin()
        week = round(7.1 * 24 * 3600 * 1000)
        desk.clock = lambda: now() - week
        table, _ = await desk.hub.open_table("host", TableWish("le-plouf", 2, public=True))
        desk.clock = now
        fresh, _ = await desk.hub.open_table("host", TableWish("le-plouf", 2))
        desk.hub.start()
        room = await desk.hub.known_room(table)
        await until(lambda: room.table.status == "closed")
        assert begun.table.status == "running"
        assert (await desk.hub.info(fresh)).status == "open"

    on(tmp_path, scenario)


def test_nobody_loses_on_time_because_the_service_was_away(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(clock=Clock(60))
        await until(lambda: room.runner.leased)
        await desk.hub.leases.release_all()
        later = now() + 3_600_000
        desk.clock = lambda: later
        desk.hub.start()
        await until(lambda: "resumed" in desk.ears[0].kinds())
        assert times(room.table, later) == [30_000, 60_000]

    on(tmp_path, scenario)


def test_what_may_have_been_written_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()

        async def lost(*_: Any) -> None:
            raise NotKept("server.store-reach", why="the line was cut")

        monkeypatch.setattr(desk.store, "append", lost)
        await Sockets(desk.hub, Settings(), desk.club, AsyncMock())._carry_out(
            room, desk.connections[0], Move(number=2, seat=1, move="c1")
        )
        assert desk.connections[0].outbox.closed
        assert desk.ears[0].heard == []

    on(tmp_path, scenario)


def test_nobody_outside_is_told_what_a_database_says() -> None:
    said = refused(NotKept("server.store-reach", why="('10.0.0.5', 5432)"), "en")
    assert said.code == "service.not-now"
    assert "10.0.0.5" not in f"{said.facts}{said.sentence}"


def test_other_nodes_hear_who_plays_however_many_watch() -> None:
    presence = Presence()
    crowd = [new_key() for _ in range(2000)]
    for person in (*crowd, "player"):
        presence.enter(person)
    told = presence.here("0123456789abcdef", "0123456789abcdef", ["player", "away"])
    assert "player" in told.people
    assert told.watchers == len(crowd)
    assert len(msgspec.json.encode(told)) <= 7_900


def test_a_move_of_a_bot_that_is_being_written_is_published_though_the_lease_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        async def choose(player_view: PlayerView, *_: Any, **__: Any) -> tuple[str, dict[str, Any]]:
            return player_view.game.legal_moves(player_view.observation)[0], {}

        monkeypatch.setattr(desk.hub.context.bots, "choose", choose)
        room = await desk.begin(bots={2: "random"})
        append, writes, may_end = desk.store.append, asyncio.Event(), asyncio.Event()

        async def appended(what: Append) -> None:
            await append(what)
            if what.origin is None:
                writes.set()
                await may_end.wait()

        monkeypatch.setattr(desk.store, "append", appended)
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        await writes.wait()
        await desk.hub.leases.release_all()
        may_end.set()
        await until(lambda: desk.ears[0].kinds().count("moved") == 2)
        assert not room.runner.leased

    on(tmp_path, scenario)


def test_a_table_that_does_not_finish_keeps_the_service_from_stopping_for_a_while_only(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        async with room.lock, asyncio.timeout(10):
            await desk.hub.stop(within=0.2)
        assert all(connection.outbox.closed for connection in desk.connections)

    on(tmp_path, scenario)
