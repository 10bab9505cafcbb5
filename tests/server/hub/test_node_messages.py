"""What other nodes say: no table keeps another, or a sign-out, waiting."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from lido.server.messages import Move, Say
from lido.server.rooms import errands
from lido.server.rooms.errands import Errands
from lido.server.rooms.node_messages import NodeMessages
from lido.server.rooms.presence import Presence, There
from tests.server.hub.desk import Desk, on
from tests.server.hub.test_trouble import until


def test_a_table_that_is_busy_keeps_no_other_message_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        clogged = await desk.begin()
        thief = desk.connections[0]
        other = await desk.begin()
        elsewhere = await desk.twin(other)
        await elsewhere.carry_out(desk.connections[0], Move(number=9, seat=1, move="c1"))
        desk.hear_nothing()

        async def told() -> Any:
            yield "log", f"{clogged.id} {clogged.table.n + 1}".encode()
            yield "presence", f'{{"node":"n","table":"{clogged.id}","people":["x"],"watchers":3}}'.encode()
            yield "person", thief.person.encode()
            yield "log", f"{other.id} {elsewhere.table.n}".encode()
            yield "sign-out", f"{thief.person} 99".encode()

        monkeypatch.setattr(desk.store, "told", told)
        async with clogged.lock:
            await asyncio.wait_for(NodeMessages(desk.hub).run(), 5)
            assert thief.outbox.closed
            await until(lambda: other.table.n == elsewhere.table.n)
            assert "moved" in desk.ears[0].kinds()

    on(tmp_path, scenario)


def test_what_a_live_part_is_told_stays_behind_the_entries_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="splash")
        assert room.live is not None
        heard: list[tuple[str, int]] = []
        messages = NodeMessages(desk.hub)
        monkeypatch.setattr(type(room.live), "told", lambda _, text: heard.append((text, room.table.n)))
        before = room.table.n
        messages.take_in("live", f"{room.id} first")
        elsewhere = await desk.twin(room)
        await elsewhere.carry_out(desk.connections[0], Say(number=9, text="hello"))
        messages.take_in("log", f"{room.id} {before + 1}")
        messages.take_in("live", f"{room.id} second")
        await until(lambda: len(heard) == 2)
        assert heard == [("first", before), ("second", before + 1)]

    on(tmp_path, scenario)


def test_a_table_takes_in_the_newest_of_a_kind_and_never_very_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "MOST_WAITING", 5)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        done: list[str] = []
        going, waits = asyncio.Event(), Errands(room.context)

        async def first() -> None:
            await going.wait()

        def noting(what: str) -> Any:
            async def note() -> None:
                done.append(what)

            return note

        waits.add(room, "log", first)
        await asyncio.sleep(0)
        for n in range(50):
            waits.add(room, "log", noting(f"log {n}"))
        waits.add(room, None, noting("live"))
        going.set()
        await until(lambda: waits.is_free(room))
        assert done == ["log 49", "live"]
        going.clear()
        waits.add(room, "log", first)
        for n in range(8):
            waits.add(room, None, noting(f"frame {n}"))
        assert room.is_stale
        going.set()
        await until(lambda: waits.is_free(room))
        assert not room.is_stale, "it was read again instead"

    on(tmp_path, scenario)


def test_nobody_is_absent_before_other_nodes_have_said_who_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, one = Presence(), Presence(alone=False)
    assert (alone.absent(["a"], 7), one.absent(["a"], 7)) == ({"a": 7}, {})
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 15)
    one.told(There("node", "table", ["a"], 0))
    assert one.absent(["a", "b"], 8) == {"b": 8}


def test_a_node_that_loads_a_table_is_told_who_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        desk.hub.context.alone = False
        told: list[tuple[str, bytes]] = []

        async def tell(channel: str, payload: bytes) -> None:
            told.append((channel, payload))

        monkeypatch.setattr(desk.store, "tell", tell)
        NodeMessages(desk.hub).take_in("who", room.id)
        await until(lambda: bool(told))
        assert told[0][0] == "presence"
        assert desk.connections[0].person.encode() in told[0][1]
        del desk.hub.rooms[room.id]
        await desk.hub.room(room.id)
        await until(lambda: ("who", room.id.encode()) in told)

    on(tmp_path, scenario)
