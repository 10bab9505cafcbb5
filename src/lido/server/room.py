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

from lido.bots import HANDS
from lido.errors import LidoError, Refusal
from lido.game import Event
from lido.server.clock import MOST_LAG
from lido.server.duties import Duties
from lido.server.guest import SPECTATOR, Guest, encoded
from lido.server.hand import Hand
from lido.server.house import House, now
from lido.server.log import Entry, Moved, Over, Said
from lido.server.logs import trouble
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
from lido.server.presence import Presence
from lido.server.store import Append, Conflict, Origin
from lido.server.table import Acted, Table
from lido.server.talk import Conversation, Spoken

QUIET = (Moved, Said)
"""Events that change nothing of what `info` says but turn and clocks."""
TRIES = 2
EVENT = b'"event":'


class Room:
    """One table and the sockets at it."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.id = table.id
        self.table = table
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.presence = Presence()
        self.talk = Conversation(house, table.id)
        self.duties = Duties(self)
        self.hand = Hand(self)
        self.used = time.monotonic()
        self._origins: dict[str, tuple[int, int]] = {}
        self._ratings: dict[str, float] = {}
        self._stale = False
        self._heard = table.n
        """The last entry that everybody was told of."""

    @classmethod
    async def loaded(cls, house: House, id: str) -> "Room | None":
        """The room of a table that the store has."""
        seed = await house.store.seed(id)
        if seed is None:
            return None
        room = cls(house, Table(id, seed, _away(house)))
        await room._read()
        return room

    # What is done

    async def carry_out(self, guest: Guest, command: Command) -> None:
        """Do what a client wants, once, and say so; or LidoError."""
        self.used = began = time.monotonic()
        async with self.lock:
            await self._try(guest, command)
        self.house.metrics.written.observe(time.monotonic() - began)

    async def _try(self, guest: Guest, command: Command) -> None:
        await self.refresh()
        for _ in range(TRIES):
            if self.repeated(guest, command.number):
                return
            if isinstance(command, Move):
                if self.hand.places(command.move):
                    await self.hand.assist(guest, command)
                    return
            else:
                await self._check(guest.person, command)
                self.hand.check_seats(guest.person, command)
            held = self.hand.held_by(guest.person)
            try:
                await self.keep(await self._acted(guest, command), guest, command.number)
            except Conflict:
                await self.reread()
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
            await self.keep(self.table.let_bot_play(seat, why, now()))

    def repeated(self, guest: Guest, number: int) -> bool:
        """Whether that message was carried out before; then it is acknowledged again."""
        last = self._origins.get(guest.client)
        if last is None or number > last[0]:
            return False
        guest.done(number, last[1])
        return True

    async def _acted(self, guest: Guest, command: Any) -> Acted:
        """What the table says to a command."""
        people = self.table.people() if not isinstance(command, Move) else ()
        absent = self.presence.absent(people, now()) if people else {}
        act = partial(self.table.act, guest.person, command, now(), guest.lag, absent)
        if isinstance(command, Move) and self.table.opened.game in HANDS:
            self.hand.check_free()
            return await asyncio.to_thread(act)  # something may fall, which takes a while
        return act()

    async def _check(self, person: str, command: Command) -> None:
        """What the table cannot know: who does not want to meet whom, and who talks too much."""
        if isinstance(command, Sit | Return) and person in await self.house.people.blocks(self.table.opened.host):
            raise Refusal("service.blocked")
        if isinstance(command, Say) and not self.house.talk.take(f"{person} {self.id}"):
            raise Refusal("service.talk")

    async def keep(self, acted: Acted, guest: Guest | None = None, number: int = 0) -> None:
        """Write what was done, then acknowledge it and tell everybody. Under the lock.

        Raises Conflict or NotKept; the table is then read again before anything else is done with it.
        """
        last = acted.entries[-1]
        origin = Origin(guest.client, number) if guest else None
        try:
            ratings = await self._rated() if isinstance(last.body.event, Over) and self.table.opened.rated else {}
            await self.house.store.append(
                Append(
                    table=self.id,
                    entries=acted.entries,
                    origin=origin,
                    head=acted.head,
                    texts=acted.texts,
                    ratings=ratings,
                )
            )
        except BaseException:
            self._stale = True
            raise
        if guest:
            self._origins[guest.client] = (number, last.body.n)
            guest.done(number, last.body.n)
        for n, (person, _, text) in acted.texts.items():
            self.talk.add(Spoken(n, last.body.at, person, text))
        if ratings:
            self._ratings |= {person: mean for person, (mean, _) in ratings.items()}
        await self._publish(acted.entries, acted.happened)

    async def _rated(self) -> dict[str, tuple[float, float]]:
        """The new ratings of those who want one."""
        starters = [seat.starter for seat in self.table.seats if seat.starter]
        await self.house.people.learn(starters)
        wanting = [person for person in starters if self.house.people.wants_rating(person)]
        known = await self.house.store.ratings(self.table.opened.game, wanting)
        return self.table.new_ratings({person: known.get(person) for person in wanting})

    # From the store

    def doubt(self) -> None:
        """What is in memory may not be what is on disk."""
        self._stale = True

    async def refresh(self) -> None:
        """Read the table again if what is in memory may not be what is on disk."""
        if self._stale:
            await self.reread()

    async def reread(self) -> None:
        """Read the whole table again, and tell everybody what they have not heard."""
        self._stale = True
        heard = self._heard
        news = [pair for pair in await self._read() if pair[0].body.n > heard]
        await self._publish([entry for entry, _ in news], [happened for _, happened in news])

    async def catch_up(self, n: int) -> None:
        """Another node wrote up to that entry."""
        async with self.lock:
            await self.refresh()
            if n > self.table.n:
                entries = await self.house.store.entries(self.id, self.table.n)
                happened = [self.table.apply(entry) for entry in entries]
                self._origins = await self.house.store.origins(self.id)
                await self.talk.read(entries)
                await self._publish(entries, happened)

    async def _read(self) -> list[tuple[Entry, list[Event]]]:
        entries = await self.house.store.entries(self.id)
        self._origins = await self.house.store.origins(self.id)
        table = Table(self.id, self.table.seed, self.table.away)
        read = [(entry, table.apply(entry)) for entry in entries]
        self.table = table
        await self.talk.read(entries)
        await self._know_people()
        self._stale = False
        self._heard = self.table.n
        return read

    async def _know_people(self) -> None:
        """Read names and ratings. Where they cannot be read now, what is on disk is told without them."""
        people = self.table.people()
        try:
            await self.house.people.learn([*people, *self.talk.people])
            if self.table.opened.rated:
                found = await self.house.store.ratings(self.table.opened.game, people)
                self._ratings = {person: mean for person, (mean, _) in found.items()}
        except LidoError as error:
            trouble("people could not be read", error)

    # What is told

    async def _publish(self, entries: Sequence[Entry], happened: Sequence[list[Event]]) -> None:
        """Tell everybody what is on disk. The last entry brings what has changed for whom."""
        if not entries:
            return
        self._heard = self.table.n
        events = [entry.body.event for entry in entries]
        loud = not all(isinstance(event, QUIET) for event in events)
        if loud:
            await self._know_people()
            self.house.hall.touch()
            for guest in self.guests:
                self._seat(guest)
        for entry, seen in zip(entries[:-1], happened[:-1], strict=True):
            self.tell(encoded(_news(entry, seen)))
        self._tell_last(entries[-1], happened[-1], self.info() if loud else None)
        for event, entry in zip(events, entries, strict=True):
            if isinstance(event, Said):
                await self.talk.tell(entry.body.n, self.guests)
        self.hand.changed()
        self.duties.tend()

    def _tell_last(self, entry: Entry, happened: list[Event], info: Info | None) -> None:
        if isinstance(entry.body.event, Said) and info is None:
            self.tell(encoded(_news(entry, happened)))
            return
        news = _news(entry, happened)
        news.info, news.turn = info, self.table.turn
        if self.table.opened.clock:
            news.clocks = self.table.times(entry.body.at)
        audiences = {guest.seats for guest in self.guests}
        glimpses = self.table.glimpses({seat for seats in audiences for seat in seats})
        texts = {}
        for seats in audiences:
            news.seats = {seat: glimpses[seat] for seat in seats}
            texts[seats] = encoded(news)
        for guest in list(self.guests):
            guest.line.say(texts[guest.seats])

    def tell(self, text: str) -> None:
        """Send everybody the same."""
        for guest in list(self.guests):
            guest.line.say(text)

    def info(self) -> Info:
        """The table as everybody may see it. Under the lock."""
        people, at = self.table.people(), now()
        return self.table.info(
            self.house.people.names(people),
            self.presence.absent(people, at),
            at,
            watchers=self.presence.watchers(people),
            ratings=self._ratings,
        )

    # Who is there

    async def enter(self, guest: Guest, seen: int | None) -> None:
        """Somebody comes, or comes back after entry `seen`."""
        async with self.lock:
            await self.refresh()
            missed = await self._missed(seen) if seen is not None and seen < self.table.n else []
            said = await self.talk.for_newcomer(guest)
            self._seat(guest)
            self.guests.add(guest)
            first = self.presence.enter(guest.person)
            seats = self.table.glimpses(guest.seats)
            welcome = Welcome(
                n=self.table.n, at=now(), you=guest.person, info=self.info(), seats=seats, missed=missed, said=said
            )
            guest.line.say(encoded(welcome))
            self.hand.show(guest)
            if first:
                self._tell_presence(but=guest)
                self.tell_nodes()
        self.ping()

    async def leave(self, guest: Guest) -> None:
        """Somebody's socket is closed."""
        self.guests.discard(guest)
        self.used = time.monotonic()
        self.hand.gone(guest)
        if self.presence.leave(guest.person):
            await self.look_around()
            if self.guests and self.table.status == "running":
                asyncio.get_running_loop().call_later(_away(self.house) / 1000, self._away_too_long)

    def _away_too_long(self) -> None:
        if self.guests:
            self.house.spawn(self.look_around())

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

    def _tell_presence(self, but: Guest | None = None) -> None:
        others = [guest for guest in self.guests if guest is not but]
        if others:
            text = encoded(PresenceMessage(info=self.info()))
            for guest in others:
                guest.line.say(text)

    def ping(self) -> None:
        """Where there is a clock, find out how slow the lines of all are."""
        if self.table.opened.clock:
            for guest in list(self.guests):
                guest.ping()

    def tell_nodes(self) -> None:
        """Tell the other nodes who is here."""
        if self.house.alone:
            return
        there = self.presence.here(self.house.node, self.id, self.table.people())
        self.house.spawn(self.house.store.tell("presence", msgspec.json.encode(there)))

    def tell_nodes_held(self) -> None:
        """Tell the other nodes that a piece is in the hand here: one of them may look after the clock."""
        if not self.house.alone:
            self.house.spawn(self.house.store.tell("held", self.id.encode()))

    async def tell_elsewhere(self, channel: str, text: str) -> None:
        """Tell guests at other nodes something that is not kept."""
        if self.presence.elsewhere:
            try:
                await self.house.store.tell(channel, f"{self.id} {text}".encode())
            except LidoError as error:  # what goes on here goes on all the same
                trouble("other nodes could not be told", error, channel=channel)

    def has(self, person: str) -> bool:
        """Whether somebody has a socket here."""
        return any(guest.person == person for guest in self.guests)

    def lag_of(self, seat: int) -> int:
        """The slowest line of whoever plays a seat; of one at another node nobody here knows, so it counts as slow."""
        person = self.table.seat(seat).person
        return max((guest.lag for guest in self.guests if guest.person == person), default=MOST_LAG)

    def _seat(self, guest: Guest) -> None:
        guest.seats = tuple(self.table.seats_of(guest.person)) or SPECTATOR

    async def _missed(self, seen: int) -> list[News]:
        """What happened after an entry, found by playing the whole log again."""
        table = Table(self.id, self.table.seed)
        read = [(entry, table.apply(entry)) for entry in await self.house.store.entries(self.id)]
        return [_news(entry, happened) for entry, happened in read if entry.body.n > seen]


def _news(entry: Entry, happened: list[Event]) -> News:
    """An entry as everybody is told of it."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, happened=happened)


def _away(house: House) -> int:
    return round(house.settings.away_seconds * 1000)
