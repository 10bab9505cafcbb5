"""Somebody at a table, by one socket: a player at some of its seats, or a spectator."""

import time
from typing import Any

import msgspec

from lido.errors import LidoError, NotKept, Refusal
from lido.server.messages import Done, Message, Ping, Refused
from lido.server.rooms.outbox import Outbox

_encoder = msgspec.json.Encoder()

SPECTATOR = (0,)


def encoded(message: Message) -> str:
    """A message as it is sent."""
    return _encoder.encode(message).decode()


def refused(error: LidoError, language: str, number: int | None = None) -> Refused:
    """What a client is told of something that was not done."""
    error = outside(error)
    return Refused(code=error.code, facts=plain(error), sentence=error.said(language), number=number)


def outside(error: LidoError) -> LidoError:
    """An error as people outside may know it: what a database says of itself, and where it is, is not theirs."""
    return Refusal("service.not-now") if isinstance(error, NotKept) else error


def plain(error: LidoError) -> dict[str, Any]:
    """The facts of an error as JSON has them."""
    return {
        name: fact if isinstance(fact, str | int | float | bool | None) else str(fact)
        for name, fact in error.facts.items()
    }


class Connection:
    """One socket at one table."""

    __slots__ = ("_pinged", "_pings", "client", "hinting", "lag", "language", "outbox", "person", "seats")

    def __init__(self, outbox: Outbox, person: str, client: str, language: str) -> None:
        self.outbox = outbox
        self.person = person
        self.client = f"{person}/{client}"
        """What numbers the messages: nobody can use up the numbers of others."""
        self.language = language
        self.seats: tuple[int, ...] = SPECTATOR
        """One's own, or 0."""
        self.lag = 0
        """Milliseconds of a round trip."""
        self.hinting = False
        self._pings = 0
        self._pinged: float | None = None

    def ping(self) -> None:
        """Ask for a sign, to know how slow the line is. One that was not answered yet is not asked again."""
        if self._pinged is None:
            self._pings += 1
            self._pinged = time.monotonic()
            self.outbox.say(encoded(Ping(id=self._pings)))

    def pong(self, ping: int) -> None:
        """The sign came."""
        if self._pinged is not None and ping == self._pings:
            self.lag = round((time.monotonic() - self._pinged) * 1000)
            self._pinged = None

    def done(self, number: int, n: int) -> None:
        """Acknowledge a command."""
        self.outbox.say(encoded(Done(number=number, n=n)))

    def refuse(self, error: LidoError, number: int | None) -> None:
        """Say why a command was not carried out."""
        self.outbox.say(encoded(refused(error, self.language, number)))
