"""What attacks do to honest players: `make harm`.

A server with its usual limits has a core of its own. Two people play at one table, and somebody new opens the home page
every quarter of a second, each from an address of their own. Then an attack begins, ends, begins again, and the server
is asked to stop in the middle of it.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.service.attacks import ATTACKS
from bench.service.line import Outbox
from bench.service.node import HOST, STOPS_WITHIN, Caller, Node
from lido.deal import commitment
from lido.games import games

ADDRESSES = ("127.0.0.11", "127.0.0.12", "127.0.0.13")
"""Of the two players and of the visitors."""
THINKS = 0.02
"""Seconds between a move and the next."""
VISITS = 0.25
PATIENCE = 10.0
"""Seconds after which a visitor goes away."""
CALM, LONG = 4.0, 12.0
"""Seconds without and with an attack."""
STRING = "harm"


class Player:
    """One of two who play game after game, and how long each of their moves waited."""

    def __init__(self, port: int, address: str, seat: int, waits: list[float]) -> None:
        self.caller = Caller(port, address)
        self.caller.ask("GET", "/api/me")
        self._address, self._seat, self._waits = address, seat, waits
        self._numbers = count(1)
        self._sent = 0.0
        self.over = asyncio.Event()
        self._line: Outbox | None = None

    async def sit(self, table: str) -> None:
        """Sit down at a table."""
        self.over.clear()
        path = f"/api/tables/{table}/socket?client={self._seat}-{table}"
        self._line = Outbox(path, self.caller.cookie, self._heard, self.over.set)
        self._numbers, self._sent = count(1), 0.0
        await self._line.connect(self.caller.port, self._address)

    def _heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"done"'):
            if self._sent:
                self._waits.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        elif text.startswith(b'{"type":"welcome"'):
            self._say(b'"do":"sit","seat":%d,"commitment":"%b"' % (self._seat, commitment(STRING).encode()))
        elif b'"kind":"sealed"' in text:
            self._say(b'"do":"reveal","seat":%d,"string":"%b"' % (self._seat, STRING.encode()))
        elif b'"kind":"over"' in text:
            self.leave()
        elif (at := text.find(b'"legal":[')) >= 0 and (moves := text[at + 9 : text.index(b"]", at)]):
            asyncio.get_running_loop().call_later(THINKS, self._move, random.choice(moves.split(b",")))

    def _move(self, move: bytes) -> None:
        self._sent = time.perf_counter()
        self._say(b'"do":"move","seat":%d,"move":%b' % (self._seat, move))

    def _say(self, message: bytes) -> None:
        assert self._line
        self._line.say(b'{%b,"number":%d}' % (message, next(self._numbers)))

    def leave(self) -> None:
        """Hang up."""
        if self._line:
            self._line.close()


class Honest:
    """The honest people, and what they waited for."""

    def __init__(self, port: int) -> None:
        self.moves: list[float] = []
        self.visits: list[float] = []
        self._port = port
        self._players = [Player(port, ADDRESSES[seat - 1], seat, self.moves) for seat in (1, 2)]
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Begin to play and to visit."""
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._visit())]

    async def _play(self) -> None:
        while True:
            wish = {"game": games()[0].id, "players": 2}
            opened = await asyncio.to_thread(self._players[0].caller.ask, "POST", "/api/tables", wish)
            for player in self._players:
                await player.sit(opened["table"])
            await asyncio.gather(*(player.over.wait() for player in self._players))

    async def _visit(self) -> None:
        while True:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    reader, writer = await asyncio.open_connection(HOST, self._port, local_addr=(ADDRESSES[2], 0))
                    writer.write(f"GET / HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                    served = (await reader.readline()).startswith(b"HTTP/1.1 200")
                    writer.close()
            except (OSError, TimeoutError):
                served = False
            self.visits.append(time.perf_counter() - began if served else PATIENCE)
            await asyncio.sleep(VISITS)

    def take(self) -> tuple[list[float], list[float]]:
        """What they waited for since the last time, sorted."""
        taken = sorted(self.moves), sorted(self.visits)
        self.moves.clear()
        self.visits.clear()
        return taken

    async def end(self) -> None:
        """Go home."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in self._players:
            player.leave()


class Harm(NamedTuple):
    """What an attack did."""

    before: list[float]
    during: list[float]
    after: list[float]
    visits: list[float]
    memory: int
    log: int
    stopped: float


def attacker(name: str, port: int) -> subprocess.Popen[bytes]:
    """The attack, in a process of its own that leaves honest people the processor."""
    command = ["nice", "-n", "10", sys.executable, "-m", "bench.service.attacks", name, str(port)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def harm(node: Node, name: str) -> Harm:
    """Attack a server while people use it."""
    honest = Honest(node.port)
    await honest.begin()
    await asyncio.sleep(CALM)
    before, _ = honest.take()
    memory, log = node.memory(), node.log_bytes()
    attack = attacker(name, node.port)
    await asyncio.sleep(LONG)
    during, visits = honest.take()
    memory, log = node.memory() - memory, node.log_bytes() - log
    attack.kill()
    await asyncio.sleep(1)
    honest.take()
    await asyncio.sleep(CALM)
    after, _ = honest.take()
    attack = attacker(name, node.port)
    await asyncio.sleep(CALM)
    await honest.end()
    began = time.perf_counter()
    await asyncio.to_thread(node.stop)
    stopped = time.perf_counter() - began
    attack.kill()
    return Harm(before, during, after, visits, memory, log, stopped)


def spread(waits: Sequence[float]) -> str:
    """The middle, the 99th of 100 and the longest, in milliseconds."""
    if not waits:
        return "none"
    middle, late, longest = waits[len(waits) // 2], waits[int(len(waits) * 0.99)], waits[-1]
    return f"{middle * 1000:.1f} / {late * 1000:.0f} / {longest * 1000:.0f}"


def main() -> None:
    """Run the attacks that are named, or all, and print what they did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS])
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    title = "An honest move's answer in ms (median / 99 % / longest), while others attack"
    shown = Table("attack", "before", "during", "after", title=title)
    for head in ("visitors served", "memory MiB", "log kB", "SIGTERM s"):
        shown.add_column(head, justify="right")
    for name in track(asked.attacks or list(ATTACKS), description="Attacks"):
        with tempfile.TemporaryDirectory(prefix="lido-harm-") as folder:
            node = Node(f"{folder}/tables.db", Path(folder) / "log", cores={cores[0]}, limits={}, log_level="info")
            node.start()
            try:
                seen = uvloop.run(harm(node, name))
            finally:
                node.kill()
        served = sum(wait < PATIENCE for wait in seen.visits)
        shown.add_row(
            name, spread(seen.before), spread(seen.during), spread(seen.after), f"{served} of {len(seen.visits)}",
            f"{seen.memory / 2**20:.1f}", f"{seen.log / 1000:.0f}", f"{min(seen.stopped, STOPS_WITHIN):.1f}",
        )  # fmt: skip
    Console(width=160).print(shown)


if __name__ == "__main__":
    main()
