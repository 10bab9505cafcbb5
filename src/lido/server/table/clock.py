"""Clocks: how long a seat may still think. Times are in milliseconds and are given by the caller."""

from lido.errors import Refusal
from lido.server.table.events import Clock

MOST_LAG, MOST_LAG_A_GAME = 1000, 20_000
"""So much of a round trip is not counted, for each move and for all moves of a seat: whoever holds back the answers to
pings, by which it is measured, gains no more."""
LONGEST_CLOCK = 30 * 24 * 3600
"""Seconds: thirty days."""
AFTER_A_BREAK = 30_000
"""The seat to act has at least so much when the service is back, if it had so much when its turn began."""
AFTER_A_LONG_BREAK = 3_600_000
"""The same in a slow game."""
SLOW = 3600
"""Seconds: where a move may take so long, nobody need be there, and people look in lists whether it is their turn."""
PERS = ("move", "game")


def is_slow(clock: Clock | None) -> bool:
    """Whether people come and go while the game goes on."""
    return clock is not None and clock.seconds >= SLOW


def after_a_break(clock: Clock) -> int:
    """What the seat to act has at least when the service is back, if it had so much when its turn began."""
    return AFTER_A_LONG_BREAK if is_slow(clock) else AFTER_A_BREAK


def check(clock: Clock) -> None:
    """Refuse a clock that makes no sense."""
    fits = 0 < clock.seconds <= LONGEST_CLOCK and 0 <= clock.plus <= LONGEST_CLOCK
    if not fits or clock.per not in PERS or (clock.plus and clock.per == "move"):
        raise Refusal("server.clock")


def full(clock: Clock | None) -> int:
    """What a seat begins with."""
    return clock.seconds * 1000 if clock else 0


def forgiven(lag: int, before: int) -> int:
    """What is not counted of a turn with a round trip of `lag`, where so much was not `before`."""
    return min(lag, MOST_LAG, max(0, MOST_LAG_A_GAME - before))


def left(bank: int, thought: int) -> int:
    """What a seat still has for the move that it is to make."""
    return max(0, bank - thought)


def after_move(clock: Clock, bank: int, thought: int) -> int:
    """What a seat has for its next move."""
    return full(clock) if clock.per == "move" else left(bank, thought) + clock.plus * 1000
