"""Tries at challenges in both databases: so many a day, the best of each person counts, and all are forgotten."""

from lido.server.store import Append, Author, Store
from lido.server.store.challenges import Try
from tests.server.store.scenes import SEED, head, moves, on, person

ANN, BOB = Author("ann", 0), Author("bob", 0)
DAY, MOST = 739_000, 3


async def arrive(store: Store) -> None:
    for key in ("ann", "bob"):
        await store.new_person(person(key))


async def tried(store: Store, who: Author, table: str, points: float | None, day: int = DAY) -> bool:
    """Begin a try at a new table, and end it with so many points."""
    (first,) = moves(table, 1)
    await store.append(Append(table=table, entries=[first], head=head(table), seed=SEED))
    if not await store.begin_try(who, "game", day, table, MOST):
        return False
    scored = None if points is None else (points, '{"height":1.0}')
    await store.append(Append(table=table, entries=moves(table, 1, first), scored=scored))
    return True


def test_a_person_has_so_many_tries_a_day_and_the_best_counts(address: str) -> None:
    async def scenario(store: Store) -> None:
        await arrive(store)
        assert [await tried(store, ANN, f"a{points}", points) for points in (40.0, 90.0, 60.0, 99.0)] == [
            True,
            True,
            True,
            False,
        ]
        assert await tried(store, ANN, "tomorrow", 10.0, DAY + 1)
        assert await tried(store, BOB, "b", 70.0)
        assert [(each.number, each.points) for each in await store.tries("ann", "game", DAY)] == [
            (1, 40.0),
            (2, 90.0),
            (3, 60.0),
        ]
        best = await store.best_tries("game", DAY, 10)
        assert [(each.person, each.points, each.table) for each in best] == [("ann", 90.0, "a90.0"), ("bob", 70.0, "b")]
        assert await store.best_tries("game", DAY, 1) == best[:1]
        assert (await store.tried_by("game", DAY), await store.tried_by("game", DAY + 1)) == (2, 1)
        assert await store.tried_days("ann", "game") == [DAY + 1, DAY]
        assert await store.best_tries("another", DAY, 10) == []

    on(address, scenario)


def test_a_try_that_goes_on_or_came_to_nothing_has_no_points_and_still_counts_as_one(address: str) -> None:
    async def scenario(store: Store) -> None:
        await arrive(store)
        assert await tried(store, ANN, "t", None)
        assert await store.try_at("t") == Try("ann", 1, "t", None, None, "running")
        assert await store.try_at("other") is None
        assert await store.best_tries("game", DAY, 10) == []
        assert await store.tried_days("ann", "game") == []
        assert await tried(store, ANN, "u", 5.0)
        assert [each.number for each in await store.tries("ann", "game", DAY)] == [1, 2]

    on(address, scenario)


def test_tries_are_forgotten_with_the_person_and_not_begun_by_somebody_who_was_signed_out(address: str) -> None:
    async def scenario(store: Store) -> None:
        await arrive(store)
        assert await tried(store, ANN, "t", 50.0)
        assert not await tried(store, Author("ann", 1), "u", 50.0)
        await store.forget(ANN)
        assert await store.tries("ann", "game", DAY) == []
        assert await store.best_tries("game", DAY, 10) == []

    on(address, scenario)
