"""The WebSocket protocol of uvicorn, with a faster path for texts.

Nearly all messages are whole texts in one frame: these are read here. All other frames (fragments, binary, pings,
close) and all errors are left to the library. What is sent within one turn of the event loop leaves in one write,
so that an acknowledgement and the news that go with it cost one system call.

Every frame and every byte that a client sends costs something of one bucket, also after the service has closed the
socket. Whoever empties it is cut off.
"""

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CTRL_OPCODES, CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, SERVER, Protocol
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from lido.errors import Refusal
from lido.server.rate_limits import Bucket
from lido.server.transport.answers import whole_answer
from lido.server.transport.connections import Held
from lido.server.transport.frames import MASK, TEXT, bounds, frame
from lido.server.transport.inbox import Gate, Inbox
from lido.server.transport.keepalive import Keepalive

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library has no compiled part
    from websockets.utils import apply_mask

FINAL = 0x80
CLOSE = 0x88
SAYS = "lido.say"
"""The ASGI extension that a socket has."""
MOST_READ = 8
"""Messages that may wait to be carried out; then reading pauses."""
FRAMES_EACH, FRAMES_AT_ONCE = 200.0, 1_000.0
"""Frames of one socket a second, in the long run and in one go, beside the messages that it may send."""
CONTROL = 20.0
"""A ping, pong or close costs as much as so many other frames: clients need one in some seconds."""
FRAME_BYTES = 1_024
"""So many bytes cost as much as a frame."""
HANDSHAKE_WITHIN = 10.0
"""Seconds within which a handshake must be complete."""
GOES_WITHIN = 15.0
"""Seconds after which a socket that was closed is cut off: its client may have stopped reading."""
SLICE = 512
"""Bytes that the library reads before its frames are counted: some 80 empty ones."""


SAID_AT_ONCE = 256 * 1024
"""Bytes that are written in one turn of the loop; more waits until those have left."""


def frame_bucket(messages_each: float) -> Bucket:
    """What a client may send over a socket that takes so many messages a second: twice that, and some frames more."""
    return Bucket(FRAMES_EACH + 2 * messages_each, FRAMES_AT_ONCE + 10 * messages_each)


