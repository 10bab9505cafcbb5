"""Messages as they come over the wire: together, in pieces, or not as they should be."""

import asyncio
import json
from collections.abc import Sequence
from urllib.parse import urlsplit

import pytest

from lido.server.transport.websocket import MOST_READ
from tests.server.service import Service, Socket, Visitor, run

MASK = bytes((1, 2, 3, 4))
TEXT, FIRST_PART, LAST_PART, BINARY, CLOSE, PING, PONG = 0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8A


def frame(content: bytes, kind: int = TEXT) -> bytes:
    """What a client sends (RFC 6455, 5.2)."""
    length = len(content)
    size = bytes((0x80 | length,)) if length < 126 else bytes((0xFE,)) + length.to_bytes(2)
    return bytes((kind,)) + size + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(content))


def resign(number: int, padding: int = 0) -> bytes:
    """A command that is refused, with that number, because there is no game yet."""
    return json.dumps({"do": "resign", "seat": 1, "number": number}).encode() + b" " * padding


async def answers(socket: Socket, pieces: Sequence[bytes], count: int) -> list[int]:
    """The numbers of the answers to what is written in these pieces, in the order in which they come."""
    for piece in pieces:
        socket.outbox.transport.write(piece)
        await asyncio.sleep(0)
    return [(await socket.until(lambda message: message["type"] == "refused"))["number"] for _ in range(count)]


WHOLE = frame(resign(1)) + frame(resign(2, 200)) + frame(resign(3))
PARTS = frame(resign(1)[:9], FIRST_PART) + frame(b"", PING) + frame(resign(1)[9:], LAST_PART)
MANY = b"".join(frame(resign(number)) for number in range(1, 3 * MOST_READ))


@pytest.mark.parametrize(
    ("pieces", "numbers"),
    [
        ([WHOLE], [1, 2, 3]),
        ([WHOLE[:1], WHOLE[1:]], [1, 2, 3]),
        ([WHOLE[:3], WHOLE[3:60], WHOLE[60:]], [1, 2, 3]),
        ([bytes((byte,)) for byte in WHOLE], [1, 2, 3]),
        ([PARTS + frame(resign(2))], [1, 2]),
        ([frame(resign(1)) + frame(b"", PING) + frame(resign(2), BINARY) + frame(resign(3))], [1, 2, 3]),
        ([MANY], list(range(1, 3 * MOST_READ))),
    ],
)
def test_messages_are_read_however_they_are_cut(service: Service, pieces: list[bytes], numbers: list[int]) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.at(await ann.table("le-plouf", 2))
            assert await answers(socket, pieces, len(numbers)) == numbers
            assert await answers(socket, [frame(resign(99))], 1) == [99]

    run(scenario)


async def early(service: Service, visitor: Visitor, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket of a client that does not wait for the answer to its handshake."""
    table = await visitor.table("le-plouf", 2)
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(service.address).port)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    handshake = (
        f"GET /api/tables/{table}/socket?client=early HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n"
    )
    writer.write(handshake.encode() + sent)
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
    return reader, writer


def test_messages_that_come_with_the_handshake_are_read_after_it(service: Service) -> None:
    async def scenario() -> None:
        async with asyncio.timeout(20), Visitor(service) as ann:
            reader, writer = await early(service, ann, b"".join(frame(resign(number)) for number in (1, 2)))
            for number in (1, 2):
                await reader.readuntil(b'"number":%d' % number)
            writer.close()

    run(scenario)


@pytest.mark.parametrize(
    "sent", [b"\xff" * 300, bytes(5), frame(b"", CLOSE), bytes((TEXT, 2)) + b"{}", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_what_is_no_frame_behind_a_handshake_closes_the_socket(service: Service, sent: bytes) -> None:
    async def scenario() -> None:
        async with asyncio.timeout(20), Visitor(service) as ann:
            reader, writer = await early(service, ann, sent)
            assert CLOSE in await reader.read()
            writer.close()

    before = len(service.logged())
    run(scenario)
    assert not [line for line in service.logged()[before:] if line["level"] == "error"]


UNMASKED = bytes((TEXT, 2)) + b"{}"
RESERVED = bytes((0xC1,)) + frame(b"{}")[1:]
LONG_PING = frame(b"x" * 200, PING)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (UNMASKED, 1002),
        (RESERVED, 1002),
        (LONG_PING, 1002),
        (frame(b"x", LAST_PART), 1002),
        (bytes((TEXT, 0xFF)) + (1 << 40).to_bytes(8) + MASK, 1009),
    ],
)
def test_what_is_no_message_ends_the_socket_with_its_reason(service: Service, wrong: bytes, code: int) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.at(await ann.table("le-plouf", 2))
            assert await answers(socket, [frame(resign(1))], 1) == [1]
            socket.outbox.transport.write(wrong)
            assert (await socket.closed())[0] == code

    run(scenario)


@pytest.mark.parametrize("before", [b"", frame(b"{", FIRST_PART)], ids=["whole", "between parts"])
@pytest.mark.parametrize("kind", [PING, PONG])
def test_whoever_floods_a_socket_with_pings_or_pongs_is_cut_off(service: Service, before: bytes, kind: int) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as flooder:
            table = await ann.table("le-plouf", 2)
            socket, honest = await flooder.at(table), await ann.at(table)
            socket.outbox.transport.write(before + frame(b"", kind) * 20_000)
            assert (await socket.closed())[0] in (1008, 1006)  # whoever still sends may lose the reason
            assert await answers(honest, [frame(b"", PING) * 20 + frame(resign(1))], 1) == [1]

    run(scenario)


def test_too_many_fields_in_the_address_of_a_socket_are_ignored(service: Service) -> None:
    async def scenario() -> None:
        before = service.logged()
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            more = "&".join(f"more={number}" for number in range(20))
            socket = await ann.connected(f"/api/tables/{table}/socket?client=ann&seen=0&{more}")
            assert [news["n"] for news in (await socket.read())["missed"]] == [1]
        assert [line for line in service.logged()[len(before) :] if line["level"] == "error"] == []

    run(scenario)


KEY = ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")


@pytest.mark.parametrize(
    "more",
    [(), (*KEY, "Content-Length: 5"), (*KEY, "a: b" * 1_900), (*KEY, *["a: b"] * 95), (*KEY, *["a: b"] * 3_000)],
    ids=["no key", "a body", "a long line", "many headers", "too many headers"],
)
def test_who_asks_for_a_socket_in_a_wrong_way_is_refused_and_nothing_breaks(
    service: Service, more: tuple[str, ...]
) -> None:
    async def scenario() -> None:
        before, address = service.logged(), urlsplit(service.address)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        lines = ("GET /api/nothing HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket", *more, "", "")
        writer.write("\r\n".join(lines).encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 4")
        writer.close()
        async with Visitor(service) as ann:
            await ann.at(await ann.table("le-plouf", 2))
        assert [line for line in service.logged()[len(before) :] if line["level"] == "error"] == []

    run(scenario)
