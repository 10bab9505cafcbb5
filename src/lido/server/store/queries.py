"""What the queries of both databases are made of."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

from lido.server.store import Author

Rows: TypeAlias = Sequence[Sequence[Any]]


class Queries(ABC):
    """A database. Places in a statement are `$1`, `$2`."""

    log: ClassVar[str]
    """The SQL for the entries of table `$1` after the number `$2`, in order, and no more than `$3`."""
    among: ClassVar[str]
    """The SQL for a column that has one of the values of a list; `{}` is the parameter."""

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""

    async def _look_up(self, sql: str, *values: Any) -> Rows:
        """The rows of a query for a few of them by their keys."""
        return await self._read(sql, *values)

    @abstractmethod
    async def _write(self, *changes: tuple[Any, ...]) -> None:
        """Carry out statements, each with its values, together or not at all."""

    @abstractmethod
    async def _write_as(self, author: Author, *changes: tuple[Any, ...]) -> bool:
        """The same for an author; False, and nothing is done, if their epoch is no longer that one."""

    @abstractmethod
    async def _changed(self, sql: str, *values: Any) -> bool:
        """Carry out one statement; whether it changed a row."""

    @abstractmethod
    def _list(self, values: Sequence[str]) -> Any:
        """A list as a value of `among`."""