class Library(Protocol):
    """The library's side of a socket. It says what frames cost."""

    cost = 0.0
    """What the frames cost that were read since this was last set to zero."""

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame in."""
        self.cost += CONTROL if frame.opcode in CTRL_OPCODES else 1
        super().recv_frame(frame)


class Handshake(Library, ServerProtocol):
    """The same from the handshake on. Browsers do not keep its refusals."""

    def reject(self, status: StatusLike, text: str) -> Response:
        """A refusal of what is no proper handshake."""
        response = super().reject(status, text)
        response.headers["Cache-Control"] = "no-store"
        return response


class Wire(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    # Those of the class it is made from, too, which has none: so many attributes take a kilobyte and a half in a dict.
    __slots__ = (
        "_frames", "_keepalive", "_late", "_library", "_out", "_out_bytes", "_rest", "_whole", "app", "app_state",
        "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config", "connections",
        "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete", "handshake_initiated",
        "held", "initial_response", "last_ping_rtt", "logger", "loop", "pending_ping_payload", "ping_interval",
        "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue", "read_paused", "request", "response",
        "root_path", "scheme", "scope", "server", "tasks", "transport", "writable",
    )  # fmt: skip

    def __init__(self, *args: Any, keepalive: Keepalive, messages_each: float = 0.0, **kwargs: Any) -> None:
        self._library: Library | None = None
        super().__init__(*args, **kwargs)
        self._keepalive = keepalive
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self.queue: Any = Inbox(self.loop)
        self.writable: Any = Gate(self.loop)
        self._out: list[bytes] = []
        self._out_bytes = 0
        self._frames = frame_bucket(messages_each)
        self._rest = b""
        """What came after as many messages as may wait."""
        self.held: Held | None = None
        """Its place among all connections."""
        self._whole = True
        """Whether all frames so far were whole messages, pings or pongs."""

    @property
    def conn(self) -> Any:
        """The library's side. An open socket has none until it is needed: a kilobyte that nearly all do without."""
        if self._library is None:
            self._library = Library(SERVER, state=OPEN, max_size=self.config.ws_max_size, logger=self.logger)
        return self._library

    @conn.setter
    def conn(self, library: Any) -> None:
        if self._library is not None:
            self._library.parser.close()  # or its cycle of references would keep it in memory
        self._library = library

    def _rest_library(self) -> None:
        """Do without the library's side, unless it has read a part of something or the socket is being closed."""
        if self._library is not None and self._whole and self.handshake_complete and self._library.state is OPEN:
            self.conn = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the handshake, but not for ever: the library does not answer all that it cannot read."""
        super().connection_made(transport)
        self._late = self.loop.call_later(HANDSHAKE_WITHIN, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so that the memory need not wait for the garbage collector."""
        super().connection_lost(exc)
        self._late.cancel()
        if self.held:
            self.held.leave()
        self.conn = None
        if hasattr(self, "scope"):  # it was not accepted
            self.scope["extensions"].clear()

    def data_received(self, data: bytes) -> None:
        """Read frames, until as many messages wait as may."""
        self._read(self._rest + data if self._rest else data, len(data) / FRAME_BYTES)

    def _read(self, data: bytes, cost: float = 0.0) -> None:
        """Read frames and keep the rest. After a fragment the library reads all: only it knows the state.

        `cost` is that of the bytes that are new.
        """
        at, self._rest = 0, b""
        while at < len(data) and not self.transport.is_closing():
            if self._is_held_up():
                self._frames.spend(cost)
                self._rest = data[at:]
                self._pause()
                return
            at, spent = self._read_some(data, at)
            if self._frames.spend(cost + spent) <= 0:
                self._cut_off()
                return
            cost = 0.0

    def _is_held_up(self) -> bool:
        """Whether what comes must wait: until the handshake is answered, or until messages have been carried out.

        The library would read frames before the answer, and fail at those that it cannot read.
        """
        if not self.handshake_complete:
            return self.handshake_initiated
        return self.queue.waiting >= MOST_READ and not self.close_sent

    def _read_some(self, data: bytes, at: int) -> tuple[int, float]:
        """Read a whole frame, or a slice of what only the library can read; where it ends, and what its frames cost."""
        mask = end = at + SLICE
        if self._whole and self.handshake_complete and not self.close_sent:
            mask, end = bounds(data, at)
            self._whole = end <= len(data) and data[at] & FINAL != 0 and data[at] != CLOSE
            if not self._whole:
                end = at + SLICE
            elif data[at] == TEXT and self._take(data[mask:end]):
                return end, 1.0
        super().data_received(data[at:end])
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or whole_answer(400, Refusal("service.no-http")))
            self.transport.close()
        cost, self.conn.cost = self.conn.cost, 0.0
        if self.close_sent:
            self.conn.data_to_send()  # pongs, which nobody is sent any more
        self._rest_library()
        return end, cost

    def _pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """The next message. When none is left, the rest of what came is read, and then what comes."""
        while not self.queue.waiting:
            await self.queue.arrival()
        message = self.queue.take()
        self._go_on()
        return message

    def _go_on(self) -> None:
        """Read on after a pause, unless messages wait."""
        if self.read_paused and not self.queue.waiting and not self.transport.is_closing():
            self._read(self._rest)
            if not self._rest and not self.queue.waiting and not self.transport.is_closing():
                self.read_paused = False
                self.transport.resume_reading()

    def handle_ping(self) -> None:
        """Answer a ping, unless the socket is closed."""
        if not self.close_sent:
            super().handle_ping()

    def _cut_off(self) -> None:
        """Say why if that was not said before, and do not wait for whoever floods a socket to read it."""
        if not self.close_sent:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.abort()

    def shutdown(self) -> None:
        """The service stops: nobody waits for a handshake that is not complete."""
        if self.handshake_complete:
            super().shutdown()
            self.writable.set()  # nor until a client has read what was written
        else:
            self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Ping the client."""
        super().send_keepalive_ping()
        self._rest_library()

    def schedule_ping(self) -> None:
        """The next ping."""
        self._keepalive.add(self)

    def stop_keepalive(self) -> None:
        """No ping any more."""
        super().stop_keepalive()
        self._keepalive.drop(self)

    def keepalive_timeout(self) -> None:
        """Close the socket of a client that does not answer pings."""
        super().keepalive_timeout()
        self._cut_off_later()

    def _cut_off_later(self) -> None:
        """Make sure that a closed socket goes: closing waits until the client has read everything."""
        self.loop.call_later(GOES_WITHIN, self.transport.abort)

    def _take(self, masked: bytes) -> bool:
        """Queue the text of a frame, given after its header; False if the library must read it."""
        if len(masked) - MASK > self.config.ws_max_size:
            return False
        try:
            text = apply_mask(masked[MASK:], masked[:MASK]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.waiting >= MOST_READ:
            self._pause()
        return True

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message that the library has read. One that is no UTF-8 ends the socket, and nothing else."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """Serve a client, and put a function into its scope that sends texts directly, without ASGI."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SAYS] = {"say": self.say, "drained": self.drained}

    def say(self, text: bytes) -> bool:
        """Send a text, in UTF-8, at the end of this turn of the loop; False if it would have to wait."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self._out_bytes >= SAID_AT_ONCE:
            return False
        if not self._out:
            self.loop.call_soon(self._flush)
        said = frame(text)
        self._out.append(said)
        self._out_bytes += len(said)
        return True

    async def drained(self) -> None:
        """Wait until the client has taken nearly all that was written, or is gone."""
        await self.writable.wait()

    async def send(self, message: Any) -> None:
        """Send a message: a text at the end of this turn of the loop, anything else after it."""
        text = message.get("text")
        if text is not None and self.say(text.encode()):
            return
        if self.handshake_complete and (self.disconnected or self.transport.is_closing()):
            raise ClientDisconnected
        self._flush()
        if message["type"] == "websocket.close":
            self._cut_off_later()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._late.cancel()
            if self.held:
                self.held.keep()
            self.request.headers.clear()  # kilobytes that the library would keep as long as the socket is open
            del self.request, self.response, self.scope
            self._rest_library()
            self._go_on()
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # or it would be taken for forgotten

    def _flush(self) -> None:
        if self._out:
            out, self._out, self._out_bytes = self._out, [], 0
            if not self.transport.is_closing():
                self.transport.write(b"".join(out))
