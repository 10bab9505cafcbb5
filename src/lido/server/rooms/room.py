"""A table in memory, and everybody who is connected to it.

All that changes or shows the table is done under its lock, so that nobody sees what is not on disk yet.
Changes are written first; only then they are acknowledged, and everybody is told in the same order.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from lido.errors import LidoError, Refusal
from lido.game import Event
from lido.server.logging import log_error
from lido.server.messages import Command, Info, News, Welcome
from lido.server.messages import Presence as PresenceMessage
from lido.server.rooms.chat import Chat, ChatEntry
from lido.server.rooms.committing import TRIES
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import NodeContext
from lido.server.rooms.deciding import append_of, changes_beside, changes_now
from lido.server.rooms.drawing import Drawing
from lido.server.rooms.live import live_table
from lido.server.rooms.long_logs import RECALLS, send_ahead
from lido.server.rooms.missed import Missed
from lido.server.rooms.players import NOTHING, Players
from lido.server.rooms.presence import Presence
from lido.server.rooms.reading import read_log
from lido.server.rooms.runner import Runner, WantLease
from lido.server.rooms.turns import Turns
from lido.server.store import Author, Conflict, Origin
from lido.server.table.changes import Changes, applied, changes_info
from lido.server.table.clock import MOST_LAG
from lido.server.table.events import Entry, Moved, Over, Said
from lido.server.table.playing import forgive
from lido.server.table.state import TableState
from lido.server.table.views import info as table_info
from lido.server.table.views import seat_views
from lido.server.workers.fair import Share


class Room:
    """One table and the sockets at it. `want_lease` is called when the table has a bot or a clock to run."""

    def __init__(self, context: NodeContext, table: TableState, want_lease: WantLease) -> None:
        self.context = context
        self.id = table.id
        self.table = table
        self.lock = Turns()
        self.connections: set[Connection] = set()
        self.coming = 0
        """Sockets that are to be welcomed."""
        self.presence = Presence(alone=context.alone)
        self.players = Players(context)
        self.chat = Chat(context, table.id)
        self.missed = Missed()
        self._drawing = Drawing()
        self.live = live_table(self)
        self._runner: Runner | None = None
        self._want_lease = want_lease
        self.last_used = time.monotonic()
        self._origins: dict[str, tuple[int, int]] = {}
        self._stale = False
        self._heard = table.n
        """The last entry that everybody was told of."""

    @property
    def runner(self) -> Runner:
        """What runs the bots and the clock. A table with neither has none: the cycle would outlast its room."""
        if self._runner is None:
            self._runner = Runner(self, self.live, self._want_lease)
        return self._runner

    @property
    def is_unused(self) -> bool:
        """Whether nobody is here or comes, and nothing goes on."""
        busy = self.connections or self.coming or self.lock.locked() or self.is_run_here
        return not busy and not (self.live is not None and self.live.busy)

    @property
    def is_run_here(self) -> bool:
        """Whether this node holds the lease of the table."""
        return self._runner is not None and self._runner.leased

    # Commands

    async def carry_out(self, connection: Connection, command: Command) -> None:
        """Do what a client wants, once, and acknowledge it; or LidoError."""
        self.last_used = began = time.monotonic()
        async with self.lock:
            await self._try(connection, command)
        self.context.metrics.written.observe(time.monotonic() - began)

    async def _try(self, connection: Connection, command: Command) -> None:
        if self._stale:
            await self.reload()
        is_checked = False
        for _ in range(TRIES):
            if self.repeated(connection, command.number):
                return
            afterwards = None
            if self.live is not None:
                if await self.live.intercept(connection, command):
                    return
                afterwards = self.live.guard(connection.person, command)
            if not is_checked:
                await self.context.check_command(connection.person, command, self.table)
                is_checked = True
            try:
                if self.table.opened.clock is not None:
                    await self.forgive_pauses()
                changes = changes_now(self, connection, command) or await changes_beside(self, connection, command)
                await self.commit(changes, connection, command.number, connection.author)
            except Conflict:
                await self.reload()
                continue
            if afterwards is not None:
                await afterwards()
            return
        raise Refusal("service.conflict")

    def repeated(self, connection: Connection, number: int) -> bool:
        """Whether that command was carried out before; then it is acknowledged again."""
        if (last := self._origins.get(connection.client)) is None or number > last[0]:
            return False
        connection.done(number, last[1])
        return True

    async def commit(
        self, changes: Changes, connection: Connection | None = None, number: int = 0, author: Author | None = None
    ) -> None:
        """Write changes, then acknowledge the command that made them and tell everybody. Under the lock.

        With an author, nothing is written if that person is signed out by then. Raises Conflict or NotKept; the table
        is then read again before anything else is done with it.
        """
        last = changes.entries[-1]
        try:
            left = await self.players.left(self.table, last.body.at) if isinstance(last.body.event, Over) else NOTHING
            origin = Origin(connection.client, number) if connection else None
            await self.context.store.append(append_of(self.id, changes, left, author, origin))
        except BaseException:
            self._stale = True
            raise
        finally:
            self.context.pauses.written_since(last.body.at)
        if connection:
            self._origins[connection.client] = (number, last.body.n)
            connection.done(number, last.body.n)
        for n, said in changes.texts.items():
            self.chat.add(ChatEntry(n, last.body.at, said.person, said.text))
        if len(changes.entries) == 1 and isinstance(last.body.event, Moved):  # nothing else has to be read first
            self._tell(changes.entries, changes.game_events, None)
            self._go_on()
        else:
            await self._publish(changes.entries, changes.game_events)
        self.context.wrote(self, changes.entries)

    async def forgive_pauses(self) -> bool:
        """Give the seat to act the time back in which this node did not run; whether it lost any. Under the lock."""
        if self.table.deadline() is None:
            return False
        at = self.context.now()
        decision = forgive(self.table, at, self.context.pauses.lost_since(self.table.since))
        if decision is None:
            return False
        await self.commit(applied(self.table, decision, at))
        return True

    def mark_stale(self) -> None:
        """The table must be read again before anything else is done with it."""
        self._stale = True

    @property
    def is_stale(self) -> bool:
        """Whether the table may not be what is on disk."""
        return self._stale

    async def refresh(self) -> None:
        """Read the table again if it may not be what is on disk. Under the lock."""
        if self._stale:
            await self.reload()

    async def reload(self) -> None:
        """Read the whole table again, and tell everybody what they have not heard. Under the lock."""
        self._stale = True
        heard = self._heard
        news = [pair for pair in await self._read() if pair[0].body.n > heard]
        await self._publish([entry for entry, _ in news], [game_events for _, game_events in news])

    async def catch_up(self, n: int) -> None:
        """Another node wrote up to that entry."""
        async with self.lock:
            await self.refresh()
            if n > self.table.n:
                self._stale = True  # until all of it is known
                entries, game_events = await read_log(self.context, self.table, Share(table=self.id))
                self._origins = await self.context.store.origins(self.id)
                await self.chat.read(entries)
                self._stale = False
                await self._publish(entries, game_events)

    async def _read(self) -> list[tuple[Entry, list[Event]]]:
        """Read the whole table; each entry, and what everybody saw happen in it."""
        table = TableState(self.id, self.table.seed, self.table.away)
        entries, game_events = await read_log(self.context, table, Share(table=self.id))
        self.table = table
        await self.learn(entries)
        return list(zip(entries, game_events, strict=True))

    async def learn(self, entries: Sequence[Entry]) -> None:
        """Read what the store has beside the log: which commands were carried out, chat, names and ratings."""
        self._origins = await self.context.store.origins(self.id)
        await self.chat.read(entries)
        await self.players.read(self.table, self.chat.people)
        self._stale = False
        self._heard = self.table.n

    # Telling everybody

    async def _publish(self, entries: Sequence[Entry], game_events: Sequence[list[Event]]) -> None:
        """Tell everybody what is on disk. The last entry brings what has changed for whom."""
        if not entries:
            return
        if changes := changes_info(entries):
            await self.players.read(self.table, self.chat.people)
            self.context.lobby.touch()
            for connection in self.connections:
                connection.sit(self.table.seats_of(connection.person))
        self._tell(entries, game_events, self.info() if changes else None)
        for entry in entries:
            if isinstance(entry.body.event, Said):
                await self.chat.tell(entry.body.n, self.connections)
        self._go_on()

    def _tell(self, entries: Sequence[Entry], game_events: Sequence[list[Event]], info: Info | None) -> None:
        """Tell everybody of entries, and with the last what they may see now."""
        self._heard = self.table.n
        for entry, seen in zip(entries[:-1], game_events[:-1], strict=True):
            self.missed.tell(entry, seen, self.table, self.connections)
        self.missed.tell_last(entries[-1], game_events[-1], info, self.table, self.connections)

    def _go_on(self) -> None:
        """Do what follows by itself now that everybody was told."""
        if self.live is not None:
            self.live.published()
        self._drawing.look(self)
        self.run_bots_and_clock()

    def tell(self, text: bytes, but: Connection | None = None) -> None:
        """Send everybody at this node the same, but one of them."""
        for connection in self.connections - {but}:
            connection.outbox.say(text)

    def info(self) -> Info:
        """The table as everybody may see it. Under the lock."""
        people, at = self.table.people(), self.context.now()
        return table_info(
            self.table,
            self.context.people.names(people),
            self.absent(),
            at,
            watchers=self.presence.watchers(people),
            ratings=self.players.ratings,
            changes=self.players.changes,
            seat_names=self.players.seat_names(self.table),
            faces=self.context.people.faces(people),
        )

    # Connections

    async def enter(self, connection: Connection, seen: int | None) -> bool:
        """Welcome a socket, with what it missed after `seen`, if it comes back. False if it is gone before that."""
        sent = 0 if seen is None else await send_ahead(self, connection, seen)
        if connection.outbox.closed:
            return False
        for _ in range(RECALLS):
            if seen is not None:
                await self.missed.recall(self.context, self.table, connection.person, seen, sent)
            async with self.lock:
                await self.refresh()
                missed = self.missed.since(seen, self.table.n, connection.person, sent)
                if missed is not None:
                    await self._welcome(connection, missed)
            if missed is not None:
                break
        else:  # much is written all the time: its client tries again
            raise Refusal("service.not-now")
        self.context.memory.asked(self.id, self.missed.kept)
        self.ping()
        return True

    async def _welcome(self, connection: Connection, missed: Sequence[bytes]) -> None:
        """Tell a socket what its client missed, and how the table is now. Under the lock."""
        said = await self.chat.for_newcomer(connection)
        connection.sit(self.table.seats_of(connection.person))
        self.connections.add(connection)
        first = self.presence.enter(connection.person)
        welcome = Welcome(
            n=self.table.n,
            at=self.context.now(),
            you=connection.person,
            info=self.info(),
            views=seat_views(self.table, connection.audience.seats),
            missed=cast("list[News]", [msgspec.Raw(text) for text in missed]),
            chat=said,
        )
        connection.outbox.say(encoded(welcome))
        if connection.pictures:
            self._drawing.draw_for(self, connection)
        if self.live is not None:
            self.live.entered(connection)
        if first:
            self._tell_presence(but=connection)
            self.tell_nodes()
            if not self.table.has_people:
                self.run_bots_and_clock()

    async def leave(self, connection: Connection) -> None:
        """A socket is closed."""
        self.connections.discard(connection)
        self.missed.left(connection)
        self.last_used = time.monotonic()
        if self.live is not None:
            self.live.left(connection)
        if self.presence.leave(connection.person):
            await self.look_around()
            if self.connections and self.table.status == "running":
                asyncio.get_running_loop().call_later(self.context.away / 1000, self._away_too_long)

    def _away_too_long(self) -> None:
        if self.connections:
            self.context.spawn(self.look_around())

    async def look_around(self) -> None:
        """Tell everybody who is there, what they are called, and for whom a bot may play."""
        await self.hear_presence()
        self.tell_nodes()

    async def hear_presence(self) -> None:
        """The same for those on this node."""
        async with self.lock:
            await self.refresh()
            await self.players.read(self.table, self.chat.people)
            self._tell_presence()

    def _tell_presence(self, but: Connection | None = None) -> None:
        if self.connections - {but}:
            self.tell(encoded(PresenceMessage(info=self.info())), but)

    def ping(self) -> None:
        """Where there is a clock, measure the round trip of every connection."""
        if self.table.opened.clock:
            for connection in list(self.connections):
                connection.ping()

    def tell_nodes(self) -> None:
        """Tell the other nodes who is here."""
        if not self.context.alone:
            there = self.presence.here(self.context.node, self.id, self.table.people())
            self.context.spawn(self.context.store.tell("presence", msgspec.json.encode(there)))

    async def tell_live(self, text: str) -> None:
        """Tell the live parts of this table at other nodes something that is not kept."""
        try:
            await self.context.store.tell("live", f"{self.id} {text}".encode())
        except LidoError as error:  # what goes on here goes on all the same
            log_error("other nodes could not be told", error)

    @property
    def is_watched_elsewhere(self) -> bool:
        """Whether anybody is at the table by another node."""
        return self.presence.elsewhere

    @property
    def is_in_use(self) -> bool:
        """Whether anybody is at the table, or was a moment ago."""
        lately = time.monotonic() - self.last_used <= self.context.settings.idle_seconds
        return bool(self.connections) or lately or self.presence.elsewhere

    def run_bots_and_clock(self) -> None:
        """Let the runner look what there is to do now."""
        if self._runner is not None or self.table.bot_turn() is not None or self.table.deadline() is not None:
            self.runner.look()

    def has(self, person: str | None) -> bool:
        """Whether a person has a socket here."""
        return any(connection.person == person for connection in self.connections)

    def absent(self) -> Mapping[str, int]:
        """The people of the table who are not connected, and since when, in milliseconds since 1970."""
        return self.presence.absent(self.table.people(), self.context.now())

    def lag_of(self, seat: int) -> int:
        """Milliseconds of the slowest round trip of whoever plays a seat; the longest, for somebody at another node."""
        person = self.table.seat(seat).person
        return max((connection.lag for connection in self.connections if connection.person == person), default=MOST_LAG)
