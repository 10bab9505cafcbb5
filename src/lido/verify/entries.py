"""The entries of a table's log as a proof reads them. It needs nothing of the server, whose files may differ."""

from collections.abc import Mapping, Sequence
from datetime import date
from math import inf
from typing import Any, Literal

import msgspec

from lido.chain import FIRST, digest
from lido.errors import BadRecord


class Line(msgspec.Struct):
    """An entry of a log: its place in the chain, when it was written, and its event."""

    table: str
    n: int
    at: int
    before: str
    event: dict[str, Any]


class Clock(msgspec.Struct):
    """How long a player may think."""

    seconds: int
    per: str = "move"
    plus: int = 0


class Created(msgspec.Struct):
    """A table was opened, with a commitment to its seed."""

    game: str
    players: int
    options: dict[str, str | int]
    host: str
    commitment: str
    clock: Clock | None = None
    kept: dict[int, str] = {}
    laws: int = 1
    deal: Literal[1, 2] = 1
    device: bool = False
    """Whether the game was played on the host's device, and given to the service afterwards."""
    physics: str | None = None
    challenge: date | None = None
    """The day whose challenge was played."""


class Sat(msgspec.Struct):
    """A seat was taken by a person or a bot of a level. In the first way of dealing, every seat gave its string."""

    seat: int
    person: str | None = None
    level: str | None = None
    here: bool = False
    commitment: str | None = None
    string: str | None = None


class Stood(msgspec.Struct):
    """A seat was left before the game."""

    seat: int
    by: str | None = None


class Sealed(msgspec.Struct):
    """All seats were taken."""


class Revealed(msgspec.Struct):
    """The string of a seat was revealed."""

    seat: int
    string: str


class Started(msgspec.Struct):
    """The deal was drawn."""


class Moved(msgspec.Struct):
    """A move, and the milliseconds that it took: those that count, and those that do not."""

    seat: int
    move: str
    details: dict[str, Any] = {}
    spent: int = 0
    forgiven: int = 0


class Undone(msgspec.Struct):
    """The last moves were taken back."""

    moves: int = 1


class Left(msgspec.Struct):
    """The person of a seat left."""

    seat: int


class Replaced(msgspec.Struct):
    """A bot plays for the person of a seat."""

    seat: int
    level: str
    why: str


class Returned(msgspec.Struct):
    """A person plays that seat again."""

    seat: int
    person: str


class Resumed(msgspec.Struct):
    """The clock of the seat to act goes on after a break, with so many milliseconds."""

    seat: int
    bank: int


class Over(msgspec.Struct):
    """The game ended, and the seed was shown."""

    payoffs: list[float]
    reason: str
    seed: str


class Closed(msgspec.Struct):
    """The table was closed, so that no game was played at it."""


KINDS: Mapping[str, type[msgspec.Struct]] = {
    "created": Created,
    "sat": Sat,
    "stood": Stood,
    "sealed": Sealed,
    "revealed": Revealed,
    "started": Started,
    "moved": Moved,
    "undone": Undone,
    "left": Left,
    "replaced": Replaced,
    "returned": Returned,
    "resumed": Resumed,
    "over": Over,
    "closed": Closed,
}
"""The entries that a proof needs."""
LINKS = frozenset({"taken", "asked", "answered", "said", "again"})
"""The other entries of a log, which are only links of the chain. An unknown one might mean anything."""


class Entry(msgspec.Struct):
    """An entry that a proof needs."""

    n: int
    at: int
    event: msgspec.Struct


MOST_ENTRIES, MOST_BYTES = 10_000, 32 * 2**20
"""How long a log may become: a game that reaches that ends there."""


def full_at(log: Sequence[str]) -> float:
    """The number of the entry with which a log is full; infinite for one that is not."""
    size = 0
    for n, text in enumerate(log, start=1):
        size += len(text.encode())
        if n >= MOST_ENTRIES or size >= MOST_BYTES:
            return n
    return inf


def chained(log: Sequence[str]) -> list[Line]:
    """The entries of a log, each of which names the hash of the one before; or BadRecord."""
    lines: list[Line] = []
    before = FIRST
    for n, text in enumerate(log, start=1):
        try:
            raw = text.encode()
            line = msgspec.json.decode(raw, type=Line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRecord("verify.entry-form", n=n, why=str(error)) from error
        if (line.n, line.before, line.table) != (n, before, lines[0].table if lines else line.table):
            raise BadRecord("verify.not-chained", n=n)
        lines.append(line)
        before = digest(raw)
    return lines


def understood(lines: Sequence[Line]) -> list[Entry]:
    """The entries that a proof needs; or BadRecord where one has an unknown kind or not the fields of its kind."""
    entries = []
    for line in lines:
        name = str(line.event.get("kind"))
        if name in LINKS:
            continue
        kind = KINDS.get(name)
        if kind is None:
            raise BadRecord("verify.entry-kind", n=line.n, kind=name)
        try:
            entries.append(Entry(line.n, line.at, msgspec.convert(line.event, type=kind, str_keys=True)))
        except msgspec.ValidationError as error:
            raise BadRecord("verify.entry-form", n=line.n, why=str(error)) from error
    return entries
