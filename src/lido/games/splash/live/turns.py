"""Whose placement goes on next in a worker: that of whoever has had the least of its time.

Time is shared between addresses, and that of an address between the hosts of tables there, so nobody gets more of it by
holding more pieces. Where two have had about the same, hands come before what falls: who guides one feels a delay of a
tenth of a second, who watches a fall does not.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

HEAD_START = 0.1
"""Seconds that the owner of a hand may have had more than that of a fall, and still goes first."""
MOST_DEBT = 0.5
"""Seconds that somebody who comes back, or stays when others come, counts as having had more than others, at most."""
URGENCY = 8.0
"""So many times as far behind the clock as a hand is a fall of the same owner that goes first."""


class Owner(NamedTuple):
    """On whose account a placement is carried out; empty where that is not known."""

    address: str = ""
    person: str = ""


class Wanting(NamedTuple):
    """A placement that is behind the clock."""

    id: int
    owner: Owner
    is_held: bool
    """Whether the piece is in a hand."""
    behind: float
    """Seconds."""


class Turns:
    """How much time each address and each person has had."""

    def __init__(self) -> None:
        self._addresses = _Had()
        self._people = _Had()

    def take_part(self, owners: Collection[Owner]) -> None:
        """These have placements that go on now, and nobody else."""
        self._addresses.take_part({owner.address for owner in owners})
        self._people.take_part({owner.person for owner in owners})

    def charge(self, owner: Owner, seconds: float) -> None:
        """A placement went on for so long."""
        self._addresses.charge(owner.address, seconds)
        self._people.charge(owner.person, seconds)

    def next(self, wanting: Sequence[Wanting]) -> Wanting:
        """The one that goes on next."""
        alike = self._addresses.least(wanting, lambda each: each.owner.address)
        alike = self._people.least(alike, lambda each: each.owner.person)
        return max(alike, key=lambda each: each.behind * (URGENCY if each.is_held else 1))


class _Had:
    """How much each name has had. Who comes counts as having had as much as those who have had the least."""

    def __init__(self) -> None:
        self._each: dict[str, float] = {}
        self._present: set[str] = set()

    def take_part(self, names: set[str]) -> None:
        if names == self._present:
            return
        least = min((self._each[name] for name in names & self._present), default=0.0)
        earlier = {name: min(had, least + MOST_DEBT) for name, had in self._each.items() if had > least}
        self._each = dict.fromkeys(names, least) | (earlier if names & self._present else {})
        self._present = names

    def charge(self, name: str, seconds: float) -> None:
        if name in self._each:
            self._each[name] += seconds

    def least(self, wanting: Sequence[Wanting], name: Callable[[Wanting], str]) -> list[Wanting]:
        """Those of the name that has had the least; having a piece in the hand is a head start."""
        had = {name(each): self._each[name(each)] for each in wanting}
        for hand in {name(each) for each in wanting if each.is_held}:
            had[hand] -= HEAD_START
        first = min(had, key=had.__getitem__)
        return [each for each in wanting if name(each) == first]
