"""The ASGI application: every request goes from here to the API, the sockets or the page."""

import re
import time
from typing import Any

import msgspec

from lido.errors import LidoError, Refusal
from lido.server.logging import log_error, log_event
from lido.server.rate_limits import Buckets
from lido.server.rooms.connection import outside
from lido.server.rooms.hub import Hub
from lido.server.rooms.outbox import Receive, Send
from lido.server.settings import Settings, networks
from lido.server.transport.http import allowed, api
from lido.server.transport.language import spoken
from lido.server.transport.limits import (
    HEADERS,
    ONLY_HTTPS,
    SAFE_METHODS,
    Origins,
    Proxies,
    Scope,
    address_of,
    header,
    within,
)
from lido.server.transport.page import File, Page
from lido.server.transport.share import HOME_PICTURE, PICTURE, Share
from lido.server.transport.sockets import Sockets

AT_ONCE = 5.0
"""Seconds' worth of requests that may come in one go."""
JSON = b"application/json"
ID = re.compile(r"^(/api/(?:tables|people)/|/[a-z]/|/share/[a-z]+/t/)[^/]+")
"""Addresses hold ids, and anyone who knows the id of a table can enter it: the log must not show them."""
SHARED = [
    (b"content-type", b"image/png"),
    (b"cache-control", b"public, max-age=300"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
"""The headers of a picture of a link, which other sites show."""
Headers = list[tuple[bytes, bytes]]


class App:
    """The ASGI application."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._base = settings.base_path
        self._metrics = hub.context.metrics
        self._proxies = Proxies(settings)
        self._origins = Origins(settings)
        self._requests = Buckets(settings.requests_each, AT_ONCE * settings.requests_each)
        self._scrapers = networks("metrics_to", settings.metrics_to)
        self._api = api(hub, settings)
        self._sockets = Sockets(hub, settings)
        self._page = Page(settings.base_path)
        self._share = Share(hub, settings, self._page.fonts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        scope = self._proxies.believed(scope)
        path: str = scope["path"]
        inside = path == self._base or path.startswith(f"{self._base}/")
        scope = {**scope, "path": path.removeprefix(self._base) or "/" if inside else "", "root_path": ""}
        scope["raw_path"] = scope["path"].encode("utf-8", "surrogateescape")
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)

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
            await _answer(guarded, *_refusal(scope, outside(error), 503))
        finally:
            self._metrics.requests.labels(str(status)).inc()
            took = round((time.monotonic() - began) * 1000, 1)
            log_event("request", method=scope["method"], path=ID.sub(r"\1…", scope["path"]), status=status, ms=took)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path == "/health":
            await _answer(send, 200, b'{"alive":true}')
        elif path == "/ready":
            await self._ready(send)
        elif path == "/metrics":
            await self._measures(scope, send)
        elif not self._requests.take(address_of(scope)):
            self._metrics.limited.labels("requests").inc()
            await _answer(send, *_refusal(scope, Refusal("service.too-many"), 429), more=[(b"retry-after", b"1")])
        elif scope["method"] not in SAFE_METHODS and not self._is_ours(scope):
            await _answer(send, *_refusal(scope, Refusal("service.origin"), 403))
        elif scope["method"] == "OPTIONS" and (methods := allowed(path)):
            await _send(send, 204, [(b"allow", ", ".join(methods).encode())], b"")
        elif path.startswith("/api/"):
            await self._api(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self._show(scope, send)

    async def _measures(self, scope: Scope, send: Send) -> None:
        """The metrics, for those who may read them; for others there is nothing at this address."""
        if within((scope.get("client") or ("",))[0], self._scrapers):
            body, kind = self._metrics.text()
            await _answer(send, 200, body, kind=kind.encode())
        else:
            await _answer(send, *_refusal(scope, Refusal("service.no-address"), 404))

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request that changes something was made by our page: others can send forms, but no JSON."""
        kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
        has_body = header(scope, b"transfer-encoding") or (header(scope, b"content-length") or "0") != "0"
        return self._origins.allowed(scope) and (not has_body or kind == JSON.decode())

    async def _ready(self, send: Send) -> None:
        if self._hub.stopping:
            await _answer(send, 503, b'{"ready":false}')
            return
        try:
            await self._hub.context.store.ready()
        except (LidoError, OSError) as error:
            log_error("the store is not ready", error)
            await _answer(send, 503, b'{"ready":false}')
        else:
            await _answer(send, 200, b'{"ready":true}')

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
            await _answer(send, *_refusal(scope, Refusal(code), 404))
            return
        if header(scope, b"if-none-match") == file.etag.decode():
            await _send(send, 304, file.headers, b"")
            return
        squeezed = file.gzipped is not None and "gzip" in (header(scope, b"accept-encoding") or "")
        body = file.gzipped if squeezed and file.gzipped else file.body
        headers = [*file.headers, (b"content-encoding", b"gzip")] if squeezed else file.headers
        await _send(send, 200, headers, body, shown=scope["method"] == "GET")

    async def _index(self, scope: Scope) -> File:
        """The page at an address, with what a link to it shows."""
        language = spoken(header(scope, b"accept-language"))
        origin = f"{scope['scheme']}://{header(scope, b'host') or ''}"
        return self._page.index(await self._share.head(scope["path"], origin, language), language)

    async def _show_picture(self, scope: Scope, send: Send) -> None:
        """The picture of a link; the picture of the page where there is no other."""
        drawn, headers = await self._share.picture(scope["path"], address_of(scope)), SHARED
        if drawn is None:
            home = self._page.find(HOME_PICTURE)
            if home is None:
                await _answer(send, *_refusal(scope, Refusal("service.no-address"), 404))
                return
            drawn, headers = home.body, [SHARED[0], (b"cache-control", b"no-store"), SHARED[2]]
        await _send(send, 200, headers, drawn, shown=scope["method"] == "GET")


def _refusal(scope: Scope, error: LidoError, status: int) -> tuple[int, bytes]:
    """A refusal as JSON, in the language that the visitor prefers."""
    language = spoken(header(scope, b"accept-language"))
    return status, msgspec.json.encode({"code": error.code, "facts": {}, "sentence": error.said(language)})


async def _answer(send: Send, status: int, body: bytes, *, kind: bytes = JSON, more: Headers | None = None) -> None:
    await _send(send, status, [(b"content-type", kind), (b"cache-control", b"no-store"), *(more or ())], body)


async def _send(send: Send, status: int, headers: Headers, body: bytes, *, shown: bool = True) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body if shown else b""})
