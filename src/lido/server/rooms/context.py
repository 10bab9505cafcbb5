"""What all rooms of a node share."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from lido.errors import Refusal
from lido.server.logging import log_error
from lido.server.messages import Command, Move, Return, Say, Sit
from lido.server.metrics import Metrics
from lido.server.rate_limits import MOST_NAMES, Buckets
from lido.server.rooms.lobby import Lobby
from lido.server.rooms.missed import Memory
from lido.server.rooms.pauses import Pauses
from lido.server.rooms.people import People
from lido.server.settings import Settings
from lido.server.store import Store, is_postgres
from lido.server.table.events import Entry
from lido.server.table.state import TableState
from lido.server.workers.beside import Beside
from lido.server.workers.bots import BotPool
from lido.server.workers.fair import Share
from lido.server.workers.records import RecordPool

HOUR = 3600
OF_AN_ADDRESS, PUBLIC_OF_AN_ADDRESS = 10, 2
"""How many times as many tables an address may open as a person: tables that are not public, and public ones."""
MOST_CHAT_AT_ONCE = 5
"""Chat messages that a person may send in one go."""
MOST_ENTRIES_AT_ONCE = 40
"""Entries beside moves that a person may add to the log of a table in one go."""


STARTED = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970, by a clock that nobody sets while the service runs: no player gains or loses by that."""
    return (STARTED + time.monotonic_ns()) // 1_000_000


class NodeContext:
    """One node: its settings, store, people, workers and clock."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        people: People,
        bots: BotPool,
        records: RecordPool,
        live: Mapping[str, Any],
        metrics: Metrics,
        now: Callable[[], int] = now,
    ) -> None:
        self.settings = settings
        self.store = store
        self.people = people
        self.bots = bots
        self.records = records
        self.live = live
        """By game: what the live part of the game shares between its tables (`LivePart.service`)."""
        self.metrics = metrics
        self.now = now
        """Milliseconds since 1970."""
        self.pauses = Pauses(now)
        self.memory = Memory()
        self.beside = Beside()
        self.node = secrets.token_hex(8)
        metrics.node.info({"node": self.node})
        self.alone = not is_postgres(settings.address)
        """Whether there can be no other node."""
        self.lobby = Lobby(store, people)
        self._chat = Buckets(settings.talk_each, MOST_CHAT_AT_ONCE)
        self._entries = Buckets(settings.entries_each, MOST_ENTRIES_AT_ONCE)
        self._opened = Buckets(settings.tables_each / HOUR, settings.tables_each)
        self._opened_from = {
            public: Buckets(many * settings.tables_each / HOUR, many * settings.tables_each)
            for public, many in ((False, OF_AN_ADDRESS), (True, PUBLIC_OF_AN_ADDRESS))
        }
        self._given = Buckets(settings.tables_each / HOUR, settings.tables_each)
        many = OF_AN_ADDRESS * settings.tables_each
        self._given_from = Buckets(many / HOUR, many)
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self.listeners: list[Callable[..., None]] = []
        """Told of what this node has written at a table: the room, and the events."""
        self._tasks: set[asyncio.Task[None]] = set()

    def wrote(self, room: Any, entries: Iterable[Entry]) -> None:
        """This node has written at a table."""
        for hear in self.listeners:
            hear(room, [entry.body.event for entry in entries])

    def met(self, person: str, address: str) -> None:
        """A person was here by an address."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > MOST_NAMES:
            self._addresses.popitem(last=False)

    def share(self, person: str, table: str = "", *, is_awaited: bool = True) -> Share:
        """Whose share of the workers' time something takes; the address is where the person was last."""
        return Share(self._addresses.get(person, ""), person, table, is_awaited)

    def share_at(self, table: TableState) -> Share:
        """On whose account bots think and move at a table: the host's, and for nobody where no person plays."""
        return self.share(table.opened.host, table.id, is_awaited=table.has_people)

    def check_opening(self, person: str, *, public: bool) -> None:
        """Refuse whoever has opened too many tables of late, rematches included, or whose address has."""
        address = self._addresses.get(person, "")
        if not self._opened.take(person) or (address and not self._opened_from[public].take(address)):
            raise Refusal("service.tables-each", most=self.settings.tables_each)

    def check_giving(self, person: str) -> None:
        """Refuse whoever has given too many games of late, or whose address has."""
        address = self._addresses.get(person, "")
        if not self._given.take(person) or (address and not self._given_from.take(address)):
            raise Refusal("service.given-each", most=self.settings.tables_each)

    async def check_command(self, person: str, command: Command, table: TableState) -> None:
        """What a table cannot know: whom its host blocks, who does too much, what only a live part may be given."""
        if isinstance(command, Move):
            if command.details:
                raise Refusal("match.details", game=table.opened.game, details=", ".join(command.details))
            return
        self.check_entries(person, table.id)
        if isinstance(command, Sit | Return):
            if person in await self.people.blocks(table.opened.host):
                raise Refusal("service.blocked")
        elif isinstance(command, Say):
            self.check_talk(person, table.id)

    def check_talk(self, person: str, table: str) -> None:
        """Refuse whoever has said too much at a table of late."""
        if not self._chat.take(f"{person} {table}"):
            raise Refusal("service.chat-limit")

    def check_entries(self, person: str, table: str) -> None:
        """Refuse whoever has added too much to the log of a table of late, beside moves."""
        if not self._entries.take(f"{person} {table}"):
            self.metrics.limited.labels("entries").inc()
            raise Refusal("service.entries-each")

    @property
    def away(self) -> int:
        """Milliseconds without a socket after which others may let a bot play for a person."""
        return round(self.settings.away_seconds * 1000)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; if it fails, that is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel all that runs in the background."""
        self.beside.close()
        while self._tasks:
            for task in list(self._tasks):
                task.cancel()
            await asyncio.wait(list(self._tasks))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_error("a task failed", error)


def new_id() -> str:
    """The id of a new table, which nobody can guess.

    It begins with the second: what is stored by tables that are opened at the same time then lies together, and a
    commit changes fewer pages of the database.
    """
    return f"{int(time.time()):08x}{secrets.token_hex(8)}"


def new_seed() -> str:
    """The secret of a new deal."""
    return secrets.token_hex(32)
