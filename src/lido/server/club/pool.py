"""People who wait for a stranger. The database alone says who waits and who is paired.

Each node has sockets of some of them. One node at a time pairs everybody, as long as it holds a lease; if two should,
nobody is paired twice all the same, because a table is opened in one transaction with both being taken out of the pool.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from lido.errors import LidoError, Refusal
from lido.games import find
from lido.server.club.messages import Paired, Waiting
from lido.server.club.pairing import pairs
from lido.server.logging import log_error, log_event
from lido.server.rooms.connection import encoded
from lido.server.rooms.context import NodeContext, new_id, new_seed
from lido.server.rooms.outbox import Closing, Outbox
from lido.server.store import Append, Author, Conflict, Person, Seek, SignedOut
from lido.server.table.changes import applied
from lido.server.table.events import Clock
from lido.server.table.ratings import MODEL
from lido.server.table.seating import open_table
from lido.server.table.state import TableState

PACES = {"quick": Clock(seconds=300, per="game", plus=5), "calm": Clock(seconds=900, per="game", plus=10)}
"""The clocks that strangers may choose from."""
PLAYERS = 2
LEASE = "pool"
ROUND = 0.5
"""Seconds between two looks at who can be paired."""
AT_ONCE = 20
"""Tables that are opened in one go: the games that go on have their turn in between."""
HOLDS = 15_000
"""Milliseconds for which somebody counts as waiting without their node saying so."""
RENEWS = 5.0
"""Seconds between two times that it does."""


async def _nothing() -> None:
    """Who was not let in has nothing to leave."""


class Pool:
    """Those who wait at this node, and the pairing of everybody while this node holds the lease of it."""

    def __init__(self, context: NodeContext) -> None:
        self._context = context
        self._store = context.store
        self._waiting: dict[str, tuple[Outbox, Seek]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By person: held while they come or go, so that what the database says is what is so here."""
        self._counts: dict[tuple[str, str], int] = {}
        """How many wait for each game at each pace, at all nodes, as far as known."""
        self._somebody = asyncio.Event()
        self._renewed = 0.0

    async def enter(self, person: Person, game: str, pace: str, outbox: Outbox) -> Callable[[], Awaitable[None]]:
        """Let somebody wait; returns what ends it. What they waited for before, here or elsewhere, ends.

        On a busy machine the later of two sockets may get here first: it is the earlier one that ends all the same.
        """
        if PLAYERS not in find(game).players or pace not in PACES:
            raise Refusal("service.no-pool")
        found = await self._store.ratings(game, [person.key])
        mean = found[person.key][0] if person.key in found else MODEL.rating().mu
        turn = self._turns.setdefault(person.key, asyncio.Lock())
        async with turn:
            before = self._waiting.get(person.key)
            if before and before[0].number > outbox.number:
                outbox.close(Closing.ELSEWHERE, "waits by another socket")
                return _nothing
            now = self._context.now()
            seek = Seek(person.key, game, pace, mean, now)
            if not await self._store.seek(Author(person.key, person.epoch), seek, now + HOLDS, self._context.node):
                raise SignedOut
            if before:
                before[0].close(Closing.ELSEWHERE, "waits by another socket")
            mine = self._waiting[person.key] = (outbox, seek)
        self._tell(outbox, seek)
        self._somebody.set()

        async def leave() -> None:
            async with turn:
                if self._waiting.get(person.key) is mine:
                    del self._waiting[person.key]
                    await self._store.stop_seeking(person.key, self._context.node)

        return leave

    async def counts(self) -> dict[str, dict[str, int]]:
        """How many people wait, by game and pace."""
        found: dict[str, dict[str, int]] = {}
        for seek in await self._store.seekers(self._context.now()):
            paces = found.setdefault(seek.game, dict.fromkeys(PACES, 0))
            paces[seek.pace] = paces.get(seek.pace, 0) + 1
        return found

    def close(self) -> None:
        """The service restarts: everybody who waits connects again."""
        for outbox, _ in list(self._waiting.values()):
            outbox.close(Closing.RESTART, "the service restarts")

    async def run(self) -> None:
        """Pair people and tell those who wait here, until cancelled."""
        while True:
            await self._somebody.wait()
            try:
                await self._round()
            except LidoError as error:
                log_error("nobody can be paired now", error)
            await asyncio.sleep(ROUND)

    async def _round(self) -> None:
        context = self._context
        if renews := time.monotonic() - self._renewed >= RENEWS:
            self._renewed = time.monotonic()
            await self._store.go_on_seeking(context.node, context.now(), context.now() + HOLDS)
        if await self._store.lease(LEASE, context.node, context.settings.lease_seconds):
            await self._pair()
        await self._look(tells_all=renews)
        if not self._waiting:
            self._somebody.clear()
            await self._store.release([LEASE], context.node)

    async def _pair(self) -> None:
        """Open a table for everybody who can be paired."""
        seeks, now = await self._store.seekers(self._context.now()), self._context.now()
        self._count(seeks)
        people = self._context.people
        await people.learn([seek.person for seek in seeks])
        blocks = {seek.person: await people.blocks(seek.person) for seek in seeks}
        found = list(pairs(seeks, now, blocks))
        opened = 0
        for at in range(0, len(found), AT_ONCE):
            opened += sum(await asyncio.gather(*(self._open(*pair) for pair in found[at : at + AT_ONCE])))
        if found:
            log_event("paired", tables=opened)

    def _count(self, seeks: list[Seek]) -> None:
        self._counts = {}
        for seek in seeks:
            self._counts[seek.game, seek.pace] = self._counts.get((seek.game, seek.pace), 0) + 1

    async def _open(self, one: Seek, other: Seek) -> bool:
        """Open a table for two; False if one of them has left or was paired meanwhile."""
        context, people = self._context, [one.person, other.person]
        random.shuffle(people)
        table = TableState(new_id(), new_seed(), context.away)
        decision = open_table(
            table.seed, people[0], game=one.game, players=PLAYERS, options={}, public=True,
            rated=all(map(context.people.wants_rating, people)), clock=PACES[one.pace],
            kept=dict(enumerate(people, 1)), strangers=True,
        )  # fmt: skip
        changes = applied(table, decision, context.now())
        try:
            await self._store.append(
                Append(table=table.id, entries=changes.entries, head=changes.head, seed=table.seed, seekers=people)
            )
        except Conflict:
            return False
        context.lobby.touch()
        return True

    async def _look(self, *, tells_all: bool) -> None:
        """Tell those who wait here what has become of them; who still waits is told now and then."""
        here = list(self._waiting.items())  # before the rows are read: who comes meanwhile is not in them
        rows = await self._store.seeking_at(self._context.node)
        for person, (outbox, seek) in here:
            if person not in rows:
                outbox.close(Closing.ELSEWHERE, "waits by another node")
            elif (table := rows[person]) is not None:
                outbox.say(encoded(Paired(table=table)))
                outbox.close(Closing.DONE, "paired")
            elif tells_all:
                self._tell(outbox, seek)

    def _tell(self, outbox: Outbox, seek: Seek) -> None:
        count = max(1, self._counts.get((seek.game, seek.pace), 1))
        outbox.say(encoded(Waiting(game=seek.game, pace=seek.pace, since=seek.since, waiting=count)))
