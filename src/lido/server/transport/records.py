"""Requests that bring a record: whoever sends one makes the service read it, play it and hold what comes of it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar import Request
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema

from lido.errors import Refusal
from lido.server.rate_limits import Allowances, Places
from lido.server.rooms.outbox import Receive, Send
from lido.server.settings import Settings
from lido.server.table.given import GivenGame
from lido.server.transport.answers import answer, refusal
from lido.server.transport.limits import Scope, address_of, header, preferred
from lido.server.transport.schemas import GameQuestion, Question, Story

Body = TypeVar("Body", Question, GameQuestion, Story, GivenGame)
Handler: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

PATHS = ("/api/analyse", "/api/analyse/game", "/api/replay", "/api/me/games")
AT_ONCE_EACH, MOST_WAITING_EACH = 2, 6
"""Such requests of one address that are served at a time, until their answer has been sent, and that wait."""
BYTES_EACH, MOST_BYTES_EACH = 2**20, 16 * 2**20
"""Bytes of records that one address sends a second in the long run, and in one go."""
MOST_PARTS = 200_000
"""Values of a record, about: reading JSON holds everything else up, and by its values rather than by its length."""
CAMEL = re.compile("([A-Z])")
MOST_SENT = 256 * 2**20
"""Bytes of answers to all of them that are being sent."""


async def body_of(request: Request[Any, Any, Any], kind: type[Body]) -> Body:
    """The body of a request with a record, which stays as it was sent; or Refusal.

    Litestar would read all of it.
    """
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Refusal("service.body", why=str(error)) from error


def takes(kind: type[Body]) -> type[Operation]:
    """The operation of OpenAPI whose body is of that kind."""
    _, components = msgspec.json.schema_components([kind])
    schema = _schema(components[kind.__name__], components)
    body = RequestBody(content={"application/json": OpenAPIMediaType(schema=schema)}, required=True)

    @dataclass
    class Takes(Operation):
        def __post_init__(self) -> None:
            self.request_body = body

    return Takes


def _schema(described: Mapping[str, Any], components: Mapping[str, Any]) -> Schema:
    """A schema of msgspec as one of Litestar, which has its own names for the same; what it refers to is put in."""
    if "$ref" in described:
        return _schema(components[described["$ref"].rpartition("/")[2]], components)

    def within(name: str, value: Any) -> Any:
        if name == "properties":
            return {key: _schema(each, components) for key, each in value.items()}
        if name == "anyOf":
            return [_schema(each, components) for each in value]
        nested = name in ("items", "propertyNames", "additionalProperties") and isinstance(value, Mapping)
        return _schema(value, components) if nested else value

    return Schema(**{CAMEL.sub(r"_\1", name).lower(): within(name, value) for name, value in described.items()})


class RecordRequests:
    """Serves requests with a record by `handler`, within these limits."""

    def __init__(self, handler: Handler, settings: Settings) -> None:
        self._handler = handler
        self._most = settings.body_bytes
        self._places = Places(AT_ONCE_EACH + MOST_WAITING_EACH)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._bytes = Allowances(BYTES_EACH, max(MOST_BYTES_EACH, self._most))
        self._sent = 0
        """Bytes of answers that are being sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        address, length = address_of(scope), int(header(scope, b"content-length") or 0)
        if length > self._most:  # it is refused without being read
            await self._handler(scope, receive, send)
            return
        release = self._places.take(address) if self._bytes.left(address) > 0 else None
        if release is None:
            await answer(send, 429, refusal(Refusal("service.too-many"), preferred(scope)))
            return
        self._bytes.spend(address, length)
        try:
            await self._serve(scope, receive, send, self._turns.setdefault(address, asyncio.Semaphore(AT_ONCE_EACH)))
        finally:
            release()

    async def _serve(self, scope: Scope, receive: Receive, send: Send, turn: asyncio.Semaphore) -> None:
        body = await _whole(receive)
        if body is None:
            return
        if sum(map(body.count, (b",", b"[", b"{"))) > MOST_PARTS:
            await answer(send, 400, refusal(Refusal("service.record-parts"), preferred(scope)))
            return
        async with turn:
            await self._handler(scope, _again(body, receive), self._counted(scope, send))

    def _counted(self, scope: Scope, send: Send) -> Send:
        """Sends an answer; waits until nearly all of it has left, and refuses it if too much is on its way already."""
        is_refused = False

        async def counted(message: dict[str, Any]) -> None:
            nonlocal is_refused
            size = len(message.get("body", b""))
            if message["type"] == "http.response.start":
                length = int(dict(message["headers"]).get(b"content-length", 0))
                is_refused = self._sent + length > MOST_SENT
                if is_refused:
                    await answer(send, 503, refusal(Refusal("service.not-now"), preferred(scope)))
            if is_refused:
                return
            self._sent += size
            try:
                await send({**message, "more_body": True} if size else message)
                if size and not message.get("more_body"):
                    await send({"type": "http.response.body", "body": b""})
            finally:
                self._sent -= size

        return counted


async def _whole(receive: Receive) -> bytes | None:
    """The body of a request; None if the client hangs up."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Receives a body that was read already, and then what comes after it."""
    given = False

    async def again() -> dict[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
