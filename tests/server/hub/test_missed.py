"""Coming back: what was missed is sent as it was told, to nobody who might not see it, and nothing is played again."""

import asyncio
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lido.server.messages import Leave, Move, Replace, Return, Say
from lido.server.rooms import loading, missed
from lido.server.rooms.connection import Connection
from lido.server.rooms.loading import Parking
from lido.server.rooms.missed import Kept, Told
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.room import Room
from lido.server.store import Append
from tests.server.hub.desk import Desk, Ear, on


class Raw:
    """A client that keeps what it hears as it came."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def send(self, message: dict[str, Any]) -> None:
        self.texts.append(message["text"])


async def welcomed(room: Room, person: str, seen: int) -> list[dict[str, Any]]:
    """What somebody who comes back is told that they missed."""
    ear = Raw()
    connection = Connection(Outbox(ear.send), person, "c", "en")
    await room.enter(connection, seen)
    await room.leave(connection)
    *parts, welcome = [json.loads(text) for text in ear.texts]
    assert [part["type"] for part in parts] == ["missed"] * len(parts)
    found: list[dict[str, Any]] = [news for part in parts for news in part["news"]] + welcome.get("missed", [])
    return found


async def play(room: Room, connections: Sequence[Connection], number: int, first: int = 10) -> None:
    """Let people move in turn."""
    for turn in range(number):
        seat = room.table.turn or 0
        move = Move(number=first + turn, seat=seat, move=room.table.running().legal_moves()[0])
        await room.carry_out(connections[seat - 1], move)


def never_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing is played again."""

    def played_again(*_: Any) -> list[Told]:
        raise AssertionError

    monkeypatch.setattr(missed, "played_again", played_again)


def test_who_was_away_for_a_moment_gets_what_was_told_without_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missed, "FEW_BYTES", 20_000)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        one, other, _ = desk.connections
        await room.leave(one)
        seen = room.table.n
        await play(room, desk.connections, 2)
        never_read(monkeypatch)
        found = await welcomed(room, one.person, seen)
        assert [each["n"] for each in found] == [seen + 1, seen + 2]
        assert all(set(each["views"]) == {"1"} for each in found)
        live = [heard for heard in desk.ears[1].heard if heard["type"] == "news"]
        assert [each | {"views": 0} for each in found] == [each | {"views": 0} for each in live]
        told = await welcomed(room, other.person, seen)
        assert [each["views"] for each in told] == [each["views"] for each in live]

    on(tmp_path, scenario)


def test_what_is_kept_is_what_a_replay_of_the_log_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        people = [connection.person for connection in desk.connections] + ["a spectator"]
        for person in people:
            await welcomed(room, person, room.table.n - 1)
        seen = room.table.n
        await play(room, desk.connections, 4)
        await room.carry_out(desk.connections[0], Say(number=99, text="hello"))
        twin = await desk.twin(room)
        again = [await welcomed(twin, person, seen) for person in people]
        never_read(monkeypatch)
        assert [await welcomed(room, person, seen) for person in people] == again
        assert [await welcomed(twin, person, seen) for person in people] == again
        views = [[each.get("views") for each in found] for found in again]
        assert all(one != other for n, one in enumerate(views) for other in views[:n])

    on(tmp_path, scenario)


def test_who_lost_a_seat_sees_no_more_of_it_than_while_it_was_theirs(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        one, two, three = desk.connections
        seen = room.table.n
        await play(room, desk.connections, 1)
        await room.carry_out(one, Leave(number=50))
        newcomer = Connection(Outbox(Ear().send), (await desk.hub.people.welcome("en")).key, "c", "en")
        await room.enter(newcomer, None)
        await room.carry_out(two, Replace(number=50, seat=1, level="random"))
        await room.carry_out(newcomer, Return(number=50, seat=1))
        await play(room, [newcomer, two, three], 3, first=100)
        for person, expected in (
            (one.person, [["1"], ["1"], ["1"], ["0"], ["0"], ["0"], ["0"]]),
            (newcomer.person, [["0"], ["0"], ["0"], ["1"], ["1"], ["1"], ["1"]]),
            (two.person, [["2"]] * 7),
        ):
            for asked in (room, await desk.twin(room)):
                found = await welcomed(asked, person, seen)
                assert [list(each["views"]) for each in found] == expected

    on(tmp_path, scenario)


def test_what_is_written_for_one_audience_is_sent_to_no_other() -> None:
    kept = Kept()
    mine, theirs = [missed.audience(("a", "b"), person) for person in ("a", "b")]
    kept.add(Told(1, b'{"n":1}', ("a", "b"), {mine: b'{"see":"mine"}', theirs: b'{"see":"secret"}'}))
    kept.add(Told(2, b'{"n":2}', ("a", "b"), {theirs: b'{"see":"secret"}'}))
    assert kept.since(0, 2, "a") == [b'{"n":1}', b'{"n":2}']
    assert kept.since(1, 2, "b") == [b'{"n":2,"see":"secret"}']
    assert kept.since(1, 2, "a") is None, "it is played again for them"
    assert kept.since(1, 2, "stranger") is None
    assert kept.since(1, 2, "a", with_views=False) == [b'{"n":2}'], "or told without views"
    assert kept.since(1, 3, "b") is None, "an entry is missing"


def test_a_room_keeps_the_last_few_texts_and_a_node_a_limited_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed, "FEW_BYTES", 100)
    monkeypatch.setattr(missed, "MOST_BYTES", 1000)
    kept = Kept()
    for n in range(1, 50):
        kept.add(Told(n, b"x" * 20, (), None))
    assert kept.size <= 100
    assert len(kept.since(46, 49, "a") or []) == 3
    assert kept.since(10, 49, "a") is None
    memory, rooms = missed.Memory(), [Kept() for _ in range(3)]
    for number, room in enumerate(rooms):
        room.fill([Told(n, b"x" * 20, (), None) for n in range(1, 21)])
        memory.asked(str(number), room)
    assert [room.is_whole for room in rooms] == [False, True, True]
    for n in range(21, 80):
        rooms[2].add(Told(n, b"x" * 20, (), None))
    memory.trim()
    assert [room.is_whole for room in rooms] == [False, False, True], "the newest stays, however long"
    memory.asked("1", rooms[1])
    rooms[0].fill([Told(n, b"x" * 20, (), None) for n in range(1, 21)])
    memory.asked("0", rooms[0])
    assert sum(room.size for room in rooms if room.is_whole) <= 1000


