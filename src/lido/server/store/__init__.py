"""Where tables, people and ratings are kept: SQLite for one machine, PostgreSQL for several.

What a method writes is on disk when it returns. `open_store` picks by the address. A database that cannot be
reached, read or written makes every method raise `lido.errors.NotKept`, and then nothing has been written.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from lido.errors import NotKept, Refusal
from lido.server.table.events import Entry
from lido.server.table.head import Head

if TYPE_CHECKING:
    from lido.server.store.challenges import Try
    from lido.server.store.puzzles import Attempt, PuzzleRating

LONG, HEAVY = 500, 32 * 1024
"""Entries, and bytes of them, from which on it takes long enough to be felt to read them: some milliseconds."""
IN_DOUBT = ("server.store-reach", "server.store-closed")
"""Codes of errors after which what was to be written may have been: the database could not be reached."""


class Conflict(Exception):
    """Another node wrote an entry of that number first, or this client's message (or a later one) is in the log."""


class SignedOut(Refusal):
    """Whoever asked for something was signed out or deleted meanwhile; nothing was written."""

    def __init__(self) -> None:
        super().__init__("service.nobody")


class Author(NamedTuple):
    """Who asks for something to be written, as their cookie says: it is only written while that is valid."""

    person: str
    epoch: int


class Origin(msgspec.Struct):
    """The client's message that made an entry: it makes one only once."""

    client: str
    number: int


class Append(msgspec.Struct, kw_only=True):
    """What is written together, or not at all. `entries` follow on each other and on what the table has.

    With the first entry come `head` and `seed`, and with `ratings` comes `head`.
    """

    table: str
    entries: Sequence[Entry]
    author: Author | None = None
    """The person who wants it; None for what the service does by itself."""
    origin: Origin | None = None
    """Kept with the last of the entries."""
    head: Head | None = None
    seed: str | None = None
    """The secret of the deal, with the first entry."""
    texts: Mapping[int, tuple[str, str, str]] = {}
    """By entry: the person, the salt and the text of a chat message."""
    ratings: Mapping[str, tuple[float, float]] = {}
    """By person, for the game of the table: the new mean and its uncertainty."""
    rated: Mapping[str, tuple[float, float]] = {}
    """By person: the mean of the rating before this game and after it."""
    seat_names: Mapping[int, tuple[str, str | None]] = {}
    """By seat of a shared device: the person who took it, and the name that was given for it, if any."""
    seekers: Sequence[str] = ()
    """People who wait for a stranger until now, and are paired at this table: with the first entry."""
    scored: tuple[float, str] | None = None
    """What came of a try at a challenge, which is over: its points, and what they are made of, as JSON."""


class Person(msgspec.Struct):
    """A person, with a public key; their cookie holds it, signed."""

    key: str
    name: str | None
    language: str
    epoch: int
    """Counts up when other devices are signed out; a cookie of an older epoch is void."""
    rated: bool
    """Whether they want ratings."""
    face: int
    """The seed of their picture, below 2**32: drawn at random, and changed as they like."""


class Seek(NamedTuple):
    """Somebody who waits for a stranger."""

    person: str
    game: str
    pace: str
    mean: float
    """Of their rating."""
    since: int
    """Milliseconds since 1970."""


class Subscription(NamedTuple):
    """Where a browser is sent messages, and the keys that only it can open them with (RFC 8291)."""

    endpoint: str
    p256dh: bytes
    auth: bytes


class FriendRow(NamedTuple):
    """A friend of somebody."""

    key: str
    tells: bool
    """Whether that somebody wants to be told when the friend comes."""
    seen: int | None
    """When the friend was last at the page."""


class Past(NamedTuple):
    """A game that somebody has played to its end."""

    head: Head
    at: int
    """When they sat down."""
    means: tuple[float, float] | None
    """The mean of their rating before and after it, if it was rated."""


