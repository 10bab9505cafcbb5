"""The queries about puzzles, which SQLite and PostgreSQL share: who tried which, and how hard they have proved."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from lido.server.store import Author

PUZZLES = "puzzles"
"""Under which game the rating of a person as a solver is kept."""


class PuzzleRating(NamedTuple):
    """How hard a puzzle has proved, and how many have tried and solved it, each by their first attempt."""

    mean: float
    sigma: float
    tried: int
    solved: int


class Attempt(msgspec.Struct, kw_only=True):
    """An attempt at a puzzle, as it is kept. The new ratings count only if it is the person's first at it."""

    puzzle: str
    solved: bool
    day: int | None
    """The day whose puzzle was solved, as a number of days."""
    solver: tuple[float, float]
    """The solver's new rating and its uncertainty."""
    rating: PuzzleRating
    """That of the puzzle before."""
    shift: float
    """By how much the puzzle's rating changes; its new uncertainty is `sigma`."""
    sigma: float


class PuzzleQueries(ABC):
    """The part of a `lido.server.store.Store` that is about puzzles. Places in a statement are `$1`, `$2`."""

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    async def _write_as(self, author: Author, *changes: tuple[Any, ...]) -> bool: ...

    async def attempts(self, person: str) -> tuple[int, int]:
        asked = "SELECT count(*), coalesce(sum(CASE WHEN solved THEN 1 ELSE 0 END), 0) FROM attempts WHERE person = $1"
        ((tried, solved),) = await self._read(asked, person)
        return int(tried), int(solved)

    async def attempted(self, person: str, puzzle: str) -> bool | None:
        rows = await self._read("SELECT solved FROM attempts WHERE person = $1 AND puzzle = $2", person, puzzle)
        return bool(rows[0][0]) if rows else None

    async def puzzle_rating(self, puzzle: str) -> PuzzleRating | None:
        rows = await self._read("SELECT mean, sigma, tried, solved FROM puzzle_ratings WHERE puzzle = $1", puzzle)
        return PuzzleRating(*rows[0]) if rows else None

    async def solved_days(self, person: str) -> list[int]:
        rows = await self._read("SELECT day FROM solved_days WHERE person = $1 ORDER BY day DESC", person)
        return [day for (day,) in rows]

    async def keep_attempt(self, author: Author, attempt: Attempt) -> bool:
        person, puzzle, solved = author.person, attempt.puzzle, attempt.solved
        mean, sigma, _, _ = attempt.rating
        first = "NOT EXISTS (SELECT 1 FROM attempts WHERE person = $1 AND puzzle = $2)"
        solver = (
            "INSERT INTO ratings (person, game, mean, sigma) SELECT CAST($1 AS TEXT), CAST($3 AS TEXT),"
            f" CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION) WHERE {first}"
            " ON CONFLICT (person, game) DO UPDATE SET mean = excluded.mean, sigma = excluded.sigma"
        )
        known = (
            "INSERT INTO puzzle_ratings (puzzle, mean, sigma, tried, solved)"
            " VALUES ($1, $2, $3, 0, 0) ON CONFLICT DO NOTHING"
        )
        # Added to, and not replaced: others may try the same puzzle meanwhile.
        puzzles = (
            "UPDATE puzzle_ratings SET mean = mean + $3, sigma = $4, tried = tried + 1,"
            f" solved = solved + $5 WHERE puzzle = $2 AND {first}"
        )
        new = (
            "INSERT INTO attempts (person, puzzle, solved) VALUES ($1, $2, $3)"
            " ON CONFLICT (person, puzzle) DO UPDATE SET solved = attempts.solved OR excluded.solved"
        )
        changes: list[tuple[Any, ...]] = [
            (solver, person, puzzle, PUZZLES, *attempt.solver),
            (known, puzzle, mean, sigma),
            (puzzles, person, puzzle, attempt.shift, attempt.sigma, int(solved)),
            (new, person, puzzle, solved),
        ]
        if solved and attempt.day is not None:
            day = "INSERT INTO solved_days (person, day) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            changes.append((day, person, attempt.day))
        return await self._write_as(author, *changes)
