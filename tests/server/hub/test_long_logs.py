"""Coming back to a table where much happened: it is told in parts, as fast as the client reads."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lido.errors import Refusal
from lido.server.messages import Say
from lido.server.rooms import long_logs
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.room import Room
from lido.server.store import SignedOut
from lido.server.workers import beside
from tests.server.hub.desk import Desk, on
from tests.server.hub.test_missed import play

PART = 1_000


class Reader:
    """A client that reads when it is told to."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self._may_read = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(message["text"]) if "text" in message else message)

    async def drained(self) -> None:
        """Wait until it has read what was sent."""
        await self._may_read.wait()
        self._may_read.clear()

    async def read(self) -> None:
        """Read what was sent, and wait until more has come."""
        before = len(self.heard)
        self._may_read.set()
        while len(self.heard) == before:
            await asyncio.sleep(0.001)

    def entries(self) -> list[int]:
        """The entries that it was told of."""
        return [news["n"] for each in self.heard for news in each.get("news") or each.get("missed") or []]

    def connection(self, person: str) -> Connection:
        """Its connection."""
        return Connection(Outbox(self.send, drained=self.drained), person, "back", "en")


async def long_table(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A table of whose log a visitor is told in several parts."""
    monkeypatch.setattr(long_logs, "PART", PART)
    room = await desk.begin(game="le-plouf", players=3)
    await play(room, desk.connections, 12)
    return room


async def reading(room: Room, reader: Reader, person: str, seen: int = 0) -> asyncio.Task[bool]:
    """Somebody who comes in and has been sent something."""
    entering = asyncio.create_task(room.enter(reader.connection(person), seen))
    while not reader.heard and not entering.done():
        await asyncio.sleep(0.001)
    return entering


@pytest.mark.parametrize("seen", [0, 2])
def test_a_part_leaves_when_the_one_before_has_been_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: int
) -> None:
    async def scenario(desk: Desk) -> None:
        room, reader = await long_table(desk, monkeypatch), Reader()
        entering = await reading(room, reader, desk.connections[0].person, seen)
        await asyncio.sleep(0.05)
        assert [each["type"] for each in reader.heard] == ["missed"], "it has not read yet"
        await room.carry_out(desk.connections[1], Say(number=90, text="the table goes on"))
        while not entering.done():
            await reader.read()
        assert await entering
        *parts, welcome = reader.heard
        assert len(parts) > 2
        assert welcome["type"] == "welcome"
        longest = max(len(json.dumps(news)) for part in parts for news in part["news"])
        assert all(
            len(json.dumps(each.get("missed") or each.get("news", []))) < PART + 2 * longest for each in reader.heard
        )
        assert reader.entries() == list(range(seen + 1, room.table.n + 1))
        views = [bool(news.get("views")) for part in parts for news in part["news"]]
        assert any(views) == (seen > 0), "who has seen nothing needs no views of what was"

    on(tmp_path, scenario)


def test_what_a_slow_reader_misses_may_be_given_up_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, reader = await long_table(desk, monkeypatch), Reader()
        entering = await reading(room, reader, desk.connections[0].person)
        while not entering.done():
            room.missed.kept.shrink()
            await reader.read()
        assert reader.entries() == list(range(1, room.table.n + 1))

    on(tmp_path, scenario)


def test_who_does_not_read_is_closed_and_was_never_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_logs, "READ_WITHIN", 0.05)

    async def scenario(desk: Desk) -> None:
        room, reader = await long_table(desk, monkeypatch), Reader()
        before = set(room.connections)
        assert not await (await reading(room, reader, "stranger"))
        assert reader.heard[1:] == [{"type": "websocket.close", "code": 1013, "reason": "too slow"}]
        assert room.connections == before
        assert not room.presence.watchers(room.table.people())

    on(tmp_path, scenario)


def test_who_was_signed_out_while_reading_is_told_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, reader = await long_table(desk, monkeypatch), Reader()
        author = desk.connections[0].author
        entering = await reading(room, reader, author.person, 2)
        assert await desk.store.sign_out(author.person, author.epoch)
        reader._may_read.set()
        with pytest.raises(SignedOut):
            await entering
        assert len(reader.heard) == 1

    on(tmp_path, scenario)


def test_an_address_that_wants_too_much_is_told_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "LONGEST_WAIT", 0.0)

    async def scenario(desk: Desk) -> None:
        room, reader = await long_table(desk, monkeypatch), Reader()
        person = desk.connections[0].person
        desk.hub.context.met(person, "192.0.2.1")
        entering = await reading(room, reader, person)
        desk.hub.context.beside._spent.spend("192.0.2.1", 2 * beside.MOST_SECONDS_EACH)
        reader._may_read.set()
        with pytest.raises(Refusal) as refused:
            await entering
        assert refused.value.code == "service.too-many"
        assert len(reader.heard) == 1

    on(tmp_path, scenario)
