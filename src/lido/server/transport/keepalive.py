"""Pings for all sockets of a node by one timer: a timer for each would take half a kilobyte of each."""

import asyncio
from collections.abc import Hashable
from itertools import islice, takewhile
from typing import Protocol

AT_ONCE = 50
"""Sockets that are pinged in one turn of the loop."""


class Pinged(Hashable, Protocol):
    """A socket as far as this goes."""

    def send_keepalive_ping(self) -> None:
        """Ping the client."""
        ...


class Keepalive:
    """Pings each socket when it has been here for so many seconds; then the socket must be added again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: dict[Pinged, float] = {}
        """When each of them is due, the first first."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: Pinged) -> None:
        """Ping a socket after these seconds from now."""
        self._due.pop(socket, None)
        self._due[socket] = asyncio.get_running_loop().time() + self._seconds
        self._wait()

    def drop(self, socket: Pinged) -> None:
        """Do not ping a socket."""
        self._due.pop(socket, None)

    def _wait(self) -> None:
        if self._timer is None and self._due:
            self._timer = asyncio.get_running_loop().call_at(next(iter(self._due.values())), self._ring)

    def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer, now = None, loop.time()
        due = takewhile(lambda each: each[1] <= now, self._due.items())
        for socket, _ in list(islice(due, AT_ONCE)):
            del self._due[socket]
            loop.call_soon(socket.send_keepalive_ping)  # by itself: if one fails, the others are pinged all the same
        self._wait()
