"""WebSockets as uvicorn speaks them, with a shorter way out.

What is sent within one turn of the loop leaves in one write: an acknowledgement and the news that go with
it cost one call into the system, not two, and for the players of a table that is most of the work.
"""

import struct
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

TEXT = 0x81
"""A whole text, in one frame."""


class Wire(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._out: list[bytes] = []

    async def send(self, message: Any) -> None:
        """Send a message: a text at the end of this turn of the loop, anything else after it."""
        text = message.get("text")
        if text is None or not self.handshake_complete or self.close_sent or not self.writable.is_set():
            self._flush()
            await super().send(message)
            if message["type"] == "websocket.accept":
                del self.request, self.response  # kilobytes, for as long as somebody stays
            return
        if self.disconnected or self.transport.is_closing():
            raise ClientDisconnected
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out.append(frame(text.encode()))

    def _flush(self) -> None:
        if self._out:
            out, self._out = self._out, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(out))


def frame(payload: bytes) -> bytes:
    """A text as a server sends it (RFC 6455, 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((TEXT, length)) + payload
    if length < 2**16:
        return struct.pack("!BBH", TEXT, 126, length) + payload
    return struct.pack("!BBQ", TEXT, 127, length) + payload
