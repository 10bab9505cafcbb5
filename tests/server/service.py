"""A real service in a process of its own, and real clients to it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lido.deal import commitment

from .nursery import Nursed, Order, started

PATIENCE = 60.0
"""Seconds after which something that should have happened is taken not to happen."""
PLENTY = {
    "bot_ms": 20, "requests_each": 1000, "newcomers_each": 1000, "tables_each": 1000, "messages_each": 1000,
    "sockets_each": 1000, "changes_each": 1000, "connections_each": 1000, "analyses_each": 100,
}  # fmt: skip
"""Settings under which no test meets a limit that it does not look for."""


SECRET = "a string that the client made up"
"""With which somebody signs out their other devices."""


class Service:
    """`lido serve` on a free port of this machine."""

    def __init__(
        self,
        database: str | Path,
        log: Path | None = None,
        *,
        files: int | None = None,
        module: str = "lido",
        cold: bool = False,
        **settings: Any,
    ) -> None:
        self._files = files
        """How many files it may open, if not as many as this process."""
        self._module = module
        """What is run."""
        self._cold = cold
        """Whether it is started as people start it, and not from the nursery."""
        self._settings = {**PLENTY, "port": 0, "database": database, **settings}
        self._log = log or Path(f"{database}.log")
        self.address = ""

    def start(self, *, cold: bool | None = None) -> Self:
        """Start it, and wait until it listens. Started again, it keeps its port; `cold` says how from now on."""
        self._cold = self._cold if cold is None else cold
        options = [f"--{name.replace('_', '-')}={value}" for name, value in self._settings.items()]
        self.errors = self._log.open("ab")
        self.process = self._process(["serve", *options], {**os.environ, "LANG": "C"})
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the service said {line!r}"
        self.address = found[0].rstrip("/")
        self._settings["port"] = int(self.address.split(":")[2].split("/")[0])
        return self

    def _process(self, arguments: list[str], environment: dict[str, str]) -> "subprocess.Popen[str] | Nursed":
        if not self._cold:
            return started(Order(self._module, arguments, environment, os.getcwd(), self._files), self.errors)
        command = [sys.executable, "-m", self._module, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """End it as an administrator would; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        self.errors.close()
        return code

    def logged(self) -> list[dict[str, Any]]:
        """The lines of its log so far."""
        return [json.loads(line) for line in self._log.read_text("utf-8").splitlines()]

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()


class Address(NamedTuple):
    """Where a service of any kind is."""

    address: str


