"""Work that does not hold the program, and signals that make the players leave in good order."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

INTERRUPTED = 128 + signal.SIGINT
"""What a program exits with after Ctrl-C."""


class Left(SystemExit):
    """The players leave the game, and the program exits with `code`.

    An event loop lets nothing else through that is raised while it waits for a key.
    """

    code: int


@contextmanager
def leaving_on_signals() -> Iterator[None]:
    """Raise `Left` when the program is told to stop."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Left(128 + number)

    before = {number: signal.signal(number, leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def thought(work: Callable[[], T]) -> Future[T]:
    """The result of `work` to come, from a thread that is dropped when the program ends."""
    future: Future[T] = Future()

    def think() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=think, daemon=True).start()
    return future
