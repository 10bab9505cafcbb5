"""The tournaments of a node: who joins, what is shown, and the rounds of those that this node looks after."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from lido.bots import check_level
from lido.errors import LidoError, Refusal
from lido.server.club.cups import state as decisions
from lido.server.club.cups.director import BREAK, Director, next_round_beside
from lido.server.club.cups.events import AnyEvent, Closed, Opened, Paired, entry, read
from lido.server.club.cups.shown import Cup, shown
from lido.server.club.cups.state import CupState
from lido.server.logging import log_error
from lido.server.rooms.connection import encoded
from lido.server.rooms.context import new_id
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import read_name
from lido.server.rooms.outbox import Closing, Outbox
from lido.server.store import Author, Conflict, SignedOut
from lido.server.table import clock as clocks
from lido.server.table.events import Clock
from lido.server.table.views import times

ROUND = 1.0
"""Seconds between two looks at the tournaments that are going on."""
TRIES = 5
LONGEST_TITLE = 60


class CupWish(msgspec.Struct, forbid_unknown_fields=True):
    """The tournament that somebody wants to open."""

    title: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
    game: Annotated[str, Meta(max_length=40)]
    system: Literal["all", "swiss", "knockout"] = "all"
    rounds: Annotated[int, Meta(ge=1, le=30)] | None = None
    size: Annotated[int, Meta(ge=1, le=3)] = 1
    options: dict[str, str | int] = {}
    clock: Clock = msgspec.field(default_factory=lambda: Clock(seconds=300, per="game", plus=5))


class CupCommand(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to do in a tournament.

    Everybody: `join` (a `team`, or any) and `leave`. The host also: `bot` (of a `level`), `leave` of a `team` and a
    `place`, `begin`, `next` (do not wait for the next round), `close`.
    """

    do: Literal["join", "leave", "bot", "begin", "next", "close"]
    team: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    place: Annotated[int, Meta(ge=0, le=10)] | None = None
    level: Annotated[str, Meta(max_length=20)] | None = None


