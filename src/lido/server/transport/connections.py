"""How many connections there may be: from one address, and in all.

A connection waits while its client has something to do: send the rest of a request, ask for more, or read an answer.
When there are too many, the one that has waited longest makes room for a new one. So whoever holds connections open
keeps nobody out who sends a request at once.
"""

import os
import sys
from collections.abc import Callable

from lido.server.rate_limits import Buckets
from lido.server.settings import Settings, networks
from lido.server.transport.limits import as_one, within

SPARE = 64
"""Files that the service may need beside its connections: those of the database, of pipes to workers."""
FEWEST = 16
"""Connections that are allowed however few files there are."""


class Held:
    """The place of one connection."""

    __slots__ = ("_of", "_open", "address", "give_way")

    def __init__(self, of: "Connections", address: str | None, give_way: Callable[[], None]) -> None:
        self._of = of
        self._open = True
        self.address = address
        self.give_way: Callable[[], None] | None = give_way
        """Closes the connection for another."""

    def wait(self) -> None:
        """The client has something to do: from now on the connection may have to make room."""
        if self._open:
            self._of.waits(self)

    def work(self) -> None:
        """The service has something to do."""
        self._of.works(self)

    def keep(self) -> None:
        """The connection is a socket now, which has limits of its own."""
        self.work()
        self.give_way = None  # it would keep the memory of what came before the socket

    def leave(self) -> None:
        """The connection is closed."""
        if self._open:
            self._open = False
            self._of.left(self)


class Connections:
    """All connections of a node: at most `most`, and `most_each` from one address that is not a trusted proxy."""

    def __init__(self, most: int, settings: Settings) -> None:
        self._most, self._most_each = most, settings.connections_each
        self._proxies = networks("proxies", settings.proxies)
        self._new = Buckets(settings.connections_each, 10 * settings.connections_each)
        """New connections a second of each address."""
        self._count = 0
        self._counts: dict[str, int] = {}
        self._waiting: dict[Held, None] = {}
        """Those that wait, the longest first."""
        self._waiting_of: dict[str, dict[Held, None]] = {}
        """The same, by address."""

    def enter(self, address: str, give_way: Callable[[], None]) -> Held | None:
        """A place for a new connection, which waits; None where there is none."""
        name = None if within(address, self._proxies) else as_one(address)
        if name is not None and not self._new.take(name):
            return None
        if name is not None and self._counts.get(name, 0) >= self._most_each:
            _make_room(self._waiting_of.get(name, {}))
            if self._counts.get(name, 0) >= self._most_each:
                return None
        if self._count >= self._most:
            _make_room(self._waiting)
            if self._count >= self._most:
                return None
        held = Held(self, name, give_way)
        self._count += 1
        if name is not None:
            self._counts[name] = self._counts.get(name, 0) + 1
        held.wait()
        return held

    def waits(self, held: Held) -> None:
        """A connection waits from now on."""
        self.works(held)
        self._waiting[held] = None
        if held.address is not None:
            self._waiting_of.setdefault(held.address, {})[held] = None

    def works(self, held: Held) -> None:
        """A connection no longer waits."""
        self._waiting.pop(held, None)
        if held.address is not None and (same := self._waiting_of.get(held.address)) is not None:
            same.pop(held, None)
            if not same:
                del self._waiting_of[held.address]

    def left(self, held: Held) -> None:
        """A connection is closed."""
        self.works(held)
        self._count -= 1
        if held.address is not None:
            self._counts[held.address] -= 1
            if not self._counts[held.address]:
                del self._counts[held.address]


def _make_room(waiting: dict[Held, None]) -> None:
    """Close the connection that has waited longest, if there is one."""
    longest = next(iter(waiting), None)
    if longest is not None:
        give_way = longest.give_way
        longest.leave()
        if give_way:
            give_way()


def most_connections(wanted: int) -> int:
    """As many connections as wanted, or as the files that this process may open allow; its limit is raised."""
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415 - there is none for Windows

    needed = len(os.listdir("/dev/fd")) + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + needed:
        soft = wanted + needed if hard == resource.RLIM_INFINITY else min(hard, wanted + needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(FEWEST, min(wanted, soft - needed))
