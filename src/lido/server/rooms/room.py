"""A table in memory, and everybody who is at it.

Whatever changes or shows the table happens under its lock, so that nobody ever sees what is not on disk
yet. What is done is written first; only then is it acknowledged, and told to all in the same order.
"""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from lido.errors import LidoError, Refusal
from lido.game import Event
from lido.games import find
from lido.server.logging import log_error
from lido.server.messages import (
    Command,
    Info,
    Leave,
    Move,
    News,
    Resign,
    Return,
    Say,
    Sit,
    Welcome,
)
from lido.server.messages import Presence as PresenceMessage
from lido.server.rooms.chat import Chat, Spoken
from lido.server.rooms.connection import SPECTATOR, Connection, encoded
from lido.server.rooms.context import NodeContext, now
from lido.server.rooms.hand import Hand
from lido.server.rooms.presence import Presence
from lido.server.rooms.runner import Runner
from lido.server.store import Append, Conflict, Origin
from lido.server.table.clock import MOST_LAG
from lido.server.table.events import Entry, Moved, Over, Said
from lido.server.table.table import Changes, Table

QUIET = (Moved, Said)
"""Events that change nothing of what `info` says but turn and clocks."""
TRIES = 2
EVENT = b'"event":'


class Room:
    """One table and the sockets at it."""

    def __init__(self, context: NodeContext, table: Table) -> None:
        self.context = context
        self.id = table.id
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.presence = Presence()
        self.chat = Chat(context, table.id)
        self.runner = Runner(self)
        self.hand = Hand(self)
        self.used = time.monotonic()
        self._origins: dict[str, tuple[int, int]] = {}
        self._ratings: dict[str, float] = {}
        self._stale = False
        self._heard = table.n
        """The last entry that everybody was told of."""

    @classmethod
    async def loaded(cls, context: NodeContext, id: str) -> "Room | None":
        """The room of a table that the store has."""
        seed = await context.store.seed(id)
        if seed is None:
            return None
        room = cls(context, Table(id, seed, _away(context)))
        await room._read()
        return room

    # What is done

    async def carry_out(self, connection: Connection, command: Command) -> None:
        """Do what a client wants, once, and say so; or LidoError."""
        self.used = began = time.monotonic()
        async with self.lock:
            await self._try(connection, command)
        self.context.metrics.written.observe(time.monotonic() - began)

    async def _try(self, connection: Connection, command: Command) -> None:
        await self.refresh()
        for _ in range(TRIES):
            if self.repeated(connection, command.number):
                return
            if isinstance(command, Move):
                if self.hand.places(command.move):
                    await self.hand.assist(connection, command)
                    return
            else:
                await self._check(connection.person, command)
                self.hand.check_seats(connection.person, command)
            held = self.hand.held_by(connection.person)
            try:
                await self.commit(await self._decided_changes(connection, command), connection, command.number)
            except Conflict:
                await self.reload()
                continue
            if held is not None and isinstance(command, Leave | Resign):
                await self.let_bot_place(held, "left")
            return
        raise Refusal("service.conflict")

    async def let_bot_place(self, seat: int, why: str) -> None:
        """A bot places the piece that somebody had in the hand who is gone, if others play on. Under the lock."""
        if not self.table.others_play(seat):
            return
        self.hand.owe(seat)
        if not self.table.seat(seat).level:
            await self.commit(self.table.let_bot_play(seat, why, now()))

    def repeated(self, connection: Connection, number: int) -> bool:
        """Whether that message was carried out before; then it is acknowledged again."""
        last = self._origins.get(connection.client)
        if last is None or number > last[0]:
            return False
        connection.done(number, last[1])
        return True

    async def _decided_changes(self, connection: Connection, command: Any) -> Changes:
        """What the table says to a command."""
        people = self.table.people() if not isinstance(command, Move) else ()
        absent = self.presence.absent(people, now()) if people else {}
        act = partial(self.table.act, connection.person, command, now(), connection.lag, absent)
        if isinstance(command, Move) and find(self.table.opened.game).detailed:
            self.hand.check_free()
            return await asyncio.to_thread(act)  # something may fall, which takes a while
        return act()

    async def _check(self, person: str, command: Command) -> None:
        """What the table cannot know: who does not want to meet whom, and who talks too much."""
        if isinstance(command, Sit | Return) and person in await self.context.people.blocks(self.table.opened.host):
            raise Refusal("service.blocked")
        if isinstance(command, Say) and not self.context.chat.take(f"{person} {self.id}"):
            raise Refusal("service.talk")

    async def commit(self, changes: Changes, connection: Connection | None = None, number: int = 0) -> None:
        """Write what was done, then acknowledge it and tell everybody. Under the lock.

        Raises Conflict or NotKept; the table is then read again before anything else is done with it.
        """
        last = changes.entries[-1]
        origin = Origin(connection.client, number) if connection else None
        try:
            ratings = await self._rated() if isinstance(last.body.event, Over) and self.table.opened.rated else {}
            await self.context.store.append(
                Append(
                    table=self.id,
                    entries=changes.entries,
                    origin=origin,
                    head=changes.head,
                    texts=changes.texts,
                    ratings=ratings,
                )
            )
        except BaseException:
            self._stale = True
            raise
        if connection:
            self._origins[connection.client] = (number, last.body.n)
            connection.done(number, last.body.n)
        for n, (person, _, text) in changes.texts.items():
            self.chat.add(Spoken(n, last.body.at, person, text))
        if ratings:
            self._ratings |= {person: mean for person, (mean, _) in ratings.items()}
        await self._publish(changes.entries, changes.game_events)

    async def _rated(self) -> dict[str, tuple[float, float]]:
        """The new ratings of those who want one."""
        starters = [seat.starter for seat in self.table.seats if seat.starter]
        await self.context.people.learn(starters)
        wanting = [person for person in starters if self.context.people.wants_rating(person)]
        known = await self.context.store.ratings(self.table.opened.game, wanting)
        return self.table.new_ratings({person: known.get(person) for person in wanting})

    # From the store

    def mark_stale(self) -> None:
        """What is in memory may not be what is on disk."""
        self._stale = True

    async def refresh(self) -> None:
        """Read the table again if what is in memory may not be what is on disk."""
        if self._stale:
            await self.reload()

    async def reload(self) -> None:
        """Read the whole table again, and tell everybody what they have not heard."""
        self._stale = True
        heard = self._heard
        news = [pair for pair in await self._read() if pair[0].body.n > heard]
        await self._publish([entry for entry, _ in news], [game_events for _, game_events in news])

    async def catch_up(self, n: int) -> None:
        """Another node wrote up to that entry."""
        async with self.lock:
            await self.refresh()
            if n > self.table.n:
                entries = await self.context.store.entries(self.id, self.table.n)
                game_events = [self.table.apply(entry) for entry in entries]
                self._origins = await self.context.store.origins(self.id)
                await self.chat.read(entries)
                await self._publish(entries, game_events)

    async def _read(self) -> list[tuple[Entry, list[Event]]]:
        entries = await self.context.store.entries(self.id)
        self._origins = await self.context.store.origins(self.id)
        table = Table(self.id, self.table.seed, self.table.away)
        read = [(entry, table.apply(entry)) for entry in entries]
        self.table = table
        await self.chat.read(entries)
        await self._know_people()
        self._stale = False
        self._heard = self.table.n
        return read

    async def _know_people(self) -> None:
        """Read names and ratings. Where they cannot be read now, what is on disk is told without them."""
        people = self.table.people()
        try:
            await self.context.people.learn([*people, *self.chat.people])
            if self.table.opened.rated:
                found = await self.context.store.ratings(self.table.opened.game, people)
                self._ratings = {person: mean for person, (mean, _) in found.items()}
        except LidoError as error:
            log_error("people could not be read", error)

    # What is told

    async def _publish(self, entries: Sequence[Entry], game_events: Sequence[list[Event]]) -> None:
        """Tell everybody what is on disk. The last entry brings what has changed for whom."""
        if not entries:
            return
        self._heard = self.table.n
        events = [entry.body.event for entry in entries]
        loud = not all(isinstance(event, QUIET) for event in events)
        if loud:
            await self._know_people()
            self.context.lobby.touch()
            for connection in self.connections:
                self._seat(connection)
        for entry, seen in zip(entries[:-1], game_events[:-1], strict=True):
            self.tell(encoded(_news(entry, seen)))
        self._tell_last(entries[-1], game_events[-1], self.info() if loud else None)
        for event, entry in zip(events, entries, strict=True):
            if isinstance(event, Said):
                await self.chat.tell(entry.body.n, self.connections)
        self.hand.changed()
        self.runner.look()

    def _tell_last(self, entry: Entry, game_events: list[Event], info: Info | None) -> None:
        if isinstance(entry.body.event, Said) and info is None:
            self.tell(encoded(_news(entry, game_events)))
            return
        news = _news(entry, game_events)
        news.info, news.turn = info, self.table.turn
        if self.table.opened.clock:
            news.clocks = self.table.times(entry.body.at)
        audiences = {connection.seats for connection in self.connections}
        seat_views = self.table.seat_views({seat for seats in audiences for seat in seats})
        texts = {}
        for seats in audiences:
            news.views = {seat: seat_views[seat] for seat in seats}
            texts[seats] = encoded(news)
        for connection in list(self.connections):
            connection.outbox.say(texts[connection.seats])

    def tell(self, text: str) -> None:
        """Send everybody the same."""
        for connection in list(self.connections):
            connection.outbox.say(text)

    def info(self) -> Info:
        """The table as everybody may see it. Under the lock."""
        people, at = self.table.people(), now()
        return self.table.info(
            self.context.people.names(people),
            self.presence.absent(people, at),
            at,
            watchers=self.presence.watchers(people),
            ratings=self._ratings,
        )

    # Who is there

    async def enter(self, connection: Connection, seen: int | None) -> None:
        """Somebody comes, or comes back after entry `seen`."""
        async with self.lock:
            await self.refresh()
            missed = await self._missed(seen) if seen is not None and seen < self.table.n else []
            said = await self.chat.for_newcomer(connection)
            self._seat(connection)
            self.connections.add(connection)
            first = self.presence.enter(connection.person)
            views = self.table.seat_views(connection.seats)
            welcome = Welcome(
                n=self.table.n, at=now(), you=connection.person, info=self.info(), views=views, missed=missed, chat=said
            )
            connection.outbox.say(encoded(welcome))
            self.hand.show(connection)
            if first:
                self._tell_presence(but=connection)
                self.tell_nodes()
        self.ping()

    async def leave(self, connection: Connection) -> None:
        """Somebody's socket is closed."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.hand.gone(connection)
        if self.presence.leave(connection.person):
            await self.look_around()
            if self.connections and self.table.status == "running":
                asyncio.get_running_loop().call_later(_away(self.context) / 1000, self._away_too_long)

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
            await self._know_people()
            self._tell_presence()

    def _tell_presence(self, but: Connection | None = None) -> None:
        others = [connection for connection in self.connections if connection is not but]
        if others:
            text = encoded(PresenceMessage(info=self.info()))
            for connection in others:
                connection.outbox.say(text)

    def ping(self) -> None:
        """Where there is a clock, find out how slow the lines of all are."""
        if self.table.opened.clock:
            for connection in list(self.connections):
                connection.ping()

    def tell_nodes(self) -> None:
        """Tell the other nodes who is here."""
        if self.context.alone:
            return
        there = self.presence.here(self.context.node, self.id, self.table.people())
        self.context.spawn(self.context.store.tell("presence", msgspec.json.encode(there)))

    def tell_nodes_held(self) -> None:
        """Tell the other nodes that a piece is in the hand here: one of them may look after the clock."""
        if not self.context.alone:
            self.context.spawn(self.context.store.tell("held", self.id.encode()))

    async def tell_elsewhere(self, channel: str, text: str) -> None:
        """Tell connections at other nodes something that is not kept."""
        if self.presence.elsewhere:
            try:
                await self.context.store.tell(channel, f"{self.id} {text}".encode())
            except LidoError as error:  # what goes on here goes on all the same
                log_error("other nodes could not be told", error, channel=channel)

    def has(self, person: str) -> bool:
        """Whether somebody has a socket here."""
        return any(connection.person == person for connection in self.connections)

    def lag_of(self, seat: int) -> int:
        """The slowest line of whoever plays a seat; of one at another node nobody here knows, so it counts as slow."""
        person = self.table.seat(seat).person
        return max((connection.lag for connection in self.connections if connection.person == person), default=MOST_LAG)

    def _seat(self, connection: Connection) -> None:
        connection.seats = tuple(self.table.seats_of(connection.person)) or SPECTATOR

    async def _missed(self, seen: int) -> list[News]:
        """What game_events after an entry, found by playing the whole log again."""
        table = Table(self.id, self.table.seed)
        read = [(entry, table.apply(entry)) for entry in await self.context.store.entries(self.id)]
        return [_news(entry, game_events) for entry, game_events in read if entry.body.n > seen]


def _news(entry: Entry, game_events: list[Event]) -> News:
    """An entry as everybody is told of it."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, game_events=game_events)


def _away(context: NodeContext) -> int:
    return round(context.settings.away_seconds * 1000)
