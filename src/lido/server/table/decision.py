"""What a decision about a table depends on, and what it is."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lido.game import Played
from lido.server.table.events import AnyEvent

NOBODY: Mapping[str, int] = {}


class Request(NamedTuple):
    """Who wants something, and all that a decision may depend on beside the table and the command."""

    who: str | None
    """The key of a person, or None for the service itself, which moves for bots."""
    at: int
    """When, in milliseconds since 1970."""
    lag: int = 0
    """The round trip of the person's connection, in milliseconds."""
    absent: Mapping[str, int] = NOBODY
    """The people with a seat who have no socket at the table, and since when."""
    rated: bool = False
    """Whether the person wants ratings."""
    token: Callable[[int], str] = secrets.token_hex
    """Random hexadecimal text of so many bytes."""


class Text(NamedTuple):
    """A chat message. The log holds only the digest of its salt and itself."""

    person: str
    salt: str
    text: str


class Decision(NamedTuple):
    """The events that a command leads to. Nothing has changed yet: `changes.applied` does that."""

    events: list[AnyEvent]
    played: Played[Any] | None = None
    """What a move leads to, so that it need not be worked out again when it is applied."""
    text: Text | None = None
    """What was said."""
