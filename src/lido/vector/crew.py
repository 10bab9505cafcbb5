"""Threads that share work, as many as it pays to have.

Compiled functions run without Python's lock, so plain threads work side by side. Work is cut into parts, and whoever is
free takes the next one: a thread that the system does not let run takes none. On a machine that is busy with something
else one thread is often faster than two; how many are, is measured while they work.
"""

import os
import time
from collections.abc import Callable
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

Work: TypeAlias = Callable[[int, int], None]
"""Does what is to do from one number to before another."""

LEAST_PART = 64
"""Smaller parts are not worth handing out."""
FEW = 2 * LEAST_PART
"""Fewer games than this are played by one thread."""
PARTS_EACH = 4
"""How many parts there are for a thread, so that the slowest keeps the others waiting for a small one only."""
PROBED = 3
"""How often each number of threads is tried before the fastest is chosen."""
PATIENCE = 50
"""A number of threads that was slower is tried again when the work has taken so many times as long: 2 % at most."""


class Job:
    """Work that is being done."""

    def __init__(self, work: Work, n: int, part: int) -> None:
        self._work, self._n, self._part = work, n, part
        self._next = count().__next__
        self._done: SimpleQueue[Exception | None] = SimpleQueue()

    def help(self) -> None:
        """Take parts until there are none."""
        while (first := self._next() * self._part) < self._n:
            error = None
            try:
                self._work(first, min(self._n, first + self._part))
            except Exception as raised:  # for the thread that waits for this part
                error = raised
            self._done.put(error)

    def wait(self) -> None:
        """Wait for the parts that others have taken."""
        errors = [self._done.get() for _ in range(0, self._n, self._part)]
        for error in errors:
            if error:
                raise error


class Crew:
    """The threads of a process. They wait for work and end with the process."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._calls: list[SimpleQueue[Job]] = []

    def run(self, work: Work, n: int, threads: int) -> None:
        """Do the work from 0 to before `n`; this thread is one of them."""
        if threads == 1:
            work(0, n)
            return
        if self._process != os.getpid():  # a fork has this object and none of its threads
            self._process, self._calls = os.getpid(), []
        while len(self._calls) < threads - 1:
            calls: SimpleQueue[Job] = SimpleQueue()
            Thread(target=_serve, args=(calls,), daemon=True, name="lido-vector").start()
            self._calls.append(calls)
        job = Job(work, n, max(LEAST_PART, -(-n // (PARTS_EACH * threads))))
        for calls in self._calls[: threads - 1]:
            calls.put(job)
        job.help()
        job.wait()


def _serve(calls: SimpleQueue[Job]) -> None:
    while True:
        calls.get().help()


CREW = Crew()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pace:
    """How many threads are fastest for one kind of work, measured as it is done."""

    def __init__(self, most: int) -> None:
        numbers = sorted({1, most, *(1 << bits for bits in range(1, most.bit_length()) if 1 << bits < most)})
        self._seconds = dict.fromkeys(numbers, float("inf"))
        """How long one game takes."""
        self._tried = dict.fromkeys(numbers, 0)
        self._waited = dict.fromkeys(numbers, 0.0)

    def threads(self) -> int:
        """How many to take now: those that were fastest, and from time to time others."""
        if len(self._seconds) == 1:
            return 1
        for number, tried in self._tried.items():
            if tried < PROBED:
                return number
        for number, waited in self._waited.items():
            if waited > PATIENCE * self._seconds[number]:
                return number
        return min(self._seconds, key=lambda number: self._seconds[number])

    def took(self, threads: int, seconds: float, games: int) -> None:
        """The work took so long with so many threads.

        A shorter time counts at once, for a machine that was busy may be free again; a longer one, little by little.
        """
        self._tried[threads] += 1
        each, known = seconds / games, self._seconds[threads]
        is_quick = each < known or self._tried[threads] <= PROBED
        self._seconds[threads] = min(known, each) if is_quick else 0.8 * known + 0.2 * each
        for number in self._waited:
            self._waited[number] = 0.0 if number == threads else self._waited[number] + each

    def run(self, work: Work, n: int, games: int) -> None:
        """Do the work of `n` games, in so many of which there is something to do, with as many threads as seem best."""
        if games < FEW:
            work(0, n)
            return
        threads = self.threads()
        began = time.perf_counter()
        CREW.run(work, n, threads)
        self.took(threads, time.perf_counter() - began, games)
