"""What keeps the service and its visitors safe from others: origins, limits, headers, and whom to believe."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from lido.server.settings import Network, Settings, listed, networks

Scope: TypeAlias = dict[str, Any]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'self'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""Sent with every answer. Nothing inline runs, and nothing of others is loaded."""
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 50_000


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, or None."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


class Proxies:
    """Takes over what trusted proxies say of a request: from where it comes, by which scheme and to which host."""

    def __init__(self, settings: Settings) -> None:
        self._trusted = networks("proxies", settings.proxies)

    def believed(self, scope: Scope) -> Scope:
        """The request as the first proxy saw it."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self._trusted or not within(address, self._trusted):
            return scope
        scope = dict(scope)
        chain = listed(
            ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for")
        )
        outside = [hop for hop in chain if not within(hop, self._trusted)]
        if chain:
            scope["client"] = (outside[-1] if outside else chain[0], 0)
        scheme = header(scope, b"x-forwarded-proto")
        if scheme in ("http", "https"):
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        host = header(scope, b"x-forwarded-host")
        if host:
            kept = [(key, value) for key, value in scope["headers"] if key != b"host"]
            scope["headers"] = [*kept, (b"host", host.encode("latin-1"))]
        return scope


def within(address: str, places: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return any(found.version == place.version and found in place for place in places)


class Origins:
    """Whose pages may act for a visitor: our own, and those that the settings name."""

    def __init__(self, settings: Settings) -> None:
        self._others = frozenset(listed(settings.origins))

    def allowed(self, scope: Scope) -> bool:
        """Whether a request comes from an allowed page, or from no page at all: browsers always say."""
        origin = header(scope, b"origin")
        if origin is not None:
            return origin in self._others or origin == self._own(scope)
        return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")

    def _own(self, scope: Scope) -> str:
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        return f"{scheme}://{header(scope, b'host')}"


class Bucket:
    """Allows so many a second in the long run, and `most` at once."""

    __slots__ = ("_left", "_most", "_rate", "_since")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._since = most, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address or person. Those not used for longest are forgotten when there are too many."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether one more is allowed to that name now."""
        bucket = self._each.get(name)
        if bucket is None:
            bucket = self._each[name] = Bucket(self._rate, self._most)
            if len(self._each) > MOST_ADDRESSES:
                self._each.popitem(last=False)
        else:
            self._each.move_to_end(name)
        return bucket.take()


class Places:
    """How many places of a limited number each address holds now."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[str, int] = {}

    def take(self, name: str) -> Callable[[], None] | None:
        """What gives the place back, or None where there is none left."""
        held = self._held.get(name, 0)
        if held >= self._most:
            return None
        self._held[name] = held + 1
        return lambda: self._give_back(name)

    def _give_back(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]


def address_of(scope: Scope) -> str:
    """From where a request comes. Neighbours in one IPv6 network are one: they are free to change the rest."""
    if not scope.get("client"):
        return ""
    address: str = scope["client"][0]
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and not found.ipv4_mapped:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address
