"""A scripted player: sits down, reveals its string, and is asked for a move when it may make one."""

import random
import time
from abc import ABC, abstractmethod
from itertools import count

from bench.service.line import Outbox
from bench.service.node import HOST, Caller
from lido.deal import commitment

DONE = b'{"type":"done"'
WELCOME = b'{"type":"welcome"'
SEALED = b'"kind":"sealed"'
OVER = b'"kind":"over"'
LEGAL = b'"legal":['
STRING = "bench"
"""What every seat adds to the deal."""


class Scripted(ABC):
    """One seat, at one table after the other.

    It reads messages without a parser, which would cost as much as the server.
    """

    def __init__(self, caller: Caller, seat: int, address: str = HOST) -> None:
        self.caller = caller
        self._seat = seat
        self._address = address
        self._numbers = count(1)
        self._sent = 0.0
        self._line: Outbox | None = None

    async def sit(self, table: str) -> None:
        """Sit down at a table."""
        path = f"/api/tables/{table}/socket?client={self._seat}-{table}"
        self._line = Outbox(path, self.caller.cookie, self._heard, self.hung_up)
        self._numbers, self._sent = count(1), 0.0
        await self._line.connect(self.caller.port, self._address)

    def _heard(self, text: bytes) -> None:
        if text.startswith(DONE):
            if self._sent:
                self.waited(time.perf_counter() - self._sent)
            self._sent = 0.0
        elif text.startswith(WELCOME):
            self._say(b'"do":"sit","seat":%d,"commitment":"%b"' % (self._seat, commitment(STRING).encode()))
        elif SEALED in text:
            self._say(b'"do":"reveal","seat":%d,"string":"%b"' % (self._seat, STRING.encode()))
        elif OVER in text:
            self.ended()
        elif (at := text.find(LEGAL)) >= 0 and (moves := text[at + len(LEGAL) : text.index(b"]", at)]):
            self.asked(random.choice(moves.split(b",")))

    def move(self, move: bytes) -> None:
        """Make a move, which is in quotes."""
        self._sent = time.perf_counter()
        self._say(b'"do":"move","seat":%d,"move":%b' % (self._seat, move))

    def _say(self, message: bytes) -> None:
        assert self._line
        self._line.say(b'{%b,"number":%d}' % (message, next(self._numbers)))

    def pending(self) -> float:
        """How long the last move has waited for its answer by now; 0 if it has one."""
        return time.perf_counter() - self._sent if self._sent else 0.0

    def leave(self) -> None:
        """Hang up."""
        if self._line:
            self._line.close()

    @abstractmethod
    def asked(self, move: bytes) -> None:
        """A move may be made: this one, sooner or later."""

    @abstractmethod
    def waited(self, seconds: float) -> None:
        """A move was acknowledged after so long."""

    @abstractmethod
    def ended(self) -> None:
        """The game is over."""

    @abstractmethod
    def hung_up(self) -> None:
        """The line is closed."""
