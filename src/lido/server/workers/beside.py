"""Long work on tables, in a few threads of its own, whose time is shared fairly between addresses.

A thread shares the interpreter with the event loop, so somebody who makes it busy slows everybody down. Whoever takes
much of its time waits until they may have more.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import NamedTuple, ParamSpec, TypeVar

from lido.errors import Refusal
from lido.server.rate_limits import Allowances, Places
from lido.server.workers.fair import FairQueue, Share

Given = ParamSpec("Given")
Result = TypeVar("Result")

AT_ONCE = 2
MOST_EACH = 20
"""Pieces of work of one address that are done or wait."""
SECONDS_EACH, MOST_SECONDS_EACH = 0.1, 10.0
"""Seconds of it a second that one address may take in the long run, and in one go; then it waits."""
LONGEST_WAIT = 20.0
"""Seconds that somebody who took too much waits at most, before they are refused."""
EXPECTED = 0.01
"""Seconds that a piece of work is expected to take."""
RANK = 0
"""Everything is of one rank."""


class _Waiter(NamedTuple):
    share: Share
    ready: asyncio.Future[None]


class Beside:
    """Places for long work. `turn` waits for one, and `work` does something in a thread."""

    def __init__(self) -> None:
        self._queue: FairQueue[_Waiter] = FairQueue()
        self._free = AT_ONCE
        self._places = Places(MOST_EACH)
        self._spent = Allowances(SECONDS_EACH, MOST_SECONDS_EACH)
        self._threads = ThreadPoolExecutor(AT_ONCE, "lido-beside")

    @asynccontextmanager
    async def turn(self, share: Share) -> AsyncIterator[None]:
        """Wait for a place and hold it; a Refusal for an address that wants too much."""
        release = self._places.take(share.address) if share.address else lambda: None
        if release is None:
            raise Refusal("service.too-many")
        try:
            await self._earn(share)
            await self._wait(share)
            began = time.monotonic()
            try:
                yield
            finally:
                self._end(share, time.monotonic() - began)
        finally:
            release()

    async def work(self, job: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """The result of a job, which is done in a thread. During a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: job(*args, **kwargs))

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _earn(self, share: Share) -> None:
        """Wait until the address has time left."""
        if not share.address:
            return
        missing = -self._spent.left(share.address) / SECONDS_EACH
        if missing > LONGEST_WAIT:
            raise Refusal("service.too-many")
        if missing > 0:
            await asyncio.sleep(missing)

    async def _wait(self, share: Share) -> None:
        waiter = _Waiter(share, asyncio.get_running_loop().create_future())
        self._queue.put(RANK, share, waiter)
        self._next()
        try:
            await waiter.ready
        except asyncio.CancelledError:
            if not waiter.ready.cancelled():  # the place was given in the same moment
                self._end(share, 0.0)
            raise

    def _next(self) -> None:
        while self._free and len(self._queue):
            waiter = self._queue.pop(lambda _: EXPECTED)
            if waiter.ready.done():  # whoever waited has gone
                self._queue.charge(RANK, waiter.share, -EXPECTED)
                continue
            self._free -= 1
            waiter.ready.set_result(None)

    def _end(self, share: Share, seconds: float) -> None:
        self._free += 1
        self._queue.charge(RANK, share, seconds - EXPECTED)
        if share.address:
            self._spent.spend(share.address, seconds)
        self._next()
