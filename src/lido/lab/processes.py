"""Plays many games at once in processes on this machine."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import NamedTuple, TypeAlias

from lido.errors import LidoError
from lido.lab.outcome import Outcome, play
from lido.lab.setup import Setup


class Job(NamedTuple):
    """One game to play."""

    setup: Setup
    number: int


Executor: TypeAlias = Callable[[Sequence[Job]], Generator[tuple[int, Outcome]]]
"""Plays all jobs and yields `(index of the job, outcome)` as games end, in any order.

Closing the generator stops all games. A game that fails raises a LidoError and stops the others.
"""


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tried(job: Job) -> Outcome | LidoError:
    """The outcome of a game, or the error that stopped it."""
    try:
        return play(*job)
    except Exception as error:  # rules and bots of other packages may raise anything
        why = error if isinstance(error, LidoError) else repr(error)
        return LidoError("arena.game-failed", number=job.number, why=why)


def play_all(jobs: Sequence[Job], workers: int | None = None) -> Generator[tuple[int, Outcome]]:
    """The default `Executor`: plays in `workers` processes on this machine, by default one for each core.

    A script that calls it needs `if __name__ == "__main__":`, like any program that starts Python processes.
    """
    todo = iter(enumerate(jobs))
    busy: dict[Connection, int] = {}

    def send_next(worker: Connection) -> None:
        for index, job in todo:
            busy[worker] = index
            worker.send(job)
            return

    if not jobs:
        return
    with _pool(min(workers or cores(), len(jobs))) as pool:
        try:
            for worker in pool:
                send_next(worker)
            while busy:
                ready = wait(list(busy))
                for worker in [worker for worker in busy if worker in ready]:
                    answer = worker.recv()
                    index = busy.pop(worker)
                    if isinstance(answer, LidoError):
                        raise answer
                    send_next(worker)
                    yield index, answer
        except (EOFError, ConnectionError) as error:
            raise LidoError("arena.worker-lost") from error


@contextmanager
def _pool(count: int) -> Iterator[list[Connection]]:
    """Connections to `count` processes that play what they are sent. They are terminated at the end."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    _start_forkserver()
    started = []
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            started.append((process, ours))
        yield [ours for _, ours in started]
    finally:
        for process, ours in started:
            process.terminate()
            ours.close()
        for process, _ in started:
            process.join()


def _start_forkserver() -> None:
    """Start the process that the others are forked from. They all ignore Ctrl-C: the caller decides what it does."""
    resource_tracker.ensure_running()  # it unblocks the signal when it starts
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _work(jobs: Connection) -> None:
    """Play games until the connection is closed."""
    try:
        while True:
            jobs.send(tried(jobs.recv()))
    except (EOFError, ConnectionError):
        pass
