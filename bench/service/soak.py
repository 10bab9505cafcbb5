"""Games go on while the server is killed again and again; nothing that was acknowledged may be lost. `make soak`."""

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress
from tests.server.postgres import cluster

from bench.service.node import Caller, Node, visitor
from bench.service.stubborn import Stubborn
from lido.games import games
from lido.server.store import Store, open_store
from lido.server.table.events import FIRST, Moved

KILLS = 50
TABLES = 24
GAMES = games()
"""Games at the tables, one after the other; each has two people, and a bot where three can play."""
ALIVE = (0.1, 2.5)
"""Seconds, at least and at most, that a server lives."""
MOST_BESIDE = 2
"""Entries that one command may add after its move: that the game is over, and why."""
GOES_ON_WITHIN = 120.0
"""Seconds in which every table must move after the last killing."""


class Soak:
    """Tables that are played at whatever nodes live."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self.players: list[Stubborn] = []
        self._tasks: dict[Stubborn, asyncio.Task[None]] = {}
        self.finished = 0

    def seat(self, number: int) -> None:
        """Open the next table, and sit two people down at it."""
        game = GAMES[number % len(GAMES)]
        seats = 3 if 3 in game.players else 2
        host, connection = visitor(self._ports[0]), visitor(self._ports[-1])
        bots = {"3": "random"} if seats == 3 else {}
        table = host.ask("POST", "/api/tables", {"game": game.id, "players": seats, "bots": bots})["table"]
        self.players += [_player(host, table, 1, self._ports), _player(connection, table, 2, self._ports[::-1])]

    def begin(self) -> None:
        """Let everybody play who does not yet."""
        for player in self.players:
            if player not in self._tasks:
                self._tasks[player] = asyncio.create_task(player.play())

    def fail_if_broken(self) -> None:
        """Raise what went wrong in a player."""
        for task in self._tasks.values():
            if task.done() and task.exception():
                raise RuntimeError("a player gave up") from task.exception()

    async def goes_on(self) -> list[str]:
        """The tables that do not move any more though their games are not over."""
        before = {player: player.seen for player in self.players}
        until = time.monotonic() + GOES_ON_WITHIN
        waiting = self._unmoved(before)
        while waiting and time.monotonic() < until:
            await asyncio.sleep(0.2)
            waiting = self._unmoved(before)
        return sorted(waiting)

    def _unmoved(self, before: dict[Stubborn, int]) -> set[str]:
        moving = {player.table for player in self.players if player.over or player.seen > before[player]}
        return {f"{player.table}: {player.stands}" for player in self.players if player.table not in moving}

    async def end(self) -> None:
        """Everybody hangs up."""
        for player, task in self._tasks.items():
            task.cancel()
            player.hang_up()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


def _player(caller: Caller, table: str, seat: int, ports: Sequence[int]) -> Stubborn:
    return Stubborn(caller, table, seat, ports)


async def killed(nodes: Sequence[Node], kills: int, bar: Progress) -> Soak:
    """Play while one node after the other is killed and started again."""
    chance = random.Random(1)
    for node in nodes:
        await asyncio.to_thread(node.start)
    soak = Soak([node.port for node in nodes])
    for number in range(TABLES):
        await asyncio.to_thread(soak.seat, number)
    soak.begin()
    task = bar.add_task("killing", total=kills)
    for kill in range(kills):
        await asyncio.sleep(chance.uniform(*ALIVE))
        node = nodes[kill % len(nodes)]
        node.kill()
        await asyncio.to_thread(node.start)
        soak.fail_if_broken()
        if kill % 10 == 9:  # those who are done make room for new games
            for number in range(TABLES // 4):
                await asyncio.to_thread(soak.seat, number)
            soak.begin()
        bar.advance(task)
    return soak


async def faults(store: Store, soak: Soak) -> tuple[int, list[str]]:
    """How many moves were acknowledged, and everything that the log does not hold as it was promised."""
    found: list[str] = []
    acknowledged = 0
    for player in soak.players:
        entries = await store.entries(player.table)
        before = FIRST
        for number, entry in enumerate(entries, 1):
            if entry.body.n != number or entry.body.before != before:
                found.append(f"{player.table}: the chain breaks at {number}")
            before = entry.hash
        kept = {entry.body.n: entry for entry in entries}
        found += player.promises.faults
        found += [
            f"{player.table}: entry {n} is not what was told"
            for n, told in player.promises.hashes.items()
            if n not in kept or kept[n].hash != told
        ]
        for n, move in player.promises.acknowledged.values():
            acknowledged += bool(move)
            near = [kept[at].body.event for at in range(n - MOST_BESIDE, n + 1) if at in kept]
            if n not in kept or (move and not any(isinstance(event, Moved) and event.move == move for event in near)):
                found.append(f"{player.table}: {move} was acknowledged as {n} and is lost")
        doubled = Counter(n for n, _ in player.promises.acknowledged.values())
        found += [f"{player.table}: entry {n} was acknowledged twice" for n, times in doubled.items() if times > 1]
    return acknowledged, found


async def trial(name: str, database: str, nodes: Sequence[Node], kills: int, console: Console) -> bool:
    """One soak; whether all was well."""
    with Progress(console=console) as bar:
        soak = await killed(nodes, kills, bar)
        stuck = await soak.goes_on()
    await soak.end()
    for node in nodes:
        await asyncio.to_thread(node.stop)
    store = await open_store(database)
    acknowledged, found = await faults(store, soak)
    await store.close()
    over = len({player.table for player in soak.players if player.over})
    tables = len({player.table for player in soak.players})
    console.print(
        f"{name}: {kills} times killed, {tables} games ({over} over), {acknowledged:,} moves acknowledged, "
        f"lost {len(found)}, games that could not go on {len(stuck)}"
    )
    for line in (*found[:20], *stuck[:20]):
        console.print("  ", line)
    return not found and not stuck


def main() -> None:
    """Both databases: SQLite with one node, PostgreSQL with two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    asked = parser.parse_args()
    console, well = Console(), []
    with tempfile.TemporaryDirectory(prefix="lido-soak-") as folder:
        quick: dict[str, Any] = {"bot_ms": 20, "lease_seconds": 2}
        if asked.only != "postgresql":
            file = f"{folder}/tables.db"
            node = Node(file, Path(folder) / "log", **quick)
            well.append(uvloop.run(trial("SQLite, one node", file, [node], asked.kills, console)))
        if asked.only != "sqlite":
            with cluster() as server:
                address = server.database()
                nodes = [Node(address, Path(folder) / f"log{number}", **quick) for number in (1, 2)]
                well.append(uvloop.run(trial("PostgreSQL, two nodes", address, nodes, asked.kills, console)))
    raise SystemExit(not all(well))


if __name__ == "__main__":
    main()
