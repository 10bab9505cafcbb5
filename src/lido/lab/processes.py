"""Many games on all cores of this machine, each played by `lido.lab.arena`."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from typing import NamedTuple, TypeAlias

from lido.errors import LidoError
from lido.lab.arena import Outcome, Setup, play


class Job(NamedTuple):
    """One game to be played."""

    setup: Setup
    number: int


Executor: TypeAlias = Callable[[Sequence[Job]], Generator[tuple[int, Outcome]]]
"""Plays all jobs and yields them as they end: at which place each was, and how it went.

Closed, it stops at once. A game that fails raises a LidoError, and none is played after it.
"""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tried(job: Job) -> Outcome | LidoError:
    """The game played, or a sentence on why it could not be."""
    try:
        return play(*job)
    except Exception as error:  # whatever a bot may run into, the arena says it in a sentence
        why = error if isinstance(error, LidoError) else repr(error)
        return LidoError("arena.game-failed", number=job.number, why=why)


def play_all(jobs: Sequence[Job], workers: int | None = None) -> Generator[tuple[int, Outcome]]:
    """An `Executor`: on all cores of this machine, or by so many `workers`."""
    todo = iter(enumerate(jobs))
    busy: dict[Connection, int] = {}

    def hand_out(worker: Connection) -> None:
        for place, job in todo:
            busy[worker] = place
            worker.send(job)
            return

    if not jobs:
        return
    with _pool(min(workers or cores(), len(jobs))) as pool:
        try:
            for worker in pool:
                hand_out(worker)
            while busy:
                ready = wait(list(busy))
                for worker in [worker for worker in busy if worker in ready]:
                    answer = worker.recv()
                    place = busy.pop(worker)
                    if isinstance(answer, LidoError):
                        raise answer
                    hand_out(worker)
                    yield place, answer
        except (EOFError, ConnectionError) as error:
            raise LidoError("arena.worker-lost") from error


@contextmanager
def _pool(count: int) -> Iterator[list[Connection]]:
    """Processes that play the games they are sent, and are stopped in the end, whatever they do."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    _start_deaf_server()
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


def _start_deaf_server() -> None:
    """Start what the processes are forked from, deaf to Ctrl-C as they will be: that is for who talks to the user."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, heard)


def _work(orders: Connection) -> None:
    """Play games until nobody asks for more, or nobody is left to ask."""
    try:
        while True:
            orders.send(tried(orders.recv()))
    except (EOFError, ConnectionError):
        pass
