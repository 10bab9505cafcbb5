"""One socket at a table: of a player at some of its seats, or of a spectator."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from lido.errors import LidoError, NotKept, Refusal
from lido.server.messages import Done, Message, Ping, Refused
from lido.server.rooms.outbox import Outbox
from lido.server.store import Author

encoded: Callable[[Message], bytes] = msgspec.json.Encoder().encode
"""A message as it is sent."""


def refused(error: LidoError, language: str, number: int | None = None) -> Refused:
    """The message that refuses a command."""
    error = outside(error)
    return Refused(code=error.code, facts=plain(error), sentence=error.said(language), number=number)


def outside(error: LidoError) -> LidoError:
    """An error as visitors may see it, without the messages and the address of the database."""
    return Refusal("service.not-now") if isinstance(error, NotKept) else error


def plain(error: LidoError) -> dict[str, Any]:
    """The facts of an error as JSON has them."""
    return {
        name: fact if isinstance(fact, str | int | float | bool | None) else str(fact)
        for name, fact in error.facts.items()
    }


class Audience(NamedTuple):
    """Which views a connection gets. All connections of one audience are sent the same."""

    seats: tuple[int, ...]
    """Their own, or 0 for spectators."""


SPECTATORS = Audience((0,))


class Connection:
    """One socket at one table."""

    __slots__ = (
        "_pinged", "_pings", "audience", "client", "epoch", "hinting", "lag", "language", "outbox", "person",
        "pictures", "shown",
    )  # fmt: skip

    def __init__(
        self, outbox: Outbox, person: str, client: str, language: str, *, epoch: int = 0, pictures: bool = False
    ) -> None:
        self.outbox = outbox
        self.person = person
        self.epoch = epoch
        """That of the person's cookie when the socket was opened."""
        self.client = f"{person}/{client}"
        """Whose numbers the commands have; it includes the person, so that nobody can use up the numbers of others."""
        self.language = language
        self.audience = SPECTATORS
        self.pictures = pictures
        """Whether it wants pictures of what its seats see."""
        self.shown: dict[int, str | None] = {}
        """The pictures that it was sent last, by seat."""
        self.lag = 0
        """Milliseconds of a round trip."""
        self.hinting = False
        self._pings = 0
        self._pinged: float | None = None

    @property
    def author(self) -> Author:
        """Who wants what is written for this connection."""
        return Author(self.person, self.epoch)

    def sit(self, seats: Sequence[int]) -> None:
        """The seats of the person have changed."""
        self.audience = Audience(tuple(seats)) if seats else SPECTATORS

    def ping(self) -> None:
        """Measure the round trip, unless the last ping was not answered yet."""
        if self._pinged is None:
            self._pings += 1
            self._pinged = time.monotonic()
            self.outbox.say(encoded(Ping(id=self._pings)))

    def pong(self, ping: int) -> None:
        """A ping was answered."""
        if self._pinged is not None and ping == self._pings:
            self.lag = round((time.monotonic() - self._pinged) * 1000)
            self._pinged = None

    def done(self, number: int, n: int) -> None:
        """Acknowledge a command."""
        self.outbox.say(encoded(Done(number=number, n=n)))

    def refuse(self, error: LidoError, number: int | None) -> None:
        """Say why a command was not carried out."""
        self.outbox.say(encoded(refused(error, self.language, number)))