class Cups:
    """The tournaments that somebody looks at here, or that this node looks after."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._context = hub.context
        self._store = hub.context.store
        self._director = Director(hub)
        self._known: dict[str, tuple[CupState, str]] = {}
        """The tournaments in memory, and their titles."""
        self._deciding: Counter[str] = Counter()
        """Where something is being decided: all who decide on a tournament see what has changed of it meanwhile."""
        self._outboxes: dict[str, set[Outbox]] = {}
        self._told: dict[str, bytes] = {}
        """What everybody was told last, without the time and the clocks, which run by themselves."""

    # What people do

    async def open(self, author: Author, wish: CupWish) -> str:
        """Announce a tournament; its id."""
        self._context.check_opening(author.person, public=True)
        clocks.check(wish.clock)
        event = Opened(
            host=author.person, game=wish.game, options=wish.options, system=wish.system, rounds=wish.rounds,
            size=wish.size, clock=wish.clock,
        )  # fmt: skip
        decisions.check_setup(event)
        title = read_name(wish.title, LONGEST_TITLE)
        cup = CupState(new_id())
        made = entry(cup.id, 1, self._context.now(), cup.hash, event)
        if not await self._store.open_cup(author, cup.id, title, made.body.at):
            raise SignedOut
        await self._store.append_cup(cup.id, 1, made.raw, author)
        return cup.id

    async def carry_out(self, id: str, author: Author, command: CupCommand) -> None:
        """Do what somebody wants, or refuse it."""
        self._context.check_entries(author.person, id)
        self._deciding[id] += 1
        try:
            await self._carry_out(id, author, command)
        finally:
            self._deciding -= Counter([id])
        await self._tell(id)

    async def _carry_out(self, id: str, author: Author, command: CupCommand) -> None:
        for _ in range(TRIES):
            cup = await self._cup(id)
            seen = cup.n
            event = await self._decided(cup, author.person, command)
            if await self._write(cup, seen, event, author) if event else cup.n == seen:
                return
        raise Refusal("service.conflict")

    async def _decided(self, cup: CupState, who: str, command: CupCommand) -> AnyEvent | None:
        if command.do == "join":
            return decisions.joining(cup, command.team, who, None)
        if command.do == "leave":
            return decisions.leaving(cup, who, command.team, command.place)
        decisions.check_host(cup, who)
        if command.do == "bot":
            level = command.level or ""
            check_level(level, cup.opened.game, 2 * cup.opened.size)
            return decisions.joining(cup, command.team, None, level)
        if command.do == "close":
            if cup.status not in ("open", "running"):
                raise Refusal("cup.ended")
            return Closed()
        share = self._context.share(who, cup.id)
        if command.do == "begin":
            decisions.check_beginning(cup)
            return await next_round_beside(cup, self._context.beside, share)
        if cup.status != "running":
            raise Refusal("cup.ended")
        return await self._director.event(cup, self._context.now(), hurries=cup.rounds[-1].is_over, share=share)

    # The log

    async def _cup(self, id: str) -> CupState:
        """A tournament as it is on disk, or a refusal."""
        cup, title = self._known.get(id) or (CupState(id), await self._store.cup_title(id) or "")
        for raw in await self._store.cup_entries(id, cup.n):
            cup.learn(read(raw))
        if not cup.n:
            raise Refusal("cup.none")
        self._known[id] = cup, title
        return cup

    async def _write(self, cup: CupState, seen: int, event: AnyEvent, author: Author | None = None) -> bool:
        """Write what was decided after `seen` entries; False if there are more by now, so that it is decided anew."""
        if cup.n != seen:
            return False
        made = entry(cup.id, seen + 1, self._context.now(), cup.hash, event)
        if isinstance(event, Paired):  # before it is: whatever happens then, some node looks after it
            await self._store.mark_cup(cup.id, "running")
        if not await self._store.append_cup(cup.id, made.body.n, made.raw, author):
            return False
        cup.learn(made)
        return True

    # What is shown

    async def show(self, id: str) -> Cup:
        """A tournament, with the clocks of the games that are going on."""
        cup = await self._cup(id)
        title = self._known[id][1]
        people = [member.person for team in cup.teams for member in team.members if member.person]
        await self._context.people.learn([cup.opened.host, *people])
        now = self._context.now()
        waits = cup.status == "running" and cup.rounds[-1].is_over
        message = shown(cup, title, self._context.people, now, cup.rounds[-1].ended_at + BREAK if waits else None)
        for game in message.rounds[-1].games if message.rounds else ():
            if game.points is None and (room := await self._hub.room(game.table)):
                game.status, game.turn = room.table.status, room.table.turn
                game.times = times(room.table, now)
        return message

    async def enter(self, id: str, outbox: Outbox) -> Callable[[], None]:
        """Tell somebody of a tournament from now on; returns a function that ends it."""
        outbox.say(encoded(await self.show(id)))
        self._outboxes.setdefault(id, set()).add(outbox)

        def leave() -> None:
            self._outboxes.get(id, set()).discard(outbox)
            if not self._outboxes.get(id):
                self._outboxes.pop(id, None)
                self._told.pop(id, None)

        return leave

    def close(self) -> None:
        """The service restarts."""
        for outbox in [each for all_of_one in self._outboxes.values() for each in all_of_one]:
            outbox.close(Closing.RESTART, "the service restarts")

    async def _tell(self, id: str) -> None:
        """Tell everybody who looks at a tournament, if something has changed beside the time."""
        if not self._outboxes.get(id):
            return
        message = await self.show(id)
        text, message.at = encoded(message), 0
        for game in message.rounds[-1].games if message.rounds else ():
            game.times = []
        still = msgspec.json.encode(message)
        if self._told.get(id) != still:
            self._told[id] = still
            for outbox in list(self._outboxes.get(id, ())):
                outbox.say(text)

    # In the background

    async def run(self) -> None:
        """Look after tournaments, and tell those who look at them what has changed, until cancelled."""
        while True:
            try:
                for id in await self._store.running_cups():
                    if await self._store.lease(f"cup-{id}", self._context.node, self._context.settings.lease_seconds):
                        await self._direct(id)
                for id in list(self._outboxes):
                    await self._tell(id)
                for id in self._known.keys() - self._outboxes.keys() - self._deciding.keys():
                    if self._known[id][0].status != "running":
                        del self._known[id]
            except (LidoError, Conflict) as error:
                log_error("tournaments cannot be looked after now", error)
            await asyncio.sleep(ROUND)

    async def _direct(self, id: str) -> None:
        cup = await self._cup(id)
        while cup.status == "running":
            seen = cup.n
            event = await self._director.event(cup, self._context.now())
            if event is None:
                break
            if not await self._write(cup, seen, event):
                cup = await self._cup(id)
        if cup.status != "running":
            await self._store.mark_cup(id, cup.status)
            await self._store.release([f"cup-{id}"], self._context.node)
