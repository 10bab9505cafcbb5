"""Strangers who look for a game are brought together, each once, at whatever node they wait."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lido.server.rooms.outbox import Outbox
from lido.server.store import Append, Author, Conflict, Person, Seek, Store, open_store
from lido.server.store.sqlite import Sqlite
from lido.server.table.changes import applied
from lido.server.table.seating import open_table
from lido.server.table.state import TableState
from tests.server.hub.desk import Desk, Ear, on
from tests.server.postgres import Cluster
from tests.server.service import Service, Socket, Visitor, begun, play_out, run

WAIT = "/api/pool?game=le-plouf&pace=quick"


async def paired(socket: Socket) -> str:
    table: str = (await socket.until(lambda heard: heard["type"] == "paired"))["table"]
    return table


def test_two_strangers_play_a_game_that_others_find_to_watch(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as eve:
                one = await ann.connected(WAIT)
                assert (await one.read())["waiting"] == 1
                assert (await eve.asked("GET", "/api/pool"))["waiting"] == {"le-plouf": {"quick": 1, "calm": 0}}
                other = await bob.connected(WAIT)
                table = await paired(one)
                assert await paired(other) == table
                places = [await ann.at(table), await bob.at(table)]
                seats = {player["person"]: player["seat"] for player in places[0].info["seats"]}
                assert seats.keys() == {ann.key, bob.key}
                for place, who in zip(places, (ann, bob), strict=True):
                    await place.do("sit", seat=seats[who.key])
                await begun(*places)
                assert [info["table"] for info in await eve.asked("GET", "/api/live")] == [table]
                assert (await eve.asked("GET", "/api/pool"))["waiting"] == {}
                await play_out(*places)
                assert await eve.asked("GET", "/api/live") == []

        run(scenario)


def test_who_waits_by_a_second_socket_waits_there_and_who_goes_waits_no_more(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                first = await ann.connected(WAIT)
                second = await ann.connected(WAIT)
                assert (await first.closed())[0] == 4409
                await second.outbox.close()
                while (await bob.asked("GET", "/api/pool"))["waiting"]:
                    await asyncio.sleep(0.05)
                for wrong in ("/api/pool?game=chess&pace=quick", "/api/pool?game=le-plouf&pace=never", "/api/pool"):
                    assert (await (await ann.connected(wrong)).closed())[0] == 4404

        run(scenario)


def test_the_later_socket_waits_though_it_gets_there_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may answer the earlier one last, on a busy machine."""

    async def scenario(desk: Desk) -> None:
        ratings, slow = desk.store.ratings, asyncio.Event()

        async def answered(*asked: Any) -> Any:
            monkeypatch.setattr(desk.store, "ratings", ratings)
            await slow.wait()
            return await ratings(*asked)

        monkeypatch.setattr(desk.store, "ratings", answered)
        pool, ann = desk.club.pool, await desk.hub.people.welcome("en")
        ears = Ear(), Ear()
        first, second = (Outbox(ear.send) for ear in ears)
        early = asyncio.create_task(pool.enter(ann, "le-plouf", "calm", first))
        await asyncio.sleep(0)
        leave_second = await pool.enter(ann, "le-plouf", "quick", second)
        slow.set()
        leave_first = await early
        assert (first.closed, second.closed) == (True, False)
        await leave_first()
        assert await pool.counts() == {"le-plouf": {"quick": 1, "calm": 0}}
        await leave_second()
        assert await pool.counts() == {}

    on(tmp_path, scenario)


