"""What is sent over a socket: messages leave in order, and the service does not wait for a slow client."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from itertools import count
from types import coroutine
from typing import Any, Final, TypeAlias

Send: TypeAlias = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
Say: TypeAlias = Callable[[bytes], bool]
"""Sends a text, in UTF-8, at once if possible; whether it was sent."""
Drained: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until nearly everything that was written has left."""

MOST_WAITING = 500
"""Messages that wait for a slow client before its socket is closed."""
MOST_BYTES = 4 * 2**20
"""Bytes of those messages, and of the one that is being sent if others wait behind it."""


class Closing:
    """Why the service closes a socket: the code tells the client what to do."""

    DONE: Final = 1000
    RESTART: Final = 1012
    LATER: Final = 1013
    """The client reads too slowly, or the database cannot be used now: it may try again."""
    NOBODY: Final = 4401
    NO_TABLE: Final = 4404
    ELSEWHERE: Final = 4409
    """The same person does the same by another socket."""
    LIMIT: Final = 4429


_numbers = count()


class Outbox:
    """What is sent to one client."""

    __slots__ = ("_bytes", "_drained", "_say", "_send", "_task", "_waiting", "closed", "number")

    def __init__(self, send: Send, say: Say | None = None, drained: Drained | None = None) -> None:
        self._send = send
        self._say = say
        self._drained = drained
        self._waiting: list[dict[str, Any]] = []
        self._bytes = 0
        """Bytes of what is waiting, and of what is being sent."""
        self._task: asyncio.Task[None] | None = None
        self.closed = False
        self.number = next(_numbers)
        """Larger than that of every client who came before."""

    def say(self, text: bytes) -> None:
        """Send a message, in UTF-8."""
        if not self.closed and not (self._say and self._task is None and self._say(text)):
            self._put({"type": "websocket.send", "text": text.decode()})
            if len(self._waiting) > MOST_WAITING or (self._waiting and self._bytes > MOST_BYTES):
                self._give_up()

    async def drained(self, within: float) -> bool:
        """Wait until what was said has left; False if the client is gone, or is closed because it took too long."""
        await asyncio.sleep(0)  # what is said is written at the end of a turn of the loop
        try:
            async with asyncio.timeout(within):
                if self._task is not None:
                    await asyncio.wait([self._task])
                if self._drained is not None:
                    await self._drained()
        except TimeoutError:
            self._give_up()
        return not self.closed

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what is waiting, and say why."""
        if not self.closed:
            self._put({"type": "websocket.close", "code": code, "reason": reason})
            self.closed = True

    def _put(self, message: dict[str, Any]) -> None:
        """A write that need not wait is done at once: a task for each would cost more than the write."""
        if self._task is not None:
            self._waiting.append(message)
            self._bytes += _size(message)
            return
        sending = self._send(message)
        try:
            first = sending.send(None)
        except StopIteration:
            return
        except OSError:  # the client is gone; `receive` will say so
            self.closed = True
            return
        self._bytes += _size(message)
        self._task = asyncio.get_running_loop().create_task(self._drain(sending, first, _size(message)))

    async def _drain(self, sending: Coroutine[Any, Any, None], first: Any, size: int) -> None:
        try:
            await _continued(sending, first)
            self._bytes = max(0, self._bytes - size)
            while self._waiting:
                message = self._waiting.pop(0)
                await self._send(message)
                self._bytes = max(0, self._bytes - _size(message))
        except OSError:
            self.closed = True
            self._drop_waiting()
        finally:
            self._task = None

    def _give_up(self) -> None:
        self._drop_waiting()
        self.close(Closing.LATER, "too slow")

    def _drop_waiting(self) -> None:
        self._waiting.clear()
        self._bytes = 0


def _size(message: dict[str, Any]) -> int:
    """The bytes of the text of a message."""
    return len(message.get("text", "").encode())


@coroutine
def _continued(begun: Coroutine[Any, Any, None], first: Any) -> Generator[Any, Any, None]:
    """Continue a coroutine that was started without a task and waits for `first`."""
    waited = first
    while True:
        try:
            try:
                given = yield waited
            except BaseException as error:
                waited = begun.throw(error)
            else:
                waited = begun.send(given)
        except StopIteration:
            return


Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
