"""The HTTP protocol of uvicorn, with deadlines: a client that is too slow is disconnected."""

import asyncio
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NoReturn

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from lido.errors import Refusal
from lido.server.metrics import Metrics
from lido.server.transport.answers import whole_answer
from lido.server.transport.connections import Connections, Held
from lido.server.transport.websocket import Wire

LEAST_RATE = 32 * 1024
"""Bytes a second of a long body that a client must send, after the first seconds."""
LONGEST_TARGET, LONGEST_HEADER = 4_096, 8_000
"""Bytes of the address of a request, and of one of its headers."""
MOST_HEADERS, LONGEST_HEAD = 100, 32_768
"""Headers of a request, and their bytes."""
LEAST_READ, LEAST_SHARE_READ = 1024, 1 / 300
"""Bytes a second of an answer that a client must read, and the part of what is not sent yet, for long answers."""
MOST_UNREAD = 2**20
"""Bytes of a body that are still taken after its request was answered, so that the client reads the answer."""


@dataclass(frozen=True)
class Patience:
    """Seconds that a client has."""

    headers: float = 10.0
    """From the connection, or from the first byte of a later request, to the end of the headers."""
    idle: float = 5.0
    """Between two requests."""
    body: float = 20.0
    """For a body; those that go on at `LEAST_RATE` have longer."""
    stalled: float = 5.0
    """Without sending anything of a body."""
    rest: float = 2.0
    """For what still comes after a request was answered or refused."""
    answer: float = 20.0
    """Without reading an answer."""
    look: float = 1.0
    """Between two looks at a connection."""


class Phase(Enum):
    """What a connection waits for."""

    HEADERS = auto()
    BODY = auto()
    WORK = auto()
    """The service has the whole request."""
    REST = auto()
    """The rest of the body of a request that was answered."""
    DEAF = auto()
    """The client's end of a connection that was turned away."""
    IDLE = auto()
    """The next request."""


class Requests(h11.Connection):
    """The requests of a connection. Those that are not served are refused before anything else is read of them."""

    refusal = (400, "service.no-http")
    """Why one was refused: the status and the code."""

    def next_event(self) -> Any:
        """The next part of a request."""
        if self.their_state is h11.IDLE and _has_long_head(self.trailing_data[0]):
            self._refuse(431, "service.long-header")
        event = super().next_event()
        if isinstance(event, h11.Request) and (refusal := _refusal(event)):
            self._refuse(*refusal)
        return event

    def _refuse(self, status: int, code: str) -> NoReturn:
        self.refusal = status, code
        raise h11.RemoteProtocolError(code)


def _has_long_head(data: bytes) -> bool:
    """Whether what is to be read begins with too many headers: to count them is far quicker than to read them.

    Several requests may have come at once, so it is also asked before a later one is read.
    """
    ends = data.find(b"\r\n\r\n")
    size = len(data) if ends < 0 else ends
    return size > LONGEST_HEAD or data.count(b"\n", 0, size) > MOST_HEADERS


def _refusal(request: h11.Request) -> tuple[int, str] | None:
    """Why the headers of a request are refused.

    A body says how long it is: otherwise a client could send each byte as a chunk, which takes a hundred times as long
    to read. What reads the headers of sockets takes no longer ones, and would not answer.
    """
    if len(request.target) > LONGEST_TARGET:
        return 414, "service.long-address"
    if any(len(name) + len(value) > LONGEST_HEADER for name, value in request.headers):
        return 431, "service.long-header"
    if any(name == b"transfer-encoding" for name, _ in request.headers):
        return 411, "service.no-length"
    return None


