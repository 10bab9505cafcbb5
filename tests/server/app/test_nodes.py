"""Several nodes on one PostgreSQL: any of them serves any table, and none of them is missed."""

import asyncio
import itertools
import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from lido.server.store import is_postgres
from tests.server.postgres import Cluster
from tests.server.service import SECRET, Service, Socket, Visitor, begun, play_out, run


def test_people_at_different_nodes_and_a_bot_finish_a_game_though_a_node_dies(
    postgres: Cluster, tmp_path: Path
) -> None:
    database, log = postgres.database(), tmp_path / "log"
    with Service(database, log, lease_seconds=1) as here, Service(database, log, lease_seconds=1) as there:

        async def scenario() -> None:
            async with Visitor(here) as ann, Visitor(there) as bob:
                table = await ann.table("le-plouf", 3, bots={3: "random"}, public=True)
                one, other = await ann.at(table), await bob.at(table)
                await one.do("sit", seat=1)
                await other.until(lambda heard: heard.get("event", {}).get("kind") == "sat")
                while not all(seat.get("present") for seat in other.info["seats"][:1]):
                    await other.read()
                await other.do("sit", seat=2)
                await begun(one, other)
                await ann.asked("PATCH", "/api/me", {"name": "Ann"})
                while other.info["seats"][0].get("name") != "Ann":
                    await other.read()
                await one.do("say", text="good luck")
                assert (await other.until(lambda heard: heard["type"] == "chat"))["text"] == "good luck"
                here.kill()
                ann.service = there
                again = await ann.at(table, seen=one.n)
                await asyncio.gather(play_out(again, other))
                assert again.info["payoffs"] == other.info["payoffs"]

        run(scenario)


TRIALS = 10
"""How often somebody signs out a thief."""


async def _talks(socket: Socket) -> None:
    """Talk without a pause and without waiting for answers, until the socket is closed."""
    for number in itertools.count(1):
        await socket.send("say", number=number, text="mine")
        if not number % 5:
            await asyncio.sleep(0)


async def _count(database: str, table: str) -> int:
    """How many entries are on disk."""
    asked = "SELECT count(*) FROM entries WHERE table_id = "
    if is_postgres(database):
        connection = await asyncpg.connect(database)
        try:
            found: int = await connection.fetchval(f"{asked} $1", table)
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
            ((found,),) = file.execute(f"{asked} ?", (table,))
    return found


async def _signs_out(owner: Visitor, thief: Visitor, database: str) -> None:
    link = await owner.asked("POST", "/api/me/link")
    await thief.asked("POST", "/api/me/arrive", {"token": link["token"]})
    table = await owner.table("le-plouf", 2)
    socket = await thief.at(table)
    closed = asyncio.create_task(socket.closed())  # it reads meanwhile: whoever does not is sent away for that
    talking = asyncio.create_task(_talks(socket))
    while await _count(database, table) < 5:
        await asyncio.sleep(0.005)
    await owner.asked("POST", "/api/me/only-here", {"secret": SECRET})
    then = await _count(database, table)
    assert (await closed)[0] == 4401
    talking.cancel()
    await asyncio.gather(talking, return_exceptions=True)
    assert await _count(database, table) == then, "a command of the thief was written after the sign-out"
    assert (await thief.refused("POST", "/api/tables", {"game": "le-plouf", "players": 2}))[0] == 401
    assert (await owner.asked("GET", "/api/me"))["key"] == owner.key


@pytest.mark.parametrize("kind", ["one node", "two nodes"])
def test_a_thief_at_whatever_node_writes_nothing_once_the_owner_has_signed_out(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    together = kind == "one node"
    database = str(tmp_path / "tables.db") if together else request.getfixturevalue("postgres").database()
    limits: dict[str, Any] = {"messages_each": 1e6, "talk_each": 1e6}
    with ExitStack() as stack:
        services = [
            stack.enter_context(Service(database, tmp_path / f"log{number}", files=None, **limits))
            for number in range(1 if together else 2)
        ]

        async def scenario() -> None:
            for number in range(TRIALS):
                async with Visitor(services[number % len(services)]) as owner, Visitor(services[-1]) as thief:
                    await _signs_out(owner, thief, database)

        run(scenario)


def test_a_node_stops_in_time_though_the_database_hangs(postgres: Cluster, tmp_path: Path) -> None:
    with Service(postgres.database(), tmp_path / "log", grace_seconds=3) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann:
                tables = [await ann.table("le-plouf", 2, bots={1: "random", 2: "random"}) for _ in range(3)]
                one = await ann.at(tables[0])
                with postgres.hanging():
                    await one.send("say", number=1, text="hello")
                    with suppress(httpx.HTTPError, TimeoutError):
                        async with asyncio.timeout(0.5):
                            await ann.table("le-plouf", 2)
                    began = time.monotonic()
                    await asyncio.to_thread(service.stop)
                    assert time.monotonic() - began < 3 + 3

        run(scenario)
