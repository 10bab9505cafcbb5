"""Deadlines of connections, on a server of the test's own with little patience."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from lido.server.metrics import Metrics
from lido.server.settings import Settings
from lido.server.transport import websocket
from lido.server.transport.connections import Connections
from lido.server.transport.door import LEAST_RATE, Door, Patience
from lido.server.transport.keepalive import Keepalive
from lido.server.transport.websocket import Wire
from tests.server.service import run

POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
LONG = 50_000_000
"""Bytes of an answer that no system takes off the server's hands."""
PIECE = 100_000
LITTLE = Patience(headers=0.3, idle=0.3, body=0.3, rest=0.3, answer=0.3, look=0.05)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body, unless told not to at `/unread`, and says how long it was; `/long` answers much, sockets too.

    A socket at `/says` is told first how many of twenty pieces could be written in one turn of the loop.
    """
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/says":
            say = scope["extensions"][websocket.SAYS]["say"]
            await send({"type": "websocket.send", "text": str([say(b"x" * PIECE) for _ in range(20)].count(True))})
        await send({"type": "websocket.send", "text": "x" * LONG})
        await receive()
        return
    length, more = 0, scope["path"] != "/unread"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    body = b"x" * LONG if scope["path"] == "/long" else str(length).encode()
    size = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", size)]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def served(patience: Patience = LITTLE, metrics: Metrics | None = None, **settings: Any) -> AsyncIterator[int]:
    """The port of a server, which asks its sockets every moment whether they are there."""
    connections = Connections(100, Settings(**settings))
    http: Any = partial(Door, connections, metrics or Metrics(), patience)
    moments: dict[str, Any] = {"ws_ping_interval": 0.2, "ws_ping_timeout": 0.2, "ws_per_message_deflate": False}
    ws: Any = partial(Wire, keepalive=Keepalive(0.2))
    config = uvicorn.Config(app, http=http, ws=ws, port=0, lifespan="off", log_level="error", **moments)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


Scenario = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def talk(scenario: Scenario, patience: Patience = LITTLE) -> None:
    """Let a client talk to a server."""

    async def talked() -> None:
        async with served(patience) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                async with asyncio.timeout(20):
                    await scenario(reader, writer)
            finally:
                writer.close()

    run(talked)


async def answer(reader: asyncio.StreamReader) -> bytes:
    """The first line of the next answer; the rest of it is read, too."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    return head.partition(b"\r\n")[0]


def test_headers_that_do_not_end_are_answered_and_the_connection_is_closed() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert await answer(reader) == b"HTTP/1.1 408 Request Timeout"
        assert await reader.read() == b""

    talk(scenario)


def test_a_client_that_says_nothing_is_disconnected_without_an_answer() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.read() == b""

    talk(scenario)


def test_headers_of_a_later_request_have_a_deadline_too() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(POST % 1 + b"x")
        assert await answer(reader) == b"HTTP/1.1 200 OK"
        writer.write(b"GET / HTTP/1.1\r\n")
        assert await answer(reader) == b"HTTP/1.1 408 Request Timeout"

    talk(scenario)


def test_a_body_that_drips_is_cut_off_and_one_that_flows_is_not() -> None:
    async def drips(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(POST % 1000 + b"x")
        assert await answer(reader) == b"HTTP/1.1 408 Request Timeout"
        assert await reader.read() == b""

    async def flows(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces = 6
        writer.write(POST % (pieces * LEAST_RATE))
        for _ in range(pieces):
            writer.write(b"x" * LEAST_RATE)
            await asyncio.sleep(0.2)
        assert await answer(reader) == b"HTTP/1.1 200 OK"

    talk(drips)
    talk(flows)


def test_the_rest_of_a_body_that_nobody_reads_is_not_waited_for() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((POST % 1000).replace(b" / ", b" /unread ") + b"x")
        assert await answer(reader) == b"HTTP/1.1 200 OK"
        assert await reader.read() == b""

    talk(scenario)


def test_a_long_body_that_stops_short_is_not_waited_for() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(POST % (LEAST_RATE * 20) + b"x" * LEAST_RATE * 19)
        async with asyncio.timeout(5):
            assert await answer(reader) == b"HTTP/1.1 408 Request Timeout"

    talk(scenario, Patience(body=1.0, stalled=0.5, look=0.05))


@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_a_body_in_chunks_is_refused_before_it_is_read(before: bytes) -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        writer.write(before + head + b"1\r\nx\r\n" * 1_000)
        if before:
            assert await answer(reader) == b"HTTP/1.1 200 OK"
        assert await answer(reader) == b"HTTP/1.1 411 Length Required"
        with suppress(ConnectionError):
            assert await reader.read() == b""

    talk(scenario)


def test_a_long_answer_that_is_read_too_slowly_is_given_up() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
        got = 0
        with suppress(ConnectionError):
            while piece := await reader.read(20_000):
                got += len(piece)
                await asyncio.sleep(0.02)
        assert got < LONG

    talk(scenario, Patience(headers=9, idle=9, body=9, rest=9, answer=0.4, look=0.2))


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    async def scenario() -> None:
        metrics, got = Metrics(), 0
        async with asyncio.timeout(20), served(metrics=metrics) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
            while b'lido_limited_total{limit="slow"} 1.0' not in metrics.text()[0]:
                await asyncio.sleep(0.01)  # however long the server takes to give it up
            writer.transport.resume_reading()  # type: ignore[attr-defined]
            with suppress(ConnectionError):
                while piece := await reader.read(2**20):
                    got += len(piece)
            writer.close()
        assert got < LONG

    run(scenario)


def test_an_idle_connection_is_closed() -> None:
    async def scenario(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(POST % 1 + b"x")
        assert await answer(reader) == b"HTTP/1.1 200 OK"
        assert await reader.read() == b""

    talk(scenario)


def test_the_connection_that_waited_longest_makes_room_for_a_new_one() -> None:
    async def scenario() -> None:
        async with served(Patience(), connections_each=2) as port:
            connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            with suppress(ConnectionResetError):
                assert await connections[0][0].read() == b""
            for reader, writer in connections[1:]:
                writer.write(POST % 1 + b"x")
                assert await answer(reader) == b"HTTP/1.1 200 OK"
            for _, writer in connections:
                writer.close()

    run(scenario)


def test_a_socket_that_nobody_reads_is_cut_off_and_its_place_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "GOES_WITHIN", 0.3)

    async def scenario() -> None:
        async with asyncio.timeout(20), served(Patience(), connections_each=1) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            assert await asked(port) == b"HTTP/1.1 429 Too Many Requests"
            while await asked(port) != b"HTTP/1.1 200 OK":
                await asyncio.sleep(0.1)
            writer.close()

    async def asked(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(POST % 1 + b"x")
            return await answer(reader)
        except ConnectionError:  # it was turned away before it had asked
            return b"HTTP/1.1 429 Too Many Requests"
        finally:
            writer.close()

    run(scenario)


def test_what_is_said_in_one_turn_of_the_loop_is_limited() -> None:
    async def scenario() -> None:
        async with served() as port, connect(f"ws://127.0.0.1:{port}/says", max_size=None) as socket:
            pieces = 0
            while len(text := await socket.recv()) == PIECE:
                pieces += 1
            assert (pieces, text) == (3, "3")

    run(scenario)
