"""The WebSocket protocol of uvicorn, with a faster path for texts.

Nearly all messages are whole texts in one frame: these are read here. All other frames (fragments, binary, pings,
close) and all errors are left to the library. What is sent within one turn of the event loop leaves in one write,
so that an acknowledgement and the news that go with it cost one system call.
"""

import asyncio
import struct
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from lido.server.rate_limits import Bucket
from lido.server.transport.connections import Held

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library has no compiled part
    from websockets.utils import apply_mask

TEXT = 0x81
"""A whole text, in one frame."""
FINAL = 0x80
CLOSE = 0x88
MASKED = 0x80
TWO_BYTES, EIGHT_BYTES = 126, 127
MASK = 4
SAYS = "lido.say"
"""The ASGI extension that a socket has."""
MOST_READ = 8
"""Messages that may wait to be carried out; then reading pauses."""
CONTROLS_EACH, CONTROLS_AT_ONCE = 1.0, 40.0
"""Pings and pongs of one socket a second, in the long run and in one go. Clients need one in some seconds."""
GOES_WITHIN = 15.0
"""Seconds after which a socket that was closed is cut off: its client may have stopped reading."""
SLICE = 4_096
"""Bytes that the library reads before it is asked whether the socket is still open."""


class Inbox:
    """A queue for one receiver. A queue of asyncio would take more memory than the rest of a socket."""

    __slots__ = ("_loop", "_messages", "_receiver", "_taken")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[dict[str, Any]] = []
        self._taken = 0
        """How many of the messages were received; the list is emptied when all have been."""
        self._receiver: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages) - self._taken

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not len(self)

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._receiver is not None and not self._receiver.done():
            self._receiver.set_result(None)

    async def get(self) -> dict[str, Any]:
        """The next message, when there is one."""
        while self.empty():
            self._receiver = self._loop.create_future()
            await self._receiver
        message = self._messages[self._taken]
        self._taken += 1
        if self.empty():
            self._messages.clear()
            self._taken = 0
        return message


class Gate:
    """An event that takes less memory than that of asyncio."""

    __slots__ = ("_loop", "_opened")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._opened: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._opened is None

    def set(self) -> None:
        """Open it, for all who wait."""
        if self._opened is not None and not self._opened.done():
            self._opened.set_result(None)
        self._opened = None

    def clear(self) -> None:
        """Close it."""
        if self._opened is None:
            self._opened = self._loop.create_future()

    async def wait(self) -> None:
        """Wait until it is open."""
        while self._opened is not None:
            await asyncio.shield(self._opened)


class Handshake(ServerProtocol):
    """The library's side of a socket; browsers do not keep its refusals."""

    def reject(self, status: StatusLike, text: str) -> Response:
        """A refusal of what is no proper handshake."""
        response = super().reject(status, text)
        response.headers["Cache-Control"] = "no-store"
        return response


class Wire(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.parser.close()  # or its cycle of references would keep it in memory
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self.queue: Any = Inbox(self.loop)
        self.writable: Any = Gate(self.loop)
        self._out: list[bytes] = []
        self._controls = Bucket(CONTROLS_EACH, CONTROLS_AT_ONCE)
        self.held: Held | None = None
        """Its place among all connections."""
        self._whole = True
        """Whether all frames so far were whole messages, pings or pongs."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so that the memory need not wait for the garbage collector."""
        super().connection_lost(exc)
        if self.held:
            self.held.leave()
        self.conn.parser.close()
        if hasattr(self, "scope"):  # a refused client has none
            self.scope["extensions"].clear()

    def data_received(self, data: bytes) -> None:
        """Read frames. After a fragment the library reads all that follows: only it knows the state."""
        at = 0
        if not self.handshake_complete:
            # Only the library knows where the handshake ends.
            self._whole = not self.handshake_initiated
        while self._whole and self.handshake_complete and not self.close_sent and at < len(data):
            mask, end = _bounds(data, at)
            self._whole = end <= len(data) and data[at] & FINAL != 0 and data[at] != CLOSE
            if not self._whole:
                break
            if data[at] != TEXT or not self._take(data[mask:end]):
                super().data_received(data[at:end])
            at = end
        while at < len(data) and not self.transport.is_closing():
            super().data_received(data[at : at + SLICE])
            at += SLICE

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        self._count()
        if not self.close_sent:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, unless there are too many."""
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        """Close the socket of whoever floods it with pings or pongs: each takes as long as a small message."""
        if not self._controls.take() and not self.close_sent:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pings or pongs")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self._cut_off_later()

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
        if len(self.queue) >= MOST_READ and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def handle_connect(self, event: Request) -> None:
        """Serve a client, and put a function into its scope that sends texts directly, without ASGI."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SAYS] = {"say": self.say}

    def say(self, text: str) -> bool:
        """Send a text at the end of this turn of the loop; False if it would have to wait."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out.append(frame(text.encode()))
        return True

    async def send(self, message: Any) -> None:
        """Send a message: a text at the end of this turn of the loop, anything else after it."""
        text = message.get("text")
        if text is not None and self.say(text):
            return
        if self.handshake_complete and (self.disconnected or self.transport.is_closing()):
            raise ClientDisconnected
        self._flush()
        if message["type"] == "websocket.close":
            self._cut_off_later()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # kilobytes that the library would keep as long as the socket is open
            del self.request, self.response
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # or it would be taken for forgotten

    def _flush(self) -> None:
        if self._out:
            out, self._out = self._out, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(out))


def frame(payload: bytes) -> bytes:
    """A text as a server sends it (RFC 6455, 5.2)."""
    length = len(payload)
    if length < TWO_BYTES:
        return bytes((TEXT, length)) + payload
    if length < 2**16:
        return struct.pack("!BBH", TEXT, TWO_BYTES, length) + payload
    return struct.pack("!BBQ", TEXT, EIGHT_BYTES, length) + payload


def _bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the mask of the frame at `at` begins and where the frame ends; beyond the data if that is not known yet.

    Frames without a mask, or with a length of eight bytes, are left to the library.
    """
    beyond = len(data) + 1
    if len(data) < at + 2 or not data[at + 1] & MASKED:
        return at, beyond
    length = data[at + 1] - MASKED
    if length < TWO_BYTES:
        return at + 2, at + 2 + MASK + length
    if length == EIGHT_BYTES or len(data) < at + 4:
        return at, beyond
    return at + 4, at + 4 + MASK + int.from_bytes(data[at + 2 : at + 4])
