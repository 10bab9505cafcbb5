"""Who is connected to a table, at this node and at others."""

import time
from collections.abc import Iterable

import msgspec

HEARTBEAT = 10
"""Seconds after which a node tells others again who is here, and measures round trips."""
LATE = 2
"""Seconds by which that may come late."""
FORGOTTEN = 3 * HEARTBEAT
MOST_TOLD = 400
"""The most people that fit into one message between nodes; those with a seat come first."""


class There(msgspec.Struct):
    """Who is connected to a table at one node."""

    node: str
    table: str
    people: list[str]
    watchers: int


class Presence:
    """Who is connected to one table, and since when players are away."""

    __slots__ = ("_away", "_elsewhere", "_here", "_knows_from")

    def __init__(self, *, alone: bool = True) -> None:
        """`alone` means that there are no other nodes."""
        self._knows_from = float("-inf") if alone else time.monotonic() + HEARTBEAT + LATE
        """When all other nodes have said who is there."""
        self._here: dict[str, int] = {}
        self._elsewhere: dict[str, tuple[There, float]] = {}
        self._away: dict[str, int] = {}

    def enter(self, person: str) -> bool:
        """A socket of that person is open here; whether it is their first."""
        self._here[person] = self._here.get(person, 0) + 1
        return self._here[person] == 1

    def leave(self, person: str) -> bool:
        """A socket of that person is closed; whether it was their last."""
        self._here[person] -= 1
        if self._here[person]:
            return False
        del self._here[person]
        return True

    def told(self, there: There) -> bool:
        """Handle the message of another node; returns whether it is new."""
        before = self._elsewhere.get(there.node)
        self._elsewhere[there.node] = (there, time.monotonic() + FORGOTTEN)
        return before is None or before[0] != there

    def here(self, node: str, table: str, seated: Iterable[str]) -> There:
        """The message to other nodes."""
        sitting = set(seated)
        people = sorted(self._here, key=lambda person: person not in sitting)[:MOST_TOLD]
        return There(node, table, people, sum(person not in sitting for person in self._here))

    @property
    def elsewhere(self) -> bool:
        """Whether anybody is connected at another node."""
        now = time.monotonic()
        return any(there.people and until > now for there, until in self._elsewhere.values())

    def watchers(self, seated: Iterable[str]) -> int:
        """How many spectators there are."""
        return len(self.people() - set(seated))

    def people(self) -> set[str]:
        """Everybody who is connected."""
        now = time.monotonic()
        self._elsewhere = {node: told for node, told in self._elsewhere.items() if told[1] > now}
        return {*self._here, *(person for there, _ in self._elsewhere.values() for person in there.people)}

    def absent(self, seated: Iterable[str], at: int) -> dict[str, int]:
        """Those of the seated who are not connected, and since when, in milliseconds since 1970.

        Nobody is, before other nodes have said who is connected there.
        """
        if time.monotonic() < self._knows_from:
            return {}
        people = self.people() if self._elsewhere else self._here
        self._away = {person: self._away.get(person, at) for person in seated if person not in people}
        return self._away
