"""Services that start quickly: forked from a process that has loaded and compiled what a service needs.

Each is a process like any other, with memory, signals and an exit code of its own.
"""

import atexit
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

from lido.cli import app
from lido.server import serve

LARGEST = 2**16
"""Bytes of the longest order."""


class Order(NamedTuple):
    """What is run: `python -m module arguments…`."""

    module: str
    arguments: list[str]
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
    (read_out, write_out), (read_status, write_status) = os.pipe(), os.pipe()
    socket.send_fds(_nursery(), [json.dumps(order).encode()], [write_out, errors.fileno(), write_status])
    os.close(write_out)
    os.close(write_status)
    return Nursed(os.fdopen(read_out), os.fdopen(read_status))


@cache
def _nursery() -> socket.socket:
    """The line to the process from which all others are forked: it ends with this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(there.fileno())], pass_fds=[there.fileno()], cwd=root
    )
    there.close()

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def _next_order(line: socket.socket) -> Order:
    """Fork for every order that comes; returns in the process that must carry it out, and nowhere else."""
    while True:
        said, handed, _, _ = socket.recv_fds(line, LARGEST, 3)
        if not said:
            sys.exit()
        output, errors, status = handed
        if os.fork():
            for each in (output, errors, status):
                os.close(each)
            continue
        line.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if child := os.fork():  # this process only tells how that one ends
            os.write(status, f"{child}\n".encode())
            os.close(output)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with suppress(BrokenPipeError):  # whoever asked may have ended
                os.write(status, f"{code}\n".encode())
            os._exit(0)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        for each in (output, errors, status):
            os.close(each)
        return Order(*json.loads(said))


def main() -> None:
    """Get ready, then fork for every order."""
    assert app
    serve.get_ready()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    order = _next_order(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environment)
    if order.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (order.files, order.files))
    sys.argv = [order.module, *order.arguments]
    runpy.run_module(order.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
