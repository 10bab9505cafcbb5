"""What every room of the service shares."""

import asyncio
import secrets
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from lido.server.logging import log_error
from lido.server.metrics import Metrics
from lido.server.rooms.lobby import Lobby
from lido.server.rooms.people import People
from lido.server.settings import Settings
from lido.server.store import Store, is_postgres
from lido.server.transport.limits import Buckets
from lido.server.workers.bots import BotPool
from lido.server.workers.physics import PhysicsPool

if TYPE_CHECKING:
    from lido.server.rooms.leases import Leases

MOST_AT_ONCE = 5
"""What somebody may say in one breath."""


class NodeContext:
    """One node: its store, its people, its workers and its settings."""

    leases: "Leases"

    def __init__(
        self,
        settings: Settings,
        store: Store,
        people: People,
        bots: BotPool,
        physics: PhysicsPool,
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.store = store
        self.people = people
        self.bots = bots
        self.physics = physics
        self.metrics = metrics
        self.node = secrets.token_hex(8)
        self.alone = not is_postgres(settings.address)
        """Whether there can be no other node."""
        self.lobby = Lobby(store, people)
        self.chat = Buckets(settings.talk_each, MOST_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else; what goes wrong with it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Stop all that was begun here."""
        while self._tasks:
            for task in list(self._tasks):
                task.cancel()
            await asyncio.wait(list(self._tasks))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_error("a task failed", error)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """The id of a new table; nobody can guess it."""
    return secrets.token_hex(8)


def new_seed() -> str:
    """The secret of a new deal."""
    return secrets.token_hex(32)
