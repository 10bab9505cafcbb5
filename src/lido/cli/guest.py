"""`lido bot`: a bot of somebody's own, with an account of its own, sits down at a table of a service and plays there.

It is given what the service shows to its seat, and nothing else.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lido import record
from lido.bots.brought import brought, check_player, close, is_brought, patience
from lido.deal import commitment
from lido.errors import BadRecord, BadSetup, BotFailed, Refusal
from lido.folder import data
from lido.game import Json, Result

LINK = re.compile(r"(?P<base>https?://.+?)/(?:t|api/tables)/(?P<table>[\w-]+)/?")
PATIENCE = 30.0
RETRIES = 5
"""How often the bot comes back after its connection has broken."""

Say = Callable[..., None]
"""`say(code, **facts)` tells whoever runs the bot."""


@dataclass(frozen=True)
class ServedView:
    """What a bot is given at a table of a service (`lido.bots.brought.Seen`)."""

    seat: int
    moves: tuple[str, ...]
    shown: dict[str, Json]
    legal: list[str]

    def legal_moves(self) -> list[str]:
        """The moves that it may make."""
        return list(self.legal)

    def view(self) -> dict[str, Json]:
        """All that its seat may know, as JSON."""
        return self.shown


class Account:
    """Who the bot is at one service: its cookie, and the strings of its seats, kept in a file of the user's."""

    def __init__(self, base: str, name: str) -> None:
        self.base, self.name = base, name
        address = urlsplit(base)
        file = re.sub(r"[^\w.-]+", "_", f"{address.netloc}{address.path}-{name}")
        self._path = (data() / "bots" / file).with_name(file + ".json")
        self._kept = self._read()

    def _read(self) -> dict[str, Any]:
        with suppress(BadRecord, ValueError):
            kept = json.loads(record.load(self._path))
            if isinstance(kept, dict):
                return kept
        return {"cookie": "", "strings": {}}

    @property
    def cookie(self) -> str:
        """What a request carries."""
        return str(self._kept["cookie"])

    def string(self, table: str) -> str:
        """What the bot adds to the deal of a table."""
        strings = self._kept["strings"]
        if table not in strings:
            strings[table] = secrets.token_hex(16)
            record.save(self._kept, Path(self._path))
        return str(strings[table])

    def sign_in(self) -> None:
        """Become a person at the service, or stay the one that it was: with its name, and not rated."""
        self._ask("POST" if not self.cookie else "GET", "/api/me")
        self._ask("PATCH", "/api/me", {"name": self.name, "rated": False})

    def _ask(self, method: str, path: str, body: Json = None) -> None:
        headers = {"content-type": "application/json"} if body is not None else {}
        if self.cookie:
            headers["cookie"] = self.cookie
        sent = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.base + path, sent, headers, method=method), timeout=PATIENCE) as answer:
                found = SimpleCookie("; ".join(answer.headers.get_all("set-cookie") or []))
        except HTTPError as error:
            with error:
                raise BadSetup("terminal.bot-refused", why=_sentence(error.read(), str(error.code))) from error
        except (URLError, OSError, ValueError) as error:
            raise BadSetup("terminal.bot-reach", why=str(getattr(error, "reason", error))) from error
        if found:
            self._kept["cookie"] = "; ".join(f"{name}={each.value}" for name, each in found.items())
            record.save(self._kept, Path(self._path))


def _sentence(body: bytes, otherwise: str) -> str:
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(body)["sentence"])
    return otherwise


