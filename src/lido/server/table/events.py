"""The log of a table: what happened at it, entry after entry, each holding the hash of the one before.

A table is what its log says (`lido.server.table.state`). Nothing in the log is secret: every entry may be sent
to everybody at the table, and only the last one shows the seed of the deal. It holds no names and no chat, so
that these can be deleted: an entry has the key of a person and the digest of a text.
"""

from datetime import date
from typing import Any

import msgspec

from lido.chain import FIRST, digest

__all__ = ["FIRST", "digest"]  # of the chain, for those who write entries


class Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that happened at a table; the tag says what."""


class Clock(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How long a player may think: for each move, or for the whole game with something added every move."""

    seconds: int
    per: str = "move"
    """`move` or `game`."""
    plus: int = 0
    """Seconds added after each move, for a clock of the whole game."""


class Created(Event, tag="created"):
    """A table is opened. Nobody sits at it yet, and its deal is already committed to."""

    game: str
    players: int
    options: dict[str, str | int]
    host: str
    commitment: str
    public: bool
    rated: bool = False
    clock: Clock | None = None
    again: str | None = None
    """The table that this one is a rematch of, or was opened in place of."""
    kept: dict[int, str] = {}
    """Seats kept for the people of the last game."""
    barred: list[str] = []
    """People who do not sit down here: they did not reveal in time at the table before."""
    hints: bool = False
    """Whether everybody may ask for hints: all saw that before they sat down."""
    laws: int = 1
    """The number of the laws that the game is played under; logs without it are of the first."""
    deal: int = 1
    """How the deal is made: at first, strings were given openly; in the second way, everybody commits before anybody
    reveals (docs/fair-deals.md)."""
    device: bool = False
    """Whether the game was played on its host's device, and given to the service when it was over: its deal was drawn
    there, and its bots moved there."""
    cup: str | None = None
    """The tournament that its game belongs to."""
    strangers: bool = False
    """Whether the service brought its people together: it is closed soon if they do not come."""
    physics: str | None = None
    """In a game of physics: what computes it, so that it can be computed again (`Game.physics`)."""
    challenge: date | None = None
    """The day whose challenge is played here."""


class Sat(Event, tag="sat"):
    """A person, or a bot of a level, takes a seat before the game."""

    seat: int
    commitment: str | None = None
    """The commitment of a person to what the seat adds to the deal."""
    string: str | None = None
    """What the seat adds to the deal; only in a deal of the first way."""
    person: str | None = None
    level: str | None = None
    here: bool = False
    """Whether the person shares a device with others at this table."""
    rated: bool | None = None
    """At a rated table: whether the person wants a rating for this game, as they said before it; in older logs null."""


class Stood(Event, tag="stood"):
    """A seat is free again before the game; `by` is the host, if the host did it."""

    seat: int
    by: str | None = None


class Sealed(Event, tag="sealed"):
    """All seats are taken, and stay as they are: the people who sit there may now reveal their strings."""


class Revealed(Event, tag="revealed"):
    """A person reveals the string that they committed to."""

    seat: int
    string: str


class Started(Event, tag="started"):
    """All strings are known: the deal is drawn and the game begins."""


class Moved(Event, tag="moved"):
    """A move. `details` are what `Match.play` keeps of it."""

    seat: int
    move: str
    details: dict[str, Any] = {}
    spent: int = 0
    """Milliseconds of thought that count on a clock."""
    forgiven: int = 0
    """Milliseconds that do not, because the connection is slow."""


class Taken(Event, tag="taken"):
    """A person's hand takes the piece that is to be placed.

    What chance does to the hand is drawn for this taking, which is in the log before anything of it is seen: nobody
    sees it and then takes the piece again.
    """

    seat: int
    led: bool = False
    """Whether the program leads the hand, and the person only says where to."""


class Asked(Event, tag="asked"):
    """A seat asks to go back to its last decision."""

    seat: int


class Answered(Event, tag="answered"):
    """A person answers the seat that asked."""

    seat: int
    agreed: bool


class Undone(Event, tag="undone"):
    """The last moves are taken back: everybody agreed."""

    moves: int = 1


class Replaced(Event, tag="replaced"):
    """A bot plays a seat whose person has left, was away for too long, gave up or ran out of time."""

    seat: int
    level: str
    why: str
    """`left`, `away`, `resigned` or `time`."""


class Returned(Event, tag="returned"):
    """A person takes back the seat that a bot held for them, or takes over one that is free to take."""

    seat: int
    person: str


class Resumed(Event, tag="resumed"):
    """A clock ran while nobody could act, as when the service was down: the seat to act has so much time from now."""

    seat: int
    bank: int
    """Milliseconds."""


class Left(Event, tag="left"):
    """The person of a seat left during the game: the others may let a bot play it."""

    seat: int


class Said(Event, tag="said"):
    """A chat message. The text is stored elsewhere; this is the SHA-256 of its salt and itself."""

    person: str
    digest: str


class Over(Event, tag="over"):
    """The game has ended, and the seed of its deal is shown."""

    payoffs: list[float]
    reason: str
    """A reason of the game's own, or `resigned`, `time`, `abandoned`, `length`, `challenge`."""
    seed: str


class Again(Event, tag="again"):
    """A rematch is open at another table; or one in place of this, which was closed as somebody did not reveal."""

    table: str
    by: str | None = None
    """Who asked for it; logs of earlier versions do not say."""


class Closed(Event, tag="closed"):
    """The table was closed before its game began."""


AnyEvent = (
    Created | Sat | Stood | Sealed | Revealed | Started | Moved | Taken | Asked | Answered | Undone | Replaced
    | Returned | Resumed | Left | Said | Over | Again | Closed
)  # fmt: skip


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What an entry says, and what its hash covers."""

    table: str
    n: int
    """From 1, without a gap."""
    at: int
    """Milliseconds since 1970, by the clock of the node that wrote it."""
    before: str
    """The hash of the entry before."""
    event: AnyEvent


class Entry(msgspec.Struct):
    """An entry as it is stored: the bytes that were hashed, and their hash."""

    body: Body
    raw: bytes
    hash: str


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def entry(table: str, n: int, at: int, before: str, event: AnyEvent) -> Entry:
    """The next entry of a log."""
    body = Body(table, n, at, before, event)
    raw = _encoder.encode(body)
    return Entry(body, raw, digest(raw))


def read(raw: bytes) -> Entry:
    """An entry from its bytes; raises msgspec.ValidationError."""
    return Entry(_decoder.decode(raw), raw, digest(raw))
