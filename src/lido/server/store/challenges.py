"""The queries about challenges, which SQLite and PostgreSQL share: who tried that of which day, and what came of it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from lido.server.store import Author


class Try(NamedTuple):
    """A try of a person at the challenge of a day."""

    person: str
    number: int
    """From 1, on each day."""
    table: str
    points: float | None
    """None while it goes on, and where nothing came of it."""
    facts: str | None
    """What the points are made of, as JSON."""
    status: str
    """That of the table: `open`, `running`, `over` or `closed`."""


COLUMNS = "person, number, table_id, points, facts, status"
TRIES = "tries JOIN tables ON id = table_id"


class ChallengeQueries(ABC):
    """The part of a `lido.server.store.Store` that is about challenges. Places in a statement are `$1`, `$2`."""

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    async def _write_as(self, author: Author, *changes: tuple[Any, ...]) -> bool: ...

    async def begin_try(self, author: Author, game: str, day: int, table: str, most: int) -> bool:
        # Whoever asks twice at once gets the same number twice, and so only one of the two.
        before = "(SELECT count(*) FROM tries WHERE game = $1 AND day = $2 AND person = $3)"
        new = (
            "INSERT INTO tries (game, day, person, number, table_id) SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT),"
            f" CAST($3 AS TEXT), {before} + 1, CAST($4 AS TEXT) WHERE {before} < $5 ON CONFLICT DO NOTHING"
        )
        await self._write_as(author, (new, game, day, author.person, table, most))
        return await self.try_at(table) is not None

    async def tries(self, person: str, game: str, day: int) -> list[Try]:
        asked = f"SELECT {COLUMNS} FROM {TRIES} WHERE person = $1 AND tries.game = $2 AND day = $3 ORDER BY number"
        return [Try(*row) for row in await self._read(asked, person, game, day)]

    async def best_tries(self, game: str, day: int, limit: int) -> list[Try]:
        ranked = "row_number() OVER (PARTITION BY person ORDER BY points DESC, number) AS place"
        every = f"SELECT {COLUMNS}, {ranked} FROM {TRIES} WHERE tries.game = $1 AND day = $2 AND points IS NOT NULL"
        asked = f"SELECT {COLUMNS} FROM ({every}) AS every WHERE place = 1"
        rows = await self._read(f"{asked} ORDER BY points DESC, number, table_id LIMIT $3", game, day, limit)
        return [Try(*row) for row in rows]

    async def tried_by(self, game: str, day: int) -> int:
        asked = "SELECT count(DISTINCT person) FROM tries WHERE game = $1 AND day = $2 AND points IS NOT NULL"
        ((people,),) = await self._read(asked, game, day)
        return int(people)

    async def try_at(self, table: str) -> Try | None:
        rows = await self._read(f"SELECT {COLUMNS} FROM {TRIES} WHERE table_id = $1", table)
        return Try(*rows[0]) if rows else None

    async def tried_days(self, person: str, game: str) -> list[int]:
        asked = "SELECT DISTINCT day FROM tries WHERE person = $1 AND game = $2 AND points IS NOT NULL"
        return [day for (day,) in await self._read(f"{asked} ORDER BY day DESC", person, game)]
