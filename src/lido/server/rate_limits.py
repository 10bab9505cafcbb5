"""How often something may be done, and how many may do it at once."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_NAMES = 50_000


class Bucket:
    """Allows `rate` a second in the long run, and `most` at once."""

    __slots__ = ("_left", "_most", "_rate", "_since")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._since = most, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each name. When there are too many, the least recently used are dropped."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether one more is allowed to that name now."""
        bucket = self._each.get(name)
        if bucket is None:
            bucket = self._each[name] = Bucket(self._rate, self._most)
            if len(self._each) > MOST_NAMES:
                self._each.popitem(last=False)
        else:
            self._each.move_to_end(name)
        return bucket.take()


class Places:
    """Counts how many of a limited number of places each name holds now."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[str, int] = {}

    def take(self, name: str) -> Callable[[], None] | None:
        """Take a place: a function that releases it, or None where no place is left."""
        held = self._held.get(name, 0)
        if held >= self._most:
            return None
        self._held[name] = held + 1
        return lambda: self._release(name)

    def _release(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]