class Visitor:
    """Somebody with a browser: a cookie, requests and sockets."""

    def __init__(self, service: "Service | Address", **headers: str) -> None:
        self.service = service
        self.http = httpx.AsyncClient(base_url=service.address, headers=headers, timeout=PATIENCE)
        self.key = ""
        self._sockets: list[Socket] = []

    async def __aenter__(self) -> Self:
        self.key = (await self.asked("GET", "/api/me"))["key"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(socket.leave() for socket in self._sockets))
        await self.http.aclose()

    async def asked(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request that must succeed."""
        answer = await self._answer(method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """The status and the code of the answer to a request that must not succeed."""
        answer = await self._answer(method, path, body)
        assert not answer.is_success, answer.text
        return answer.status_code, answer.json()["code"]

    async def _answer(self, method: str, path: str, body: Any) -> httpx.Response:
        return await self.http.request(method, path, **({} if body is None else {"json": body}))

    async def table(self, game: str, players: int, **wish: Any) -> str:
        """A new table."""
        opened = await self.asked("POST", "/api/tables", {"game": game, "players": players, **wish})
        table: str = opened["table"]
        return table

    async def at(self, table: str, *, headers: dict[str, str] | None = None, **query: str | int | None) -> "Socket":
        """A socket at a table, welcomed. `query` may have `client`, `seen` and `pictures`."""
        asked = {name: value for name, value in query.items() if value is not None}
        socket = await self.connected(f"/api/tables/{table}/socket?{urlencode(asked)}", **(headers or {}))
        await socket.until(lambda message: message["type"] == "welcome")
        return socket

    async def connected(self, path: str, **headers: str) -> "Socket":
        """A socket at any address."""
        sent = {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items()), **headers}
        address = self.service.address.replace("http", "ws") + path
        line = await connect(address, additional_headers=sent, max_size=None, compression=None, ping_interval=None)
        socket = Socket(line)
        self._sockets.append(socket)
        return socket


class Socket:
    """One socket: it knows what a page would know."""

    def __init__(self, line: ClientConnection) -> None:
        self.outbox = line
        self.number = 0
        self.n = 0
        self.info: dict[str, Any] = {}
        self.seats: dict[str, Any] = {}
        self.turn: int | None = None
        self.strings: dict[int, str] = {}
        """By seat: what it adds to the deal."""
        self.more_comes = False
        """Whether the last entry is one of several that belong together."""
        self.heard: list[dict[str, Any]] = []
        """Every message, in order."""
        self.raw: list[str | bytes] = []
        """The same, as it came."""

    async def read(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            self.raw.append(await self.outbox.recv())
        message: dict[str, Any] = json.loads(self.raw[-1])
        self.heard.append(message)
        if message["type"] == "ping":
            await self.send("pong", id=message["id"])
        if message.get("event", {}).get("kind") == "sealed":
            await self._reveal()
        if message["type"] in ("welcome", "news", "presence") and message.get("info"):
            self.info = message["info"]
            self.turn = self.info.get("turn")
        if message["type"] == "news":
            assert message["n"] == self.n + 1, "an entry was left out"
            if "views" in message:
                self.turn = message.get("turn")
            self.more_comes = "views" not in message and message["event"]["kind"] not in ("said", "taken")
        if message["type"] in ("welcome", "news"):
            self.n = message["n"]
            self.seats = message.get("views") or self.seats
        return message

    async def _reveal(self) -> None:
        for seat, string in self.strings.items():
            self.number += 1
            await self.send("reveal", number=self.number, seat=seat, string=string)

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until a message is such; that message."""
        while not holds(message := await self.read()):
            pass
        return message

    async def caught_up(self, n: int) -> None:
        """Read until entry `n` has come."""
        while self.n < n:
            await self.read()

    async def ended(self) -> None:
        """Read until the game is over."""
        while self.info["status"] != "over":
            await self.read()

    async def closed(self) -> tuple[int | None, str | None]:
        """Read until the other side closes; with which code, and why."""
        try:
            while True:
                await self.read()
        except ConnectionClosed:
            return self.outbox.close_code, self.outbox.close_reason

    async def leave(self) -> None:
        """Close it. What nobody has read is read meanwhile: the answer to the closing comes after it."""

        async def rest() -> None:
            with suppress(ConnectionClosed):
                while True:
                    await self.outbox.recv()

        await asyncio.gather(self.outbox.close(), rest())

    async def send(self, do: str, **fields: Any) -> None:
        """Send a message without waiting for its answer."""
        await self.outbox.send(json.dumps({"do": do, **fields}))

    async def ask(self, do: str, *, number: int | None = None, **fields: Any) -> dict[str, Any]:
        """Send a command; its answer, `done` or `refused`. Whoever sits down reveals a string when it is time."""
        self.number = number or self.number + 1
        if do == "sit":
            self.strings[fields["seat"]] = f"string {fields['seat']}"
            fields["commitment"] = commitment(self.strings[fields["seat"]])
        await self.send(do, number=self.number, **fields)
        asked = self.number
        return await self.until(lambda message: message.get("number") == asked)

    async def do(self, do: str, **fields: Any) -> int:
        """The same for a command that must be carried out; the entry it made."""
        answer = await self.ask(do, **fields)
        assert answer["type"] == "done", answer
        n: int = answer["n"]
        return n

    async def refused(self, do: str, **fields: Any) -> str:
        """The same for one that must not; the code of the refusal."""
        answer = await self.ask(do, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["code"]
        return code

    @property
    def mine(self) -> int | None:
        """The seat that must act, if it is one of this socket's and no bot plays it."""
        return self.turn if self.legal(self.turn) and not self.more_comes else None

    def legal(self, seat: int | None) -> list[str]:
        """The legal moves of a seat."""
        moves: list[str] = self.seats.get(str(seat), {}).get("legal", [])
        return moves


async def begun(*sockets: Socket) -> None:
    """Let everybody reveal their strings, and read until the game has begun."""

    async def one(socket: Socket) -> None:
        while socket.info["status"] == "open":
            await socket.read()

    await asyncio.gather(*(one(socket) for socket in sockets))


Chooser = Callable[[Socket], tuple[str, dict[str, Any]]]


def first_move(socket: Socket) -> tuple[str, dict[str, Any]]:
    """Always the first of the legal moves that has been played least at this socket, so that games come to an end."""
    news = [heard["event"] for heard in socket.heard if heard["type"] == "news"]
    played = Counter(event["move"] for event in news if event["kind"] == "moved")
    return min(socket.legal(socket.turn), key=lambda move: (played[move], move)), {}


async def play_out(*sockets: Socket, choose: Chooser = first_move) -> None:
    """Let everybody play until the game is over."""

    async def one(socket: Socket) -> None:
        while socket.info["status"] != "over":
            if socket.mine is None:
                await socket.read()
                continue
            seat, n = socket.mine, socket.n
            move, details = choose(socket)
            await socket.do("move", seat=seat, move=move, **details)
            await socket.caught_up(n + 1)

    await asyncio.gather(*(one(socket) for socket in sockets))


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Let a scenario happen."""

    async def limited() -> None:
        async with asyncio.timeout(4 * PATIENCE):
            await scenario()

    asyncio.run(limited())
