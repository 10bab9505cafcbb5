"""Who is served next by workers that many want: whoever has had the least of late, and not whoever asked first.

Time is shared between addresses, that of an address between its people, and that of a person between their tables. So
it does not help to ask more often, at more tables, or by more names. Work that people wait for goes before the rest.
"""

from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from lido.server.rate_limits import Allowances

Item = TypeVar("Item")

SECONDS_EACH, MOST_SECONDS_EACH = 0.5, 60.0
"""Seconds of a worker a second that a person may take in the long run, and in one go, before others go first."""
SECONDS_AN_ADDRESS, MOST_SECONDS_AN_ADDRESS = 1.0, 180.0
"""The same for all people of one address."""
MOST_KNOWN = 10_000


class Share(NamedTuple):
    """For whom something is done. Whatever is not known is empty, and shared with all of whom it is not known."""

    address: str = ""
    person: str = ""
    """The host of the table, or whoever asks."""
    table: str = ""
    is_awaited: bool = True
    """Whether a person waits for it, as they do where they play."""


NOBODY = Share()


class Spent:
    """How much time people and addresses have taken of late."""

    def __init__(self) -> None:
        self._people = Allowances(SECONDS_EACH, MOST_SECONDS_EACH)
        self._addresses = Allowances(SECONDS_AN_ADDRESS, MOST_SECONDS_AN_ADDRESS)

    def spend(self, share: Share, seconds: float) -> None:
        """Somebody was served for so long."""
        if share.person:
            self._people.spend(share.person, seconds)
        if share.address:
            self._addresses.spend(share.address, seconds)

    def is_too_much(self, share: Share) -> bool:
        """Whether others go first now."""
        return self._people.left(share.person) <= 0 or self._addresses.left(share.address) <= 0


class _Level(Generic[Item]):
    """What waits below one address, person or table, and how much each part of it has had."""

    def __init__(self) -> None:
        self.items: deque[Item] = deque()
        self.parts: dict[str, _Level[Item]] = {}
        self._had: dict[str, float] = {}
        """How much the parts that wait have had, and others for as long as that is more than is due to anybody."""
        self._due = 0.0
        """How much somebody has had who has waited all the time: whoever comes counts as having had that."""

    def part(self, name: str) -> "_Level[Item]":
        """The part of that name, which waits from now on."""
        if name not in self.parts:
            self._had[name] = max(self._had.get(name, 0.0), self._due)
            self.parts[name] = _Level()
        return self.parts[name]

    def next(self) -> str:
        """The part that has had the least; of several, the one that has waited longest."""
        return min(self.parts, key=self._had.__getitem__)

    def charge(self, name: str, seconds: float) -> None:
        """A part was served for so long."""
        if name in self._had:
            self._had[name] += seconds
            self._due += seconds / max(1, len(self.parts))

    def remove(self, name: str) -> None:
        """A part waits no longer."""
        del self.parts[name]
        if not self.parts:
            self._had, self._due = {}, 0.0
        elif len(self._had) > MOST_KNOWN:
            self._had = {each: had for each, had in self._had.items() if each in self.parts or had > self._due}


class FairQueue(Generic[Item]):
    """Work that waits. Each piece has a rank, and lower ranks go first; within a rank, time is shared."""

    def __init__(self) -> None:
        self._ranks: dict[int, _Level[Item]] = {}
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def put(self, rank: int, share: Share, item: Item) -> None:
        """Let something wait."""
        level = self._ranks.setdefault(rank, _Level())
        for name in share[:3]:
            level = level.part(name)
        level.items.append(item)
        self._waiting += 1

    def pop(self, cost: Callable[[Item], float]) -> Item:
        """What is next. It counts as the seconds that it is expected to take; `charge` corrects them."""
        level = self._ranks[min(rank for rank, level in self._ranks.items() if level.parts)]
        path: list[tuple[_Level[Item], str]] = []
        while level.parts:
            path.append((level, level.next()))
            level = level.parts[path[-1][1]]
        item = level.items.popleft()
        self._waiting -= 1
        for above, name in reversed(path):
            above.charge(name, cost(item))
            if not above.parts[name].parts and not above.parts[name].items:
                above.remove(name)
        return item

    def charge(self, rank: int, share: Share, seconds: float) -> None:
        """Something took so much longer than expected, or less."""
        level: _Level[Item] | None = self._ranks.get(rank)
        for name in share[:3]:
            if level is None:
                return
            level.charge(name, seconds)
            level = level.parts.get(name)
