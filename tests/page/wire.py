"""A network between a browser and a service that can go dead: nothing is closed, and nothing comes through."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

from tests.server.service import Service


class Wire:
    """Leads to a service. While it is `dead`, bytes are lost; a connection that lost some must be made again."""

    def __init__(self, service: Service) -> None:
        there = urlsplit(service.address)
        self._there = (there.hostname or "", there.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listening]
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.dead = False

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _run(self, work: Callable[..., None], *things: socket.socket) -> None:
        threading.Thread(target=work, args=things, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.create_connection(self._there)
                self._sockets += [here, there]
                self._run(self._carry, here, there)
                self._run(self._carry, there, here)

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.dead:
                    goal.sendall(data)
            if not self.dead:
                goal.shutdown(socket.SHUT_WR)
