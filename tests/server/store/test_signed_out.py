"""What somebody asks for whose cookie is void: it is not written, whatever is on its way."""

import asyncio
import random

from lido.server.store import Append, Author, SignedOut, Store, is_postgres, open_store
from tests.server.store.scenes import more, moves, new, on, person

TRIALS = 100
TABLES = 3


def by(author: Author, what: Append) -> Append:
    what.author = author
    return what


def test_what_an_older_epoch_appends_is_not_written_and_what_goes_with_it_is(address: str) -> None:
    async def scenario(store: Store) -> None:
        for key in ("p", "q"):
            await store.new_person(person(key))
        assert await store.sign_out("p", 0)
        appends = [
            by(Author("p", 0), new("older")),
            by(Author("p", 1), new("newer")),
            by(Author("q", 0), new("other")),
            by(Author("nobody", 0), new("nobody")),
            new("service"),
        ]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        assert [type(result) for result in results] == [SignedOut, type(None), type(None), SignedOut, type(None)]
        written = {head.table for head in await store.heads(status=["running"])}
        assert written == {"newer", "other", "service"}

    on(address, scenario)


def test_an_older_epoch_neither_blocks_nor_deletes(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        assert await store.sign_out("p", 0)
        assert not await store.block(Author("p", 0), "q", True)
        assert not await store.forget(Author("p", 0))
        assert await store.blocks("p") == set()
        assert await store.person("p")
        assert await store.block(Author("p", 1), "q", True)
        assert await store.forget(Author("p", 1))
        assert await store.person("p") is None

    on(address, scenario)


async def _plays(store: Store, first: Append, author: Author) -> None:
    """Append one entry after another, until that is no longer allowed."""
    last = first.entries[-1]
    while True:
        (last,) = moves(first.table, 1, last)
        await store.append(by(author, more([last], "thief", last.body.n)))


def test_nothing_of_an_older_epoch_is_written_once_it_was_signed_out(address: str) -> None:
    chance = random.Random(1)

    async def trial(here: Store, there: Store, number: int) -> None:
        key = f"p{number}"
        await here.new_person(person(key))
        tables = [new(f"t{number}-{each}") for each in range(TABLES)]
        for first in tables:
            await there.append(first)
        thieves = [asyncio.create_task(_plays(there, first, Author(key, 0))) for first in tables]
        await asyncio.sleep(chance.random() / 50)
        assert await here.sign_out(key, 0)
        then = [len(await here.entries(first.table)) for first in tables]
        for result in await asyncio.gather(*thieves, return_exceptions=True):
            assert isinstance(result, SignedOut)
        assert [len(await here.entries(first.table)) for first in tables] == then

    async def scenario(here: Store) -> None:
        there = await open_store(address) if is_postgres(address) else here
        try:
            for number in range(TRIALS):
                await trial(here, there, number)
        finally:
            if there is not here:
                await there.close()

    on(address, scenario)