class Door(H11Protocol):
    """The protocol of one connection, until it becomes a socket."""

    def __init__(self, connections: Connections, metrics: Metrics, patience: Patience, **given: Any) -> None:
        super().__init__(**given)
        self.conn: Requests = Requests(h11.SERVER)
        self._connections = connections
        self._metrics = metrics
        self._patience = patience
        self._held: Held | None = None
        self._phase = Phase.HEADERS
        self._since = self.loop.time()
        """When the phase began."""
        self._got = 0
        """Bytes that came in this phase."""
        self._got_last = self._since
        """When the last of them came."""
        self._unsent = 0
        """Bytes of answers that were not read when last looked at."""
        self._unread_for = 0.0
        """Seconds for which nothing of them was read."""
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or turn the client away."""
        super().connection_made(transport)
        self._held = self._connections.enter(self.client[0] if self.client else "", transport.abort)
        if self._held is None:
            self._metrics.limited.labels("connections").inc()
            self._turn_away(429, "service.connections")
        self._look = self.loop.call_later(self._patience.look, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        super().connection_lost(exc)
        self._gone()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self._phase is Phase.IDLE:
            self._begin(Phase.HEADERS)
        self._got += len(data)
        self._got_last = self.loop.time()
        if self._phase in (Phase.REST, Phase.DEAF) and self._got > MOST_UNREAD:
            self.transport.abort()
        elif self._phase is not Phase.DEAF:
            super().data_received(data)

    def handle_events(self) -> None:
        """Do what the data asks for."""
        super().handle_events()
        self._see_phase()

    def on_response_complete(self) -> None:
        """An answer was written."""
        super().on_response_complete()
        self._see_phase()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket, which keeps the place."""
        held, self._held = self._held, None
        self._gone()
        try:
            super().handle_websocket_upgrade(event)
        except BaseException:
            if held:
                held.leave()
            raise
        protocol = self.transport.get_protocol()
        if held and isinstance(protocol, Wire):
            protocol.held = held
            if early := self.conn.trailing_data[0]:  # frames of a client that did not wait for the answer
                protocol.data_received(early)

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read."""
        self._turn_away(*self.conn.refusal)

    def shutdown(self) -> None:
        """The service stops: whoever is being served is served, nobody else is waited for."""
        if self._phase is Phase.WORK:
            self.cycle.keep_alive = False
        elif self._phase is Phase.IDLE:
            self.transport.close()
        else:
            self.transport.abort()

    def _turn_away(self, status: int, code: str) -> None:
        """Answer, if nothing was answered yet, and close.

        What the client still sends is thrown away until it has seen the end: a connection that is closed with something
        unread is reset, and takes the answer with it.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(whole_answer(status, Refusal(code)))
        if self._held and self.transport.can_write_eof():
            self.transport.write_eof()
            self._begin(Phase.DEAF)
        else:
            self.transport.close()

    def _see_phase(self) -> None:
        """Find out what the connection waits for now, unless it is a socket or was turned away."""
        if self._held is None or self._phase is Phase.DEAF:
            return
        theirs = self.conn.their_state
        if theirs is h11.IDLE:
            phase = Phase.HEADERS if self._phase is Phase.HEADERS else Phase.IDLE
        elif theirs is h11.SEND_BODY:
            phase = Phase.REST if self.cycle is None or self.cycle.response_complete else Phase.BODY
        else:
            phase = Phase.WORK
        if phase is not self._phase:
            self._begin(phase)

    def _begin(self, phase: Phase) -> None:
        self._phase, self._since, self._got = phase, self.loop.time(), 0
        if self._held:
            (self._held.work if phase is Phase.WORK else self._held.wait)()

    def _check(self) -> None:
        """Close the connection if its client is too slow; else look again later."""
        self._look = self.loop.call_later(self._patience.look, self._check)
        if self._is_unread():
            self._metrics.limited.labels("slow").inc()
            self.transport.abort()
        elif (
            self.loop.time() - self._since > self._allowed() or self._has_stalled()
        ) and not self.transport.is_closing():
            if self._phase is not Phase.IDLE:
                self._metrics.limited.labels("slow").inc()
            if self._phase is Phase.BODY or (self._phase is Phase.HEADERS and self._got):
                self._turn_away(408, "service.too-slow")
            else:
                self.transport.close()

    def _allowed(self) -> float:
        """Seconds that this phase may take."""
        patience = self._patience
        return {
            Phase.HEADERS: patience.headers,
            Phase.BODY: patience.body + self._got / LEAST_RATE,
            Phase.REST: patience.rest,
            Phase.DEAF: patience.rest,
            Phase.IDLE: patience.idle,
            Phase.WORK: float("inf"),
        }[self._phase]

    def _has_stalled(self) -> bool:
        """Whether a body does not go on, though it is read: what has come of it takes memory."""
        gone = self.loop.time() - self._got_last
        return self._phase is Phase.BODY and gone > self._patience.stalled and not self.flow.read_paused

    def _is_unread(self) -> bool:
        """Whether the client has not read its answer for too long."""
        unsent, before = self.transport.get_write_buffer_size(), self._unsent
        self._unsent = unsent
        least = max(LEAST_READ, before * LEAST_SHARE_READ) * self._patience.look
        if not unsent or unsent <= before - least:
            self._unread_for = 0.0
        else:
            self._unread_for += self._patience.look
        return self._unread_for > self._patience.answer

    def _gone(self) -> None:
        if self._look:
            self._look.cancel()
        if self._held:
            self._held.leave()
            self._held = None
