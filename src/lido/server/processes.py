"""Several nodes behind one address on one machine: processes that share a listening socket.

The supervisor serves nobody. It starts the nodes, starts one again that died, and stops them all. Each node holds one
end of a pipe; it says there that it is ready, and stops when the other end is closed, also where the supervisor was
killed.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NamedTuple

from lido.errors import BadSetup, LidoError
from lido.server import logging as logs
from lido.server.logging import log_event
from lido.server.serve import listen, run_node
from lido.server.settings import Settings
from lido.server.store import is_postgres

STARTS_AGAIN = 1.0
"""Seconds before a node that died is started again, so that one that cannot start does not keep the machine busy."""
STOPS_WITHIN = 5.0
"""Seconds beyond the grace time after which a node that does not stop is killed."""


class Node(NamedTuple):
    """A process that serves."""

    process: SpawnProcess
    pipe: Connection


class Stop(Exception):
    """A signal asked for the end."""


def count(settings: Settings) -> int:
    """How many nodes these settings ask for; BadSetup where the database is for one."""
    asked = settings.processes or os.cpu_count() or 1
    if asked > 1 and not is_postgres(settings.address):
        raise BadSetup("service.setting-processes", value=asked)
    return asked


def supervise(settings: Settings, nodes: int, ready: Callable[[str], None], language: str) -> None:
    """Serve by so many nodes until a signal comes. `ready` is called with the address once all of them serve.

    A node that cannot serve says why in that language.
    """
    begin = partial(_started, settings, language)
    listening = listen(settings)
    running: list[Node] = []
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stop)
    try:
        for _ in range(nodes):
            running.append(begin(listening))
        addresses = [_said(node) for node in running]
        ready(addresses[0])
        while True:
            _replace_dead(running, partial(begin, listening))
    except Stop:
        log_event("stopping all processes")
    finally:
        _stop_all(running, settings)
        listening.close()


def _stop(number: int, frame: FrameType | None) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise Stop


def _started(settings: Settings, language: str, listening: socket.socket) -> Node:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(settings, language, listening, theirs), name="lido-node")
    process.start()
    theirs.close()
    return Node(process, ours)


def _said(node: Node) -> str:
    """The address of a node that has begun to serve; BadSetup where it has ended instead, and said why."""
    try:
        address: str = node.pipe.recv()
    except EOFError:
        raise BadSetup("service.process-ended") from None
    return address


def _replace_dead(running: list[Node], begin: Callable[[], Node]) -> None:
    """Wait until a node dies, and start another for it."""
    dead = wait([node.process.sentinel for node in running])
    for node in [node for node in running if node.process.sentinel in dead]:
        node.process.join()
        log_event("a process died", logging.ERROR, code=node.process.exitcode)
        node.pipe.close()
        running.remove(node)
        time.sleep(STARTS_AGAIN)
        running.append(begin())


def _stop_all(running: list[Node], settings: Settings) -> None:
    for node in running:
        node.pipe.close()
    until = time.monotonic() + settings.grace_seconds + STOPS_WITHIN
    for node in running:
        node.process.join(max(0.0, until - time.monotonic()))
        if node.process.is_alive():
            node.process.kill()
            node.process.join()


def _tell(pipe: Connection, address: str) -> None:
    """Say that a node serves; a supervisor that stops does not listen any more, and the node will see that too."""
    with suppress(OSError):
        pipe.send(address)


def _serve(settings: Settings, language: str, listening: socket.socket, pipe: Connection) -> None:
    """One node, in its own process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all, also to those that do not serve yet
    logs.begin(settings.log_level)
    try:
        run_node(settings, listening, partial(_tell, pipe), supervisor=pipe)
    except LidoError as error:
        sys.stderr.write(f"{error.said(language)}\n")
        raise SystemExit(1) from error
