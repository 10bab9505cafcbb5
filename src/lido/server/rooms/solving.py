"""People who solve puzzles: what an attempt does to their rating, to that of the puzzle, and to their streak."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec
from openskill.models import PlackettLuce

from lido import puzzles
from lido.errors import Refusal
from lido.puzzles import Puzzle
from lido.server.store import Author, SignedOut, Store
from lido.server.store.puzzles import PUZZLES, Attempt, PuzzleRating

MODEL = PlackettLuce()
GRADED = 2.5
"""The uncertainty of the grade that a puzzle comes with."""
LATE = timedelta(days=2)
"""A puzzle of the day that was solved without a network still counts for its day for so long."""


class Solver(msgspec.Struct):
    """How somebody stands as a solver of puzzles."""

    rating: float | None
    """None before the first attempt."""
    tried: int
    solved: int
    streak: int
    """Days in a row, up to today or yesterday, whose puzzle they solved."""
    best: int
    """The longest streak ever."""
    today: bool
    """Whether they have solved the puzzle of today."""


class Rated(msgspec.Struct):
    """How a rating has changed."""

    before: float
    after: float


class Attempted(msgspec.Struct):
    """What came of an attempt."""

    solved: bool
    change: Rated | None
    """Of the solver's rating; None if it was not the first attempt at this puzzle."""
    rating: float
    """That of the puzzle now."""
    tried: int
    """How many people have tried it, and how many of them solved it at their first attempt."""
    solvers: int
    me: Solver


def today() -> date:
    """The day, for everybody: that of UTC."""
    return datetime.now(UTC).date()


def streaks(days: Sequence[int], now: int) -> tuple[int, int]:
    """How many days in a row, up to today or yesterday, somebody solved the puzzle of the day; and the most ever.

    `days` are the days on which they did, the last first.
    """
    runs: list[list[int]] = []
    for day in days:
        if runs and runs[-1][-1] == day + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    best = max(map(len, runs), default=0)
    return (len(runs[0]) if runs and runs[0][0] >= now - 1 else 0), best


async def solver(store: Store, person: str) -> Solver:
    """How somebody stands as a solver."""
    days, now = await store.solved_days(person), today().toordinal()
    streak, best = streaks(days, now)
    tried, solved = await store.attempts(person)
    mean, _ = await _rating(store, person)
    return Solver(mean if tried else None, tried, solved, streak, best, now in days[:1])


async def attempt(store: Store, author: Author, puzzle: Puzzle, moves: Sequence[str], day: date | None) -> Attempted:
    """Keep an attempt. Only the first at a puzzle counts for the ratings; that of a day may be solved at any."""
    solved = list(moves) == puzzle.answers
    before, sure = await _rating(store, author.person)
    rating = await store.puzzle_rating(puzzle.id) or PuzzleRating(puzzle.grade, GRADED, 0, 0)
    first = await store.attempted(author.person, puzzle.id) is None
    teams = [[MODEL.rating(before, sure)], [MODEL.rating(rating.mean, rating.sigma)]]
    (person,), (other,) = MODEL.rate(teams, ranks=[1, 2] if solved else [2, 1])
    kept = Attempt(
        puzzle=puzzle.id,
        solved=solved,
        day=_counted(puzzle.id, day),
        solver=(person.mu, person.sigma),
        rating=rating,
        shift=other.mu - rating.mean,
        sigma=other.sigma,
    )
    if not await store.keep_attempt(author, kept):
        raise SignedOut
    change = Rated(before, person.mu) if first else None
    now = await store.puzzle_rating(puzzle.id) or rating
    return Attempted(solved, change, now.mean, now.tried, now.solved, await solver(store, author.person))


async def _rating(store: Store, person: str) -> tuple[float, float]:
    new = MODEL.rating()
    return (await store.ratings(PUZZLES, [person])).get(person, (new.mu, new.sigma))


def _counted(puzzle: str, day: date | None) -> int | None:
    """The number of the day that a solution counts for, if any."""
    if day is None:
        return None
    if not timedelta(0) <= today() - day <= LATE or puzzles.daily(day) != puzzle:
        raise Refusal("service.puzzle-day", day=day.isoformat())
    return day.toordinal()
