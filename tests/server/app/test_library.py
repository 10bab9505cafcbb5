"""What the library keeps of a socket: nothing, while all that comes are whole texts."""

import asyncio
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from lido.server.transport.keepalive import Keepalive
from lido.server.transport.websocket import Wire
from tests.server.app.test_wire import BINARY, FIRST_PART, LAST_PART, PING, TEXT, frame

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PONG = bytes((0x8A, 2)) + b"hi"


class Line(asyncio.Transport):
    """A line whose other end is in the test."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 80)})
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...
    def abort(self) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


async def opened(heard: list[Any]) -> tuple[Wire, Line]:
    """A socket that is open, and the line it is at. What comes by it is `heard`."""
    accepted = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        accepted.set()
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message.get("text") or message.get("bytes"))

    config = Config(app, interface="asgi3", log_config=None, ws_per_message_deflate=False)
    config.load()
    wire, line = Wire(config, ServerState(), {}, keepalive=Keepalive(60)), Line()
    wire.connection_made(line)
    wire.data_received(HANDSHAKE)
    await accepted.wait()
    assert b" 101 " in line.written
    line.written = b""
    return wire, line


def test_an_open_socket_does_without_the_library_and_still_answers_pings() -> None:
    async def scenario() -> None:
        heard: list[Any] = []
        wire, line = await opened(heard)
        assert wire._library is None
        for sent, answer in ((frame(b"a", TEXT), b""), (frame(b"hi", PING), PONG), (frame(b"b", BINARY), b"")):
            wire.data_received(sent)
            assert (wire._library, line.written) == (None, answer)
            line.written = b""
            await asyncio.sleep(0)
        assert heard == ["a", b"b"]
        wire.send_keepalive_ping()
        assert line.written[0] == PING
        assert wire._library is None
        wire.connection_lost(None)

    asyncio.run(scenario())


@pytest.mark.parametrize("sent", [frame(b"\xff"), frame(b"\xff", FIRST_PART) + frame(b"", LAST_PART)])
def test_a_text_that_is_no_utf_8_ends_the_socket_and_fills_no_log(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        heard: list[Any] = []
        wire, line = await opened(heard)
        wire.data_received(sent)
        assert line.written == bytes((0x88, 2)) + (1007).to_bytes(2)
        await asyncio.sleep(0)
        assert heard == []
        wire.connection_lost(None)

    asyncio.run(scenario())
    assert caplog.records == []


def test_the_library_stays_as_soon_as_it_has_read_a_part() -> None:
    async def scenario() -> None:
        heard: list[Any] = []
        wire, line = await opened(heard)
        wire.data_received(frame(b"one ", FIRST_PART))
        assert wire._library is not None
        wire.data_received(frame(b"hi", PING) + frame(b"text", LAST_PART))
        assert line.written == PONG
        await asyncio.sleep(0)
        assert heard == ["one text"]
        wire.connection_lost(None)

    asyncio.run(scenario())
