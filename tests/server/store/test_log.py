"""The log in a store: what is written together, in order, once."""

import asyncio

import pytest

import lido.server.table.events as logs
from lido.errors import NotKept
from lido.server.store import Append, Conflict, Store, open_store
from tests.server.store.scenes import SEED, follows, head, more, moves, new, on, person


def test_what_was_appended_is_read_back_byte_for_byte(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", 3)
        await store.append(first)
        assert await store.entries("t") == first.entries
        assert await store.entries("t", after=2) == first.entries[2:]
        assert await store.entries("another") == []

    on(address, scenario)


def test_it_is_all_there_when_the_store_is_opened_again(address: str) -> None:
    first = new("t", 2)

    async def before(store: Store) -> None:
        await store.append(first)
        await store.append(more(moves("t", 1, first.entries[-1]), "c", 7))

    async def after(store: Store) -> None:
        assert len(await store.entries("t")) == 3
        assert await store.seed("t") == SEED
        assert await store.origins("t") == {"c": (7, 3)}
        assert [kept.table for kept in await store.heads(status=["running"])] == ["t"]

    on(address, before)
    on(address, after)


def test_a_number_is_written_once(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", 2)
        await store.append(first)
        rival = logs.entry("t", 2, 5, first.entries[0].hash, logs.Started())
        with pytest.raises(Conflict):
            await store.append(more([rival, follows(rival, logs.Undone())]))
        assert await store.entries("t") == first.entries

    on(address, scenario)


@pytest.mark.parametrize("gap", [1, 5])
def test_an_entry_follows_on_the_last_one(address: str, gap: int) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", 2)
        await store.append(first)
        later = moves("t", 1 + gap, first.entries[-1])
        with pytest.raises(Conflict):
            await store.append(more(later[gap:]))
        assert await store.entries("t") == first.entries

    on(address, scenario)


def test_an_entry_that_names_another_hash_before_it_is_not_written(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t", 2))
        other_end = moves("t", 2, at=7)
        with pytest.raises(Conflict):
            await store.append(more(moves("t", 1, other_end[-1])))
        assert len(await store.entries("t")) == 2

    on(address, scenario)


def test_a_table_begins_with_its_first_entry(address: str) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append(more(moves("t", 2)[1:]))
        assert await store.entries("t") == []

    on(address, scenario)


def test_a_message_makes_entries_once(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        await store.append(first)
        entries = moves("t", 3, first.entries[-1])
        await store.append(more(entries[:1], "a", 1))
        with pytest.raises(Conflict):
            await store.append(more(entries[1:2], "a", 1))
        await store.append(more(entries[1:2], "b", 1))
        await store.append(more(entries[2:], "a", 2))
        with pytest.raises(Conflict):
            await store.append(more(moves("t", 1, entries[-1]), "a", 1))
        assert await store.origins("t") == {"a": (2, 4), "b": (1, 3)}
        assert len(await store.entries("t")) == 4

    on(address, scenario)


def test_a_message_to_one_table_says_nothing_of_another(address: str) -> None:
    async def scenario(store: Store) -> None:
        for table in ("t", "u"):
            first = new(table)
            await store.append(first)
            await store.append(more(moves(table, 1, first.entries[-1]), "a", 1))
        assert await store.origins("t") == await store.origins("u") == {"a": (1, 2)}

    on(address, scenario)


async def outcomes(store: Store, *appends: Append) -> list[type[BaseException] | None]:
    """What comes of appends that are all under way at once."""
    done = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    return [type(one) if one is not None else None for one in done]


def test_appends_under_way_together_are_carried_out_in_order(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        later = moves("t", 300, first.entries[-1])
        chained = [more([entry], "c", number) for number, entry in enumerate(later, start=1)]
        assert set(await outcomes(store, first, *chained)) == {None}
        assert await store.entries("t") == [*first.entries, *later]
        assert await store.origins("t") == {"c": (300, 301)}

    on(address, scenario)


def test_one_conflict_does_not_spoil_what_is_written_with_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        tables = [f"t{i}" for i in range(20)]
        await store.append(new("t7"))
        rival = new("t7", 2, at=5)
        appends = [rival if table == "t7" else new(table, 2) for table in tables]
        done = await outcomes(store, *appends)
        assert [table for table, outcome in zip(tables, done, strict=True) if outcome is Conflict] == ["t7"]
        for append in appends:
            kept = await store.entries(append.table)
            assert (kept == append.entries) == (append.table != "t7")

    on(address, scenario)


def test_what_follows_on_a_conflict_is_one_too(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        await store.append(first)
        theirs = moves("t", 1, first.entries[-1], at=5)
        await store.append(more(theirs))
        ours = moves("t", 3, first.entries[-1], at=9)
        assert await outcomes(store, *(more([entry]) for entry in ours)) == [Conflict] * 3
        assert await store.entries("t") == [*first.entries, *theirs]

    on(address, scenario)


def test_the_same_message_twice_at_once_counts_once(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        await store.append(first)
        entries = moves("t", 2, first.entries[-1])
        twice = [more([entry], "a", 1) for entry in entries]
        assert await outcomes(store, *twice) == [None, Conflict]
        assert await store.entries("t") == [*first.entries, entries[0]]

    on(address, scenario)


def test_what_cannot_be_written_fails_alone(address: str) -> None:
    async def scenario(store: Store) -> None:
        broken = new("t")
        broken.texts = {1: ("p", "salt", "\ud800")}
        done = await outcomes(store, new("s"), broken, new("u"))
        assert done[0] is done[2] is None
        assert done[1] is not None
        assert await store.entries("t") == []
        assert await store.seed("t") is None

    on(address, scenario)


def test_a_conflict_changes_nothing_that_comes_with_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        first = new("t")
        await store.append(first)
        rival = more(moves("t", 1, at=5), "c", 3)
        rival.head, rival.seed = head("t", "over"), "another secret"
        rival.texts, rival.ratings = {1: ("p", "salt", "hello")}, {"p": (30.0, 1.0)}
        with pytest.raises(Conflict):
            await store.append(rival)
        assert await store.heads(status=["over"]) == []
        assert await store.seed("t") == SEED
        assert await store.texts("t") == {}
        assert await store.origins("t") == {}
        assert await store.ratings("le-plouf", ["p"]) == {}

    on(address, scenario)


def test_nobody_waits_for_an_append_that_nobody_waits_for(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        task = asyncio.create_task(store.append(first))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store.append(more(moves("t", 1, first.entries[-1])))
        assert len(await store.entries("t")) == 2

    on(address, scenario)


def test_a_closed_store_has_written_what_was_asked_before(address: str) -> None:
    first = new("t")

    async def hurried() -> None:
        store = await open_store(address)
        asked = asyncio.gather(*map(store.append, [first, more(moves("t", 1, first.entries[-1]))]))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asked
        await closing
        with pytest.raises(NotKept) as refused:
            await store.append(new("u"))
        assert refused.value.code == "server.store-closed"

    async def afterwards(store: Store) -> None:
        assert len(await store.entries("t")) == 2

    asyncio.run(hurried())
    on(address, afterwards)


def test_a_store_may_be_asked_again_and_again_whether_it_is_ready_and_keeps_what_it_has(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", 2)
        await store.append(first)
        key = await store.key()
        for _ in range(2):
            await store.ready()
        assert (await store.entries("t"), await store.key()) == (first.entries, key)

    on(address, scenario)
