"""What people are told who are not there: that it is their turn in a slow game, that it can begin, that it is over, or
that somebody wants another one. Only browsers that asked for it are told anything.
"""

import asyncio
import json
import time
from collections.abc import Sequence

from lido import words
from lido.errors import LidoError, NotKept, Refusal
from lido.server.club.push_services import place, post
from lido.server.club.reach import Reach
from lido.server.club.web_push import SECRET, Sender, b64, encrypted, is_point, new_key
from lido.server.logging import log_error, log_event
from lido.server.rate_limits import Buckets
from lido.server.rooms.context import NodeContext
from lido.server.rooms.room import Room
from lido.server.settings import listed
from lido.server.store import Author, Person, SignedOut, Subscription
from lido.server.table.clock import is_slow
from lido.server.table.events import Again, AnyEvent, Moved, Over, Resumed, Returned, Sealed, Started, Undone
from lido.server.table.state import TableState

KEEPS = 2 * 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
EACH_HOUR, AT_ONCE = 30, 10
"""Messages to one person in an hour, and in one go."""
MOST_UNDER_WAY, MOST_WAITING = 32, 1_000
GONE = (404, 410)
"""What a push service answers when a browser does not want messages any more."""
TURNS = (Moved, Started, Undone, Returned, Resumed)
"""Events after which it may be somebody's turn."""


class Notices:
    """The messages of this node."""

    def __init__(self, context: NodeContext) -> None:
        self._context = context
        self._allowed = listed(context.settings.push_to)
        self._sender: Sender | None = None
        self._reach = Reach()
        self._each = Buckets(EACH_HOUR / 3600, AT_ONCE)
        self._waiting: asyncio.Queue[tuple[str, str, dict[str, str], str]] = asyncio.Queue(MOST_WAITING)

    # Subscriptions

    async def key(self) -> str:
        """The public key of the service, which a browser must know before it asks for messages."""
        return b64((await self._signer()).public)

    async def subscribe(self, visitor: Person, subscription: Subscription) -> None:
        """Send somebody messages to a browser from now on."""
        place(subscription.endpoint, self._allowed)
        if not is_point(subscription.p256dh) or len(subscription.auth) != SECRET:
            raise Refusal("service.push-endpoint")
        author = Author(visitor.key, visitor.epoch)
        if not await self._context.store.subscribe(author, subscription, self._context.now()):
            raise SignedOut

    async def unsubscribe(self, endpoint: str) -> None:
        """Send nothing there any more. Whoever knows the endpoint may say so: only its browser and the service do."""
        await self._context.store.unsubscribe(endpoint)

    async def _signer(self) -> Sender:
        if self._sender is None:
            self._sender = Sender(await self._context.store.secret("push", new_key()))
        return self._sender

    # What is told

    def written(self, room: Room, events: Sequence[AnyEvent]) -> None:
        """Something was written at a table by this node."""
        table, slow, last = room.table, is_slow(room.table.opened.clock), events[-1]
        if isinstance(last, Again) and last.by is not None:
            self._tell(room, _playing(table) - {last.by}, "rematch", last.table, [last.by])
        elif isinstance(last, Sealed):
            self._tell(room, {table.seat(number).person for number in table.awaited()}, "begins", room.id)
        elif slow and isinstance(last, Over):
            self._tell(room, _playing(table), "over", room.id)
        elif slow and isinstance(last, TURNS) and table.turn and table.seat(table.turn).is_played:
            self._tell(room, {table.seat(table.turn).person}, "turn", room.id)

    def _tell(
        self, room: Room, people: set[str | None], what: str, table: str, about: Sequence[str] | None = None
    ) -> None:
        """Tell those of these people who are not at the table something of others: of all of them, or of these."""
        absent, others = room.absent(), about or room.table.people()
        for person in people:
            if person is not None and person in absent:
                names = self._context.people.names(other for other in others if other != person)
                facts = {"game": room.table.opened.game, "names": ", ".join(names.values()), "table": table}
                self.tell(person, what, facts, f"/t/{table}")

    def tell(self, person: str, what: str, facts: dict[str, str], path: str) -> None:
        """Tell somebody something, within their share of messages; nobody waits for it."""
        if self._each.take(person):
            try:
                self._waiting.put_nowait((person, what, facts, path))
            except asyncio.QueueFull:
                log_event("too many messages wait to be sent")

    async def run(self) -> None:
        """Send what waits, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(MOST_UNDER_WAY):
                group.create_task(self._work())

    async def _work(self) -> None:
        while True:
            person, what, facts, path = await self._waiting.get()
            try:
                await self.send(person, what, facts, path)
            except NotKept as error:
                log_error("a message could not be sent", error)

    async def send(self, person: str, what: str, facts: dict[str, str], path: str) -> int:
        """Send somebody a message to every browser that asked for it; how many took it."""
        found = await self._context.store.subscriptions(person)
        if not found:
            return 0
        language = found[0][0]
        game = words.text(f"{facts['game']}.name", language) if "game" in facts else None
        code = f"push.{what}" if facts["names"] else f"push.{what}-alone"
        body = words.say(code, language, names=facts["names"])
        about = facts.get("table", "friend")
        stop, tag = words.say("push.stop", language), f"{what}-{about}"
        text = json.dumps(
            {"title": game or "Lido", "body": body, "path": path, "tag": tag, "stop": stop}, ensure_ascii=False
        ).encode()
        return sum(await asyncio.gather(*(self._sent(subscription, text, about) for _, subscription in found)))

    async def _sent(self, to: Subscription, text: bytes, topic: str) -> bool:
        """Whether a push service took a message. A browser that is gone is forgotten."""
        sender = await self._signer()
        headers = {
            "authorization": sender.authorization(to.endpoint, time.time(), self._context.settings.push_contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEEPS),
            "topic": topic[:32],
            "urgency": "normal",
        }
        try:
            status = await post(place(to.endpoint, self._allowed), headers, encrypted(text, to), self._reach)
        except (OSError, TimeoutError, LidoError) as error:
            log_event("a push service could not be reached", why=type(error).__name__)
            return False
        if status in GONE:
            await self._context.store.unsubscribe(to.endpoint)
        self._context.metrics.pushed.labels(str(status)).inc()
        return 200 <= status < 300


def _playing(table: TableState) -> set[str | None]:
    return {seat.person for seat in table.seats if seat.is_played}
