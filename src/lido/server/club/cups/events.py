"""The log of a tournament: what was decided, entry after entry, each holding the hash of the one before.

As the log of a table it holds no names. A round is in it before its tables are opened: if the service stops in between,
they are opened when it is back.
"""

import msgspec

from lido.chain import digest
from lido.server.table.events import Clock


class Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that happened in a tournament; the tag says what."""


class Opened(Event, tag="opened"):
    """A tournament is announced."""

    host: str
    game: str
    options: dict[str, str | int]
    clock: Clock
    system: str
    """`all`, `swiss` or `knockout`."""
    rounds: int | None = None
    """Of Swiss; else as many as it takes."""
    size: int = 1
    """Players of a team."""


class Joined(Event, tag="joined"):
    """A person, or a bot of a level, joins a team; teams are numbered from 1."""

    team: int
    person: str | None = None
    level: str | None = None


class Left(Event, tag="left"):
    """Somebody leaves a team. Before the first round the place is free then; later the team is not paired any more."""

    team: int
    place: int
    """From 0."""


class Game(msgspec.Struct, forbid_unknown_fields=True):
    """Two teams play at a table; the first has the first seat."""

    table: str
    one: int
    other: int


class Paired(Event, tag="paired"):
    """A round begins. A team without an opponent has a free round, which counts as won."""

    games: list[Game]
    free: list[int] = []


class Ended(Event, tag="ended"):
    """A game has ended: the points of both."""

    table: str
    one: float
    other: float
    why: str
    """A reason of the game's own or of its table, or `absent`."""


class Finished(Event, tag="finished"):
    """The last round is over."""


class Closed(Event, tag="closed"):
    """The host gave the tournament up."""


AnyEvent = Opened | Joined | Left | Paired | Ended | Finished | Closed


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What an entry says, and what its hash covers."""

    cup: str
    n: int
    at: int
    before: str
    event: AnyEvent


class Entry(msgspec.Struct):
    """An entry as it is stored: the bytes that were hashed, and their hash."""

    body: Body
    raw: bytes
    hash: str


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def entry(cup: str, n: int, at: int, before: str, event: AnyEvent) -> Entry:
    """The next entry of a log."""
    raw = _encoder.encode(Body(cup, n, at, before, event))
    return Entry(Body(cup, n, at, before, event), raw, digest(raw))


def read(raw: bytes) -> Entry:
    """An entry from its bytes; raises msgspec.ValidationError."""
    return Entry(_decoder.decode(raw), raw, digest(raw))
