"""Attacks on a server, each by a client that does not stop: `python -m bench.service.attacks NAME PORT`.

They come from addresses of their own, so that the limits by address are what stops them.
"""

import asyncio
import base64
import contextlib
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from itertools import count, cycle
from typing import Any

import lido
from bench.service.line import FINAL_PING, FINAL_PONG, MASKED, NO_MASK
from bench.service.node import HOST
from lido.deal import commitment
from lido.games import games, part

ADDRESSES = ("127.0.0.91", "127.0.0.92")
"""Loopback has many addresses: the attackers have two."""
FLOOD = 2_000
"""Frames that are written at once."""
SLOW_CLIENTS = 1_500
DRIP = 2.0
"""Seconds between two bytes of a client that is slow on purpose."""
HANG_UP = 1.0
"""Seconds after which somebody no longer waits for an answer."""
ACCIDENTS = 26_000
DEEP = b'{"do":' + b"[" * 8_000

Attack = Callable[[int], Awaitable[None]]
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_addresses = cycle(ADDRESSES)


async def connected(port: int) -> Wire:
    """A connection from one of the attackers' addresses."""
    return await asyncio.open_connection(HOST, port, local_addr=(next(_addresses), 0))


def asked(method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
    """A request as it is sent."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Content-Type: application/json\r\n\r\n".encode() + body


async def answered(wire: Wire) -> tuple[bytes, bytes]:
    """The head and the body of an answer."""
    reader, _ = wire
    head = await reader.readuntil(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return head, await reader.readexactly(int(lengths[0].split(b":")[1]) if lengths else 0)


async def identity(port: int) -> str:
    """The cookie of somebody new."""
    while True:
        wire = await connected(port)
        wire[1].write(asked("GET", "/api/me"))
        head, _ = await answered(wire)
        wire[1].close()
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie:"):
                return line.split(b":", 1)[1].split(b";")[0].strip().decode()
        await asyncio.sleep(1)


async def table(port: int, cookie: str, **wish: Any) -> str:
    """A table of their own."""
    wire = await connected(port)
    body = {"game": games()[0].id, "players": 2} | wish
    wire[1].write(asked("POST", "/api/tables", json.dumps(body).encode(), cookie))
    _, text = await answered(wire)
    wire[1].close()
    return str(json.loads(text)["table"])


async def socket(port: int, cookie: str, id: str) -> Wire:
    """A socket at a table."""
    wire = await connected(port)
    key = base64.b64encode(os.urandom(16)).decode()
    wire[1].write(
        f"GET /api/tables/{id}/socket?client=attacker HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    await wire[0].readuntil(b"\r\n\r\n")
    return wire


def text_frame(payload: bytes) -> bytes:
    """A text as a client sends it."""
    size = len(payload)
    head = bytes((0x81, MASKED | size)) if size < 126 else bytes((0x81, MASKED | 126)) + size.to_bytes(2, "big")
    return head + NO_MASK + payload


async def flooded(port: int, frames: Callable[[], bytes]) -> None:
    """Write frames to a socket as fast as it takes them; come back when it is closed."""
    cookie = await identity(port)
    id = await table(port, cookie)
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            wire = await socket(port, cookie, id)
            listening = asyncio.ensure_future(_heard(wire[0]))
            try:
                while not listening.done():
                    wire[1].write(frames())
                    await wire[1].drain()
                    await asyncio.sleep(0)
            finally:
                listening.cancel()
                wire[1].close()
        await asyncio.sleep(0.05)


async def _heard(reader: asyncio.StreamReader) -> None:
    while await reader.read(2**16):
        pass


async def pings(port: int) -> None:
    """Empty pings on one socket."""
    await flooded(port, lambda: (bytes((FINAL_PING, MASKED)) + NO_MASK) * FLOOD)


async def pongs(port: int) -> None:
    """Pongs that nobody asked for."""
    await flooded(port, lambda: (bytes((FINAL_PONG, MASKED)) + NO_MASK) * FLOOD)


async def garbage(port: int) -> None:
    """Messages that are nested too deep, or no text."""
    await flooded(port, lambda: text_frame(DEEP) + text_frame(b'{"do":"\xff\xfe"}'))


async def sitting(port: int) -> None:
    """Sitting down and standing up."""
    numbers, string = count(1), commitment("x")

    def frames() -> bytes:
        sit = {"do": "sit", "seat": 1, "commitment": string, "number": next(numbers)}
        stand = {"do": "stand", "seat": 1, "number": next(numbers)}
        return b"".join(text_frame(json.dumps(one).encode()) for one in (sit, stand))

    await flooded(port, frames)


async def requests(port: int, paths: tuple[str, ...], wires: int = 8) -> None:
    """Requests without a pause on several connections."""

    async def one() -> None:
        for path in cycle(paths):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                wire = await connected(port)
                try:
                    while True:
                        wire[1].write(asked("GET", path) * 20)
                        for _ in range(20):
                            await answered(wire)
                finally:
                    wire[1].close()

    await asyncio.gather(*(one() for _ in range(wires)))


async def health(port: int) -> None:
    """What supervisors ask."""
    await requests(port, ("/health", "/ready", "/metrics"))


async def newcomers(port: int) -> None:
    """Somebody new with every request."""
    await requests(port, ("/api/me",))


async def replays(port: int) -> None:
    """Records of very many moves, for whose replay nobody waits."""
    physics = next(game.id for game in games() if part(game.id, "live"))
    record = lido.new(physics, seed="replays").record()
    record["moves"] = ["accident"] * ACCIDENTS
    for name in ("details", "result"):
        record.pop(name, None)
    body = json.dumps({"record": record}).encode()

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                wire = await connected(port)
                wire[1].write(asked("POST", "/api/replay", body))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(answered(wire), HANG_UP)
                wire[1].close()

    await asyncio.gather(*(one() for _ in range(4)))


async def slow(port: int, begin: bytes) -> None:
    """Many connections that send a byte now and then."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await connected(port)
                writer.write(begin)
                while not writer.is_closing():
                    await writer.drain()
                    await asyncio.sleep(DRIP)
                    writer.write(b"x")
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(SLOW_CLIENTS)))


async def slow_headers(port: int) -> None:
    """Requests whose head never ends."""
    await slow(port, f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode())


async def slow_bodies(port: int) -> None:
    """Requests whose body never ends."""
    await slow(port, asked("POST", "/api/tables").replace(b"Content-Length: 0", b"Content-Length: 4000"))


async def bots(port: int) -> None:
    """Tables of bots only, as many as four people may open."""
    cookies = [await identity(port) for _ in range(4)]
    with contextlib.suppress(KeyError):
        for cookie in cookies:
            for _ in range(20):
                await table(port, cookie, bots={"1": "expert", "2": "expert"})
    await asyncio.Event().wait()


ATTACKS: Mapping[str, Attack] = {
    "pings": pings,
    "pongs": pongs,
    "garbage": garbage,
    "sitting and standing": sitting,
    "health and metrics": health,
    "newcomers": newcomers,
    "long replays": replays,
    "slow headers": slow_headers,
    "slow bodies": slow_bodies,
    "80 tables of bots": bots,
}


def main() -> None:
    """Attack until somebody kills this process."""
    name, port = sys.argv[1:]
    asyncio.run(ATTACKS[name](int(port)))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
