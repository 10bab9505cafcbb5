"""Services and their workers that start quickly: forked from a process that has loaded and compiled what they need.

Each is a process like any other, with memory, signals and an exit code of its own.
"""

import asyncio
import atexit
import gc
import json
import multiprocessing
import os
import resource
import runpy
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from lido.cli import app
from lido.games import games
from lido.precompile import precompile
from lido.server import serve
from lido.server.workers.process import Process
from tests.server.prepared import prepare

LARGEST = 2**16
"""Bytes of the longest order."""
SOON = 10.0
"""Seconds within which somebody listens who has said so."""


class Order(NamedTuple):
    """What is run: `python -m module arguments…`, or `main` of the module where there are no arguments."""

    module: str
    arguments: list[str] | None
    environment: dict[str, str]
    folder: str
    files: int | None
    """How many files it may open, if not as many as this process."""


class Nursed:
    """A process that was forked; the parts of `subprocess.Popen` that the tests use."""

    def __init__(self, stdout: IO[str], status: IO[str]) -> None:
        self.stdout = stdout
        self._status = status
        self.pid = int(status.readline())
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        try:
            return self.wait(0)
        except TimeoutError:
            return None

    def wait(self, timeout: float) -> int:
        """The exit code, once it has ended."""
        if self._code is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise TimeoutError(f"process {self.pid} still runs")
            self._code = int(self._status.readline())
            self._status.close()
        return self._code


def started(order: Order, errors: IO[bytes]) -> Nursed:
    """A new process whose standard error is a file."""
    read_out, write_out = os.pipe()
    with open(os.devnull, "rb") as nothing:
        status = _ordered(order, nothing.fileno(), write_out, errors.fileno())
    os.close(write_out)
    return Nursed(os.fdopen(read_out), os.fdopen(status))


