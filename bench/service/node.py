"""A `lido serve` of our own, on loopback: started, killed, stopped, weighed."""

import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.service.share import used_by

HOST = "127.0.0.1"
PORTS = range(20_000, 30_000)
STARTS_WITHIN = 60.0
STOPS_WITHIN = 30.0
UNLIMITED = {
    "connections-each": 1_000_000,
    "sockets-each": 1_000_000,
    "requests-each": 1e9,
    "newcomers-each": 1e9,
    "messages-each": 1e9,
    "changes-each": 1e9,
    "tables-each": 1_000_000,
    "talk-each": 1e9,
    "entries-each": 1e9,
}
"""A trial comes from one address, which the limits are there to stop."""


def free_port() -> int:
    """A port that nobody uses, and that the system gives to no client meanwhile, as it does with those it chooses."""
    for port in random.sample(PORTS, len(PORTS)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((HOST, port))
            return port
    raise RuntimeError(f"no port of {PORTS} is free")


class Node:
    """One server process."""

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        cores: set[int] | None = None,
        limits: Mapping[str, float] = UNLIMITED,
        **settings: Any,
    ) -> None:
        self.port = free_port()
        self._log = log
        self._cores = cores
        named = {name.replace("_", "-"): value for name, value in settings.items()}
        chosen = {"log-level": "warning", **limits, **named}
        options = [text for name, value in chosen.items() for text in (f"--{name}", str(value))]
        self._command = [sys.executable, "-m", "lido", "serve", "--host", HOST, "--port", str(self.port)]
        self._command += ["--database", database, *options]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it says that it is ready."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)
        if self._cores:
            os.sched_setaffinity(self._process.pid, self._cores)
        until = time.monotonic() + STARTS_WITHIN
        while not self._ready():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(f"the service does not start: {self._log.read_text()[-2000:]}")
            time.sleep(0.02)

    def _ready(self) -> bool:
        try:
            return Caller(self.port).status("GET", "/ready") == http.client.OK
        except (OSError, http.client.HTTPException):  # before it listens, a connection may even reach itself
            return False

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL to it and to every process it started, which is what a power cut does."""
        assert self._process
        with contextlib.suppress(ProcessLookupError):  # it has stopped
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ask it to stop."""
        assert self._process
        self._process.terminate()
        self._process.wait(STOPS_WITHIN)

    def memory(self) -> int:
        """Bytes of memory that it alone uses now."""
        assert self._process
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no VmRSS")

    def log_bytes(self) -> int:
        """Bytes that it has written to its log."""
        return self._log.stat().st_size

    def processor_seconds(self) -> float:
        """Processor time that it has used."""
        return used_by([self.pid])


class Caller:
    """A visitor who asks over HTTP, and keeps their cookie."""

    def __init__(self, port: int, address: str = HOST) -> None:
        self.port = port
        self.cookie = ""
        self._from = (address, 0)

    def status(self, method: str, path: str) -> int:
        """What came of a request, by its number."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=STOPS_WITHIN, source_address=self._from)
        try:
            connection.request(method, path)
            return connection.getresponse().status
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer, or RuntimeError for one that is not good."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=STOPS_WITHIN, source_address=self._from)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        if response.status >= http.client.BAD_REQUEST:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:300]!r}")
        for cookie in response.headers.get_all("Set-Cookie") or ():
            self.cookie = cookie.split(";")[0]
        return json.loads(content) if content else None


def visitor(port: int, address: str = HOST) -> Caller:
    """Somebody new, at that address."""
    caller = Caller(port, address)
    caller.ask("GET", "/api/me")
    return caller
