"""A room when things go wrong: a disk that fails, another node that was faster, a slow client."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lido.errors import NotKept, Refusal
from lido.server.messages import Move, Resign, Say
from lido.server.rooms import outbox
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import MOST_WAITING, Outbox
from lido.server.store import Append
from tests.server.hub.desk import Desk, Ear, on


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        before = room.table.n

        async def fails(what: Append) -> None:
            raise NotKept("server.not-kept", why="no space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(desk.store, "append", fails)
            with pytest.raises(NotKept):
                await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert [ear.kinds() for ear in desk.ears] == [[], []]
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
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
        moving = asyncio.create_task(room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1")))
        await reached.wait()
        spectator = Connection(Outbox(Ear().send), "spectator", "c", "en")
        coming = asyncio.create_task(room.enter(spectator, None))
        await asyncio.sleep(0)
        assert [ear.kinds() for ear in desk.ears] == [[], []]
        assert spectator not in room.connections
        go_on.set()
        await asyncio.gather(moving, coming)
        assert [ear.kinds()[:2] for ear in desk.ears] == [["done", "moved"], ["moved", "presence"]]

    on(tmp_path, scenario)


def test_what_another_node_wrote_first_is_heard_first(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        twin = await desk.twin(room)
        await twin.carry_out(desk.connections[1], Say(number=2, text="first"))
        for ear in desk.ears:
            ear.heard.clear()
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert desk.ears[1].kinds() == ["said", "chat", "moved"]
        numbers = [heard["n"] for heard in desk.ears[1].heard if heard["type"] == "news"]
        assert numbers == [room.table.n - 1, room.table.n]

    on(tmp_path, scenario)


def test_a_command_that_another_node_has_carried_out_is_acknowledged_and_not_done_again(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        twin = await desk.twin(room)
        await twin.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        desk.ears[0].heard.clear()
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert desk.ears[0].kinds() == ["moved", "done"]
        assert len(await desk.store.entries(room.id)) == twin.table.n

    on(tmp_path, scenario)


def test_a_slow_reader_blocks_nobody() -> None:
    async def scenario() -> None:
        writable, sent = asyncio.Event(), []

        async def send(message: dict[str, Any]) -> None:
            await writable.wait()
            sent.append(message)

        slow = Outbox(send)
        for number in range(MOST_WAITING):
            slow.say(b"%d" % number)
        assert not slow.closed
        for number in range(3):
            slow.say(b"%d" % number)
        assert slow.closed
        writable.set()
        while len(sent) < 2:
            await asyncio.sleep(0)
        assert sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "too slow"}

    asyncio.run(scenario())


def test_a_slow_reader_is_kept_few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 100)

    async def scenario() -> None:
        writable, sent = asyncio.Event(), list[dict[str, Any]]()

        async def send(message: dict[str, Any]) -> None:
            await writable.wait()
            sent.append(message)

        slow = Outbox(send)
        slow.say(b"x" * 1_000)  # a long text is sent, if nothing comes behind it
        assert not slow.closed
        writable.set()
        while len(sent) < 1:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        writable.clear()
        for _ in range(2):
            slow.say("é".encode() * 25)
        assert not slow.closed
        slow.say(b"x")
        assert slow.closed
        writable.set()
        while len(sent) < 3:
            await asyncio.sleep(0)
        assert sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "too slow"}

    asyncio.run(scenario())


def test_the_log_of_a_running_table_is_not_read_for_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        locked, read = list[bool](), desk.store.entries

        async def entries(table: str, after: int = 0) -> Any:
            locked.append(room.lock.locked())
            return await read(table, after)

        monkeypatch.setattr(desk.store, "entries", entries)
        with pytest.raises(Refusal, match="not over"):
            await desk.hub.record(room.id)
        assert locked == []
        await room.carry_out(desk.connections[0], Resign(number=2, seat=1))
        assert len(json.loads((await desk.hub.record(room.id)).document)["log"]) == room.table.n
        assert locked == [False]
        await desk.hub.record(room.id)
        assert locked == [False], "the record was kept"
        await room.carry_out(desk.connections[0], Say(number=3, text="well played"))
        assert len(json.loads((await desk.hub.record(room.id)).document)["log"]) == room.table.n

    on(tmp_path, scenario)
