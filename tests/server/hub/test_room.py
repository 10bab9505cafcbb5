"""A room when things go wrong: a disk that fails, another node that was faster, a reader who is slow."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from lido.errors import NotKept
from lido.server.guest import Guest
from lido.server.house import House
from lido.server.hub import Hub, TableWish
from lido.server.identity import Signer
from lido.server.line import MOST_WAITING, Line
from lido.server.messages import Move, Say, Sit
from lido.server.metrics import Metrics
from lido.server.people import People
from lido.server.room import Room
from lido.server.settings import Settings
from lido.server.store import Append, Store, open_store
from lido.server.workers.bots import BotPool
from lido.server.workers.physics import PhysicsPool


class Ear:
    """A client that hears everything."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def send(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(message["text"]))

    def kinds(self) -> list[str]:
        """What it heard of, in order: the kinds of messages, and of news what happened."""
        return [heard["event"]["kind"] if heard["type"] == "news" else heard["type"] for heard in self.heard]


class Desk:
    """A hub on a store of its own, and two people at a table of Le Plouf that has begun."""

    def __init__(self, store: Store, people: People) -> None:
        self.store = store
        house = House(Settings(), store, people, BotPool(), PhysicsPool(), Metrics())
        self.hub = Hub(house)
        self.ears = [Ear(), Ear()]
        self.guests: list[Guest] = []

    async def begin(self, table: str | None = None) -> Room:
        """Open a table, or come to one, and sit down."""
        people = [await self.hub.people.welcome("en") for _ in self.ears]
        self.guests = [Guest(Line(ear.send), who.key, "c", "en") for ear, who in zip(self.ears, people, strict=True)]
        if table is None:
            table, _ = await self.hub.open_table(people[0].key, TableWish("le-plouf", 2))
        room = await self.hub.room(table)
        assert room
        for seat, guest in enumerate(self.guests, start=1):
            await room.enter(guest, None)
            if room.table.status == "open":
                await room.carry_out(guest, Sit(number=1, seat=seat, string="s"))
        for ear in self.ears:
            ear.heard.clear()
        return room


def on(folder: Path, scenario: Callable[[Desk], Awaitable[None]]) -> None:
    """Let something happen at a desk."""

    async def play() -> None:
        store = await open_store(str(folder / "tables.db"))
        desk = Desk(store, People(store, Signer(await store.key())))
        try:
            await scenario(desk)
        finally:
            await desk.hub.close()
            await store.close()

    asyncio.run(play())


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        before = room.table.n

        async def fails(what: Append) -> None:
            raise NotKept("server.not-kept", why="no space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(desk.store, "append", fails)
            with pytest.raises(NotKept):
                await room.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1"))
        assert [ear.kinds() for ear in desk.ears] == [[], []]
        await room.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1"))
        assert room.table.n == before + 1
        assert [ear.kinds() for ear in desk.ears] == [["done", "moved"], ["moved"]]

    on(tmp_path, scenario)


def test_nobody_hears_of_a_move_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        append, reached, go_on = desk.store.append, asyncio.Event(), asyncio.Event()

        async def slow(what: Append) -> None:
            reached.set()
            await go_on.wait()
            await append(what)

        monkeypatch.setattr(desk.store, "append", slow)
        moving = asyncio.create_task(room.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1")))
        await reached.wait()
        coming = asyncio.create_task(room.enter(looker := Guest(Line(Ear().send), "looker", "c", "en"), None))
        await asyncio.sleep(0)
        assert [ear.kinds() for ear in desk.ears] == [[], []]
        assert looker not in room.guests
        go_on.set()
        await asyncio.gather(moving, coming)
        assert [ear.kinds()[:2] for ear in desk.ears] == [["done", "moved"], ["moved", "presence"]]

    on(tmp_path, scenario)


def test_what_another_node_wrote_first_is_heard_first(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        twin = await Room.loaded(room.house, room.id)
        assert twin
        await twin.carry_out(desk.guests[1], Say(number=2, text="first"))
        for ear in desk.ears:
            ear.heard.clear()
        await room.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1"))
        assert desk.ears[1].kinds() == ["said", "talk", "moved"]
        numbers = [heard["n"] for heard in desk.ears[1].heard if heard["type"] == "news"]
        assert numbers == [room.table.n - 1, room.table.n]

    on(tmp_path, scenario)


def test_a_command_that_another_node_has_carried_out_is_acknowledged_and_not_done_again(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        twin = await Room.loaded(room.house, room.id)
        assert twin
        await twin.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1"))
        desk.ears[0].heard.clear()
        await room.carry_out(desk.guests[0], Move(number=2, seat=1, move="c1"))
        assert desk.ears[0].kinds() == ["moved", "done"]
        assert len(await desk.store.entries(room.id)) == twin.table.n

    on(tmp_path, scenario)


def test_nobody_waits_for_a_reader_who_is_slow() -> None:
    async def scenario() -> None:
        writable, sent = asyncio.Event(), []

        async def send(message: dict[str, Any]) -> None:
            await writable.wait()
            sent.append(message)

        line = Line(send)
        for number in range(MOST_WAITING):
            line.say(str(number))
        assert not line.closed
        for number in range(3):
            line.say(str(number))
        assert line.closed
        writable.set()
        while len(sent) < 2:
            await asyncio.sleep(0)
        assert sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "too slow"}

    asyncio.run(scenario())
