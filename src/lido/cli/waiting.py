"""Work in the background, and signals that end a command cleanly."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Left(SystemExit):
    """The players leave the game, and the program exits with `code`.

    An event loop lets nothing else through that is raised while it waits for a key.
    """

    code: int


def leaving_on_signals() -> AbstractContextManager[None]:
    """Raise `Left` on SIGTERM and SIGHUP."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Left(128 + number)

    return _answering(SIGNALS, leave)


def undisturbed() -> AbstractContextManager[None]:
    """Ignore all signals to stop for now, Ctrl-C included."""
    return _answering([*SIGNALS, signal.SIGINT], signal.SIG_IGN)


@contextmanager
def _answering(
    signals: Iterable[signal.Signals], handler: signal.Handlers | Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in signals}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def thought(work: Callable[[], T]) -> Future[T]:
    """The future result of `work`, from a daemon thread."""
    future: Future[T] = Future()

    def think() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=think, daemon=True).start()
    return future
