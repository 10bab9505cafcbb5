"""What a second node adds, on one PostgreSQL: `make nodes`.

Every node is held to the same share of a processor in both trials, so that the nodes are what is scarce, and not the
database or the players, whose use of the processors is shown. Every move is on disk before it is acknowledged.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.server.postgres import cluster

from bench.service.load import WARM_UP, WARM_UP_TABLES, Load, Pair, games_at_once
from bench.service.node import Node
from bench.service.share import Share, used_by

PART = 0.25
"""Of a processor, for each node."""
TABLES_EACH = 50
SECONDS = 20.0
MOST_NODES = 2


class Seen(NamedTuple):
    """What a trial showed."""

    rate: float
    """Moves a second."""
    p50: float
    p99: float
    nodes: float
    """Processors that the nodes used, the database, and the players."""
    database: float
    players: float


async def trial(nodes: list[Node], seconds: float) -> Seen:
    """Pairs at all nodes play for so long."""
    load = Load(None)
    ports = [node.port for node in nodes for _ in range(TABLES_EACH)]
    pairs = await asyncio.to_thread(lambda: [Pair(load, port) for port in ports])
    await asyncio.gather(*(pair.begin() for pair in pairs))
    load.begin()
    await asyncio.sleep(WARM_UP)
    before, began, load.waits.on = _used(nodes), time.perf_counter(), True
    await asyncio.sleep(seconds)
    load.waits.on, lasted, after = False, time.perf_counter() - began, _used(nodes)
    await load.end()
    waits = sorted(load.waits.seconds)
    p50, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
    return Seen(
        len(waits) / lasted, p50, p99, *((end - start) / lasted for start, end in zip(before, after, strict=True))
    )


def _used(nodes: list[Node]) -> list[float]:
    """Processor seconds of the nodes, of all of PostgreSQL, and of the players, who are in this process."""
    return [sum(node.processor_seconds() for node in nodes), used_by(_database()), time.process_time()]


def _database() -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text().startswith("postgres"):
                found.append(int(folder.name))
        except OSError:  # it has ended
            continue
    return found


def served(count: int, seconds: float) -> Seen:
    """A trial with so many nodes on a new database."""
    with tempfile.TemporaryDirectory(prefix="lido-nodes-") as folder, cluster() as server, ExitStack() as stack:
        address = server.database()
        nodes = [Node(address, Path(folder) / f"log{number}") for number in range(count)]
        for node in nodes:
            node.start()
            stack.callback(node.kill)
            uvloop.run(games_at_once(node, WARM_UP_TABLES))
        shares = [stack.enter_context(Share(f"lido-{os.getpid()}-{number}", PART)) for number in range(count)]
        try:
            for node, share in zip(nodes, shares, strict=True):
                share.hold(node.pid)
            return uvloop.run(trial(nodes, seconds))
        finally:
            for node in nodes:
                node.kill()


def main() -> None:
    """Run one node and two, and print how they compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    shown = Table("nodes", title=f"each node held to {PART:.0%} of a processor, {TABLES_EACH} tables at each")
    for head in ("moves/s", "times", "p50 ms", "p99 ms", "nodes' use", "database's", "players'"):
        shown.add_column(head, justify="right")
    first = 0.0
    for count in track(range(1, MOST_NODES + 1), description="Trials"):
        seen = served(count, asked.seconds)
        first = first or seen.rate
        uses = [f"{use:.0%}" for use in (seen.nodes, seen.database, seen.players)]
        paces = [f"{seen.rate:,.0f}", f"{seen.rate / first:.2f}", f"{seen.p50:.0f}", f"{seen.p99:.0f}"]
        shown.add_row(str(count), *paces, *uses)
    Console().print(shown)


if __name__ == "__main__":
    main()
