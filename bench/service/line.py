"""A WebSocket client that costs next to nothing, so that what is measured is the server.

It reads and writes text frames and does not look into them more than it must: a library would
take as much of the processor as the server under trial.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

from bench.service.node import HOST

FINAL_TEXT = 0x81
FINAL_CLOSE = 0x88
FINAL_PING = 0x89
FINAL_PONG = 0x8A
MASKED = 0x80
NO_MASK = bytes(4)
"""A mask of zeros is a mask: the payload stays as it is."""
TWO_BYTES, EIGHT_BYTES = 126, 127


class Outbox(asyncio.Protocol):
    """One socket. `heard` gets every text; `lost` is told when the line is closed."""

    def __init__(self, path: str, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._path = path
        self._cookie = cookie
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._open = False
        self.transport: asyncio.Transport | None = None

    async def connect(self, port: int, address: str = HOST) -> None:
        """Call a server from that address; raises OSError where there is none.

        What it says may be heard before this returns.
        """
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port, local_addr=(address, 0))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self._cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0] + b" ":
                self.close()
                return
            self._open, self._buffer = True, rest
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, begin = buffer[at + 1], at + 2
            if size == TWO_BYTES:
                begin += 2
                size = int.from_bytes(buffer[at + 2 : begin], "big")
            elif size == EIGHT_BYTES:
                begin += 8
                size = int.from_bytes(buffer[at + 2 : begin], "big")
            if begin > len(buffer) or begin + size > len(buffer):
                break
            kind, at = buffer[at], begin + size
            if kind == FINAL_TEXT:
                self._heard(buffer[begin:at])
            elif kind == FINAL_PING:
                self._write(FINAL_PONG, buffer[begin:at])
            elif kind == FINAL_CLOSE:
                self.close()
        self._buffer = buffer[at:]

    def say(self, text: bytes) -> None:
        """Send a text; nothing where the line is closed, which `lost` tells."""
        self._write(FINAL_TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        if len(payload) < TWO_BYTES:
            head = bytes((kind, MASKED | len(payload)))
        elif len(payload) < 1 << 16:
            head = bytes((kind, MASKED | TWO_BYTES)) + len(payload).to_bytes(2, "big")
        else:
            head = bytes((kind, MASKED | EIGHT_BYTES)) + len(payload).to_bytes(8, "big")
        self.transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        """Hang up."""
        if self.transport:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()
