"""Answers: their headers, and refusals as JSON."""

from http import HTTPStatus
from typing import Any

import msgspec

from lido.errors import LidoError
from lido.server.rooms.connection import plain
from lido.server.rooms.outbox import Send

JSON = b"application/json"
NO_STORE = (b"cache-control", b"no-store")
PIECE = 256 * 1024
"""Bytes of a body that are written at a time."""
Headers = list[tuple[bytes, bytes]]


def refusal(error: LidoError, language: str) -> bytes:
    """The body of a refusal."""
    return msgspec.json.encode({"code": error.code, "facts": plain(error), "sentence": error.said(language)})


async def answer(send: Send, status: int, body: bytes, *, kind: bytes = JSON, more: Headers | None = None) -> None:
    """Answer a request; browsers do not keep it."""
    await send_whole(send, status, [(b"content-type", kind), NO_STORE, *(more or ())], body)


async def send_whole(send: Send, status: int, headers: Headers, body: bytes, *, shown: bool = True) -> None:
    """Answer a request with these headers; `shown` is false for HEAD."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body if shown else b""})


def in_pieces(send: Send) -> Send:
    """Sends a long body in pieces, each when the client has taken the one before: its connection then keeps no copy."""

    async def sends(message: dict[str, Any]) -> None:
        body, begin = message.get("body", b""), 0
        while len(body) - begin > PIECE:
            await send({"type": "http.response.body", "body": body[begin : begin + PIECE], "more_body": True})
            begin += PIECE
        await send({**message, "body": body[begin:]} if begin else message)

    return sends


async def reject(send: Send, status: int, body: bytes) -> None:
    """Refuse a socket before its handshake."""
    headers = [(b"content-type", JSON), NO_STORE]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def whole_answer(status: int, error: LidoError) -> bytes:
    """A refusal as it goes over the wire, for a client whose request could not be read; the connection is closed."""
    body = refusal(error, "en")
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(),
        b"content-type: " + JSON,
        b"cache-control: no-store",
        b"x-content-type-options: nosniff",
        b"retry-after: 1",
        f"content-length: {len(body)}".encode(),
        b"connection: close",
        b"",
        body,
    ]
    return b"\r\n".join(lines)
