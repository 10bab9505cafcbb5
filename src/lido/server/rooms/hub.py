"""All tables of a node: found in memory or read from the store, opened, looked after, told about each other."""

import asyncio
import time
from itertools import count
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lido.bots import Judgement
from lido.errors import BadRecord, BadSetup, LidoError, Refusal
from lido.game import Json
from lido.games import find
from lido.match import Match, replay
from lido.record import read
from lido.registry import packages
from lido.server.logging import log_error
from lido.server.messages import Info, Level
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import NodeContext, new_id, new_seed, now
from lido.server.rooms.leases import Leases
from lido.server.rooms.outbox import Closing
from lido.server.rooms.presence import HEARTBEAT, There
from lido.server.rooms.room import Room
from lido.server.store import Append, Conflict
from lido.server.table.events import Clock
from lido.server.table.table import Table
from lido.server.transport.limits import Buckets

SWEEP = 1.0
"""Seconds between two looks at who is still there; what was used within them may be about to be used again."""
HOUR = 3600.0
DAY = 24 * HOUR
LOOKS_EVERY = 600.0
"""Seconds between two looks for tables that nobody came back to."""


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """The table that somebody wants."""

    game: Annotated[str, Meta(max_length=40)]
    players: int
    options: dict[str, str | int] = {}
    public: bool = False
    rated: bool = False
    clock: Clock | None = None
    bots: dict[int, Level] = {}


