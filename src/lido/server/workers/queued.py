"""Worker processes that answer questions which wait in a fair queue."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from lido.errors import LidoError
from lido.server.workers.fair import FairQueue, Share
from lido.server.workers.process import Gone, Process, WorkerPool


class Asked:
    """A question, for whom it is, and the future of its answer."""

    def __init__(self, share: Share) -> None:
        self.share = share
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, answer: Any) -> None:
        """Answer it; an error is raised where the answer is awaited."""
        if self.answer.done():  # the caller was cancelled
            return
        if isinstance(answer, LidoError):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


Question = TypeVar("Question", bound=Asked)


class QueuedPool(WorkerPool, Generic[Question]):
    """A number of processes, each answering one question at a time."""

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self._queue: FairQueue[Question] = FairQueue()
        self._places: asyncio.Queue[None] = asyncio.Queue()
        """As many as there are questions in the queue."""
        self._open: set[Question] = set()

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return len(self._open)

    async def close(self) -> None:
        """End the processes; open questions are refused."""
        await super().close()
        for asked in list(self._open):
            asked.settle(LidoError("workers.closed"))

    async def _answered(self, rank: int, asked: Question) -> Any:
        """The answer to a question, when its turn comes."""
        if not self._tasks:
            raise LidoError("workers.closed")
        self._open.add(asked)
        self._wait(rank, asked)
        try:
            return await asked.answer
        finally:
            self._open.remove(asked)

    def _wait(self, rank: int, asked: Question) -> None:
        self._queue.put(rank, asked.share, asked)
        self._places.put_nowait(None)

    async def _next(self, process: Process, cost: Callable[[Question], float]) -> Question:
        """The next question, by what each is expected to cost; Gone if the process ends before there is one."""
        place = asyncio.ensure_future(self._places.get())
        ended = asyncio.ensure_future(process.ended())
        try:
            await asyncio.wait((place, ended), return_when=asyncio.FIRST_COMPLETED)
            if place.done():
                return self._queue.pop(cost)
            raise Gone
        finally:
            place.cancel()
            ended.cancel()
