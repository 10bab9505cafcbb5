"""All tables of a node: found in memory or read from the store, opened, looked after, told about each other."""

import asyncio
import time
from itertools import count
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lido.bots import HANDS, Judgement
from lido.errors import BadRecord, BadSetup, LidoError, Refusal
from lido.game import Json
from lido.match import Match, replay
from lido.server.guest import Guest
from lido.server.house import House, new_id, new_seed, now
from lido.server.leases import Leases
from lido.server.line import Closing
from lido.server.log import Clock
from lido.server.logs import trouble
from lido.server.messages import Info, Level
from lido.server.presence import HEARTBEAT, There
from lido.server.room import Room
from lido.server.safety import Buckets
from lido.server.store import Append, Conflict
from lido.server.table import Table

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

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = house.people
        self.lobby = house.hall
        self.stopping = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._opened = Buckets(house.settings.tables_each / HOUR, house.settings.tables_each)
        house.leases = self._leases = Leases(house, self.room)

    def start(self) -> None:
        """Begin to look after tables."""
        for work in (self._leases.run, self._listen, self._sweep, self._close_forgotten, self.lobby.run):
            self.house.spawn(work())

    async def stop(self) -> None:
        """Finish what is being written, and tell everybody that the service restarts."""
        self.stopping = True
        for room in list(self._rooms.values()):
            async with room.lock:
                for guest in list(room.guests):
                    guest.line.close(Closing.RESTART, "the service restarts")
        self.lobby.close()

    async def close(self) -> None:
        """Leave everything to others."""
        await self._leases.release_all()
        await self.house.close()

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
            room = await Room.loaded(self.house, id)
            if room:
                self._add(room)
            return room
        finally:
            del self._loading[id]

    def _add(self, room: Room) -> None:
        self._rooms[room.id] = room
        self.house.metrics.rooms.set(len(self._rooms))

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
            raise Refusal("service.tables-each", most=self.house.settings.tables_each)
        table = Table(new_id(), new_seed(), round(self.house.settings.away_seconds * 1000))
        acted = table.open(
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
        await self.house.store.append(Append(table=table.id, entries=acted.entries, head=acted.head, seed=table.seed))
        self._add(Room(self.house, table))
        self.lobby.touch()
        self._rooms[table.id].duties.tend()
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
            return room.table.record(await self.house.store.entries(id), names)

    async def tables_of(self, person: str) -> list[Info]:
        """The tables where somebody sits or sat, the newest first."""
        return await self.lobby.named(await self.house.store.tables_of(person))

    async def analyse(self, record: dict[str, Any], at: int | None) -> tuple[int | None, Judgement]:
        """Whose turn it is after so many moves of a record, and what each of the legal moves is worth."""
        match = await asyncio.to_thread(_replayed, record, at)
        if match.turn is None:
            return None, Judgement(False, [])
        return match.turn, await self.house.bots.analyse(match.sight(match.turn), ms=self.house.settings.bot_ms)

    # People

    async def renamed(self, person: str) -> None:
        """Somebody has another name: the tables where they are show it."""
        await self.house.store.tell("person", person.encode())
        for room in self._rooms_of(person):
            await room.look_around()
        self.lobby.touch()

    async def forget(self, person: str) -> None:
        """Delete somebody, and all they said."""
        await self.people.forget(person)
        await self.house.store.tell("forget", person.encode())
        await self._forgotten(person)

    async def _forgotten(self, person: str) -> None:
        self.people.unlearn(person)
        self._sign_out(person)
        for room in list(self._rooms.values()):
            room.talk.forget(person)
        for room in self._rooms_of(person):
            await room.look_around()

    async def signed_out(self, person: str) -> None:
        """All sockets of somebody end: they may only come back with a new cookie."""
        await self.house.store.tell("sign-out", person.encode())
        self._sign_out(person)

    def _sign_out(self, person: str) -> None:
        for guest in self._guests(person):
            guest.line.close(Closing.NOBODY, "signed out")

    async def block(self, person: str, other: str, on: bool) -> None:
        """Somebody does not want to meet somebody, or does again."""
        await self.people.block(person, other, on)
        await self.house.store.tell("person", person.encode())

    def _guests(self, person: str) -> list[Guest]:
        return [guest for room in self._rooms.values() for guest in room.guests if guest.person == person]

    def _rooms_of(self, person: str) -> list[Room]:
        return [room for room in self._rooms.values() if person in room.table.people() or room.has(person)]

    # Other nodes

    async def _listen(self) -> None:
        """Hear what other nodes tell, for ever."""
        async for channel, payload in self.house.store.told():
            try:
                await self._told(channel, payload.decode())
            except Exception as error:  # one message that cannot be taken in must not be the last
                trouble("what another node told could not be taken in", error, channel=channel)

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
            room.doubt()
            try:
                await room.hear_presence()
                await self._send_away_the_forgotten(room)
            except LidoError as error:  # it is read again before anything is done with it
                trouble("a table could not be read", error)

    async def _send_away_the_forgotten(self, room: Room) -> None:
        people = {guest.person for guest in room.guests}
        await self.people.learn(people)
        for person in people:
            if not self.people.exists(person):
                self._sign_out(person)

    async def _told_presence(self, there: There) -> None:
        room = self._rooms.get(there.table)
        if room and there.node != self.house.node and room.presence.told(there):
            await room.hear_presence()

    async def _sweep(self) -> None:
        """Let go of tables that nobody looks at, and ask for signs of life, for ever."""
        for beat in count(1):
            await asyncio.sleep(SWEEP)
            for room in list(self._rooms.values()):
                if self._idle(room):
                    del self._rooms[room.id]
                elif beat % HEARTBEAT == 0 and room.guests:
                    room.tell_nodes()
                    room.ping()
            self.house.metrics.rooms.set(len(self._rooms))

    async def _close_forgotten(self) -> None:
        """Close tables whose game has not begun for days, for ever. Of several nodes one is first, which is enough."""
        while True:
            try:
                before = now() - round(self.house.settings.open_days * DAY * 1000)
                for table in await self.house.store.waiting(before):
                    await self._close(table)
            except (LidoError, Conflict) as error:
                trouble("old tables could not be closed", error)
            await asyncio.sleep(LOOKS_EVERY)

    async def _close(self, table: str) -> None:
        room = await self.known_room(table)
        async with room.lock:
            await room.refresh()
            if room.table.status == "open":
                await room.keep(room.table.give_up(now()))

    def _idle(self, room: Room) -> bool:
        """Whether a room may leave memory: soon, if its game is over."""
        going_on = room.table.status in ("open", "running")
        limit = max(SWEEP, self.house.settings.idle_seconds) if going_on else SWEEP
        unused = time.monotonic() - room.used > limit
        return unused and not room.guests and not room.lock.locked() and not room.duties.leased and not room.hand.busy


def _replayed(record: dict[str, Any], at: int | None) -> Match:
    """The match after so many moves of a record, or at its end."""
    game = record.get("game")
    if isinstance(game, str) and game in HANDS:
        raise BadSetup("match.no-bot", game=game)
    moves = record.get("moves")
    if at is not None and isinstance(moves, list):
        if at > len(moves):
            raise BadRecord("service.no-such-move", at=at)
        if at < len(moves):
            kept = {name: value for name, value in record.items() if name not in ("result", "stopped", "log")}
            record = {**kept, "moves": moves[:at]}
    return replay(record)
