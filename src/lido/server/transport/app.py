"""The ASGI application: every request goes from here to the API, the sockets or the page."""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable
from typing import Any

from lido.errors import LidoError, Refusal
from lido.server.club.club import Club
from lido.server.logging import log_event
from lido.server.rate_limits import Buckets
from lido.server.rooms.connection import outside
from lido.server.rooms.hub import Hub
from lido.server.rooms.outbox import Receive, Send
from lido.server.settings import Settings
from lido.server.transport.answers import JSON, answer, in_pieces, refusal, send_whole
from lido.server.transport.http import allowed, api
from lido.server.transport.limits import (
    HEADERS,
    ONLY_HTTPS,
    SAFE_METHODS,
    Hosts,
    Origins,
    Proxies,
    Scope,
    address_of,
    header,
    host_name,
    preferred,
)
from lido.server.transport.operators import PATHS as OPERATORS
from lido.server.transport.operators import Operators
from lido.server.transport.page import File, Page
from lido.server.transport.records import PATHS as RECORDS
from lido.server.transport.records import RecordRequests
from lido.server.transport.share import HOME_PICTURE, PICTURE, Share
from lido.server.transport.sockets import Sockets

AT_ONCE = 5.0
"""Seconds' worth of requests that may come in one go."""
FILES = 10
"""How many times as many requests may be for files of the page, which are in memory: a browser that keeps the page for
visits without a network asks for all of them."""
PAUSE = 0.5
"""Seconds that one request too many waits for its refusal, so that refusing costs little."""
IN_MEMORY = "/assets/"
TOO_MANY = 429
ID = re.compile(r"^(/api/(?:tables|people|cups)/|/[a-z]/|/share/[a-z]+/t/)[^/]+")
"""Addresses hold ids, and anyone who knows the id of a table can enter it: the log must not show them."""
SHARED = [
    (b"content-type", b"image/png"),
    (b"cache-control", b"public, max-age=300"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
"""The headers of a picture of a link, which other sites show."""


class App:
    """The ASGI application."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._base = settings.base_path
        self._metrics = hub.context.metrics
        self._proxies = Proxies(settings)
        self._origins = Origins(settings)
        self._requests = Buckets(settings.requests_each, AT_ONCE * settings.requests_each)
        files = FILES * settings.requests_each
        self._files = Buckets(files, AT_ONCE * files)
        self._hosts = Hosts(settings)
        self._operators = Operators(hub, settings)
        club = Club(hub)
        club.start()
        self._api = api(hub, settings, club)
        self._records = RecordRequests(self._api, settings)  # type: ignore[arg-type]
        self._sockets = Sockets(hub, settings, club, self._turned_away)
        self._page = Page(settings.base_path)
        self._share = Share(hub, settings, self._page.fonts)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one request or one socket. It is no coroutine, which would take memory while the socket is open."""
        scope = self._proxies.believed(scope)
        path: str = scope["path"]
        inside = path == self._base or path.startswith(f"{self._base}/")
        scope = {**scope, "path": path.removeprefix(self._base) or "/" if inside else "", "root_path": ""}
        scope["raw_path"] = scope["path"].encode("utf-8", "surrogateescape")
        serve = self._sockets if scope["type"] == "websocket" else self._request
        return serve(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.monotonic(), 0

        async def guarded(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                safe = [*HEADERS, ONLY_HTTPS] if scope["scheme"] == "https" else HEADERS
                own = dict(message.get("headers", ()))
                safe = [(name, value) for name, value in safe if name not in own]
                message = {**message, "headers": [*message.get("headers", ()), *safe]}
            await send(message)

        try:
            await self._route(scope, receive, guarded)
        except LidoError as error:
            await answer(guarded, 503, refusal(outside(error), preferred(scope)))
        finally:
            self._metrics.requests.labels(str(status)).inc()
            quiet = scope["path"] in OPERATORS or status == TOO_MANY
            path, took = ID.sub(r"\1…", scope["path"]), round((time.monotonic() - began) * 1000, 1)
            level = logging.DEBUG if quiet else logging.INFO
            log_event("request", level, method=scope["method"], path=path, status=status, ms=took)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if refused := await self._turned_away(scope):
            await answer(send, *refused, more=[(b"retry-after", b"1")])
        elif path in OPERATORS:
            await self._operators(scope, send)
        elif scope["method"] not in SAFE_METHODS and not self._is_ours(scope):
            await answer(send, *_refusal(scope, "service.origin", 403))
        elif scope["method"] == "OPTIONS" and (methods := allowed(path)):
            await send_whole(send, 204, [(b"allow", ", ".join(methods).encode())], b"")
        elif not path.isprintable() or (path.startswith("/api/") and not allowed(path)):
            await answer(send, *_refusal(scope, "service.no-address", 404))
        elif path in RECORDS:
            await self._records(scope, receive, send)
        elif path.startswith("/api/"):
            await self._api(scope, receive, in_pieces(send))  # type: ignore[arg-type]
        else:
            await self._show(scope, send)

    async def _turned_away(self, scope: Scope) -> tuple[int, bytes] | None:
        """Why a request or a socket is not served at all; None if it is."""
        asks_operators = scope["path"] in OPERATORS and scope["type"] == "http"
        counted = self._files if scope["path"].startswith(IN_MEMORY) else self._requests
        if not (self._operators.allowed(scope) if asks_operators else counted.take(address_of(scope))):
            self._metrics.limited.labels("requests").inc()
            await asyncio.sleep(PAUSE)
            return _refusal(scope, "service.too-many", 429)
        if not asks_operators and not self._hosts.allowed(scope):
            return _refusal(scope, "service.host", 400)
        return None

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request that changes something was made by our page: others can send forms, but no JSON."""
        kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
        has_body = header(scope, b"transfer-encoding") or (header(scope, b"content-length") or "0") != "0"
        return self._origins.allowed(scope) and (not has_body or kind == JSON.decode())

    async def _show(self, scope: Scope, send: Send) -> None:
        """A file of the page, or the picture of a link."""
        path, file = scope["path"], None
        if path and scope["method"] in ("GET", "HEAD"):
            if PICTURE.fullmatch(path):
                await self._show_picture(scope, send)
                return
            file = await self._index(scope) if self._page.is_address(path) else self._page.find(path)
        if file is None:
            code = "service.no-address" if self._page.built or path != "/" else "service.no-page"
            await answer(send, *_refusal(scope, code, 404))
            return
        if header(scope, b"if-none-match") == file.etag.decode():
            await send_whole(send, 304, file.headers, b"")
            return
        squeezed = file.gzipped is not None and "gzip" in (header(scope, b"accept-encoding") or "")
        body = file.gzipped if squeezed and file.gzipped else file.body
        headers = [*file.headers, (b"content-encoding", b"gzip")] if squeezed else file.headers
        await send_whole(send, 200, headers, body, shown=scope["method"] == "GET")

    async def _index(self, scope: Scope) -> File:
        """The page at an address, with what a link to it shows."""
        language = preferred(scope)
        origin = f"{scope['scheme']}://{header(scope, b'host') or ''}"
        head = await self._share.head(scope["path"], origin, language, address_of(scope))
        return self._page.index(head, language)

    async def _show_picture(self, scope: Scope, send: Send) -> None:
        """The picture of a link; the picture of the page where there is no other."""
        drawn, headers = await self._share.picture(scope["path"], address_of(scope)), SHARED
        if drawn is None:
            home = self._page.find(HOME_PICTURE)
            if home is None:
                await answer(send, *_refusal(scope, "service.no-address", 404))
                return
            drawn, headers = home.body, [SHARED[0], (b"cache-control", b"no-store"), SHARED[2]]
        await send_whole(send, 200, headers, drawn, shown=scope["method"] == "GET")


def _refusal(scope: Scope, code: str, status: int) -> tuple[int, bytes]:
    """A refusal in the language that the visitor prefers."""
    facts = {"name": host_name(scope)} if code == "service.host" else {}
    return status, refusal(Refusal(code, **facts), preferred(scope))