class Hub:
    """The rooms of this node."""

    def __init__(self, context: NodeContext) -> None:
        self.context = context
        self.people = context.people
        self.lobby = context.lobby
        self.stopping = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._opened = Buckets(context.settings.tables_each / HOUR, context.settings.tables_each)
        context.leases = self._leases = Leases(context, self.room)

    def start(self) -> None:
        """Begin to look after tables."""
        for work in (self._leases.run, self._listen, self._sweep, self._close_forgotten, self.lobby.run):
            self.context.spawn(work())

    async def stop(self) -> None:
        """Finish what is being written, and tell everybody that the service restarts."""
        self.stopping = True
        for room in list(self._rooms.values()):
            async with room.lock:
                for connection in list(room.connections):
                    connection.outbox.close(Closing.RESTART, "the service restarts")
        self.lobby.close()

    async def close(self) -> None:
        """Leave everything to others."""
        await self._leases.release_all()
        await self.context.close()

    # Rooms

    async def room(self, id: str) -> Room | None:
        """The room of a table, or None where there is no such table."""
        room = self._rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.ensure_future(self._load(id))
            room = await asyncio.shield(self._loading[id])
        if room:
            room.used = time.monotonic()
        return room

    async def _load(self, id: str) -> Room | None:
        try:
            room = await Room.loaded(self.context, id)
            if room:
                self._add(room)
            return room
        finally:
            del self._loading[id]

    def _add(self, room: Room) -> None:
        self._rooms[room.id] = room
        self.context.metrics.rooms.set(len(self._rooms))

    async def known_room(self, id: str) -> Room:
        """The same, or a refusal."""
        room = await self.room(id)
        if room is None:
            raise Refusal("service.no-table")
        return room

    # Tables

    async def open_table(self, host: str, wish: TableWish) -> tuple[str, str]:
        """Open a table; its id and the commitment to its deal."""
        if not self._opened.take(host):
            raise Refusal("service.tables-each", most=self.context.settings.tables_each)
        table = Table(new_id(), new_seed(), round(self.context.settings.away_seconds * 1000))
        changes = table.open(
            host,
            now(),
            game=wish.game,
            players=wish.players,
            options=wish.options,
            public=wish.public,
            rated=wish.rated,
            clock=wish.clock,
            bots=wish.bots,
        )
        await self.context.store.append(
            Append(table=table.id, entries=changes.entries, head=changes.head, seed=table.seed)
        )
        self._add(Room(self.context, table))
        self.lobby.touch()
        self._rooms[table.id].runner.look()
        return table.id, table.opened.commitment

    async def info(self, id: str) -> Info:
        """A table as everybody may see it."""
        room = await self.known_room(id)
        async with room.lock:
            await room.refresh()
            return room.info()

    async def record(self, id: str) -> dict[str, Json]:
        """The record of a finished game."""
        room = await self.known_room(id)
        async with room.lock:
            await room.refresh()
            names: dict[str, str | None] = dict(self.people.names(room.table.people()))
            return room.table.record(await self.context.store.entries(id), names)

    async def tables_of(self, person: str) -> list[Info]:
        """The tables where somebody sits or sat, the newest first."""
        return await self.lobby.named(await self.context.store.tables_of(person))

    async def analyse(self, record: dict[str, Any], at: int | None) -> tuple[int | None, Judgement]:
        """Whose turn it is after so many moves of a record, and what each of the legal moves is worth."""
        match = await asyncio.to_thread(_replayed, record, at)
        if match.turn is None:
            return None, Judgement(False, [])
        return match.turn, await self.context.bots.analyse(
            match.player_view(match.turn), ms=self.context.settings.bot_ms
        )

    # People

    async def renamed(self, person: str) -> None:
        """Somebody has another name: the tables where they are show it."""
        await self.context.store.tell("person", person.encode())
        for room in self._rooms_of(person):
            await room.look_around()
        self.lobby.touch()

    async def forget(self, person: str) -> None:
        """Delete somebody, and all they said."""
        await self.people.forget(person)
        await self.context.store.tell("forget", person.encode())
        await self._forgotten(person)

    async def _forgotten(self, person: str) -> None:
        self.people.unlearn(person)
        self._sign_out(person)
        for room in list(self._rooms.values()):
            room.chat.forget(person)
        for room in self._rooms_of(person):
            await room.look_around()

    async def signed_out(self, person: str) -> None:
        """All sockets of somebody end: they may only come back with a new cookie."""
        await self.context.store.tell("sign-out", person.encode())
        self._sign_out(person)

    def _sign_out(self, person: str) -> None:
        for connection in self._connections(person):
            connection.outbox.close(Closing.NOBODY, "signed out")

    async def block(self, person: str, other: str, on: bool) -> None:
        """Somebody does not want to meet somebody, or does again."""
        await self.people.block(person, other, on)
        await self.context.store.tell("person", person.encode())

    def _connections(self, person: str) -> list[Connection]:
        return [
            connection
            for room in self._rooms.values()
            for connection in room.connections
            if connection.person == person
        ]

    def _rooms_of(self, person: str) -> list[Room]:
        return [room for room in self._rooms.values() if person in room.table.people() or room.has(person)]

    # Other nodes

    async def _listen(self) -> None:
        """Hear what other nodes tell, for ever."""
        async for channel, payload in self.context.store.told():
            try:
                await self._told(channel, payload.decode())
            except Exception as error:  # one message that cannot be taken in must not be the last
                log_error("what another node told could not be taken in", error, channel=channel)

    async def _told(self, channel: str, payload: str) -> None:
        if channel == "log":
            table, n = payload.split(" ")
            self.lobby.touch()
            if room := self._rooms.get(table):
                await room.catch_up(int(n))
        elif channel == "frame":
            table, _, text = payload.partition(" ")
            if room := self._rooms.get(table):
                room.tell(text)
        elif channel == "held":
            if room := self._rooms.get(payload):
                room.hand.told_held()
        elif channel == "presence":
            await self._told_presence(msgspec.json.decode(payload, type=There))
        elif channel == "person":
            self.people.unlearn(payload)
            for room in self._rooms_of(payload):
                await room.look_around()
        elif channel == "forget":
            await self._forgotten(payload)
        elif channel == "sign-out":
            self._sign_out(payload)
        elif channel == "gap":
            await self._look_at_everything_again()

    async def _look_at_everything_again(self) -> None:
        """Something that other nodes told was not heard: read again all that is in memory."""
        self.people.unlearn_all()
        self.lobby.touch()
        for room in list(self._rooms.values()):
            room.mark_stale()
            try:
                await room.hear_presence()
                await self._send_away_the_forgotten(room)
            except LidoError as error:  # it is read again before anything is done with it
                log_error("a table could not be read", error)

    async def _send_away_the_forgotten(self, room: Room) -> None:
        people = {connection.person for connection in room.connections}
        await self.people.learn(people)
        for person in people:
            if not self.people.exists(person):
                self._sign_out(person)

    async def _told_presence(self, there: There) -> None:
        room = self._rooms.get(there.table)
        if room and there.node != self.context.node and room.presence.told(there):
            await room.hear_presence()

    async def _sweep(self) -> None:
        """Let go of tables that nobody looks at, and ask for signs of life, for ever."""
        for beat in count(1):
            await asyncio.sleep(SWEEP)
            for room in list(self._rooms.values()):
                if self._idle(room):
                    del self._rooms[room.id]
                elif beat % HEARTBEAT == 0 and room.connections:
                    room.tell_nodes()
                    room.ping()
            self.context.metrics.rooms.set(len(self._rooms))

    async def _close_forgotten(self) -> None:
        """Close tables whose game has not begun for days, for ever. Of several nodes one is first, which is enough."""
        while True:
            try:
                before = now() - round(self.context.settings.open_days * DAY * 1000)
                for table in await self.context.store.waiting(before):
                    await self._close(table)
            except (LidoError, Conflict) as error:
                log_error("old tables could not be closed", error)
            await asyncio.sleep(LOOKS_EVERY)

    async def _close(self, table: str) -> None:
        room = await self.known_room(table)
        async with room.lock:
            await room.refresh()
            if room.table.status == "open":
                await room.commit(room.table.give_up(now()))

    def _idle(self, room: Room) -> bool:
        """Whether a room may leave memory: soon, if its game is over."""
        going_on = room.table.status in ("open", "running")
        limit = max(SWEEP, self.context.settings.idle_seconds) if going_on else SWEEP
        unused = time.monotonic() - room.used > limit
        return (
            unused and not room.connections and not room.lock.locked() and not room.runner.leased and not room.hand.busy
        )


def _replayed(record: dict[str, Any], at: int | None) -> Match:
    """The match after so many moves of a record, or at its end."""
    kept = read(record)
    if kept.game in packages() and find(kept.game).detailed:
        raise BadSetup("match.no-bot", game=kept.game)
    if at is None or at == len(kept.moves):
        return replay(kept)
    if not 0 <= at <= len(kept.moves):
        raise BadRecord("service.no-such-move", at=at)
    return replay(kept.cut(at))
