"""WebSockets as uvicorn speaks them, with a shorter way in and out.

What nearly all messages are, whole texts that come in one piece, is read here; everything else (what is
split, binary, a sign of life, the end) is left to the library, as is all that is wrong. What is sent within
one turn of the loop leaves in one write: an acknowledgement and the news that go with it cost one call into
the system, not two, and for the players of a table that is most of the work.
"""

import asyncio
import struct
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

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
"""Messages that wait to be carried out before no more are read."""


class Inbox:
    """What waits to be received, for one receiver: a queue of asyncio costs a socket more memory than all else."""

    __slots__ = ("_loop", "_messages", "_receiver", "_taken")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[dict[str, Any]] = []
        self._taken = 0
        """How many of the messages were received; the list is emptied when all were."""
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
    """Whether something may go on, for whoever waits for it: as small as `Inbox`, in place of an event of asyncio."""

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


class Wire(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue: Any = Inbox(self.loop)
        self.writable: Any = Gate(self.loop)
        self._out: list[bytes] = []
        self._whole = True
        """Whether all that came so far were whole frames, each a message of its own or a sign of life."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The end. What refers to itself in circles is taken apart, so that it need not wait for the collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):  # there is none for who was refused
            self.scope["extensions"].clear()

    def data_received(self, data: bytes) -> None:
        """Read what came. Once something was split, the library reads all that follows: only it knows where it is."""
        at = 0
        if not self.handshake_complete:
            # Of what comes before all is agreed on, only the library knows where it ends.
            self._whole = not self.handshake_initiated
        while self._whole and self.handshake_complete and not self.close_sent and at < len(data):
            mask, end = _bounds(data, at)
            self._whole = end <= len(data) and data[at] & FINAL != 0 and data[at] != CLOSE
            if not self._whole:
                break
            if data[at] != TEXT or not self._take(data[mask:end]):
                super().data_received(data[at:end])
            at = end
        if at < len(data):
            super().data_received(data[at:])

    def _take(self, masked: bytes) -> bool:
        """Take in the text of a frame, after its mask; or leave it to the library."""
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
        """Begin to serve a client, whose scope tells how to send texts without the way that ASGI makes for them."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SAYS] = {"say": self.say}

    def say(self, text: str) -> bool:
        """Send a text at the end of this turn of the loop, or not at all where it would have to wait."""
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
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # kilobytes, which the library would keep for as long as somebody stays
            del self.request, self.response

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
    """Where the mask of the frame at that place begins, and where it ends: past all there is, if nobody can tell yet.

    What is not masked, or says its length in eight bytes, is for the library to judge.
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
