"""What a socket waits for: messages, and that its client reads. Both take less memory than those of asyncio."""

import asyncio
from typing import Any


class Inbox:
    """A queue for one receiver. A queue of asyncio would take more memory than the rest of a socket."""

    __slots__ = ("_loop", "_messages", "_receiver", "_taken", "waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[dict[str, Any]] = []
        self._taken = 0
        """How many of the messages were received; the list is emptied when all have been."""
        self.waiting = 0
        """How many were not."""
        self._receiver: asyncio.Future[None] | None = None

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Add a message."""
        self._messages.append(message)
        self.waiting += 1
        if self._receiver is not None and not self._receiver.done():
            self._receiver.set_result(None)

    def arrival(self) -> asyncio.Future[None]:
        """Done when there is a message."""
        self._receiver = self._loop.create_future()
        return self._receiver

    def take(self) -> dict[str, Any]:
        """The next message, of those that wait."""
        message = self._messages[self._taken]
        self._taken += 1
        self.waiting -= 1
        if not self.waiting:
            self._messages.clear()
            self._taken = 0
        return message


class Gate:
    """An event that takes less memory than that of asyncio."""

    __slots__ = ("_loop", "_opened")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._opened: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._opened is None

    def set(self) -> None:
        """Open it, for all who wait."""
        if self._opened is not None and not self._opened.done():
            self._opened.set_result(None)
        self._opened = None

    def clear(self) -> None:
        """Close it."""
        if self._opened is None:
            self._opened = self._loop.create_future()

    async def wait(self) -> None:
        """Wait until it is open."""
        while self._opened is not None:
            await asyncio.shield(self._opened)
