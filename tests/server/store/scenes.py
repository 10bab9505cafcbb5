"""Small logs to write, and a way to run a scenario on a store."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import lido.server.table.events as logs
from lido.server.store import Append, Origin, Person, Store, open_store
from lido.server.table.events import Entry
from lido.server.table.head import Head

SEED = "a secret"


def on(address: str, scenario: Callable[[Store], Awaitable[None]], **settings: Any) -> None:
    """Open a store, let a scenario happen, close it."""

    async def play() -> None:
        store = await open_store(address, **settings)
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(play())


def moves(table: str, count: int, after: Entry | None = None, at: int = 1000) -> list[Entry]:
    """The next entries of a table."""
    entries: list[Entry] = []
    for _ in range(count):
        last = entries[-1] if entries else after
        n, before = (last.body.n + 1, last.hash) if last else (1, logs.FIRST)
        entries.append(logs.entry(table, n, at + n, before, logs.Moved(seat=1, move=f"move {n}")))
    return entries


def follows(last: Entry, event: logs.AnyEvent) -> Entry:
    """The entry after another."""
    return logs.entry(last.body.table, last.body.n + 1, last.body.at + 1, last.hash, event)


def head(table: str, status: str = "running", *, public: bool = True, tended: bool = False) -> Head:
    return Head(table, "le-plouf", status, public, b'{"status":"%s"}' % status.encode(), tended)


def new(table: str, count: int = 1, at: int = 1000, status: str = "running", **kinds: bool) -> Append:
    """A table's first entries, with all that comes with them."""
    entries = moves(table, count, at=at)
    return Append(table=table, entries=entries, head=head(table, status, **kinds), seed=SEED)


def more(entries: list[Entry], client: str | None = None, number: int = 0) -> Append:
    """Further entries, of a client's message or of none."""
    return Append(
        table=entries[0].body.table, entries=entries, origin=Origin(client, number) if client is not None else None
    )


def person(key: str, name: str | None = None) -> Person:
    return Person(key, name, "fr", 0, True, 7)
