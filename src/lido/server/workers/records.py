"""Records that visitors send, read and replayed in another process.

A record may be built to take hours or gigabytes: nothing of it is parsed or played where tables are served. The process
works on one record at a time and has so many seconds of its processor and so much memory for it; one that does not
answer is killed and replaced. Short records go first, and addresses take turns.
"""

import asyncio
import time
from typing import Any, cast

from lido.errors import Refusal
from lido.match import PlayerView
from lido.server.table.given import Rebuilt
from lido.server.workers.fair import Share
from lido.server.workers.process import Gone, Process
from lido.server.workers.queued import Asked, QueuedPool
from lido.server.workers.replaying import LONGEST, Given, Position, Replay

PATIENCE = 15.0
"""Seconds beside those of its processor within which the process must have answered; then it is killed."""
SHORT, LONG = 0, 1
"""The ranks of questions: short ones go first, or long ones of a few addresses would hold them up for long."""
SHORT_BYTES = 32_768
"""The longest record that counts as short."""


class _Asked(Asked):
    """A question about a record."""

    def __init__(self, question: Replay | Position | Given, address: str) -> None:
        super().__init__(Share(address))
        self.question = question
        is_long = len(question.record) > SHORT_BYTES or (isinstance(question, Replay) and question.pictures)
        self.rank = LONG if is_long else SHORT


class RecordPool(QueuedPool[_Asked]):
    """Processes that read records. Whoever no longer waits for an answer gives up the rest of its time."""

    worker = "lido.server.workers.replaying"

    async def replay(self, record: bytes, since: int, pictures: bool, address: str) -> bytes:
        """The steps of a record as JSON; BadRecord, or Refusal for one that takes too long or becomes too much."""
        return cast(bytes, await self._asked(Replay(record, since, pictures), address))

    async def position(self, record: bytes, at: int | None, address: str) -> PlayerView | None:
        """What the seat to act has seen after the first `at` moves of a record; None where the game is over."""
        return cast("PlayerView | None", await self._asked(Position(record, at), address))

    async def _asked(self, question: Replay | Position | Given, address: str) -> Any:
        asked = _Asked(question, address)
        return await self._answered(asked.rank, asked)

    async def given(self, body: bytes, person: str, now: int, address: str) -> Rebuilt:
        """The table of a game that a person gives; BadRecord where something of it is not possible."""
        return cast(Rebuilt, await self._asked(Given(body, person, now), address))

    async def _serve(self, process: Process) -> None:
        """Let a process answer questions until it ends."""
        self._ready.set()
        while True:
            asked = await self._next(process, lambda asked: 0.0)
            if not asked.answer.done():
                await self._answer(process, asked)

    async def _answer(self, process: Process, asked: _Asked) -> None:
        """Let a process answer a question. One that does not in time is Gone, and the question is refused."""
        began = time.monotonic()
        process.send(asked.question)
        asked.answer.add_done_callback(lambda answer: process.interrupt() if answer.cancelled() else None)
        answer: Any = Refusal("service.replay-long")
        try:
            answer = await asyncio.wait_for(process.receive(), LONGEST + PATIENCE)
        except TimeoutError as error:
            raise Gone from error
        finally:
            self._queue.charge(asked.rank, asked.share, time.monotonic() - began)
            asked.settle(answer)