class NursedWorker:
    """A worker that was forked; the parts of `asyncio.subprocess.Process` that a service uses."""

    def __init__(self, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader, status: asyncio.StreamReader) -> None:
        self.stdin, self.stdout, self._status = stdin, stdout, status
        self.pid = 0
        self._ended: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @classmethod
    async def started(cls, module: str) -> Self:
        """A new process that runs `main` of a module."""
        (read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
        status = _ordered(Order(module, None, dict(os.environ), os.getcwd(), None), read_in, write_out, 2)
        os.close(read_in)
        os.close(write_out)
        worker = cls(await _writer(write_in), await _reader(read_out), await _reader(status))
        worker.pid = int(await worker._status.readline())
        worker._ended = asyncio.ensure_future(worker._status.read())
        return worker

    def send_signal(self, number: int) -> None:
        if not self._ended.done():
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """The exit code, once it has ended."""
        return int(await asyncio.shield(self._ended))


async def _reader(file: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(file, "rb")
    )
    return reader


async def _writer(file: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(file, "wb")
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def worker_started(module: str) -> Process:
    """Instead of `Process.started`: a worker from the nursery."""
    worker: Any = await NursedWorker.started(module)
    return Process(worker)


def _ordered(order: Order, stdin: int, stdout: int, errors: int) -> int:
    """Order a process; the file that tells its number, and its exit code when it has ended."""
    read_status, write_status = os.pipe()
    line = _nursery()
    files = [stdin, stdout, errors, write_status, line.fileno()]
    socket.send_fds(line, [json.dumps(order).encode()], files)
    os.close(write_status)
    return read_status


_inherited: list[socket.socket] = []
"""In a process of the nursery: the line to it."""


@cache
def _nursery() -> socket.socket:
    """The line to the process from which all others are forked: one for all workers of a run of the tests.

    It ends when nobody has a line to it any more.
    """
    if _inherited:
        return _inherited[0]
    address = f"\0lido nursery {os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door, suppress(OSError):  # another worker was first
        door.bind(address)
        door.listen()
        os.set_inheritable(door.fileno(), True)
        command = [sys.executable, "-m", __name__, str(door.fileno())]
        os.posix_spawn(sys.executable, command, {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    until = time.monotonic() + SOON
    while line.connect_ex(address):  # whoever was first is about to listen
        assert time.monotonic() < until, "the nursery has ended"
        time.sleep(0.01)
    atexit.register(line.close)
    return line


class _Children:
    """The processes that were forked, and whom to tell when they have ended."""

    def __init__(self) -> None:
        self._status: dict[int, int] = {}
        self._ended, told = os.pipe()
        os.set_blocking(told, False)
        signal.set_wakeup_fd(told)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._files = (self._ended, told)

    def forked(self, status: int) -> bool:
        """Fork; whether this is the child, which has nothing of all this."""
        if child := os.fork():
            self._status[child] = status
            self._tell(status, child)
            return False
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for file in (*self._files, *self._status.values(), status):
            os.close(file)
        return True

    def wait_for(self, sockets: list[socket.socket]) -> socket.socket:
        """Wait until something comes to one of these, and tell meanwhile who has ended."""
        by_file = {each.fileno(): each for each in sockets}
        while True:
            ready, _, _ = select.select([self._ended, *by_file], [], [])
            if ready != [self._ended]:
                return by_file[ready[-1]]
            os.read(self._ended, LARGEST)
            self._reap()

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                status = self._status.pop(found[0])
                self._tell(status, os.waitstatus_to_exitcode(found[1]))
                os.close(status)

    @staticmethod
    def _tell(status: int, number: int) -> None:
        with suppress(BrokenPipeError):  # whoever asked may have ended
            os.write(status, f"{number}\n".encode())


def _next_order(door: socket.socket) -> Order:
    """Fork for every order that comes; returns in the process that must carry it out, and nowhere else."""
    children = _Children()
    lines = [door.accept()[0]]
    while lines:
        line = children.wait_for([door, *lines])
        if line is door:
            lines.append(door.accept()[0])
            continue
        said, handed, _, _ = socket.recv_fds(line, LARGEST, 5)
        if not said:  # nobody has that line any more
            lines.remove(line)
            line.close()
            continue
        stdin, output, errors, status, back = handed
        if not children.forked(status):
            for each in (stdin, output, errors, back):
                os.close(each)
            continue
        for other in (door, *lines):
            other.close()
        for place, file in enumerate((stdin, output, errors)):
            os.dup2(file, place)
            os.close(file)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        _inherited.append(socket.socket(fileno=back))
        return Order(*json.loads(said))
    sys.exit()


class _Nodes:
    """Instead of `multiprocessing.get_context("spawn")`: a service of several nodes forks them.

    As spawned ones do, they have no end of a pipe but their own.
    """

    def __init__(self) -> None:
        self._fork = multiprocessing.get_context("fork")
        self._ours: list[Connection] = []

    def Pipe(self) -> tuple[Connection, Connection]:
        ours, theirs = self._fork.Pipe()
        self._ours.append(ours)
        return ours, theirs

    def Process(self, target: Callable[..., None], args: tuple[Any, ...], name: str) -> ForkProcess:
        return self._fork.Process(target=self._begin, args=(target, args), name=name)

    def _begin(self, target: Callable[..., None], args: tuple[Any, ...]) -> None:
        for each in self._ours:
            each.close()
        target(*args)


def main() -> None:
    """Get ready, then fork for every order."""
    assert app
    serve.get_ready()
    for game in games():
        precompile(game)
    prepare()
    gc.collect()
    gc.freeze()
    order = _next_order(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environment)
    if order.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (order.files, order.files))
    try:
        _carry_out(order)
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        _end(ended.code or 0)
    _end(0)


def _carry_out(order: Order) -> None:
    if order.arguments is None:
        import_module(order.module).main()
        return
    Process.started = worker_started  # type: ignore[method-assign]
    nodes: Any = _Nodes()
    multiprocessing.get_context = lambda _: nodes  # type: ignore[assignment]
    sys.argv = [order.module, *order.arguments]
    runpy.run_module(order.module, run_name="__main__", alter_sys=True)


def _end(code: int) -> None:
    """End this process as Python does, but without freeing its memory: what is shared would be copied for that."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