class Guest:
    """A bot at one table."""

    def __init__(self, account: Account, table: str, player: str, seat: int | None, ms: int | None, say: Say) -> None:
        self._account, self._table, self._say, self._ms = account, table, say, ms
        self._bot = brought(player)
        self._seat = seat
        self._line: ClientConnection | None = None
        self._numbers = count(1)
        self._asked: dict[int, str] = {}
        """Commands by their number."""
        self._client = f"bot-{secrets.token_hex(8)}"
        self._seen = 0
        self._info: dict[str, Any] = {}
        self._views: dict[str, Any] = {}
        self._moves: list[str] = []
        self._sat = False
        self._thinking: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Sit down and play until the game is over. Raises LidoError where that cannot be."""
        try:
            for attempt in range(RETRIES):
                if await self._attended():
                    break
                await asyncio.sleep(2**attempt)
            else:
                raise BadSetup("terminal.bot-reach", why="the connection breaks again and again")
            paid = self._info.get("payoffs")
            if paid and self._seat:
                self._say("terminal.bot-over", name=self._account.name, payoff=paid[self._seat - 1])
            else:
                self._say("terminal.bot-closed")
        finally:
            if self._thinking:
                self._thinking.cancel()
            close(self._bot, self._result())

    def _result(self) -> Result | None:
        paid = self._info.get("payoffs")
        return Result(tuple(paid), self._info.get("reason") or "") if paid else None

    async def _attended(self) -> bool:
        """Be at the table until the game is over (True) or the connection breaks (False)."""
        address = self._account.base.replace("http", "ws", 1) + f"/api/tables/{self._table}/socket"
        query = f"?client={self._client}&seen={self._seen}"
        try:
            async with connect(
                address + query, additional_headers={"cookie": self._account.cookie}, max_size=None
            ) as self._line:
                async for text in self._line:
                    await self._heard(json.loads(text))
                    if self._info.get("status") in ("over", "closed"):
                        return True
        except InvalidHandshake as error:
            raise BadSetup("terminal.bot-refused", why=str(error)) from error
        except ConnectionClosed as error:
            if error.rcvd and error.rcvd.code in (4401, 4404):
                raise BadSetup("terminal.bot-refused", why=error.rcvd.reason or str(error.rcvd.code)) from error
        except OSError as error:
            raise BadSetup("terminal.bot-reach", why=str(error)) from error
        return False

    async def _send(self, do: str, **fields: Json) -> None:
        assert self._line
        await self._line.send(json.dumps({"do": do, **fields}))

    async def _command(self, do: str, **fields: Json) -> None:
        number = next(self._numbers)
        self._asked[number] = do
        await self._send(do, number=number, **fields)

    async def _heard(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            await self._send("pong", id=message["id"])
        for entry in message.get("missed", []) + message.get("news", []):
            self._note(entry)
        if kind == "news":
            self._note(message)
        self._info = message.get("info") or self._info
        self._views = message.get("views") or self._views
        if kind == "refused":
            await self._refused(message)
        elif kind == "welcome":
            await self._sit()
        if kind in ("welcome", "news") and message.get("info"):
            await self._reveal()
        if kind in ("welcome", "news") and message.get("views"):
            self._begin_to_think()

    def _note(self, entry: dict[str, Any]) -> None:
        """Remember an entry of the log."""
        event = entry["event"]
        self._seen = entry["n"]
        if event["kind"] == "moved":
            self._moves.append(event["move"])
        elif event["kind"] == "undone":
            del self._moves[len(self._moves) - event.get("moves", 1) :]

    async def _sit(self) -> None:
        """Take a seat, unless the bot has one already."""
        if own := [int(seat) for seat in self._views if int(seat) > 0]:
            self._seat = own[0]
        elif self._info["status"] == "open":
            free = [each["seat"] for each in self._info["seats"] if not each.get("person") and not each.get("level")]
            if not free or self._seat not in (None, *free):
                raise Refusal("terminal.bot-no-seat")
            self._seat = self._seat or free[0]
            await self._command("sit", seat=self._seat, commitment=commitment(self._account.string(self._table)))
        else:
            raise Refusal("terminal.bot-no-seat")
        if not self._sat:
            self._sat = True
            self._say("terminal.bot-seated", name=self._account.name, seat=self._seat)

    async def _reveal(self) -> None:
        """Show the string of the seat, if the game waits for it."""
        if any(each["seat"] == self._seat and each.get("awaited") for each in self._info["seats"]):
            await self._command("reveal", seat=self._seat, string=self._account.string(self._table))

    async def _refused(self, message: dict[str, Any]) -> None:
        """A move that is refused is the bot's fault; a seat that is refused is the end; a string may come twice."""
        asked = self._asked.get(message.get("number", 0))
        if asked == "move" and self._info.get("status") == "running":
            await self._resign(message["sentence"])
        elif asked == "sit":
            raise Refusal("terminal.bot-refused", why=message["sentence"])

    async def _resign(self, why: str) -> None:
        self._say("terminal.bot-resigns", name=self._account.name, why=why)
        await self._command("resign", seat=self._seat)

    def _begin_to_think(self) -> None:
        own = self._views.get(str(self._seat), {})
        if own.get("legal") and not (self._thinking and not self._thinking.done()):
            seen = ServedView(self._seat or 0, tuple(self._moves), own["view"], own["legal"])
            self._thinking = asyncio.create_task(self._think(seen))

    async def _think(self, seen: ServedView) -> None:
        """Ask the bot, in a thread: the service must be answered meanwhile."""
        try:
            async with asyncio.timeout(patience(self._ms, None) + 1):
                move = await asyncio.to_thread(self._bot.choose, seen, ms=self._ms)
                details = await asyncio.to_thread(self._bot.details, seen, move, ms=self._ms)
        except (BotFailed, TimeoutError) as error:
            late = BotFailed("arena.bot-late", seconds=patience(self._ms, None))
            return await self._resign(str(error if isinstance(error, BotFailed) else late))
        if len(self._moves) == len(seen.moves):  # else moves were taken back meanwhile
            more = {"details": details} if details else {}
            await self._command("move", seat=self._seat, move=move, **more)


def run(link: str, player: str, name: str | None, seat: int | None, ms: int | None, say: Say) -> None:
    """Sit down at the table of a link and play. Raises LidoError."""
    found = LINK.fullmatch(re.sub(r"[?#].*", "", link))
    if not found:
        raise BadSetup("terminal.bot-link", link=link)
    if not is_brought(player):
        raise BadSetup("terminal.bot-level")
    check_player(player, "", 0)
    account = Account(found["base"], name or player[:60])
    account.sign_in()
    asyncio.run(Guest(account, found["table"], player, seat, ms, say).play())
