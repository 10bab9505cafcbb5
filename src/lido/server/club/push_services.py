"""Requests to push services. Their addresses are given by visitors, so nothing but a public service is ever asked."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

from lido.errors import Refusal
from lido.server.club.reach import Reach

LONGEST_ENDPOINT = 1_000
HTTPS = 443
PATIENCE = 10.0
"""Seconds that a push service has for its answer."""
MOST_READ = 16_384
"""Bytes of an answer that are read."""


class Place(NamedTuple):
    """Where an endpoint is."""

    host: str
    port: int
    target: str
    tls: bool
    listed: bool
    """Whether the settings name it, so that it may be anywhere."""


def place(endpoint: str, listed: Collection[str] = ()) -> Place:
    """Where an endpoint is, or a refusal: it must be by https, by name and on the usual port, or be listed."""
    try:
        url = urlsplit(endpoint)
        host, port = url.hostname, url.port
    except ValueError:
        raise Refusal("service.push-endpoint") from None
    if not host or len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise Refusal("service.push-endpoint")
    if url.username is not None or url.password is not None:
        raise Refusal("service.push-endpoint")
    target = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
    if f"{url.scheme}://{url.netloc}" in listed:
        tls = url.scheme == "https"
        return Place(host, port or (HTTPS if tls else 80), target, tls, True)
    if url.scheme != "https" or port not in (None, HTTPS) or _is_address(host) or "." not in host:
        raise Refusal("service.push-endpoint")
    return Place(host, HTTPS, target, True, False)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit()
    return True


async def resolved(where: Place) -> str:
    """The address to connect to; a refusal if the name leads anywhere that is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not (where.listed or all(ipaddress.ip_address(each).is_global for each in addresses)):
        raise Refusal("service.push-endpoint")
    return addresses[0]


async def post(where: Place, headers: Mapping[str, str], body: bytes, reach: Reach) -> int:
    """Send a body; the status of the answer. The address that was checked is the one that is asked; no redirection is
    followed. Raises OSError, Refusal or TimeoutError.
    """
    address = await reach.address(where.host, lambda: resolved(where))
    async with reach.asking(address, where.port), asyncio.timeout(PATIENCE):
        context = ssl.create_default_context() if where.tls else None
        reader, writer = await asyncio.open_connection(
            address, where.port, ssl=context, server_hostname=where.host if context else None
        )
        try:
            return await _asked(reader, writer, where, headers, body)
        finally:
            writer.close()


async def _asked(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, where: Place, headers: Mapping[str, str], body: bytes
) -> int:
    name = where.host if where.port == HTTPS else f"{where.host}:{where.port}"
    line = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
    given = [("host", name), ("content-length", str(len(body))), ("connection", "close"), *headers.items()]
    request = h11.Request(method="POST", target=where.target, headers=given)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(line.send(part) or b"")
    await writer.drain()
    while True:
        try:
            event = line.next_event()
        except h11.RemoteProtocolError as error:
            raise OSError(str(error)) from error
        if isinstance(event, h11.Response):
            return int(event.status_code)
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(MOST_READ))
        elif not isinstance(event, h11.InformationalResponse):
            raise OSError("no answer")
