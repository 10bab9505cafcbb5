"""Pauses of this node: while it is stopped, does one thing for long or cannot write, nobody can act, so no clock should
run.

A heartbeat says that the node runs. Where one comes late, the node has paused since the one before. Whatever depends on
a clock looks itself, since the heartbeat may not be the first thing that happens after a pause.
"""

import time
from collections import deque
from collections.abc import Callable

BEAT = 0.25
"""Seconds between two heartbeats."""
LEAST = 1.0
"""Seconds without a heartbeat that count as a pause."""
MOST_KNOWN = 64


class Pauses:
    """The last pauses of a node. Until it is started, none is noticed."""

    def __init__(self, now: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._clock = clock
        self._beaten: float | None = None
        self._untold = False
        self._known: deque[tuple[int, int]] = deque(maxlen=MOST_KNOWN)
        """From when to when, in milliseconds since 1970."""

    def start(self) -> None:
        """From now on `paused` is called at every beat."""
        self._beaten = self._clock()

    def look(self) -> bool:
        """The node runs now; whether it has just paused."""
        if self._beaten is None:
            return False
        before, self._beaten = self._beaten, self._clock()
        gone = self._beaten - before
        if gone < LEAST:
            return False
        now = self._now()
        self._add(now - round(gone * 1000), now)
        self._untold = True
        return True

    def written_since(self, began: int) -> None:
        """Something was being written since then, or could not be: if that took long, nobody could act meanwhile."""
        now = self._now()
        if now - began >= LEAST * 1000:
            self._add(began, now)

    def _add(self, begin: int, end: int) -> None:
        """Keep a pause; many tables may notice the same one."""
        if self._known and begin <= self._known[-1][1]:
            begin = min(begin, self._known.pop()[0])
        self._known.append((begin, end))

    def paused(self) -> bool:
        """Whether the node has paused since this was last asked, whoever noticed it first."""
        self.look()
        untold, self._untold = self._untold, False
        return untold

    def lost_since(self, at: int) -> int:
        """Milliseconds since then in which the node did not run, or could not write. No moment counts twice."""
        self.look()
        lost, until = 0, at
        for begin, end in sorted(self._known):
            lost += max(0, end - max(begin, until))
            until = max(until, end)
        return lost