class Store(Protocol):
    """What the service needs of a database."""

    async def append(self, what: Append) -> None:
        """Write to a table's log.

        Raises Conflict, and writes nothing, if an entry of that number or origin is there, if the first of the
        entries does not follow on the last that is there, or if one of the seekers waits no more; SignedOut if the
        author's epoch is over: once `sign_out` has returned, at whatever node, nothing of an older epoch is written.
        Appends are carried out in the order of the calls, so one may be made before the last has returned.
        """
        ...

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]: ...
    async def origins(self, table: str) -> dict[str, tuple[int, int]]:
        """For each client: its highest number, and the entry that it made."""
        ...

    async def seed(self, table: str) -> str | None: ...
    async def texts(self, table: str, since: int = 1) -> dict[int, str]:
        """The chat messages of a table from an entry on that were not deleted, by entry."""
        ...

    async def heads(self, *, status: Sequence[str], public: bool | None = None, limit: int = 200) -> list[Head]: ...
    async def waiting(self, before: int, limit: int = 100) -> list[str]:
        """Tables that are open and were so before that time (milliseconds since 1970), the oldest first."""
        ...

    async def tables_of(self, person: str, limit: int = 50) -> list[Head]:
        """The tables where a person sits or sat, the newest first."""
        ...

    async def history(self, person: str, limit: int) -> list[Past]:
        """The games that a person has played to their end, the newest first."""
        ...

    async def new_person(self, person: Person) -> None: ...
    async def person(self, key: str) -> Person | None: ...
    async def people(self, keys: Sequence[str]) -> dict[str, Person]: ...
    async def change_person(self, person: Person) -> bool:
        """Write all of a person but the epoch; False, and nothing is written, if theirs is no longer that one."""
        ...

    async def sign_out(self, key: str, epoch: int, secret: str | None = None) -> bool:
        """Void all cookies of an epoch, which becomes the next; False if it is no longer that one.

        `secret` is the digest of a string that only whoever asks for it knows.
        """
        ...

    async def signed_out_by(self, key: str, epoch: int, secret: str) -> bool:
        """Whether the last sign-out voided that epoch, within a day, and with that secret."""
        ...

    async def forget(self, author: Author) -> bool:
        """Delete a person: names, ratings, blocks and chat messages. The log keeps their key.

        False, and nothing is deleted, if their epoch is no longer that one.
        """
        ...

    async def spend(self, token: str, until: int) -> bool:
        """Use a token that is valid once, until then (seconds since 1970); False if it has been used."""
        ...

    async def block(self, author: Author, blocked: str, on: bool) -> bool:
        """A person blocks another, or no longer does; False, and nothing is written, if their epoch is over."""
        ...

    async def blocks(self, key: str) -> set[str]: ...
    async def ratings(self, game: str, keys: Sequence[str]) -> dict[str, tuple[float, float]]: ...
    async def rated(self, table: str) -> dict[str, tuple[float, float]]:
        """By person: the mean of the rating before and after the game of a table."""
        ...

    async def seat_names(self, table: str) -> dict[int, tuple[str, str]]:
        """By seat: the person who gave a name for it, and that name."""
        ...

    async def seek(self, author: Author, seek: Seek, until: int, node: str) -> bool:
        """Let somebody wait for a stranger at a node, in place of what they waited for before; until then, unless the
        node renews it. False, and nothing is written, if their epoch is over.
        """
        ...

    async def seekers(self, now: int) -> list[Seek]:
        """Everybody who waits for a stranger now and is not paired, at all nodes."""
        ...

    async def seeking_at(self, node: str) -> dict[str, str | None]:
        """Everybody who waits at a node, and the table where they were paired, if they were."""
        ...

    async def go_on_seeking(self, node: str, now: int, until: int) -> None:
        """Renew those who wait at a node, and drop those of nodes that are gone."""
        ...

    async def stop_seeking(self, person: str, node: str) -> None: ...

    async def subscribe(self, author: Author, subscription: Subscription, now: int) -> bool:
        """Let a browser of somebody be sent messages; False, and nothing is written, if their epoch is over."""
        ...

    async def unsubscribe(self, endpoint: str) -> None: ...
    async def subscriptions(self, person: str) -> list[tuple[str, Subscription]]:
        """The browsers of a person that are sent messages, each with the person's language."""
        ...

    async def befriend(self, author: Author, other: str) -> bool:
        """Make two people friends; False, and nothing is written, if the author's epoch is over, as below."""
        ...

    async def unfriend(self, author: Author, other: str) -> bool: ...
    async def tell_of(self, author: Author, other: str, on: bool) -> bool: ...
    async def friends(self, person: str) -> list[FriendRow]: ...
    async def note(self, person: str, at: int) -> int | None:
        """Note that somebody is at the page; when they were before."""
        ...

    async def told_of(self, person: str) -> list[str]:
        """Who wants to be told when somebody comes."""
        ...

    async def invite(self, author: Author, other: str, table: str, at: int) -> bool: ...
    async def invitations(self, person: str, since: int) -> list[tuple[str, str, str]]:
        """The tables that are open and to which somebody is asked: the table, its game, and who asks."""
        ...

    async def keep_code(self, digest: str, token: str, until: int) -> None:
        """Keep a code for a token until then (seconds since 1970)."""
        ...

    async def token_of(self, digest: str) -> str | None:
        """The token of a code that is valid."""
        ...

    async def open_cup(self, author: Author, cup: str, title: str, now: int) -> bool:
        """Keep a new tournament; False, and nothing is written, if the host's epoch is over."""
        ...

    async def append_cup(self, cup: str, n: int, raw: bytes, author: Author | None = None) -> bool:
        """Write the next entry of a tournament's log; False, and nothing is written, if it does not follow on the last
        that is there, or if the author's epoch is over.
        """
        ...

    async def cup_entries(self, cup: str, after: int = 0) -> list[bytes]: ...
    async def cup_title(self, cup: str) -> str | None: ...
    async def mark_cup(self, cup: str, status: str) -> None:
        """Note how far a tournament is: those that are `running` are looked after."""
        ...

    async def running_cups(self) -> list[str]: ...

    async def secret(self, name: str, new: bytes | None = None) -> bytes:
        """A secret of the service, made once for a database: this one, or a random one of 32 bytes."""
        ...

    async def attempts(self, person: str) -> tuple[int, int]:
        """How many puzzles a person has tried and solved."""
        ...

    async def attempted(self, person: str, puzzle: str) -> bool | None:
        """Whether a person has solved a puzzle; None if they never tried it."""
        ...

    async def puzzle_rating(self, puzzle: str) -> "PuzzleRating | None":
        """How hard a puzzle has proved; None if nobody has tried it."""
        ...

    async def solved_days(self, person: str) -> list[int]:
        """The days whose puzzle a person solved, the last first."""
        ...

    async def keep_attempt(self, author: Author, attempt: "Attempt") -> bool:
        """Keep an attempt at a puzzle; False, and nothing is written, if the author's epoch is over."""
        ...

    async def begin_try(self, author: Author, game: str, day: int, table: str, most: int) -> bool:
        """Note that a person tries the challenge of a day at a table; False if they have done so `most` times."""
        ...

    async def tries(self, person: str, game: str, day: int) -> "list[Try]":
        """The tries of a person at the challenge of a day, the first first."""
        ...

    async def best_tries(self, game: str, day: int, limit: int) -> "list[Try]":
        """The best try of each person at the challenge of a day, the best first; of equal ones, the earlier number."""
        ...

    async def tried_by(self, game: str, day: int) -> int:
        """How many people have finished a try at the challenge of a day."""
        ...

    async def try_at(self, table: str) -> "Try | None":
        """The try that a table is for, if it is for one."""
        ...

    async def tried_days(self, person: str, game: str) -> list[int]:
        """The days whose challenge a person has finished a try at, the last first."""
        ...

    async def lease(self, table: str, node: str, seconds: float) -> bool:
        """Take or renew the right to run a table; False while another node has it."""
        ...

    async def renew(self, tables: Sequence[str], node: str, seconds: float) -> set[str]:
        """Renew the right to run tables; those of them that this node still has."""
        ...

    async def release(self, tables: Sequence[str], node: str) -> None:
        """Give up the right to run tables."""
        ...

    async def needing_runner(self, limit: int = 100) -> list[str]:
        """Tables that need a runner and that no node holds a lease of."""
        ...

    async def tell(self, channel: str, payload: bytes) -> None:
        """Tell the other nodes something that is not kept: text in UTF-8, at most 7,900 bytes.

        The channel is a word without spaces, other than `log` and `gap`.
        """
        ...

    def told(self) -> AsyncIterator[tuple[str, bytes]]:
        """What other nodes tell from now on, and `("log", b"table n")` when they have written up to entry n.

        `("gap", b"")` says that the connection was lost for a while: messages may have been lost, so
        every table in memory must be read again.
        """
        ...

    async def key(self) -> bytes:
        """The secret that signs cookies, made once for a database."""
        ...

    async def time(self) -> int | None:
        """Milliseconds since 1970 by the clock that all nodes share; None where there is one node."""
        ...

    async def ready(self) -> None:
        """Raises where the database cannot be reached or written."""
        ...

    async def close(self) -> None: ...


def is_postgres(address: str) -> bool:
    """Whether an address is one of PostgreSQL; else it is a SQLite file."""
    return address.startswith(("postgresql://", "postgres://"))


async def open_store(address: str, **settings: Any) -> Store:
    """The store at `postgresql://…`, or in a SQLite file, which is made where it is missing; its schema is migrated."""
    if is_postgres(address):
        try:
            from lido.server.store.postgres import Postgres  # noqa: PLC0415 - only where it is used
        except ModuleNotFoundError as error:
            raise NotKept("server.no-postgres") from error
        return await Postgres.opened(address, **settings)
    from lido.server.store.sqlite import Sqlite  # noqa: PLC0415

    return await Sqlite.opened(address, **settings)
