"""How a node stops: all that it still does has one deadline, whatever it waits for."""

import asyncio
import os
import threading
import time
from collections.abc import Awaitable

from lido.server.logging import log_event

WRITES, REQUESTS = 0.4, 0.4
"""The parts of the time that writes and requests may take; the rest is for closing."""
LEAST = 0.2
"""Seconds that each step has, even if earlier ones were late."""
LATE = 2.0
"""Seconds after the deadline when the process ends, whatever it does: a thread may be stuck in a system call."""


class Stopping:
    """The stop of a node, which takes so many seconds at most."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._last_resort = threading.Timer(seconds + LATE, _end)
        self._last_resort.daemon = True

    def begin(self) -> None:
        """The node was told to stop."""
        if self._until is None:
            self._until = time.monotonic() + self._seconds
            self._last_resort.start()

    def left(self, part: float = 1.0) -> float:
        """Seconds that a step may take now, of which so much is a part of the whole time."""
        if self._until is None:
            return self._seconds * part
        return max(LEAST, min(self._until - time.monotonic(), self._seconds * part))

    async def within(self, step: Awaitable[None], name: str) -> None:
        """Wait for a step, but not for too long. A step that is late is cancelled, and not waited for."""
        task = asyncio.ensure_future(step)
        done, _ = await asyncio.wait((task,), timeout=self.left())
        if done:
            await task
        else:
            task.cancel()
            log_event("a step of stopping was not finished in time", step=name)


def _end() -> None:
    log_event("stopped in the middle of something")
    os._exit(1)
