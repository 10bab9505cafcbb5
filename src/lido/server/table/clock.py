"""Clocks: how long a seat may still think. Times are in milliseconds, and come from whoever asks."""

from lido.errors import Refusal
from lido.server.table.events import Clock

MOST_LAG = 1000
"""So much of a slow line is forgiven, for each move."""
LONGEST = 30 * 24 * 3600
"""Seconds: no clock is longer than thirty days."""
AFTER_A_BREAK = 30_000
"""So much time somebody has at least when the service comes back, if they had it when their turn began."""
PERS = ("move", "game")


def check(clock: Clock) -> None:
    """Refuse a clock that nobody could play by."""
    fits = 0 < clock.seconds <= LONGEST and 0 <= clock.plus <= LONGEST
    if not fits or clock.per not in PERS or (clock.plus and clock.per == "move"):
        raise Refusal("server.clock")


def full(clock: Clock) -> int:
    """What a seat begins with."""
    return clock.seconds * 1000


def spent(since: int, at: int, lag: int) -> int:
    """What counts of a thought that began at `since` and was heard of at `at`, over a line with that round trip."""
    return max(0, at - since - min(lag, MOST_LAG))


def after_move(clock: Clock, bank: int, thought: int) -> int:
    """What a seat has for its next move."""
    return full(clock) if clock.per == "move" else max(0, bank - thought) + clock.plus * 1000
