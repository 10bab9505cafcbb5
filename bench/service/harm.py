"""What attacks do to honest players: `make harm`.

A server with its usual limits has a core of its own. Two people play at one table, and somebody new opens the home page
every quarter of a second, each from an address of their own. Then an attack begins, ends, begins again, and the server
is asked to stop in the middle of it.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.service.attacks import ATTACKS
from bench.service.node import HOST, STOPS_WITHIN, Node, visitor
from bench.service.scripted import Scripted
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


class Honest(Scripted):
    """One of two who play game after game, and how long each of their moves waited."""

    def __init__(self, port: int, address: str, seat: int, waits: list[float]) -> None:
        super().__init__(visitor(port, address), seat, address)
        self._waits = waits
        self.over = asyncio.Event()

    def asked(self, move: bytes) -> None:
        """Think a little, and move."""
        asyncio.get_running_loop().call_later(THINKS, self.move, move)

    def waited(self, seconds: float) -> None:
        """Keep it."""
        self._waits.append(seconds)

    def ended(self) -> None:
        """Go, to play another."""
        self.leave()

    def hung_up(self) -> None:
        """This game is over."""
        self.over.set()


class Everybody:
    """The honest people, and what they waited for."""

    def __init__(self, port: int) -> None:
        self.moves: list[float] = []
        self.visits: list[float] = []
        self._port = port
        self._players = [Honest(port, ADDRESSES[seat - 1], seat, self.moves) for seat in (1, 2)]
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Begin to play and to visit."""
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._visit())]

    async def _play(self) -> None:
        while True:
            wish = {"game": games()[0].id, "players": 2}
            opened = await asyncio.to_thread(self._players[0].caller.ask, "POST", "/api/tables", wish)
            for player in self._players:
                player.over.clear()
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
        """What they waited for since the last time, sorted; a move that still waits counts as long as it has waited."""
        pending = [waits for player in self._players if (waits := player.pending())]
        taken = sorted(self.moves + pending), sorted(self.visits)
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
    honest = Everybody(node.port)
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
