"""Threads that share work, as many as it pays to have.

Compiled functions run without Python's lock, so plain threads work side by side. Whoever is free takes the next block
of the work: a thread that the system does not let run takes none. On a machine that is busy with something else one
thread is often faster than two, because one that is put to sleep within a block keeps the others waiting; how many are
fastest is measured while they work.
"""

import os
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Work: TypeAlias = Callable[[NDArray[np.int64]], int]
"""Takes blocks until there are none, counts them in the array that all who share the work are given, and returns how
much it has done."""

FEW = 128
"""Fewer games than this are played by one thread."""
PROBED = 3
"""How often each number of threads is tried before the fastest is chosen."""
PATIENCE = 100
"""A number of threads that was slower is tried again when the work has taken so many times as long: 1 % at most."""
WEIGHT = 0.1
"""How much one more measurement counts. Most steps are even and a few take ten times as long, so these must count."""


class Job:
    """Work that is being done."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._taken = np.zeros(1, dtype=np.int64)
        self._done: SimpleQueue[int | Exception] = SimpleQueue()

    def help(self) -> None:
        """Take blocks until there are none, and tell the thread that waits for them."""
        try:
            done = self._work(self._taken)
        except Exception as error:
            self._done.put(error)
        else:
            if done:
                self._done.put(done)

    def finish(self, n: int) -> None:
        """Take blocks too, and wait for those that others have taken."""
        done = self._work(self._taken)
        while done < n:
            told = self._done.get()
            if isinstance(told, Exception):
                raise told
            done += told


class Crew:
    """The threads of a process. They wait for work and end with the process."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._calls: list[SimpleQueue[Job]] = []

    def run(self, work: Work, n: int, threads: int) -> None:
        """Do work that is `n` in all; this thread is one of them."""
        if self._process != os.getpid():  # a fork has this object and none of its threads
            self._process, self._calls = os.getpid(), []
        while len(self._calls) < threads - 1:
            calls: SimpleQueue[Job] = SimpleQueue()
            Thread(target=_serve, args=(calls,), daemon=True, name="lido-vector").start()
            self._calls.append(calls)
        job = Job(work)
        for calls in self._calls[: threads - 1]:
            calls.put(job)
        job.finish(n)


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
        """The work took so long with so many threads. Of the first times, which say little, the shortest counts."""
        self._tried[threads] += 1
        each, known = seconds / games, self._seconds[threads]
        is_new = self._tried[threads] <= PROBED
        self._seconds[threads] = min(known, each) if is_new else known + WEIGHT * (each - known)
        for number in self._waited:
            self._waited[number] = 0.0 if number == threads else self._waited[number] + each

    def run(self, work: Work, n: int, games: int) -> None:
        """Do the work of `n` games, in so many of which there is something to do, with as many threads as seem best."""
        if games < FEW:
            CREW.run(work, n, 1)
            return
        threads = self.threads()
        began = time.perf_counter()
        CREW.run(work, n, threads)
        self.took(threads, time.perf_counter() - began, games)
