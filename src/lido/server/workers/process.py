"""Worker processes and the pipes to them, over which go pickled Python objects, each with its length before it.

Games are sent by their ids, so that nothing compiled is sent. A worker ends when its pipe is closed: however the
service ends, its workers end too.
"""

import asyncio
import io
import os
import pickle
import signal
import struct
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Self

from lido.game import Game
from lido.games import find

LENGTH = struct.Struct("!I")
LEAST_PAUSE, MOST_PAUSE = 0.1, 10.0
"""Seconds before a worker that did not even get ready is started again."""


REST = 2**16
"""Bytes of what is left that are read at a time."""


class Gone(Exception):
    """The process has ended, or its pipe is closed."""


class Process:
    """The service's end of the pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process = process
        self._in = process.stdin
        self._out = process.stdout

    @classmethod
    async def started(cls, module: str) -> Self:
        """A new process that runs `main` of a module, which makes a `WorkerPipe`."""
        pipe = asyncio.subprocess.PIPE
        code = f"from {module} import main; main()"
        return cls(await asyncio.create_subprocess_exec(sys.executable, "-P", "-c", code, stdin=pipe, stdout=pipe))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: Any) -> None:
        """Send a message without waiting until it is read; if the process has ended, `receive` finds out."""
        if not self._in.is_closing():
            self._in.write(written(message))

    async def receive(self) -> Any:
        """The next message; raises Gone."""
        try:
            (length,) = LENGTH.unpack(await self._out.readexactly(LENGTH.size))
            return read(await self._out.readexactly(length))
        except (asyncio.IncompleteReadError, OSError) as error:
            raise Gone from error

    def interrupt(self) -> None:
        """Nobody waits for what the process is doing: it may stop that, if it can be told to (`SIGALRM`)."""
        with suppress(ProcessLookupError, AttributeError):
            self._process.send_signal(signal.SIGALRM)

    async def ended(self) -> None:
        """Wait until the process has ended by itself."""
        await self._process.wait()

    async def close(self) -> None:
        """End the process now."""
        with suppress(ProcessLookupError):
            self._process.kill()
        with suppress(OSError):
            while await self._out.read(REST):  # as long as something is left to be read, `wait` does not return
                pass
        await self._process.wait()
        self._in.close()
        with suppress(OSError):
            await self._in.wait_closed()


async def kept_alive(module: str, serve: Callable[[Process], Any]) -> None:
    """Run `serve` on a process of that module, and on a new one when that one has ended, until cancelled.

    The first message of a process says that it is ready.
    """
    pause = LEAST_PAUSE
    while True:
        process = await Process.started(module)
        try:
            await process.receive()
            pause = LEAST_PAUSE
            await serve(process)
        except Gone:
            pass
        finally:
            await asyncio.shield(process.close())
        await asyncio.sleep(pause)
        pause = min(2 * pause, MOST_PAUSE)


class WorkerPool(ABC):
    """A number of processes that run one module. A process that ends is replaced."""

    worker: ClassVar[str]
    """The module that the processes run."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._tasks: list[asyncio.Task[None]] = []
        self._ready = asyncio.Event()

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Start the processes. They may be used at once; what they are asked waits until they are ready."""
        self._tasks = [asyncio.create_task(kept_alive(self.worker, self._serve)) for _ in range(self._processes)]

    async def ready(self) -> None:
        """Wait until a process is ready."""
        await self._ready.wait()

    async def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    @abstractmethod
    async def _serve(self, process: Process) -> None:
        """Use a process that is ready, until it ends."""


class WorkerPipe:
    """The worker's end of the pipe."""

    def __init__(self) -> None:
        # What a worker prints goes to standard error: standard output is for messages alone.
        self._in, self._out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then closes the pipe

    def send(self, message: Any) -> None:
        """Send a message. If nobody reads any more, the process ends."""
        try:
            self._out.write(written(message))
            self._out.flush()
        except BrokenPipeError:
            os._exit(0)  # from any thread; what is buffered cannot be written either

    def receive(self) -> Any:
        """The next message; raises EOFError when the pipe is closed."""
        header = self._in.read(LENGTH.size)
        if len(header) < LENGTH.size:
            raise EOFError
        return read(self._in.read(LENGTH.unpack(header)[0]))


class _Writer(pickle.Pickler):
    def persistent_id(self, thing: Any) -> str | None:
        return thing.id if isinstance(thing, Game) else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, name: str) -> Game[Any]:
        return find(name)


def written(message: Any) -> bytes:
    """A message as it is sent."""
    body = io.BytesIO()
    _Writer(body, pickle.HIGHEST_PROTOCOL).dump(message)
    return LENGTH.pack(body.tell()) + body.getvalue()


def read(body: bytes) -> Any:
    """A message, without its length."""
    return _Reader(io.BytesIO(body)).load()
