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
        if self.left() < 1:
            return False
        self._left -= 1
        return True

    def left(self) -> float:
        """How much is allowed now; less than nothing where more was spent than was allowed."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        return self._left

    def spend(self, amount: float) -> float:
        """So much was used, whether it was allowed or not; how much is allowed after it."""
        self._left = self.left() - amount
        return self._left


class _Each:
    """A bucket for each name. The least recently used are dropped when they are full again, or too many."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def _bucket(self, name: str) -> Bucket:
        bucket = self._each.get(name)
        if bucket is None:
            self._drop()
            bucket = self._each[name] = Bucket(self._rate, self._most)
        else:
            self._each.move_to_end(name)
        return bucket

    def _drop(self) -> None:
        """Make room for another: a full bucket is as good as a new one."""
        while self._each and (len(self._each) >= MOST_NAMES or next(iter(self._each.values())).left() >= self._most):
            self._each.popitem(last=False)


class Buckets(_Each):
    """How often each name may do something."""

    def take(self, name: str) -> bool:
        """Whether one more is allowed to that name now."""
        return self._bucket(name).take()


class Allowances(_Each):
    """How much each name has of something whose cost is known only afterwards."""

    def left(self, name: str) -> float:
        """What that name has now; less than nothing where it spent more than it had."""
        return self._bucket(name).left()

    def spend(self, name: str, amount: float) -> None:
        """That name has used so much."""
        self._bucket(name).spend(amount)


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
