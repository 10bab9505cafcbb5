"""Attempts at puzzles in both databases: the first counts for the ratings, and all are forgotten with a person."""

from lido.server.store import Author, Store
from lido.server.store.puzzles import PUZZLES, Attempt, PuzzleRating
from tests.server.store.scenes import on, person

START = PuzzleRating(20.0, 2.5, 0, 0)
ANN = Author("ann", 0)


def attempt(*, solved: bool, day: int | None = None, mean: float = 24.0) -> Attempt:
    return Attempt(puzzle="p", solved=solved, day=day, solver=(mean, 7.0), rating=START, shift=0.5, sigma=2.4)


async def arrive(store: Store) -> None:
    for key in ("ann", "bob"):
        await store.new_person(person(key))


def test_only_the_first_attempt_changes_the_ratings(address: str) -> None:
    async def scenario(store: Store) -> None:
        await arrive(store)
        assert await store.attempted("ann", "p") is None
        assert await store.puzzle_rating("p") is None
        assert await store.keep_attempt(ANN, attempt(solved=False))
        assert await store.keep_attempt(ANN, attempt(solved=True, mean=99.0))
        assert await store.attempted("ann", "p") is True
        assert await store.attempts("ann") == (1, 1)
        assert await store.ratings(PUZZLES, ["ann"]) == {"ann": (24.0, 7.0)}
        assert await store.puzzle_rating("p") == (20.5, 2.4, 1, 0)
        assert await store.keep_attempt(Author("bob", 0), attempt(solved=True))
        assert await store.puzzle_rating("p") == (21.0, 2.4, 2, 1)

    on(address, scenario)


def test_days_are_kept_once_and_forgotten_with_the_person(address: str) -> None:
    async def scenario(store: Store) -> None:
        await arrive(store)
        for day in (5, 7, 7, None):
            await store.keep_attempt(ANN, attempt(solved=True, day=day))
        await store.keep_attempt(ANN, attempt(solved=False, day=9))
        assert await store.solved_days("ann") == [7, 5]
        assert not await store.keep_attempt(Author("ann", 1), attempt(solved=True, day=8))
        assert await store.solved_days("ann") == [7, 5]
        await store.forget(ANN)
        assert await store.solved_days("ann") == []
        assert await store.attempts("ann") == (0, 0)
        assert await store.ratings(PUZZLES, ["ann"]) == {}

    on(address, scenario)
