"""Ten thousand sockets that say nothing, on one node: what they cost. `make idle`.

Half of them are at tables of two, half are spectators of these. Meanwhile two people play.
"""

import argparse
import asyncio
import os
import resource
import tempfile
import time
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress

from bench.service.line import Outbox
from bench.service.load import Load, Pair
from bench.service.node import Caller, Node, visitor
from lido.games import games

SOCKETS = 10_000
AT_ONCE = 50
SECONDS = 10.0
EACH_ADDRESS = 5_000
"""Sockets from one address, which has some 28,000 ports."""
SPARE_FILES = 500


class Idle:
    """All sockets, and how many of them are open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.welcome = 0
        self.lost = 0
        self.lines: list[Outbox] = []

    def _heard(self, text: bytes) -> None:
        self.welcome += text.startswith(b'{"type":"welcome"')

    def _lost(self) -> None:
        self.lost += 1

    async def connect(self, table: str, caller: Caller) -> None:
        """One more socket at a table."""
        number = len(self.lines)
        line = Outbox(f"/api/tables/{table}/socket?client=i{number}", caller.cookie, self._heard, self._lost)
        self.lines.append(line)
        await line.connect(self._port, f"127.0.0.{2 + number // EACH_ADDRESS}")


async def trial(node: Node, sockets: int, console: Console) -> None:
    """Open all, then let two people play, and say what was seen."""
    idle, empty = Idle(node.port), node.memory()
    host, guest = visitor(node.port), visitor(node.port)
    began = time.perf_counter()
    with Progress(console=console) as bar:
        task = bar.add_task("Sockets", total=sockets)
        for first in range(0, sockets, AT_ONCE):
            wish = {"game": games()[0].id, "players": 2}
            table = (await asyncio.to_thread(host.ask, "POST", "/api/tables", wish))["table"]
            count = min(AT_ONCE, sockets - first)
            await asyncio.gather(*(idle.connect(table, (host, guest)[number % 2]) for number in range(count)))
            while idle.welcome + idle.lost < first + count:
                await asyncio.sleep(0.01)
            bar.update(task, completed=first + count)
    opened = time.perf_counter() - began
    memory = node.memory() - empty
    load, used = Load(None), node.processor_seconds()
    await asyncio.sleep(SECONDS)
    resting = (node.processor_seconds() - used) / SECONDS
    pair = await asyncio.to_thread(Pair, load, node.port)
    await pair.begin()
    load.waits.on = True
    load.begin()
    await asyncio.sleep(SECONDS)
    await load.end()
    waits = sorted(load.waits.seconds)
    p50, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
    console.print(
        f"{idle.welcome:,} sockets opened in {opened:.0f} s, {idle.lost} lost; {memory / 2**20:.0f} MiB more, "
        f"{memory / max(1, idle.welcome) / 1000:.1f} kB each; at rest {resting:.1%} of a core; "
        f"two players meanwhile: {p50:.1f} ms, 99 % within {p99:.1f} ms"
    )


def main() -> None:
    """Start a node, and open as many sockets as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=SOCKETS)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < asked.sockets + SPARE_FILES:
        raise SystemExit(f"{asked.sockets:,} sockets need more open files than the {most:,} that this system allows.")
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    with tempfile.TemporaryDirectory(prefix="lido-idle-") as folder:
        node = Node(f"{folder}/tables.db", Path(folder) / "log", cores={cores[0]})
        node.start()
        try:
            uvloop.run(trial(node, asked.sockets, Console()))
        finally:
            node.kill()


if __name__ == "__main__":
    main()
