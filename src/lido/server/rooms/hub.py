"""All rooms of a node: opens them, finds them in memory or reads them from the store, and hears other nodes."""

import asyncio
import math
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import count
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from lido.bots import Judgement
from lido.errors import LidoError, Refusal
from lido.game import SPECTATOR
from lido.server.logging import log_error, log_event
from lido.server.messages import Info, Level
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import NodeContext, new_id, new_seed
from lido.server.rooms.errands import Errands
from lido.server.rooms.finished import Finished, FinishedGames
from lido.server.rooms.leases import Leases
from lido.server.rooms.loading import Parking
from lido.server.rooms.node_messages import NodeMessages
from lido.server.rooms.outbox import Closing
from lido.server.rooms.pauses import BEAT
from lido.server.rooms.presence import HEARTBEAT
from lido.server.rooms.reopening import reopen, should_reopen
from lido.server.rooms.room import Room
from lido.server.rooms.runner import Runner
from lido.server.store import Append, Author, Conflict
from lido.server.table.changes import applied
from lido.server.table.events import Clock
from lido.server.table.seating import close_unused, is_deserted, open_table
from lido.server.table.state import TableState
from lido.server.workers.fair import Share

GOING_ON = ("open", "running")
"""What a table is whose game is not over."""
SWEEP = 1.0
"""Seconds between two looks for rooms that nobody uses; one used within them may be about to be used again."""

DAY = 24 * 3600.0
CLOSES_EVERY = 600.0
"""Seconds between two looks for tables whose game never began."""


SeatNumber = Annotated[str, Meta(pattern="^[1-9][0-9]?$")]
"""A seat as a key of JSON. It is no int: anybody can make up integers whose hashes collide, and a dict of them takes
quadratic time."""


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """The table that a person wants to open."""

    game: Annotated[str, Meta(max_length=40)]
    players: int
    options: dict[str, str | int] = {}
    public: bool = False
    rated: bool = False
    clock: Clock | None = None
    hints: bool = False
    bots: dict[SeatNumber, Level] = {}


class Shown(NamedTuple):
    """A table as everybody may see it, after its first `n` entries; no view before its game begins."""

    n: int
    info: Info
    view: dict[str, Any] | None