def test_views_of_entries_that_are_too_old_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed, "MOST_DRAWN", 2)
    kept, mine = Kept(), missed.audience(("a",), "a")
    for n in range(1, 6):
        kept.add(Told(n, b"{p}", ("a",), {mine: b"{v%d}" % n}))
    assert kept.since(1, 5, "a") == [b"{p}", b"{p}", b"{p,v4}", b"{p,v5}"]
    assert kept.size == 5 * len(b"{p}") + 2 * len(b"{v4}")


def test_a_long_log_is_not_read_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LONG", 5)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        await play(room, desk.connections, 4)
        await room.carry_out(desk.connections[0], Say(number=90, text="first"))
        await room.carry_out(desk.connections[1], Say(number=90, text="second"))
        parking, asked = Parking(), list[int]()
        read = desk.store.entries

        async def entries(table: str, after: int = 0, limit: int | None = None) -> Any:
            asked.append(after)
            return await read(table, after, limit)

        monkeypatch.setattr(desk.store, "entries", entries)
        parking.park(room)
        twin = await desk.twin(room)
        asked.clear()
        await twin.carry_out(desk.connections[0], Move(number=91, seat=1, move=twin.table.running().legal_moves()[0]))
        await desk.hub.forget(desk.connections[0].author)
        again = await parking.loaded(room.context, room.id, lambda _: None)
        assert again is not None
        assert asked == [twin.table.n - 2, twin.table.n - 1]
        assert (again.table.n, again.table.hash) == (twin.table.n, twin.table.hash)
        said = [heard for heard in (await chat_of(again)) if heard]
        assert said == ["second"]

    on(tmp_path, scenario)


def test_only_the_last_few_texts_are_left_of_a_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LONG", 5)

    async def scenario(desk: Desk) -> None:
        room, parking = await desk.begin(), Parking()
        await play(room, desk.connections, 12)
        await welcomed(room, desk.connections[0].person, 1)
        assert room.missed.kept.size > missed.FEW_BYTES
        parking.park(room)
        again = await parking.loaded(room.context, room.id, lambda _: None)
        assert again is not None
        assert 0 < again.missed.kept.size <= missed.FEW_BYTES
        assert len(await welcomed(again, desk.connections[0].person, 1)) == room.table.n - 1

    on(tmp_path, scenario)


async def chat_of(room: Room) -> list[str | None]:
    """The texts that a newcomer is sent."""
    ear = Raw()
    await room.enter(Connection(Outbox(ear.send), "somebody", "c", "en"), None)
    return [each["text"] for each in json.loads(ear.texts[0]).get("chat", [])]


def test_a_room_that_was_left_is_read_whole_if_its_log_says_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "LONG", 5)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        await play(room, desk.connections, 4)
        twin, parking = await desk.twin(room), Parking()
        twin.table.hash = "another"
        parking.park(twin)
        again = await parking.loaded(room.context, room.id, lambda _: None)
        assert again is not None
        assert again.table.hash == room.table.hash

    on(tmp_path, scenario)


def test_a_table_goes_on_while_what_somebody_missed_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, play_again = threading.Event(), threading.Event(), missed.played_again

    def slow(*asked: Any) -> list[Told]:
        begun.set()
        assert go_on.wait(10)
        return play_again(*asked)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        await play(room, desk.connections, 8)
        twin = await desk.twin(room)
        one, two, three = desk.connections
        for connection in (two, three):
            await twin.enter(connection, None)
        monkeypatch.setattr(missed, "played_again", slow)
        back = asyncio.create_task(welcomed(twin, one.person, 2))
        await asyncio.to_thread(begun.wait)
        seat = twin.table.turn or 0
        late = Connection(Outbox(Ear().send), desk.connections[seat - 1].person, "late", "en")
        await asyncio.wait_for(play(twin, [late] * 3, 1, first=100), 5)
        go_on.set()
        found = await back
        assert [each["n"] for each in found] == list(range(3, twin.table.n + 1))
        assert list(found[-1]["views"]) == ["1"], "also of what was written meanwhile"

    on(tmp_path, scenario)


def test_whoever_comes_back_while_an_entry_is_being_written_is_told_of_it_when_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        await play(room, desk.connections, 4)
        writes, append = asyncio.Event(), desk.store.append

        async def slow(what: Append) -> None:
            await writes.wait()
            await append(what)

        monkeypatch.setattr(desk.store, "append", slow)
        moving = asyncio.create_task(play(room, desk.connections, 1, first=100))
        back = asyncio.create_task(welcomed(room, desk.connections[0].person, 1))
        while room.missed.last(room.table) == room.table.n:
            await asyncio.sleep(0)
        done, _ = await asyncio.wait([back], timeout=0.5)
        assert not done, "the table is ahead of what is on disk"
        writes.set()
        await moving
        assert [each["n"] for each in await back] == list(range(2, room.table.n + 1))

    on(tmp_path, scenario)
