"""What a seat must not know changes no byte that comes out of its socket, nor of any address."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
import uvicorn

from lido.games import find
from lido.server.rooms.identity import Signer
from lido.server.rooms.people import People
from lido.server.store import open_store
from lido.server.transport.app import App
from lido.server.transport.keepalive import Keepalive
from lido.server.transport.websocket import Wire
from tests.server.hub.desk import Desk
from tests.server.service import PATIENCE, Address, Socket, Visitor, run
from tests.server.table.test_worlds import PLAYERS, two_deals

TABLE = "table"
AT = 1_000_000


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Address]:
    """A service in this process, at a port of its own."""
    folder.mkdir()
    store = await open_store(str(folder / "tables.db"))
    desk = Desk(store, People(store, Signer(await store.key())))
    desk.clock = lambda: AT
    listening = socket.create_server(("127.0.0.1", 0))
    app = App(desk.hub, desk.hub.context.settings)
    ws: Any = partial(Wire, keepalive=Keepalive(60))
    server = uvicorn.Server(uvicorn.Config(app, interface="asgi3", log_config=None, lifespan="off", ws=ws))
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield Address(f"http://127.0.0.1:{listening.getsockname()[1]}")
    finally:
        server.should_exit = True
        await serving
        await desk.hub.close()
        await store.close()


class World:
    """A game in which everything is the same but the deal."""

    dealt: ClassVar[dict[str, Any]] = {}
    """The deal of the world that something is done in now: a service deals again when it plays a log again."""

    def __init__(self, people: list[Visitor], deal: dict[str, Any]) -> None:
        self.people = people
        self.deal = deal
        self.seats: list[Socket] = []

    async def begin(self) -> None:
        """Three people sit down, and a fourth looks on."""
        World.dealt = self.deal
        await self.people[0].table("plouf-party", PLAYERS, public=True)
        self.seats = [await person.at(TABLE, client="c", pictures=1) for person in self.people]
        for seat, sitting in enumerate(self.seats[:PLAYERS], start=1):
            n = await sitting.do("sit", seat=seat)
        for number, sitting in enumerate(self.seats[:PLAYERS], start=1):  # one reveals after the other
            await sitting.caught_up(n + number)
        await self.heard(n + PLAYERS + 1)

    async def move(self, seat: int, move: str) -> None:
        """A move, of which everybody hears."""
        await self.heard(await self.seats[seat - 1].do("move", seat=seat, move=move))

    async def heard(self, n: int) -> None:
        """Everybody has heard of an entry, and of the start that came with it."""
        for each in self.seats:
            await each.caught_up(n)

    async def sent(self, person: int) -> list[str | bytes]:
        """All that somebody was sent by their socket so far, but what comes when it is time or when it is drawn."""
        own = self.seats[person]
        await own.do("mute", on=True)
        return [raw for heard, raw in zip(own.heard, own.raw, strict=True) if heard["type"] not in ("pictures", "ping")]

    def drawn(self, person: int) -> dict[int, Any]:
        """The pictures that they were sent, by entry."""
        return {heard["n"]: heard["pictures"] for heard in self.seats[person].heard if heard["type"] == "pictures"}

    async def answered(self, person: int) -> list[str | bytes]:
        """What somebody is sent if they come back, and if they ask."""
        World.dealt = self.deal
        visitor = self.people[person]
        back = await visitor.at(TABLE, client="back", seen=1)
        await back.outbox.close()
        answers = [await visitor.http.get(path) for path in ASKED]
        lobby = await visitor.connected("/api/lobby")
        await lobby.read()
        return [*back.raw, *(answer.content for answer in answers), *lobby.raw]


ASKED_EVERY = 6
"""Moves from one time that everybody asks for everything to the next."""
ASKED = (
    *("/api/tables", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/record", "/api/me", "/api/me/tables"),
    *("/api/people/p2", f"/share/en/t/{TABLE}.png"),
)


@pytest.mark.parametrize("seed", ["k", "o"])
def test_two_worlds_that_a_seat_cannot_tell_apart_give_its_socket_the_same_bytes(
    seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = list(two_deals(seed).values())
    keys = iter([f"p{person}" for person in range(1, PLAYERS + 2) for _ in range(2)])
    monkeypatch.setattr(find("plouf-party"), "deal", lambda players, options, draws: World.dealt)
    monkeypatch.setattr("lido.server.rooms.people.new_key", lambda: next(keys))
    monkeypatch.setattr("lido.server.rooms.people.new_face", lambda: 1)
    monkeypatch.setattr("lido.server.rooms.hub.new_id", lambda: TABLE)
    monkeypatch.setattr("lido.server.rooms.hub.new_seed", lambda: "the same secret")
    for limit in ("transport.share.PATIENCE", "workers.rasteriser.SECONDS"):  # a late picture is another
        monkeypatch.setattr(f"lido.server.{limit}", 10 * PATIENCE)

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            services = [await stack.enter_async_context(served(tmp_path / name)) for name in ("one", "another")]
            people = [
                [await stack.enter_async_context(Visitor(service)) for service in services] for _ in range(PLAYERS + 1)
            ]
            worlds = [World([each[number] for each in people], deals[number]) for number in range(2)]
            for world in worlds:
                await world.begin()
            assert await played_alike(worlds, random.Random(seed)) >= 5

    run(scenario)


async def played_alike(worlds: list[World], draws: random.Random) -> int:
    """How many moves it takes until something shows in which world one is."""
    for count in range(1000):
        for person in (0, PLAYERS):
            one, another = [await world.sent(person) for world in worlds]
            assert one == another
            drawn = [world.drawn(person) for world in worlds]
            assert all(drawn[0][n] == drawn[1][n] for n in drawn[0].keys() & drawn[1].keys())
            if count % ASKED_EVERY == 0:
                one, another = [await world.answered(person) for world in worlds]
                assert one == another
        turn = worlds[0].seats[0].turn
        legal = [set(world.seats[(turn or 1) - 1].legal(turn)) for world in worlds]
        assert turn
        move = draws.choice(sorted(legal[0] & legal[1]))
        for world in worlds:
            await world.move(turn, move)
        told = [[heard for heard in world.seats[PLAYERS].heard if heard["type"] == "news"] for world in worlds]
        seen = [news[-1]["game_events"] for news in told]
        if seen[0] != seen[1]:
            return count
    raise AssertionError("a game has an end")