class Hub:
    """The rooms of this node."""

    def __init__(self, context: NodeContext) -> None:
        self.context = context
        self.people = context.people
        self.lobby = context.lobby
        self.stopping = False
        self.closing: list[Callable[[], None]] = []
        """What else tells its sockets that the service restarts."""
        self.rooms: dict[str, Room] = {}
        """Those in memory, by the id of their table."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._parking = Parking()
        self._finished = FinishedGames()
        self.errands = Errands(context)
        self.leases = Leases(context, self._runner)

    def start(self) -> None:
        """Start what runs in the background."""
        listens = NodeMessages(self).run
        for work in (self.leases.run, listens, self._sweep, self._beat, self._close_unused, self.lobby.run):
            self.context.spawn(work())

    async def stop(self, within: float) -> None:
        """Finish what is being written, within so many seconds, and tell everybody that the service restarts."""
        self.stopping = True
        busy = [room for room in self.rooms.values() if room.lock.locked()]
        if busy:
            finishing = [self.context.spawn(_finished(room)) for room in busy]
            _, late = await asyncio.wait(finishing, timeout=within)
            if late:
                log_event("tables were not finished in time", tables=len(late))
        for connection in [each for room in self.rooms.values() for each in room.connections]:
            connection.outbox.close(Closing.RESTART, "the service restarts")
        for close in (self.lobby.close, *self.closing):
            close()

    async def close(self) -> None:
        """Leave all tables to other nodes, and stop what runs in the background."""
        await self.leases.release_all()
        await self.context.close()

    # Rooms

    async def room(self, id: str, address: str = "") -> Room | None:
        """The room of a table, or None where there is no such table. `address` is that of a visitor who wants it."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.ensure_future(self._load(id, Share(address, table=id)))
            room = await asyncio.shield(self._loading[id])
            if room and self.rooms.get(id) is not room:  # others came and went before it was our turn
                return await self.room(id, address)
        if room:
            room.last_used = time.monotonic()
        return room

    async def _load(self, id: str, share: Share) -> Room | None:
        try:
            room = await self._parking.loaded(self.context, id, self.leases.want, share)
            if room:
                self._add(room)
                if not self.context.alone:
                    self.context.spawn(self.context.store.tell("who", id.encode()))
            return room
        finally:
            del self._loading[id]

    async def _runner(self, id: str) -> Runner | None:
        room = await self.room(id)
        return room.runner if room else None

    def _add(self, room: Room) -> None:
        self.rooms[room.id] = room
        self.context.metrics.rooms.set(len(self.rooms))

    async def known_room(self, id: str, address: str = "") -> Room:
        """The room of a table, or a refusal where there is no such table."""
        room = await self.room(id, address)
        if room is None:
            raise Refusal("service.no-table")
        return room

    # Tables

    async def open_table(
        self, host: str, wish: TableWish, author: Author | None = None, challenge: date | None = None
    ) -> tuple[str, str]:
        """Open a table; its id and the commitment to its deal. `author` is the host, where a visitor asks for it.

        If it is for the `challenge` of a day, all seats are the host's.
        """
        self.context.check_opening(host, public=wish.public)
        table = TableState(new_id(), new_seed(), self.context.away)
        decision = open_table(
            table.seed,
            host,
            game=wish.game,
            players=wish.players,
            options=wish.options,
            public=wish.public,
            rated=wish.rated,
            clock=wish.clock,
            hints=wish.hints,
            bots={int(seat): level for seat, level in wish.bots.items()},
            kept=dict.fromkeys(range(1, wish.players + 1), host) if challenge else {},
            challenge=challenge,
        )
        changes = applied(table, decision, self.context.now())
        await self.context.store.append(
            Append(table=table.id, entries=changes.entries, author=author, head=changes.head, seed=table.seed)
        )
        room = Room(self.context, table, self.leases.want)
        self._add(room)
        self.lobby.touch()
        room.run_bots_and_clock()
        return table.id, table.opened.commitment

    async def info(self, id: str, address: str = "") -> Info:
        """A table as everybody may see it."""
        room = await self.known_room(id, address)
        async with room.lock:
            await room.refresh()
            return room.info()

    async def shown(self, id: str, address: str = "") -> Shown:
        """A table and its position, as everybody may see them."""
        room = await self.known_room(id, address)
        async with room.lock:
            await room.refresh()
            match, ended = room.table.match, room.table.status == "over"
            return Shown(room.table.n, room.info(), match.view(SPECTATOR, ended=ended) if match else None)

    async def record(self, id: str, address: str = "") -> Finished:
        """The record of a finished game, for a visitor from an address."""
        return await self._finished.of(await self.known_room(id, address), address)

    async def tables_of(self, person: str) -> list[Info]:
        """The tables where a person sits or sat, the newest first."""
        return await self.lobby.named(await self.context.store.tables_of(person))

    async def analyse(self, record: bytes, at: int | None, address: str = "") -> tuple[int | None, Judgement]:
        """Whose turn it is after the first `at` moves of a record, and what each legal move is worth.

        `address` is that of the visitor who asks.
        """
        seen = await self.context.records.position(record, at, address)
        if seen is None:
            return None, Judgement(False, [], [], [])
        share = Share(address, table="analysis")
        return seen.seat, await self.context.bots.analyse(seen, ms=self.context.settings.bot_ms, share=share)

    # People

    async def renamed(self, person: str) -> None:
        """Show the new name of a person to everybody at their tables."""
        await self.context.store.tell("person", person.encode())
        self.look_around(person)
        self.lobby.touch()

    def look_around(self, person: str) -> None:
        """Tell everybody at the tables of a person what has changed of them; nobody waits for it."""
        for room in self._rooms_of(person):
            self.errands.add(room, "person", room.look_around)

    async def forget(self, author: Author) -> None:
        """Delete a person and their chat messages."""
        await self.people.forget(author)
        await self.context.store.tell("forget", author.person.encode())
        self.forget_here(author.person)

    def forget_here(self, person: str) -> None:
        """The same at this node, for somebody who was deleted."""
        self.people.unlearn(person)
        self.sign_out_here(person)
        for room in list(self.rooms.values()):
            room.chat.forget(person)
        self.look_around(person)

    async def signed_out(self, person: str, epoch: int) -> None:
        """Close the sockets of a person that were opened with cookies of an older epoch, on all nodes."""
        self.sign_out_here(person, epoch)
        await self.context.store.tell("sign-out", f"{person} {epoch}".encode())

    def sign_out_here(self, person: str, epoch: float = math.inf) -> None:
        """Close the sockets of a person that are older than an epoch; all of them where none is given."""
        self.people.unlearn(person)
        for connection in self._connections(person):
            if connection.epoch < epoch:
                connection.outbox.close(Closing.NOBODY, "signed out")

    async def block(self, author: Author, other: str, on: bool) -> None:
        """A person blocks another, or no longer does."""
        await self.people.block(author, other, on)
        await self.context.store.tell("person", author.person.encode())

    def _connections(self, person: str) -> list[Connection]:
        return [
            connection for room in self.rooms.values() for connection in room.connections if connection.person == person
        ]

    def _rooms_of(self, person: str) -> list[Room]:
        return [room for room in self.rooms.values() if person in room.table.people() or room.has(person)]

    # In the background

    async def _sweep(self) -> None:
        """Drop rooms that nobody uses, and tell other nodes who is here, until cancelled."""
        for beat in count(1):
            await asyncio.sleep(SWEEP)
            for room in list(self.rooms.values()):
                if should_reopen(room):
                    self.errands.add(room, "reopen", partial(reopen, room))
                elif is_deserted(room.table, self.context.now()):
                    self.errands.add(room, "close", partial(self._close, room.id))
                elif self._idle(room):
                    self._drop(room)
                elif beat % HEARTBEAT == 0 and room.connections:
                    room.tell_nodes()
                    room.ping()
                    if not room.table.has_people:
                        room.run_bots_and_clock()
            self.context.memory.trim()
            self.context.metrics.rooms.set(len(self.rooms))

    async def _beat(self) -> None:
        """Notice when this node did not run for a while, until cancelled."""
        self.context.pauses.start()
        while True:
            await asyncio.sleep(BEAT)
            if self.context.pauses.paused():
                log_event("paused")
                for room in list(self.rooms.values()):
                    if room.table.deadline() is not None:
                        self.context.spawn(room.runner.after_a_pause())

    async def _close_unused(self) -> None:
        """Close tables whose game has not begun for days, until cancelled. It does not matter which node does it."""
        while True:
            try:
                before = self.context.now() - round(self.context.settings.open_days * DAY * 1000)
                for table in await self.context.store.waiting(before):
                    await self._close(table)
            except (LidoError, Conflict) as error:
                log_error("old tables could not be closed", error)
            await asyncio.sleep(CLOSES_EVERY)

    async def _close(self, table: str) -> None:
        room = await self.known_room(table)
        async with room.lock:
            await room.refresh()
            if room.table.status == "open":
                await room.commit(applied(room.table, close_unused(room.table), self.context.now()))

    def left(self, room: Room) -> None:
        """A socket was closed. With the last, the room of a game that is over leaves memory at once."""
        if room.table.status not in GOING_ON and room.is_unused and self.rooms.get(room.id) is room:
            self._drop(room)

    def _idle(self, room: Room) -> bool:
        """Whether a room may leave memory: sooner if its game is over."""
        limit = max(SWEEP, self.context.settings.idle_seconds) if room.table.status in GOING_ON else SWEEP
        return room.is_unused and time.monotonic() - room.last_used > limit

    def _drop(self, room: Room) -> None:
        """Let a room leave memory."""
        del self.rooms[room.id]
        self.context.memory.forget(room.id)
        self._parking.park(room)


async def _finished(room: Room) -> None:
    """Wait until nothing is being written at a table."""
    async with room.lock:
        pass
