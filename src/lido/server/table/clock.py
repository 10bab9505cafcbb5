"""Clocks: how long a seat may still think. Times are in milliseconds and are given by the caller."""

from lido.errors import Refusal
from lido.server.table.events import Clock

MOST_LAG = 1000
"""So much of a round trip is not counted, for each move."""
LONGEST_CLOCK = 30 * 24 * 3600
"""Seconds: thirty days."""
AFTER_A_BREAK = 30_000
"""The seat to act has at least so much when the service is back, if it had so much when its turn began."""
PERS = ("move", "game")


def check(clock: Clock) -> None:
    """Refuse a clock that makes no sense."""
    fits = 0 < clock.seconds <= LONGEST_CLOCK and 0 <= clock.plus <= LONGEST_CLOCK
    if not fits or clock.per not in PERS or (clock.plus and clock.per == "move"):
        raise Refusal("server.clock")


def full(clock: Clock) -> int:
    """What a seat begins with."""
    return clock.seconds * 1000


def spent(since: int, at: int, lag: int) -> int:
    """What counts of a turn that began at `since` and ended at `at`, with a round trip of `lag`."""
    return max(0, at - since - min(lag, MOST_LAG))


def left(bank: int, thought: int) -> int:
    """What a seat still has for the move that it is to make."""
    return max(0, bank - thought)


def after_move(clock: Clock, bank: int, thought: int) -> int:
    """What a seat has for its next move."""
    return full(clock) if clock.per == "move" else left(bank, thought) + clock.plus * 1000