def test_whoever_comes_again_while_going_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written last is not that they went."""

    async def scenario(desk: Desk) -> None:
        pool, ann = desk.club.pool, await desk.hub.people.welcome("en")
        leave = await pool.enter(ann, "le-plouf", "calm", Outbox(Ear().send))
        seek, going = desk.store.seek, list[asyncio.Task[None]]()

        async def written(*wanted: Any) -> bool:
            done = await seek(*wanted)
            going.append(asyncio.ensure_future(leave()))
            await asyncio.wait(going, timeout=0.1)
            return done

        monkeypatch.setattr(desk.store, "seek", written)
        leave_again = await pool.enter(ann, "le-plouf", "quick", Outbox(Ear().send))
        await asyncio.gather(*going)
        assert await pool.counts() == {"le-plouf": {"quick": 1, "calm": 0}}
        await leave_again()
        assert await pool.counts() == {}

    on(tmp_path, scenario)


def test_people_at_two_nodes_are_paired_each_once(postgres: Cluster, tmp_path: Path) -> None:
    database, log = postgres.database(), tmp_path / "log"
    with Service(database, log, lease_seconds=1) as here, Service(database, log, lease_seconds=1) as there:

        async def one(service: Service) -> tuple[str, str]:
            async with Visitor(service) as visitor:
                return visitor.key, await paired(await visitor.connected(WAIT))

        async def scenario() -> None:
            found = await asyncio.gather(*(one(service) for service in (here, there) * 15))
            tables: dict[str, list[str]] = {}
            for person, table in found:
                tables.setdefault(table, []).append(person)
            assert sorted(map(len, tables.values())) == [2] * 15
            async with Visitor(here) as visitor:
                for table, people in tables.items():
                    info = await visitor.asked("GET", f"/api/tables/{table}")
                    assert sorted(player["person"] for player in info["seats"]) == sorted(people)

        run(scenario)


def test_whoever_does_not_come_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who came is told that the table is closed, and may look again."""
    with Service(tmp_path / "tables.db", module="tests.server.club.impatient") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                one, other = await ann.connected(WAIT), await bob.connected(WAIT)
                table = await paired(one)
                await paired(other)
                place = await ann.at(table)
                seat = next(player["seat"] for player in place.info["seats"] if player["person"] == ann.key)
                await place.do("sit", seat=seat)
                while place.info["status"] != "closed":
                    await place.read()

        run(scenario)


# The store


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return request.getfixturevalue("postgres").database() if request.param == "postgres" else str(tmp_path / "lido.db")


def append(people: list[str]) -> Append:
    table = TableState("-".join(people), "seed")
    setup: dict[str, Any] = {"game": "le-plouf", "players": 2, "options": {}, "public": True}
    changes = applied(table, open_table("seed", people[0], kept=dict(enumerate(people, 1)), **setup), 1)
    return Append(table=table.id, entries=changes.entries, head=changes.head, seed="seed", seekers=people)


async def wait(store: Store, *people: str) -> None:
    for person in people:
        await store.new_person(Person(person, None, "en", 0, False, 0))
        assert await store.seek(Author(person, 0), Seek(person, "le-plouf", "quick", 25.0, 1), 1_000, "node")


def test_nobody_is_paired_twice_though_two_nodes_try(address: str) -> None:
    async def scenario() -> None:
        store = await open_store(address)
        other = await open_store(address) if address.startswith("postgres") else store
        try:
            for _ in range(20):
                await wait(store, "ann", "bob", "cem")
                tried = await asyncio.gather(
                    store.append(append(["ann", "bob"])), other.append(append(["bob", "cem"])), return_exceptions=True
                )
                assert [type(each) for each in tried if each is not None] == [Conflict]
                rows = await store.seeking_at("node")
                assert rows in (
                    {"ann": "ann-bob", "bob": "ann-bob", "cem": None}, {"ann": None, "bob": "bob-cem", "cem": "bob-cem"}
                )  # fmt: skip
                await _forget_tables(store)
        finally:
            if other is not store:
                await other.close()
            await store.close()

    asyncio.run(scenario())


async def _forget_tables(store: Any) -> None:
    for name in ("entries", "tables", *(["ends"] if isinstance(store, Sqlite) else [])):
        await store._write((f"DELETE FROM {name}",))


def test_who_waits_at_a_node_that_died_is_dropped_in_time(address: str) -> None:
    async def scenario() -> None:
        store = await open_store(address)
        try:
            await wait(store, "ann")
            assert [seek.person for seek in await store.seekers(999)] == ["ann"]
            assert await store.seekers(1_000) == []
            await store.go_on_seeking("node", 900, 2_000)
            assert [seek.person for seek in await store.seekers(1_500)] == ["ann"]
            await store.go_on_seeking("another", 2_001, 3_000)
            assert await store.seeking_at("node") == {}
            assert not await store.seek(Author("ann", 7), Seek("ann", "le-plouf", "quick", 25.0, 1), 1, "node")
        finally:
            await store.close()

    asyncio.run(scenario())
