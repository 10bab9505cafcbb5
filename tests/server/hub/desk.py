"""A hub in this process, and people at a table of it who hear everything."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from lido.deal import commitment
from lido.server.club.club import Club
from lido.server.messages import Reveal, Sit
from lido.server.metrics import Metrics
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import NodeContext, now
from lido.server.rooms.hub import Hub, TableWish
from lido.server.rooms.identity import Signer
from lido.server.rooms.live import live_parts
from lido.server.rooms.loading import loaded
from lido.server.rooms.outbox import Outbox, Send
from lido.server.rooms.people import People
from lido.server.rooms.room import Room
from lido.server.settings import Settings
from lido.server.store import Store, open_store
from lido.server.transport.http import api
from lido.server.workers.bots import BotPool
from lido.server.workers.records import RecordPool


class Ear:
    """A client that hears everything."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))

    def kinds(self) -> list[str]:
        """What it heard of, in order: the kinds of messages, and of news what happened."""
        return [heard["event"]["kind"] if heard["type"] == "news" else heard["type"] for heard in self.heard]


class Desk:
    """A hub on a store of its own, and people at a table that has begun."""

    def __init__(self, store: Store, people: People) -> None:
        self.store = store
        self.clock: Callable[[], int] = now
        """Says what time it is; a test may set another."""
        live = {game: part.service(1) for game, part in live_parts().items()}
        context = NodeContext(Settings(), store, people, BotPool(), RecordPool(), live, Metrics(), self.now)
        self.hub = Hub(context)
        self.club = Club(self.hub)
        self.ears: list[Ear] = []
        self.connections: list[Connection] = []

    def now(self) -> int:
        return self.clock()

    async def twin(self, room: Room) -> Room:
        """The same table at another node, which runs no bots and clocks."""
        twin = await loaded(room.context, room.id, lambda runner: None)
        assert twin
        return twin

    async def begin(self, table: str | None = None, game: str = "le-plouf", players: int = 2, **wish: Any) -> Room:
        """Open a table, or come to one, and sit down."""
        self.ears = [Ear() for _ in range(players)]
        people = [await self.hub.people.welcome("en") for _ in self.ears]
        self.connections = [
            Connection(Outbox(ear.send), who.key, "c", "en") for ear, who in zip(self.ears, people, strict=True)
        ]
        if table is None:
            table, _ = await self.hub.open_table(people[0].key, TableWish(game, players, **wish))
        room = await self.hub.room(table)
        assert room
        for seat, connection in enumerate(self.connections, start=1):
            await room.enter(connection, None)
            if room.table.status == "open" and not room.table.sealed:
                await room.carry_out(connection, Sit(number=1, seat=seat, commitment=commitment("s")))
        for seat in room.table.awaited():
            reveals = Connection(Outbox(Ear().send), people[seat - 1].key, f"reveals {seat}", "en")
            await room.carry_out(reveals, Reveal(number=1, seat=seat, string="s"))
        self.hear_nothing()
        return room

    def hear_nothing(self) -> None:
        """Forget what was heard so far."""
        for ear in self.ears:
            ear.heard.clear()


async def asked(hub: Hub, method: str, path: str, send: Send, *, cookie: str = "", body: Any = None) -> None:
    """Let the API answer a request; `send` gets the answer, message by message."""
    bodies = iter([{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}])

    async def receive() -> Any:
        return next(bodies, None) or await asyncio.Event().wait()

    headers = [(b"cookie", f"lido={cookie}".encode()), (b"content-type", b"application/json")]
    scope: Any = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "scheme": "http", "client": ("192.0.2.1", 1), "server": ("x", 80), "root_path": "",
        "http_version": "1.1", "extensions": {}, "state": {},
    }  # fmt: skip
    await api(hub, Settings())(scope, receive, cast("Any", send))


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
