"""A player who goes on whatever happens: reconnects, asks for what it missed, sends again what was not acknowledged.

It remembers what it was promised, so that it can be held against what is on disk afterwards.
"""

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.service.line import Outbox
from bench.service.node import Caller
from lido.deal import commitment

AGAIN = 0.05
"""Seconds before another try to connect."""


@dataclass
class Promises:
    """What one player was told."""

    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By the player's number: the entry it was said to be, and the move."""
    hashes: dict[int, str] = field(default_factory=dict)
    """By entry: the hash it was told of with."""
    faults: list[str] = field(default_factory=list)
    """What no server should ever say."""


class Stubborn:
    """One player at one table, who may be at any of several nodes."""

    def __init__(self, caller: Caller, table: str, seat: int, ports: Sequence[int]) -> None:
        self.table = table
        self.promises = Promises()
        self.over = False
        self.begun = asyncio.Event()
        """Whether the game has begun."""
        self.pausing = False
        """Whether it makes no move though it could."""
        self._caller = caller
        self._seat = seat
        self._ports = ports
        self._client = f"stubborn-{seat}"
        self._random = random.Random(f"{table} {seat}")
        self.seen = 0
        """The last entry of the table that it was told of."""
        self._number = 0
        self._pending: dict[str, Any] | None = None
        self._string = f"soak {seat}"
        self._awaited = False
        """Whether the game waits for the string of this seat."""
        self._refusal = "none"
        """The last sentence by which the server refused something."""
        self._legal: list[str] = []
        self._line: Outbox | None = None
        self._closed = asyncio.Event()

    @property
    def stands(self) -> str:
        """What it has seen and waits for, for people who look for a fault."""
        asked = f"asked {self._pending}, was last refused: {self._refusal}"
        return f"seat {self._seat} has seen {self.seen}, may {self._legal[:1]}, {asked}"

    async def play(self) -> None:
        """Play until the game is over or the task is cancelled."""
        turn = self._seat
        while not self.over:
            turn += 1
            self._closed.clear()
            path = f"/api/tables/{self.table}/socket?client={self._client}&seen={self.seen}"
            port = self._ports[turn % len(self._ports)]
            self._line = Outbox(path, self._caller.cookie, self._heard, self._closed.set)
            try:
                await self._line.connect(port)
            except OSError:
                await asyncio.sleep(AGAIN)
                continue
            await self._closed.wait()
            await asyncio.sleep(AGAIN)

    def _heard(self, text: bytes) -> None:
        message = json.loads(text)
        getattr(self, f"_{message['type']}", lambda _: None)(message)
        if self.over and self._line:
            self._line.close()

    def _missed(self, message: dict[str, Any]) -> None:
        for news in message["news"]:
            self._entry(news)

    def _welcome(self, message: dict[str, Any]) -> None:
        for news in message.get("missed", ()):
            self._entry(news)
        if message["n"] < self.seen:
            self.promises.faults.append(f"{self.table}: welcome at {message['n']} after {self.seen} was seen")
        self.seen = message["n"]
        self.over = self.over or message["info"]["status"] == "over"
        self._glimpse(message)
        seated = any(player["seat"] == self._seat and player.get("person") for player in message["info"]["seats"])
        if self._pending:
            self._send()
        elif not seated:
            self._want({"do": "sit", "seat": self._seat, "commitment": commitment(self._string)})
        else:
            self._act()

    def _news(self, message: dict[str, Any]) -> None:
        self._entry(message)
        self._glimpse(message)
        self._act()

    def _entry(self, news: dict[str, Any]) -> None:
        n = news["n"]
        if n != self.seen + 1:
            self.promises.faults.append(f"{self.table}: entry {n} after {self.seen}")
        self.seen = n
        self.promises.hashes[n] = news["hash"]
        self.over = self.over or news["event"]["kind"] == "over"
        if news["event"]["kind"] == "started":
            self.begun.set()

    def _glimpse(self, message: dict[str, Any]) -> None:
        if message.get("views"):
            self._legal = message["views"].get(str(self._seat), {}).get("legal", [])
        if message.get("info"):
            self._awaited = message["info"]["seats"][self._seat - 1].get("awaited", False)

    def _done(self, message: dict[str, Any]) -> None:
        if self._pending and message["number"] == self._pending["number"]:
            self.promises.acknowledged[message["number"]] = (message["n"], self._pending.get("move", ""))
            self._pending = None
            self._act()

    def _refused(self, message: dict[str, Any]) -> None:
        if message.get("number") is None:
            self.promises.faults.append(f"{self.table}: {message['sentence']}")
        if self._pending and message.get("number") == self._pending["number"]:
            self._pending = None
            self._refusal = message["sentence"]
            self.hang_up()  # and come back, to see how the table stands

    def _act(self) -> None:
        if self._pending is not None or self.over:
            return
        if self._awaited:
            self._awaited = False
            self._want({"do": "reveal", "seat": self._seat, "string": self._string})
        elif self._legal and not self.pausing:
            move = self._random.choice(self._legal)
            self._legal = []
            details = {"pose": [0.0, 0.0, 0.0, 0.0]} if move == "place" else {}
            self._want({"do": "move", "seat": self._seat, "move": move, "details": details})

    def _want(self, command: dict[str, Any]) -> None:
        self._number += 1
        self._pending = {**command, "number": self._number}
        self._send()

    def _send(self) -> None:
        assert self._line
        self._line.say(json.dumps(self._pending).encode())

    def resume(self) -> None:
        """Pause no longer."""
        self.pausing = False
        self._act()

    def hang_up(self) -> None:
        """Close the line."""
        if self._line:
            self._line.close()
