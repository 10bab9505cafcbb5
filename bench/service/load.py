"""How many moves a second one server process on one core acknowledges, and how soon. `make load`.

500 tables of two scripted players each, every move on disk before it is acknowledged.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.server.postgres import cluster

from bench.service.node import Caller, Node, visitor
from bench.service.scripted import Scripted
from lido.games import games

TABLES = 500
CALM_RATE = 2_000
"""Moves a second at which the waiting is measured."""
SECONDS = 15.0
WARM_UP = 3.0
WARM_UP_TABLES = 10
ENOUGH_OVER = 0.2


@dataclass
class Waits:
    """What is measured: how long each move waited for its acknowledgement."""

    seconds: list[float] = field(default_factory=list)
    on: bool = False


class Side(Scripted):
    """One of two who make any legal move as soon as their turn to move comes."""

    def __init__(self, table: "Pair", seat: int, caller: Caller) -> None:
        super().__init__(caller, seat)
        self._pair = table

    def asked(self, move: bytes) -> None:
        """Move when the load lets it."""
        self._pair.load.ready(self, move)

    def waited(self, seconds: float) -> None:
        """Count it, while anything is counted."""
        if self._pair.load.waits.on:
            self._pair.load.waits.seconds.append(seconds)

    def ended(self) -> None:
        """Tell the pair."""
        self._pair.over(self._seat)

    def hung_up(self) -> None:
        """Nothing: whoever is cut off makes no more moves, and the figures show it."""


class Pair:
    """Two players who play one game after the other."""

    def __init__(self, load: "Load", port: int) -> None:
        self.load = load
        self._host = visitor(port)
        self._sides = [Side(self, 1, self._host), Side(self, 2, visitor(port))]

    async def begin(self) -> None:
        """Open a table and sit down at it."""
        wish = {"game": games()[0].id, "players": 2}
        table = (await asyncio.to_thread(self._host.ask, "POST", "/api/tables", wish))["table"]
        for side in self._sides:
            await side.sit(table)

    def over(self, seat: int) -> None:
        """The game is over: play another."""
        self._sides[seat - 1].leave()
        if seat == 1:
            self.load.games += 1
            if self.load.again:
                self.load.spawn(self.begin())


class Load:
    """All pairs, and when they may move."""

    def __init__(self, rate: float | None, again: bool = True) -> None:
        self.waits = Waits()
        self.games = 0
        """Games that are over."""
        self.again = again
        """Whether those who are done play another game, at a new table."""
        self._rate = rate
        self._begun = False
        self._waiting: list[tuple[Side, bytes]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the rest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Begin no other game."""
        self.again = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def ready(self, side: Side, move: bytes) -> None:
        """A side may move: at once, or when its turn in the rate comes; nobody before all have sat down."""
        if self._begun and self._rate is None:
            side.move(move)
        else:
            self._waiting.append((side, move))

    def begin(self) -> None:
        """All have sat down."""
        self._begun = True
        if self._rate:
            self.spawn(self._pace(self._rate))
        else:
            for side, move in self._waiting:
                side.move(move)

    async def _pace(self, rate: float) -> None:
        """Let sides move at the rate, evenly, whatever the server does."""
        began, made = time.perf_counter(), 0
        while True:
            due = int((time.perf_counter() - began) * rate) - made
            for side, move in self._waiting[:due]:
                side.move(move)
            made += due  # what nobody was ready for is not made up for in a rush
            del self._waiting[:due]
            await asyncio.sleep(0.001)


class Seen(NamedTuple):
    """What a trial showed."""

    waits: list[float]
    """Seconds from each move to its acknowledgement, sorted."""
    seconds: float
    """What all of it took."""
    share: float
    """Of the core."""
    players: float
    """What the players used of theirs."""
    memory: int
    """Bytes of a table with its two sockets."""


async def games_at_once(node: Node, tables: int) -> Seen:
    """Games from their first move on, at all tables, until the first fifth of them is over."""
    load = Load(None, again=False)
    pairs = await asyncio.to_thread(lambda: [Pair(load, node.port) for _ in range(tables)])
    empty = node.memory()
    await asyncio.gather(*(pair.begin() for pair in pairs))
    load.waits.on, used, own, began = True, node.processor_seconds(), time.process_time(), time.perf_counter()
    load.begin()
    while load.games < tables * ENOUGH_OVER:
        await asyncio.sleep(0.01)
    load.waits.on, lasted = False, time.perf_counter() - began
    share, players = (node.processor_seconds() - used) / lasted, (time.process_time() - own) / lasted
    return Seen(sorted(load.waits.seconds), lasted, share, players, (node.memory() - empty) // tables)


async def trial(node: Node, rate: float | None, tables: int, seconds: float) -> Seen:
    """Play for so long, game after game, each at a new table."""
    load = Load(rate)
    pairs = await asyncio.to_thread(lambda: [Pair(load, node.port) for _ in range(tables)])
    empty = node.memory()
    await asyncio.gather(*(pair.begin() for pair in pairs))
    load.begin()
    await asyncio.sleep(WARM_UP)
    load.waits.on, used, own, began = True, node.processor_seconds(), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    load.waits.on, lasted = False, time.perf_counter() - began
    share, players = (node.processor_seconds() - used) / lasted, (time.process_time() - own) / lasted
    memory = (node.memory() - empty) // tables
    await load.end()
    return Seen(sorted(load.waits.seconds), lasted, share, players, memory)


def alone(work: Callable[[Node], Coroutine[Any, Any, Seen]], core: int, database: str | None = None) -> Seen:
    """What a trial tells of a server of its own, on that core, after a few games to warm up; by default with SQLite."""
    with tempfile.TemporaryDirectory(prefix="lido-load-") as folder:
        node = Node(database or f"{folder}/tables.db", Path(folder) / "log", cores={core})
        node.start()
        try:
            uvloop.run(games_at_once(node, WARM_UP_TABLES))
            return uvloop.run(work(node))
        finally:
            node.kill()


def main() -> None:
    """Run the trials and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    title = f"{asked.tables} tables of two players; one core for the server, one for the players and PostgreSQL"
    table = Table("database", "trial", title=title)
    for head in ("moves/s", "p50 ms", "p95 ms", "p99 ms", "core used", "kB a table"):
        table.add_column(head, justify="right")
    trials: dict[str, Callable[[Node], Coroutine[Any, Any, Seen]]] = {
        "games at once, as fast as it goes": lambda node: games_at_once(node, asked.tables),
        "game after game at new tables": lambda node: trial(node, None, asked.tables, asked.seconds),
        f"the same, {CALM_RATE:,} moves/s asked for": lambda node: trial(node, CALM_RATE, asked.tables, asked.seconds),
    }
    with cluster() as server:
        every = [(database, name) for database in ("SQLite", "PostgreSQL") for name in trials]
        for database, name in track(every, description="Trials"):
            seen = alone(trials[name], cores[0], server.database() if database == "PostgreSQL" else None)
            spot = [f"{seen.waits[int(len(seen.waits) * part)] * 1000:.1f}" for part in (0.5, 0.95, 0.99)]
            pace = f"{len(seen.waits) / seen.seconds:,.0f}"
            table.add_row(database, name, pace, *spot, f"{seen.share:.0%}", f"{seen.memory / 1000:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
