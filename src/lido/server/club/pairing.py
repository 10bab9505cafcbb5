"""Who plays whom, of those who wait for a stranger."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from lido.server.store import Seek

NEAR = 2.0
"""How far apart the ratings of two may be who have just come. A new rating is 25, give or take 8."""
WIDER = 0.4
"""What each second of waiting adds to that."""
ANYBODY = 20_000
"""Milliseconds after which the rating does not matter any more."""


def reach(seek: Seek, now: int) -> float:
    """How far from their own the rating of a stranger may be."""
    waited = now - seek.since
    return float("inf") if waited >= ANYBODY else NEAR + WIDER * max(0, waited) / 1000


def pairs(seeks: Sequence[Seek], now: int, blocks: Mapping[str, AbstractSet[str]] = {}) -> Iterator[tuple[Seek, Seek]]:
    """Everybody who can be paired now, each once: the same game at the same pace, and nobody whom one of them blocks.

    Who has waited longest chooses first, and gets the nearest rating within their reach.
    """
    groups: dict[tuple[str, str], list[Seek]] = defaultdict(list)
    for seek in seeks:
        groups[seek.game, seek.pace].append(seek)
    for group in groups.values():
        yield from _paired(group, now, blocks)


def _paired(group: list[Seek], now: int, blocks: Mapping[str, AbstractSet[str]]) -> Iterator[tuple[Seek, Seek]]:
    free = sorted(group, key=_by_rating)
    for seek in sorted(group, key=lambda each: (each.since, each.person)):
        at = bisect_left(free, _by_rating(seek), key=_by_rating)
        if at == len(free) or free[at] is not seek:  # somebody has chosen them
            continue
        del free[at]
        found = _nearest(free, at, seek, reach(seek, now), blocks)
        if found is not None:
            yield seek, free.pop(found)


def _nearest(
    free: Sequence[Seek], at: int, seek: Seek, most: float, blocks: Mapping[str, AbstractSet[str]]
) -> int | None:
    """The place of the nearest rating among those sorted by it; `at` is where this one would stand."""
    below, above = at - 1, at
    while below >= 0 or above < len(free):
        down = seek.mean - free[below].mean if below >= 0 else float("inf")
        up = free[above].mean - seek.mean if above < len(free) else float("inf")
        if min(down, up) > most:
            return None
        place = below if down <= up else above
        below, above = (below - 1, above) if down <= up else (below, above + 1)
        other = free[place].person
        if other not in blocks.get(seek.person, ()) and seek.person not in blocks.get(other, ()):
            return place
    return None


def _by_rating(seek: Seek) -> tuple[float, str]:
    return seek.mean, seek.person
