"""People, what they said, their ratings and blocks; tables as the lobby knows them; who looks after a table."""

import asyncio

import pytest

from lido.server.store import Append, Author, Conflict, Store
from lido.server.table.events import Returned, Sat
from tests.server.store.scenes import follows, head, more, moves, new, on, person


def test_a_person_is_kept_and_changed(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        assert await store.person("p") == person("p")
        changed = person("p", "Zoë 🏊")
        changed.language, changed.rated, changed.face = "en", False, 2**32 - 1
        assert await store.change_person(changed)
        assert await store.person("p") == changed
        assert await store.people(["p", "nobody"]) == {"p": changed}
        assert await store.people([]) == {}
        assert await store.person("nobody") is None

    on(address, scenario)


def test_what_an_older_epoch_asks_for_is_not_written(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        both = await asyncio.gather(store.sign_out("p", 0), store.sign_out("p", 0))
        assert sorted(both) == [False, True]
        assert not await store.change_person(person("p", "older"))
        assert not await store.sign_out("nobody", 0)
        kept = await store.person("p")
        assert kept is not None
        assert (kept.name, kept.epoch) == (person("p").name, 1)

    on(address, scenario)


def test_a_person_is_not_made_twice(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p", "first"))
        await store.new_person(person("p", "second"))
        assert await store.person("p") == person("p", "first")

    on(address, scenario)


def test_the_lobby_reads_tables_by_status_the_newest_first(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("old", at=1000, status="open"))
        await store.append(new("young", at=3000, status="running"))
        await store.append(new("hidden", at=2000, status="open", public=False))
        await store.append(new("over", at=4000, status="over"))
        alive = ["open", "running"]
        assert [kept.table for kept in await store.heads(status=alive)] == ["young", "hidden", "old"]
        assert [kept.table for kept in await store.heads(status=alive, public=True)] == ["young", "old"]
        assert [kept.table for kept in await store.heads(status=alive, public=False)] == ["hidden"]
        assert [kept.table for kept in await store.heads(status=alive, limit=1)] == ["young"]
        assert await store.heads(status=["over"]) == [head("over", "over")]

    on(address, scenario)


def test_tables_that_wait_for_long_are_found_the_oldest_first(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("later", at=2000, status="open"))
        await store.append(new("first", at=1000, status="open"))
        await store.append(new("begun", at=1000, status="running"))
        await store.append(new("newest", at=3000, status="open"))
        assert await store.waiting(3000) == ["first", "later"]
        assert await store.waiting(3000, limit=1) == ["first"]

    on(address, scenario)


def test_a_head_is_written_with_the_entries_that_change_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", status="open")
        await store.append(first)
        await store.append(more(moves("t", 1, first.entries[-1])))
        assert await store.heads(status=["open"]) == [head("t", "open")]
        changed = more(moves("t", 1, (await store.entries("t"))[-1]))
        changed.head = head("t", "over", public=False)
        await store.append(changed)
        assert await store.heads(status=["open", "over"]) == [head("t", "over", public=False)]
        assert await store.seed("t") == first.seed

    on(address, scenario)


def test_a_person_finds_the_tables_where_they_sat(address: str) -> None:
    async def scenario(store: Store) -> None:
        for at, table in ((1000, "t"), (5000, "u"), (3000, "v")):
            first = new(table, at=at)
            sat = follows(first.entries[-1], Sat(seat=1, commitment="c", person="p"))
            bot = follows(sat, Sat(seat=2, level="club"))
            await store.append(Append(table=table, entries=[*first.entries, sat, bot], head=first.head, seed="s"))
        last = (await store.entries("v"))[-1]
        await store.append(more([follows(last, Returned(seat=2, person="q"))]))
        assert [kept.table for kept in await store.tables_of("p")] == ["u", "v", "t"]
        assert [kept.table for kept in await store.tables_of("p", limit=1)] == ["u"]
        assert [kept.table for kept in await store.tables_of("q")] == ["v"]
        assert await store.tables_of("nobody") == []

    on(address, scenario)


def test_a_person_who_is_forgotten_leaves_only_a_key(address: str) -> None:
    async def scenario(store: Store) -> None:
        for key in ("p", "q"):
            await store.new_person(person(key, f"name of {key}"))
        first = new("t")
        sat = follows(first.entries[-1], Sat(seat=1, commitment="c", person="p"))
        said = more([sat, *moves("t", 2, sat)])
        said.texts = {3: ("p", "salt", "hello"), 4: ("q", "pepper", "good bye")}
        said.head, said.ratings = head("t"), {"p": (30.0, 2.0), "q": (20.0, 3.0)}
        said.rated = {"p": (28.0, 30.0), "q": (22.0, 20.0)}
        said.seat_names = {1: ("p", "Léa"), 2: ("q", "Max")}
        await store.append(first)
        await store.append(said)
        await store.block(Author("p", 0), "q", True)
        await store.block(Author("q", 0), "p", True)
        await store.forget(Author("p", 0))
        assert await store.person("p") is None
        assert await store.texts("t") == {4: "good bye"}
        assert await store.ratings("le-plouf", ["p", "q"]) == {"q": (20.0, 3.0)}
        assert await store.rated("t") == {"q": (22.0, 20.0)}
        assert await store.seat_names("t") == {2: ("q", "Max")}
        assert await store.blocks("p") == await store.blocks("q") == set()
        assert await store.tables_of("p") == []
        assert len(await store.entries("t")) == 4

    on(address, scenario)


def test_the_name_of_a_seat_is_that_of_whoever_took_it_last(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        first = new("t")
        first.seat_names = {1: ("p", "Léa"), 2: ("p", "Max"), 3: ("gone", "Tom")}
        await store.append(first)
        assert await store.seat_names("t") == {1: ("p", "Léa"), 2: ("p", "Max")}
        again = more(moves("t", 1, first.entries[-1]))
        again.seat_names = {1: ("p", "Ana"), 2: ("p", None)}
        await store.append(again)
        assert await store.seat_names("t") == {1: ("p", "Ana")}
        assert await store.seat_names("u") == {}

    on(address, scenario)


def test_nobody_who_was_forgotten_gets_a_rating(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        over = new("t")
        over.ratings = {"p": (25.0, 8.0), "gone": (26.0, 7.0)}
        await store.append(over)
        assert await store.ratings("le-plouf", ["p", "gone"]) == {"p": (25.0, 8.0)}
        assert await store.ratings("splash", ["p"]) == {}
        again = new("u")
        again.ratings = {"p": (27.5, 6.0)}
        await store.append(again)
        assert await store.ratings("le-plouf", ["p"]) == {"p": (27.5, 6.0)}

    on(address, scenario)


def test_a_rating_that_was_computed_from_another_is_not_written(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        lost, won = new("t"), new("u")
        lost.ratings, lost.rated = {"p": (22.0, 8.0)}, {"p": (25.0, 22.0)}
        won.ratings, won.rated = {"p": (28.0, 8.0)}, {"p": (25.0, 28.0)}
        came = await asyncio.gather(store.append(lost), store.append(won), return_exceptions=True)
        assert sorted(map(type, came), key=str) == sorted([type(None), Conflict], key=str)
        written = lost if came[0] is None else won
        assert await store.ratings("le-plouf", ["p"]) == {"p": written.ratings["p"]}
        late = new("v")
        late.ratings, late.rated = {"p": (26.0, 8.0)}, {"p": (25.0, 26.0)}
        with pytest.raises(Conflict):
            await store.append(late)
        assert await store.entries("v") == []

    on(address, scenario)


def test_a_block_holds_until_it_is_lifted(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.new_person(person("p"))
        await store.block(Author("p", 0), "q", True)
        await store.block(Author("p", 0), "q", True)
        await store.block(Author("p", 0), "r", True)
        assert await store.blocks("p") == {"q", "r"}
        await store.block(Author("p", 0), "q", False)
        assert await store.blocks("p") == {"r"}
        assert await store.blocks("q") == set()

    on(address, scenario)


def test_the_key_of_the_service_is_made_once(address: str) -> None:
    keys: list[bytes] = []

    async def scenario(store: Store) -> None:
        keys.extend(await asyncio.gather(store.key(), store.key()))

    on(address, scenario)
    on(address, scenario)
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32


def test_one_node_at_a_time_runs_a_table(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t", tended=True))
        await store.append(new("idle"))
        assert await store.needing_runner() == ["t"]
        assert await store.lease("t", "here", 60)
        assert not await store.lease("t", "there", 60)
        assert await store.lease("t", "here", 60)
        assert await store.needing_runner() == []
        await store.release(["t"], "there")
        assert await store.needing_runner() == []
        await store.release(["t"], "here")
        assert await store.needing_runner() == ["t"]
        assert await store.lease("t", "there", 60)

    on(address, scenario)


def test_leases_are_renewed_and_released_together(address: str) -> None:
    async def scenario(store: Store) -> None:
        for i in range(4):
            await store.append(new(f"t{i}", tended=True))
        for table, node in (("t0", "here"), ("t1", "here"), ("t2", "there")):
            assert await store.lease(table, node, 0.01)
        await asyncio.sleep(0.02)
        assert await store.renew(["t0", "t1", "t2", "t3"], "here", 60) == {"t0", "t1"}
        assert sorted(await store.needing_runner()) == ["t2", "t3"]
        await store.release(["t0", "t1", "t2"], "here")
        assert sorted(await store.needing_runner()) == ["t0", "t1", "t2", "t3"]
        assert await store.renew([], "here", 60) == set()

    on(address, scenario)


def test_a_lease_that_lapsed_is_taken_over(address: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t", tended=True))
        assert await store.lease("t", "here", -1)
        assert await store.needing_runner() == ["t"]
        assert await store.lease("t", "there", 60)
        assert not await store.lease("t", "here", 60)

    on(address, scenario)


def test_no_more_tables_without_a_runner_are_found_than_asked_for(address: str) -> None:
    async def scenario(store: Store) -> None:
        for i in range(5):
            await store.append(new(f"t{i}", tended=True))
        assert await store.lease("t1", "here", 60)
        found = await store.needing_runner(3)
        assert len(found) == 3
        assert "t1" not in found

    on(address, scenario)
