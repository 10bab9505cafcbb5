"""Somebody at a table of the service under trial, who knows what they were told last."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from bench.service.line import Outbox
from bench.service.node import Caller

PATIENCE = 300.0


class Player:
    """One socket of a visitor at a table."""

    def __init__(self, caller: Caller, table: str) -> None:
        self._line = Outbox(f"/api/tables/{table}/socket?client=p", caller.cookie, self._heard, lambda: None)
        self._port = caller.port
        self._wake = asyncio.Event()
        self._number = 0
        self.heard: list[dict[str, Any]] = []
        """What was heard since the last command."""
        self.views: dict[str, Any] = {}
        self.turn: int | None = None

    async def come(self) -> None:
        """Connect, and wait to be welcomed."""
        await self._line.connect(self._port)
        await self.until(lambda message: message["type"] == "welcome")

    def _heard(self, text: bytes) -> None:
        message = json.loads(text)
        if message["type"] == "ping":
            self.send("pong", id=message["id"])
        if message.get("views"):
            self.views = message["views"]
            self.turn = (message["info"] if message["type"] == "welcome" else message).get("turn")
        if message["type"] != "frame":
            self.heard.append(message)
            self._wake.set()

    def send(self, do: str, **fields: Any) -> None:
        """Send a message that is not answered."""
        self._line.say(json.dumps({"do": do, **fields}).encode())

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer."""
        self._number += 1
        self.heard.clear()
        number = self._number
        self.send(do, number=number, **fields)
        return await self.until(lambda message: message.get("number") == number)

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until a message since the last command is such; that message."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.heard:
                    if holds(message):
                        return message
                self._wake.clear()
                await self._wake.wait()

    def legal(self, seat: int) -> list[str]:
        """The legal moves of a seat."""
        moves: list[str] = self.views.get(str(seat), {}).get("legal", [])
        return moves

    def close(self) -> None:
        """Go."""
        self._line.close()
