"""What protects the service and its visitors: allowed origins, trusted proxies, security headers."""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeAlias, TypeVar

from lido.errors import Refusal
from lido.server.settings import Network, Settings, listed, networks
from lido.server.transport.language import spoken

Scope: TypeAlias = dict[str, Any]
Answer = TypeVar("Answer")

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'self'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""Sent with every response that does not say otherwise: nothing is stored, no inline script runs, and nothing is
loaded from elsewhere. `wasm-unsafe-eval` allows WebAssembly, and no text to become script."""
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, or None."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


def preferred(scope: Scope) -> str:
    """The language that a visitor prefers."""
    return spoken(header(scope, b"accept-language"))


class Proxies:
    """Reads what trusted proxies say of a request: the address it comes from, its scheme and its host."""

    def __init__(self, settings: Settings) -> None:
        self._trusted = networks("proxies", settings.proxies)

    def believed(self, scope: Scope) -> Scope:
        """The request as the first proxy saw it."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self._trusted or not within(address, self._trusted):
            return scope
        scope = dict(scope)
        said = ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for")
        chain = [plain_address(hop) for hop in listed(said)]
        outside = [hop for hop in chain if hop is None or not within(hop, self._trusted)]
        first = (outside[-1] if outside else chain[0]) if chain else None
        if first:  # what is no address would give every request limits of its own
            scope["client"] = (first, 0)
        scheme = header(scope, b"x-forwarded-proto")
        if scheme in ("http", "https"):
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        host = header(scope, b"x-forwarded-host")
        if host:
            kept = [(key, value) for key, value in scope["headers"] if key != b"host"]
            scope["headers"] = [*kept, (b"host", host.encode("latin-1"))]
        return scope


def plain_address(text: str) -> str | None:
    """An address that a proxy wrote, perhaps with a port or in brackets; None for anything else."""
    host, colon, port = text.strip('"').rpartition(":")
    if not colon or not port.isdecimal() or (":" in host and not host.endswith("]")):
        host = text.strip('"')
    try:
        return str(ipaddress.ip_address(host.removeprefix("[").removesuffix("]")))
    except ValueError:
        return None


def within(address: str, places: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return any(found.version == place.version and found in place for place in places)


class Hosts:
    """The names that the service answers to. A page of another name that leads here must not count as ours."""

    def __init__(self, settings: Settings) -> None:
        self._names = frozenset(name.lower() for name in listed(settings.hosts))
        alone = _is_loopback(settings.host) and not settings.proxies
        self._only_here = alone and not self._names
        """Whether only programs on this machine can ask, by its own names."""

    def allowed(self, scope: Scope) -> bool:
        """Whether a request was sent to a name of the service."""
        name = host_name(scope)
        return _is_loopback(name) if self._only_here else not self._names or name in self._names


def host_name(scope: Scope) -> str:
    """The name that a request was sent to, without a port."""
    host = (header(scope, b"host") or "").lower()
    name = host.partition("]")[0].removeprefix("[") if host.startswith("[") else host.partition(":")[0]
    return name.removesuffix(".")


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


class Origins:
    """Which pages may act for a visitor: our own, and those of the origins that the settings name."""

    def __init__(self, settings: Settings) -> None:
        self._others = frozenset(listed(settings.origins))

    def allowed(self, scope: Scope) -> bool:
        """Whether a request comes from an allowed page, or from no page: browsers always say which."""
        origin = header(scope, b"origin")
        if origin is not None:
            return origin in self._others or origin == self._own(scope)
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")

    def _own(self, scope: Scope) -> str:
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        return f"{scheme}://{header(scope, b'host')}"


def address_of(scope: Scope) -> str:
    """The address a request comes from, as the limits count it."""
    return as_one(scope["client"][0]) if scope.get("client") else ""


def as_one(address: str) -> str:
    """The name under which an address is counted. An IPv6 network of 64 bits is one: its users can choose any
    address in it.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and not found.ipv4_mapped:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


async def while_wanted(work: Coroutine[Any, Any, Answer], receive: Callable[[], Awaitable[Any]]) -> Answer:
    """The result of some work for a request whose body was read; it is cancelled when the client hangs up."""

    async def hangs_up() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    working, gone = asyncio.create_task(work), asyncio.create_task(hangs_up())
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal("service.not-now")  # which nobody reads
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
