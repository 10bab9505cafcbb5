"""Whoever sends too many frames is cut off, whatever they are and whenever they come."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from lido.server.transport.keepalive import Keepalive
from lido.server.transport.websocket import MOST_READ, Wire
from tests.server.app.test_wire import BINARY, FIRST_PART, PING, PONG, TEXT, frame
from tests.server.service import run

PART = 0x00
CLOSE = 0x88
MANY = 43_000
"""As many empty frames as one read can bring."""
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """Keeps what is written, and says what was done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.paused, self.aborted, self.closed = b"", False, False, False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.aborted or self.closed

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True


Talk = Callable[[Any, Any], Awaitable[None]]


async def reads(receive: Any, send: Any) -> None:
    """Reads everything."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def reads_nothing(receive: Any, send: Any) -> None:
    """Leaves everything in the queue."""
    await asyncio.Event().wait()


async def closes(receive: Any, send: Any) -> None:
    """Closes the socket at once."""
    await send({"type": "websocket.close", "code": 4429})


async def opened(talk: Talk) -> tuple[Wire, Transport]:
    """A socket whose other end is an application that does this."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(receive, send)

    config = uvicorn.Config(app, log_level="error", ws_per_message_deflate=False, ws_ping_interval=None)
    config.load()
    wire, transport = (
        Wire(keepalive=Keepalive(60), config=config, server_state=ServerState(), app_state={}),
        Transport(),
    )
    wire.connection_made(transport)
    wire.data_received(HANDSHAKE)
    await settled()
    return wire, transport


async def settled() -> None:
    """Let the application do what it can do now."""
    for _ in range(50):
        await asyncio.sleep(0)


async def end(wire: Wire) -> None:
    """Let no task be left."""
    wire.connection_lost(None)
    for task in wire.tasks:
        task.cancel()
    await settled()


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", FIRST_PART) + frame(b"", PART) * MANY,
        frame(b"", PING) * MANY,
        frame(b"{", FIRST_PART) + frame(b"", PONG) * MANY,
        frame(b"x" * 16_000) * 100,
        frame(b"", FIRST_PART) + frame(b"x" * 16_000, PART) * 100,
    ],
    ids=["empty parts", "pings", "pongs between parts", "long texts", "long parts"],
)
def test_a_flood_of_any_frames_is_cut_off(flood: bytes) -> None:
    async def scenario() -> None:
        wire, transport = await opened(reads)
        wire.data_received(flood)
        await settled()
        assert transport.is_closing()
        assert len(wire.frames) < 2_000
        await end(wire)

    run(scenario)


@pytest.mark.parametrize("kind", [TEXT, BINARY])
def test_small_messages_that_are_read_at_once_are_counted(kind: int) -> None:
    async def scenario() -> None:
        wire, transport = await opened(reads)
        for _ in range(MANY // 100):
            if not transport.is_closing():
                wire.data_received(frame(b"", kind) * 100)
                for _ in range(3):
                    await settled()
        assert transport.aborted
        await end(wire)

    run(scenario)


@pytest.mark.parametrize("before", [b"", frame(b"", FIRST_PART) + frame(b"", 0x80)], ids=["whole", "after parts"])
def test_one_read_queues_few_messages_and_loses_none(before: bytes) -> None:
    async def scenario() -> None:
        wire, transport = await opened(reads_nothing)
        wire.data_received(before + frame(b"x") * 500)
        assert wire.queue.waiting <= (100 if before else MOST_READ)
        assert transport.paused
        count = len(before) > 0
        for number in range(500 + count):
            assert (await wire.receive())["text"] == ("" if count and not number else "x")
        assert not wire.queue.waiting
        assert not transport.paused
        await end(wire)

    run(scenario)


def test_a_socket_that_was_closed_hears_the_answer_but_no_flood() -> None:
    async def scenario() -> None:
        wire, transport = await opened(closes)
        written = len(transport.written)
        wire.data_received(frame(b"", PING) * 5 + frame(b"{}") * 5)
        assert not transport.is_closing()
        wire.data_received(frame(b"\x03\xe8", CLOSE))
        assert transport.closed
        assert not transport.aborted
        await end(wire)

        wire, transport = await opened(closes)
        for _ in range(10):
            wire.data_received(frame(b"", PING) * 10)
        assert transport.aborted
        assert wire.conn.data_to_send() == []
        assert len(transport.written) == written
        await end(wire)

    run(scenario)
