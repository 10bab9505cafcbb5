"""What only several nodes and a database that comes and goes can meet."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from lido.errors import NotKept
from lido.server.store import Conflict, Store, open_store
from lido.server.store.connections import Connections
from tests.server.postgres import Cluster
from tests.server.store.scenes import more, moves, new


@asynccontextmanager
async def nodes(address: str, count: int, **settings: Any) -> AsyncIterator[list[Store]]:
    """Several nodes of a service."""
    stores = [await open_store(address, **settings) for _ in range(count)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def until(told: AsyncIterator[tuple[str, bytes]], wanted: str) -> bytes:
    """The next thing that is told on a channel."""
    async with asyncio.timeout(30):
        async for channel, payload in told:
            if channel == wanted:
                return payload
    raise AssertionError("nothing more is told")


# Nodes


def test_nodes_hear_of_each_others_entries_and_not_of_their_own(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 2) as (here, there):
            heard_here, heard_there = here.told(), there.told()
            first = new("t", 3)
            await here.append(first)
            assert await until(heard_there, "log") == b"t 3"
            await there.append(more(moves("t", 1, first.entries[-1])))
            assert await anext(heard_here) == ("log", b"t 4")
            assert len(await here.entries("t")) == 4

    asyncio.run(scenario())


def test_nodes_have_one_clock(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 2) as (here, there):
            one, other = await here.time(), await there.time()
            assert one is not None
            assert other is not None
            assert one <= other < one + 60_000
            assert abs(one - time.time() * 1000) < 60_000

    asyncio.run(scenario())


def test_nodes_tell_each_other_what_is_not_kept(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 3) as (here, *others):
            heard = [other.told() for other in others]
            long = ("é " * 2600)[:3950].encode()
            for payload in (b'{"a": [1, 2]}', b"", long):
                await here.tell("presence", payload)
                assert [await until(told, "presence") for told in heard] == [payload, payload]

    asyncio.run(scenario())


def test_listening_ends_when_the_store_is_closed(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 1) as (here,):
            told = here.told()
        assert [payload async for _, payload in told] == []

    asyncio.run(scenario())


def test_of_two_nodes_that_write_the_same_number_one_does(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 2) as stores:
            tables = [f"t{i}" for i in range(40)]
            starts = {table: new(table) for table in tables}
            for start in starts.values():
                await stores[0].append(start)

            async def write(node: int, tables: list[str]) -> list[bool]:
                appends = (more(moves(table, 2, starts[table].entries[-1], at=5000 + node)) for table in tables)
                done = await asyncio.gather(*map(stores[node].append, appends), return_exceptions=True)
                assert {type(one) for one in done} <= {Conflict, type(None)}
                return [one is None for one in done]

            first, second = await asyncio.gather(write(0, tables), write(1, tables[::-1]))
            assert [a + b for a, b in zip(first, second[::-1], strict=True)] == [1] * len(tables)
            for table in tables:
                entries = await stores[0].entries(table)
                assert [entry.body.before for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
                assert len(entries) == 3

    asyncio.run(scenario())


def test_what_was_chained_to_a_lost_race_is_not_written(database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 2) as (here, there):
            first = new("t")
            await here.append(first)
            theirs = moves("t", 1, first.entries[-1], at=7000)
            await there.append(more(theirs))
            ours = moves("t", 2, first.entries[-1], at=9000)
            for entry in ours:
                with pytest.raises(Conflict):
                    await here.append(more([entry]))
            assert await here.entries("t") == [*first.entries, *theirs]

    asyncio.run(scenario())


# A database that goes away


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_nodes_go_on_when_the_database_is_back(postgres: Cluster, database: str, mode: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 2) as (here, there):
            told = there.told()
            first = new("t")
            await here.append(first)
            await until(told, "log")
            await asyncio.to_thread(postgres.stop, mode)
            waiting = asyncio.gather(here.append(more(moves("t", 1, first.entries[-1]))), there.entries("t"))
            await asyncio.to_thread(postgres.start)
            await waiting
            await until(told, "gap")
            assert len(await there.entries("t")) == 2
            await here.append(more(moves("t", 1, (await here.entries("t"))[-1])))
            while await until(told, "log") != b"t 3":
                pass  # the entry before it may have been heard of too

    asyncio.run(scenario())


def test_a_database_that_stays_away_is_said_so_and_nothing_is_written(postgres: Cluster, database: str) -> None:
    async def scenario() -> None:
        async with nodes(database, 1, patience=0.0) as (here,):
            await here.append(new("t"))
            await asyncio.to_thread(postgres.stop, "immediate")
            try:
                for asked in (here.append(new("u")), here.entries("t"), here.ready(), here.tell("x", b"y")):
                    with pytest.raises(NotKept) as refused:
                        await asked
                    assert refused.value.code == "server.store-reach"
                with pytest.raises(NotKept):
                    await open_store(database)
            finally:
                await asyncio.to_thread(postgres.start)
            while True:
                try:
                    await here.ready()
                    break
                except NotKept:
                    continue
            assert await here.entries("u") == []

    asyncio.run(scenario())


def test_a_connection_that_is_cut_before_it_listens_is_closed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    async def cut(self: asyncpg.Connection, *_: object) -> None:
        opened.append(self)
        raise asyncpg.ConnectionDoesNotExistError("the line is cut")

    monkeypatch.setattr(asyncpg.Connection, "add_listener", cut)
    with pytest.raises(NotKept, match="the line is cut"):
        asyncio.run(open_store(database))
    assert [connection.is_closed() for connection in opened] == [True]


def test_an_append_whose_answer_was_lost_is_written_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use, losses = Connections.use, 2

    async def losing(self: Connections, job: Callable[[Any], Awaitable[Any]], *rest: str) -> Any:
        async def done_and_lost(connection: Any) -> Any:
            nonlocal losses
            done = await job(connection)
            if losses:
                losses -= 1
                raise asyncpg.ConnectionDoesNotExistError("the line is cut")
            return done

        return await use(self, done_and_lost, *rest)

    async def scenario() -> None:
        async with nodes(database, 1) as (here,):
            monkeypatch.setattr(Connections, "use", losing)
            first, other = new("t"), new("u")
            chained = [more([entry], "c", n) for n, entry in enumerate(moves("t", 3, first.entries[-1]), start=1)]
            await asyncio.gather(*map(here.append, [first, other, *chained]))
            assert losses == 0
            assert len(await here.entries("t")) == 4
            with pytest.raises(Conflict):
                await here.append(first)

    asyncio.run(scenario())


def test_a_database_that_only_reads_is_refused(database: str) -> None:
    with pytest.raises(NotKept) as refused:
        asyncio.run(open_store(f"{database}?default_transaction_read_only=on"))
    assert "read-only" in refused.value.said("fr")


@pytest.mark.parametrize(
    "wrong", ["postgresql://lido@127.0.0.1:1/x", "postgresql://lido@[/x", "postgresql://lido@/nowhere"]
)
def test_an_address_where_there_is_no_database_is_refused(wrong: str) -> None:
    with pytest.raises(NotKept) as refused:
        asyncio.run(open_store(wrong))
    assert refused.value.code == "server.store-reach"


def test_a_database_that_is_not_there_is_refused(database: str) -> None:
    with pytest.raises(NotKept) as refused:
        asyncio.run(open_store(f"{database}-not"))
    assert refused.value.code == "server.store-reach"
