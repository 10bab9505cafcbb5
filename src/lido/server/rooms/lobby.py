"""The lobby: which public tables there are, and what changes about them."""

import asyncio
from collections import Counter
from collections.abc import Callable

import msgspec

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import Changed, Info, LobbyTables
from lido.server.rooms.connection import encoded
from lido.server.rooms.outbox import Closing, Outbox
from lido.server.rooms.people import People
from lido.server.store import Store
from lido.server.table.head import Head

SHOWN = ("open", "running")
MOST_SHOWN, MOST_EACH = 200, 4
"""Tables that are shown, of everybody and of one host: nobody pushes the others off the list."""
MOST_READ = 1_000
"""Tables among which these are found."""
PAUSE = 0.25
"""Seconds between two reads of the store, at least."""

_decoder = msgspec.json.Decoder(Info)


class Lobby:
    """Tells everybody in the lobby what changes, and reads the store a few times a second at most."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people
        self._outboxes: set[Outbox] = set()
        self._changed = asyncio.Event()
        self._shown: dict[str, Info] = {}

    async def enter(self, outbox: Outbox) -> Callable[[], None]:
        """Tell a newcomer all tables, and from now on what changes; returns a function that ends it."""
        outbox.say(encoded(LobbyTables(tables=await self.tables())))
        self._outboxes.add(outbox)
        self._changed.set()
        return lambda: self._outboxes.discard(outbox)

    def close(self) -> None:
        """The service restarts."""
        for outbox in list(self._outboxes):
            outbox.close(Closing.RESTART, "the service restarts")

    def touch(self) -> None:
        """Something that the lobby shows may have changed."""
        self._changed.set()

    async def tables(self) -> list[Info]:
        """The public tables that are open or running, the newest first, and of each host a few."""
        heads = await self._store.heads(status=SHOWN, public=True, limit=MOST_READ)
        return await self.named(heads, MOST_EACH, MOST_SHOWN)

    async def named(self, heads: list[Head], each: int | None = None, most: int | None = None) -> list[Info]:
        """Tables as they are kept, with the names and faces of the people: of one host, and in all, at most so many."""
        infos, hosts = [], Counter[str]()
        for head in heads:
            info = _decoder.decode(head.info)
            hosts[info.host] += 1
            if each is None or hosts[info.host] <= each:
                infos.append(info)
        infos = infos[:most]
        people = {player.person for info in infos for player in info.seats if player.person}
        await self._people.learn(people)
        faces = self._people.faces(people)
        for info in infos:
            for player in info.seats:
                player.name = self._people.name(player.person) if player.person else None
                player.face = faces.get(player.person or "")
        return infos

    async def run(self) -> None:
        """Tell everybody in the lobby what has changed, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._outboxes:
                try:
                    await self._tell()
                except LidoError as error:
                    log_error("the lobby could not be read", error)
                    self._changed.set()
            await asyncio.sleep(PAUSE)

    async def _tell(self) -> None:
        now = {info.table: info for info in await self.tables()}
        news = [info for table, info in now.items() if self._shown.get(table) != info]
        gone = [info for table, info in self._shown.items() if table not in now]
        self._shown = now
        for info in gone:
            info.status = "over" if info.status == "running" else "closed"
        for text in [encoded(Changed(info=info)) for info in news + gone]:
            for outbox in list(self._outboxes):
                outbox.say(text)
