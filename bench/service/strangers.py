"""How soon strangers are paired while games go on: `make strangers`.

Two thousand people look for a game at once, and each pair that is found sits down and plays a few moves, resigns and
looks again. Meanwhile others play at tables of their own, and what they wait for a move is measured with the pool and
without it. With PostgreSQL, two nodes share the people. Nobody may be paired twice at a time.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table
from tests.server.postgres import cluster

from bench.service.line import Outbox
from bench.service.load import Load, Pair
from bench.service.node import HOST, Caller, Node, visitor
from bench.service.scripted import Scripted
from lido.games import games

PEOPLE = 2_000
TABLES = 100
RATE = 500
"""Moves a second at the tables of the others."""
SECONDS = 30.0
ALONE_SECONDS = 10.0
MOVES = 4
"""Of each stranger, before one of them resigns."""
PAIRED = b'{"type":"paired","table":"'


@dataclass
class Found:
    """What is counted."""

    waits: list[float] = field(default_factory=list)
    """Seconds from looking to being paired."""
    at: dict[str, set[int]] = field(default_factory=dict)
    """By table: who was paired there."""
    twice: int = 0
    """How many were paired while they were at a table."""
    games: int = 0
    lost: int = 0
    """Sockets that were closed before somebody was paired."""


class Stranger(Scripted):
    """Somebody who looks for a game, plays a few moves of it, and looks again."""

    def __init__(self, number: int, caller: Caller, found: Found) -> None:
        super().__init__(caller, 0)
        self._number = number
        self._found = found
        self._pool: Outbox | None = None
        self._began = 0.0
        self._moves = 0
        self._playing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.going = True

    async def look(self) -> None:
        """Wait for somebody."""
        self._playing, self._moves, self._began = False, 0, time.perf_counter()
        path = f"/api/pool?game={games()[0].id}&pace=quick"
        self._pool = Outbox(path, self.caller.cookie, self._heard_pool, self._closed_pool)
        await self._pool.connect(self.caller.port)

    def _heard_pool(self, text: bytes) -> None:
        if not text.startswith(PAIRED):
            return
        self._found.waits.append(time.perf_counter() - self._began)
        self._found.twice += self._playing
        self._playing = True
        table = text[len(PAIRED) :].partition(b'"')[0].decode()
        self._found.at.setdefault(table, set()).add(self._number)
        self._spawn(self.sit(table))

    def _closed_pool(self) -> None:
        self._found.lost += self.going and not self._playing

    def _heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"welcome"'):  # which seat is kept for them
            you = text.partition(b'"you":"')[2].partition(b'"')[0]
            before = text[: text.index(b'"person":"%b"' % you)]
            self._seat = int(before.rpartition(b'"seat":')[2].partition(b",")[0])
        super()._heard(text)

    def asked(self, move: bytes) -> None:
        """Make a few moves, then give up."""
        self._moves += 1
        if self._moves > MOVES:
            self._say(b'"do":"resign","seat":%d' % self._seat)
        else:
            self.move(move)

    def waited(self, seconds: float) -> None:
        """It is not measured here."""

    def ended(self) -> None:
        """Look for somebody else."""
        self._found.games += 1
        self.leave()
        if self.going:
            self._spawn(self.look())

    def hung_up(self) -> None:
        """The table is left."""

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Go home."""
        self.going = False
        for line in (self._pool, self._line):
            if line:
                line.close()


async def trial(ports: list[int], people: int, seconds: float) -> tuple[Found, list[float], list[float]]:
    """Games alone, then with strangers; what was found, and how long moves waited before and with them."""
    load = Load(RATE)
    pairs = await asyncio.to_thread(lambda: [Pair(load, ports[number % len(ports)]) for number in range(TABLES)])
    await asyncio.gather(*(pair.begin() for pair in pairs))
    load.begin()
    await asyncio.sleep(2)
    load.waits.on = True
    await asyncio.sleep(ALONE_SECONDS)
    before, load.waits.seconds = sorted(load.waits.seconds), []
    load.waits.on = False
    found = Found()
    callers = await asyncio.to_thread(lambda: [visitor(ports[n % len(ports)]) for n in range(people)])
    strangers = [Stranger(number, caller, found) for number, caller in enumerate(callers)]
    random.shuffle(strangers)
    load.waits.on = True
    await asyncio.gather(*(stranger.look() for stranger in strangers))
    await asyncio.sleep(seconds)
    load.waits.on = False
    for stranger in strangers:
        stranger.stop()
    await load.end()
    return found, before, sorted(load.waits.seconds)


@contextmanager
def started(count: int, folder: str, database: str) -> Iterator[list[int]]:
    """The ports of so many nodes on one database."""
    with ExitStack() as stack:
        nodes = [Node(database, Path(folder) / f"log{number}") for number in range(count)]
        for node in nodes:
            node.start()
            stack.callback(node.kill)
        yield [node.port for node in nodes]


def spots(waits: list[float], unit: float) -> list[str]:
    """The median, 99 % and the longest."""
    return [f"{waits[min(len(waits) - 1, int(len(waits) * part))] * unit:.1f}" for part in (0.5, 0.99, 1)]


def main() -> None:
    """Run the trials and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    title = f"{asked.people:,} people look for strangers on {HOST} while {TABLES} tables play {RATE} moves/s"
    shown = Table("database", title=title)
    for head in ("paired", "s to be paired", "games", "twice", "lost", "ms a move, alone", "ms with the pool"):
        shown.add_column(head, justify="right")
    for name, count in (("SQLite", 1), ("PostgreSQL, two nodes", 2)):
        with tempfile.TemporaryDirectory(prefix="lido-strangers-") as folder, cluster() as server:
            database = server.database() if count > 1 else f"{folder}/tables.db"
            with started(count, folder, database) as ports:
                found, before, after = uvloop.run(trial(ports, asked.people, asked.seconds))
        full = sum(len(people) == 2 for people in found.at.values())
        twice = found.twice + sum(len(people) > 2 for people in found.at.values())
        waits = sorted(found.waits)
        shown.add_row(
            name, f"{2 * full:,}", " / ".join(spots(waits, 1)), f"{found.games // 2:,}", str(twice), str(found.lost),
            " / ".join(spots(before, 1000)), " / ".join(spots(after, 1000)),
        )  # fmt: skip
    Console().print(shown)


if __name__ == "__main__":
    main()
