"""A game as one JSON document: what is kept, how it is read, how it is saved without ever being half written."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from lido.errors import BadRecord
from lido.version import VERSION

MOST_BYTES = 64 * 2**20


class Ending(msgspec.Struct, forbid_unknown_fields=True):
    """How a recorded game ended."""

    payoffs: list[float]
    reason: str


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
    """How a game of the service was paid where that is not by `result`: it was given up, or players had gone."""
    log: list[str] | msgspec.UnsetType = msgspec.UNSET
    """The log of the table where it was played, entry after entry: `lido.verify` checks it."""


def read(record: Mapping[str, Any] | str | bytes) -> Record:
    """A record from a mapping or from JSON text, or BadRecord."""
    try:
        if isinstance(record, str | bytes):
            return msgspec.json.decode(record, type=Record)
        return msgspec.convert(dict(record) if isinstance(record, Mapping) else record, type=Record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord("match.record-form", why=str(error)) from error


def written(record: Record) -> dict[str, Any]:
    """A record as plain JSON values."""
    document: dict[str, Any] = msgspec.to_builtins(record)
    return document


def load(path: Path) -> bytes:
    """The bytes of a record file, or BadRecord with the reason they cannot be had."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadRecord("match.record-file", path=path, why=_why(error)) from error
    if len(content) > MOST_BYTES:
        raise BadRecord("match.record-size", path=path)
    return content


def save(document: Mapping[str, Any], path: Path) -> None:
    """Write a record so that the file holds either what it held before or all of the new one.

    A file that is there keeps its mode; a new one is for its owner alone, for it may hold secrets.
    Raises BadRecord when the disk is full or the place cannot be written to.
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
    """What the system says; a path that is none, such as one with a zero byte, is a ValueError."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
