"""How long it takes to read a table whose log is long, and to tell a visitor what they missed there.

`python -m bench.service.catching_up`. The log is that of one person against a bot who moves and takes back, again and
again. What is measured happens in this process, with a SQLite file; the loop's longest wait is what everybody else at
the node feels meanwhile.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lido.deal import commitment
from lido.games import games
from lido.server.messages import AskUndo, Move, Reveal, Sit
from lido.server.metrics import Metrics
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import NodeContext, new_id, new_seed
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import Signer
from lido.server.rooms.live import live_parts
from lido.server.rooms.loading import Parking
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.people import People
from lido.server.rooms.room import Room
from lido.server.settings import Settings
from lido.server.store import Append, Store, open_store
from lido.server.table import limits
from lido.server.table.changes import Changes, applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request
from lido.server.table.seating import open_table
from lido.server.table.state import TableState
from lido.server.workers.bots import BotPool
from lido.server.workers.records import RecordPool

LENGTHS = (1_000, 10_000, 100_000)
GROUP = 500
"""Entries that are written together."""
LOOK = 0.001
"""Seconds between two looks at the loop."""
FEW = 5
"""Entries that a visitor whose line was cut has missed."""


async def written(store: Store, host: str, length: int) -> str:
    """A table with a log of so many entries."""
    table, game = TableState(new_id(), new_seed()), next(game for game in games() if not game.detailed)
    at = 1_700_000_000_000
    wish: dict[str, Any] = {"game": game.id, "players": 2, "options": {}, "public": False}
    opened = applied(table, open_table(table.seed, host, **wish, bots={2: "random"}), at)
    await store.append(Append(table=table.id, entries=opened.entries, head=opened.head, seed=table.seed))
    sits = (Sit(number=1, seat=1, commitment=commitment("s")), Reveal(number=2, seat=1, string="s"))
    changes = [applied(table, decide(table, command, Request(host, at)), at) for command in sits]
    while table.n < length:
        at += 1000
        changes.append(_next(table, host, at))
        if len(changes) >= GROUP or table.n >= length:
            entries = [entry for each in changes for entry in each.entries]
            await store.append(Append(table=table.id, entries=entries, head=changes[-1].head))
            changes = []
    return table.id


def _next(table: TableState, host: str, at: int) -> Changes:
    """A move of the one whose turn it is; after an answer of the bot, the person takes back."""
    match = table.running()
    if len(match.moves) > 1 and table.turn == 1:
        return applied(table, decide(table, AskUndo(number=1, seat=1), Request(host, at)), at)
    move = Move(number=1, seat=table.turn or 0, move=match.legal_moves()[0])
    return applied(table, decide(table, move, Request(host if table.turn == 1 else None, at)), at)


async def timed(work: Awaitable[Any]) -> tuple[Any, float, float]:
    """What came of some work, its milliseconds, and the longest that the loop did nothing else meanwhile."""
    longest, before = 0.0, time.perf_counter()

    async def look() -> None:
        nonlocal longest, before
        while True:
            await asyncio.sleep(LOOK)
            now = time.perf_counter()
            longest, before = max(longest, now - before), now

    looking = asyncio.create_task(look())
    await asyncio.sleep(2 * LOOK)
    began = time.perf_counter()
    result = await work
    took = time.perf_counter() - began
    await asyncio.sleep(2 * LOOK)
    looking.cancel()
    return result, took * 1000, longest * 1000


async def entered(room: Room, person: str, seen: int) -> int:
    """Let a person come who has seen so much; the bytes of the welcome."""
    sent: list[int] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(len(message.get("text", "")))

    connection = Connection(Outbox(send), person, "c", "en")
    await room.enter(connection, seen)
    await room.leave(connection)
    return sent[0]


async def measured(store: Store, lengths: list[int], table: Table) -> None:
    """Fill the table with a row for each length."""
    people = People(store, Signer(await store.key()))
    live = {game: part.service(1) for game, part in live_parts().items()}
    hub = Hub(NodeContext(Settings(), store, people, BotPool(), RecordPool(), live, Metrics()))
    person = await people.welcome("en")
    for length in lengths:
        id = await written(store, person.key, length)
        parking = Parking()
        for name in ("read", "read again"):
            room, took, waited = await timed(parking.loaded(hub.context, id, lambda _: None))
            assert room
            table.add_row(f"{length:,}", name, f"{took:,.1f}", f"{waited:,.1f}", "")
            parking.park(room)
        few = room.table.n - FEW
        for name, seen in (("all", 0), ("all, again", 0), ("a few", few), ("a few, again", few)):
            size, took, waited = await timed(entered(room, person.key, seen))
            table.add_row(f"{length:,}", f"missed {name}", f"{took:,.1f}", f"{waited:,.1f}", f"{size:,}")
    await hub.close()


async def run(lengths: list[int], table: Table) -> None:
    """Measure with a file of our own, and logs that are longer than tables have now."""
    limits.MOST_ENTRIES = 2 * max(lengths)
    with tempfile.TemporaryDirectory(prefix="lido-catching-up-") as folder:
        store = await open_store(str(Path(folder) / "tables.db"))
        try:
            await measured(store, lengths, table)
        finally:
            await store.close()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lengths", type=int, nargs="*", default=LENGTHS)
    shown = Table("entries", "what", "ms", "longest wait of the loop, ms", "bytes")
    asyncio.run(run(list(parser.parse_args().lengths), shown))
    Console().print(shown)


if __name__ == "__main__":
    main()
