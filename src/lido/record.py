"""A game as one JSON document: its fields, and how it is read and saved. A saved file is never half written."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from lido.errors import BadRecord
from lido.version import VERSION

MOST_BYTES = 64 * 2**20
SERIES = b'{"arena"'
"""How the file of an arena begins (`lido.lab.game_file`), which people take for a record."""


class Ending(msgspec.Struct, forbid_unknown_fields=True):
    """How a recorded game ended."""

    payoffs: list[float]
    reason: str


class Step(NamedTuple):
    """One recorded move."""

    number: int
    """From 1."""
    move: str
    details: dict[str, Any]
    """What the record keeps of the move beyond its text. Belongs to the caller."""


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The document. Exactly one of `seed`, `deal` alone and `position` says how the game began."""

    format: Literal[1]
    game: str
    players: int
    options: dict[str, str | int] = {}
    seed: str | None = None
    strings: list[str] = []
    laws: int = 1
    """The number of the laws that it was played under; a record without one is of the first."""
    deal: Any = None
    position: Any = None
    moves: list[str | dict[str, Any]]
    result: Ending | None = None
    engine: str = f"lido {VERSION}"
    seats: list[str] = []
    stopped: Ending | msgspec.UnsetType = msgspec.UNSET
    """How a game at a server was paid where that differs from `result`: it was given up, or players had left."""
    log: list[str] | msgspec.UnsetType = msgspec.UNSET
    """The entries of the table's log, for a game at a server. `lido.verify` checks them."""

    def steps(self) -> Iterator[Step]:
        """The moves with their details, in order. Raises BadRecord at a move that has no text."""
        for number, entry in enumerate(self.moves, start=1):
            details = dict(entry) if isinstance(entry, dict) else {"move": entry}
            move = details.pop("move", None)
            if not isinstance(move, str):
                raise BadRecord("match.record-move-text", number=number)
            yield Step(number, move, details)

    def cut(self, count: int) -> "Record":
        """The record after the first `count` moves, without `result`, `stopped` and `log`.

        Raises ValueError where the record has fewer moves.
        """
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"there are {len(self.moves)} moves, not {count}")
        return msgspec.structs.replace(
            self, moves=self.moves[:count], result=None, stopped=msgspec.UNSET, log=msgspec.UNSET
        )


Recorded: TypeAlias = Record | Mapping[str, Any] | str | bytes | Path
"""A record in any form that it is read from: the path is that of a file."""

# msgspec looks at a type when it is first read, and crashes if two threads do so at once. Here it is done at import.
_DECODER = msgspec.json.Decoder(Record)


def read(record: Recorded) -> Record:
    """Read a record from a mapping, from JSON text or from a file. Raises BadRecord."""
    if isinstance(record, Record):
        return record
    if isinstance(record, Path):
        record = load(record)
    if isinstance(record, str) and record.endswith(".json"):
        raise BadRecord("match.record-path", given=repr(record))
    try:
        if isinstance(record, str | bytes):
            return _DECODER.decode(record)
        return msgspec.convert(dict(record) if isinstance(record, Mapping) else record, type=Record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        if isinstance(record, bytes) and record.startswith(SERIES):
            raise BadRecord("match.record-series") from error
        raise BadRecord("match.record-form", why=str(error)) from error


def written(record: Record) -> dict[str, Any]:
    """A record as plain JSON values."""
    document: dict[str, Any] = msgspec.to_builtins(record)
    return document


def load(path: Path) -> bytes:
    """The bytes of a record file. Raises BadRecord with the reason where it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadRecord("match.record-file", path=path, why=_why(error)) from error
    if len(content) > MOST_BYTES:
        raise BadRecord("match.record-size", path=path)
    return content


def save(document: Mapping[str, Any], path: Path) -> None:
    """Write a record to a file, which holds either its old content or all of the new one at any time.

    An existing file keeps its mode; only its owner can read a new one, because it may hold secrets.
    Raises BadRecord when the disk is full or the path cannot be written to.
    """
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                shutil.copymode(path, name)
            os.replace(name, path)
        except BaseException:
            with suppress(FileNotFoundError):  # it may have been replaced already
                os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        raise BadRecord("match.record-save", path=path, why=_why(error)) from error


def _why(error: OSError | ValueError) -> str:
    """The system's reason. A path that cannot be one, such as one with a zero byte, raises a ValueError."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
