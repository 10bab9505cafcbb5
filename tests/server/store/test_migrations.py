"""A database of an older version is carried on, running games and all; one of a version to come is left alone."""

import asyncio

import pytest

from lido.errors import NotKept
from lido.server.store import Store, open_store
from lido.server.store.schema import MIGRATIONS, Migration
from tests.server.store.scenes import SEED, more, moves, new, on, person

NEXT = Migration(both="ALTER TABLE people ADD COLUMN shoe_size BIGINT;\nUPDATE people SET language = 'en';\n")
BROKEN = Migration(both="UPDATE people SET language = 'de';\nALTER TABLE nowhere ADD COLUMN size BIGINT;\n")


def test_running_games_are_carried_over(address: str) -> None:
    first = new("t", 2, tended=True)

    async def before(store: Store) -> None:
        await store.new_person(person("p"))
        await store.append(first)
        await store.append(more(moves("t", 1, first.entries[-1]), "c", 1))

    async def after(store: Store) -> None:
        changed = await store.person("p")
        assert changed
        assert changed.language == "en"
        entries = await store.entries("t")
        assert entries[:2] == first.entries
        assert await store.seed("t") == SEED
        assert await store.needing_runner() == ["t"]
        ((client, (number, n)),) = (await store.origins("t")).items()
        assert n == len(entries)
        await store.append(more(moves("t", 1, entries[-1]), client, number + 1))

    on(address, before)
    on(address, after, migrations=(*MIGRATIONS, NEXT))
    on(address, after, migrations=(*MIGRATIONS, NEXT))


def test_a_version_to_come_is_left_alone(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t"))

    on(address, scenario, migrations=(*MIGRATIONS, NEXT))
    with pytest.raises(NotKept) as refused:
        asyncio.run(open_store(address))
    assert refused.value.code == "server.store-newer"
    assert refused.value.facts == {"found": len(MIGRATIONS) + 1, "known": len(MIGRATIONS)}


def test_a_migration_that_fails_changes_nothing(address: str) -> None:
    async def before(store: Store) -> None:
        await store.new_person(person("p"))

    async def after(store: Store) -> None:
        assert await store.person("p") == person("p")

    on(address, before)
    with pytest.raises(NotKept):
        asyncio.run(open_store(address, migrations=(*MIGRATIONS, NEXT, BROKEN)))
    on(address, after)


def test_nodes_that_start_together_migrate_once(database: str) -> None:
    async def scenario() -> None:
        stores = await asyncio.gather(*(open_store(database) for _ in range(4)))
        await stores[0].append(new("t"))
        assert len(await stores[3].entries("t")) == 1
        for store in stores:
            await store.close()

    asyncio.run(scenario())
