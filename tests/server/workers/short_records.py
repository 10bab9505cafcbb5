"""A worker that has no time for a record whose seed is `late`, and all the time for one whose seed is `endless`."""

import itertools
import signal
from typing import Any

from lido import match
from lido.server.workers import replaying

begin = match.begin


def _begin(record: Any) -> match.Match:
    if record.seed == "late":
        signal.setitimer(signal.ITIMER_REAL, 0.001)
    if record.seed in ("late", "endless"):
        for _ in itertools.count():
            pass
    if record.seed == "large":
        bytearray(2 * replaying.MOST_MEMORY)
    if record.seed == "broken":
        raise ZeroDivisionError
    return begin(record)


def main() -> None:
    vars(replaying).update(begin=_begin, LONGEST=3600.0)
    replaying.main()
