"""A million messages that nobody should send, and what becomes of the server. `make hostile`."""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress

from bench.service.line import Outbox
from bench.service.node import HOST, Caller, Node, visitor
from bench.service.stubborn import Stubborn
from lido.games import games
from lido.server.store import open_store

MESSAGES = 1_000_000
AT_ONCE = 200
"""Messages that are sent before the answers to them are waited for."""
ANSWERED_WITHIN = 60.0
MOST_GROWTH = 20 * 2**20
"""Bytes of memory that the server may use more at the end than after the first tenth."""
WARM = 0.1

Chance = random.Random


def garbage(chance: Chance, number: int) -> bytes:
    """Bytes that are no JSON, or JSON that is no message."""
    choices: tuple[Callable[[], bytes], ...] = (
        lambda: chance.randbytes(chance.randrange(200)),
        lambda: b"{" * chance.randrange(1, 5_000),
        lambda: b"[" * chance.randrange(1, 5_000),
        lambda: b'{"do":"move","number":1,"number":1',
        lambda: b'{"do":"\xff\xfe","number":1}',
        lambda: b"null",
        lambda: json.dumps({"do": chance.choice(("__init__", "act", "", "MOVE")), "number": number}).encode(),
    )
    return chance.choice(choices)()


def wrong(chance: Chance, number: int) -> bytes:
    """Messages with fields that are missing, unknown, of the wrong kind or out of bounds."""
    wild: Any = chance.choice((None, -1, 0, 7, 2**63, 1e308, "1", [], {}, True, "x" * 300))
    messages = (
        {"do": "move", "number": number, "seat": wild, "move": "a1"},
        {"do": "move", "number": wild, "seat": 1, "move": "a1"},
        {"do": "move", "number": number, "seat": 1, "move": wild},
        {"do": "move", "number": number, "seat": 1, "move": "a1", "settled": [], "extra": wild},
        {"do": "sit", "number": number, "seat": 1, "commitment": wild},
        {"do": "reveal", "number": number, "seat": 1, "string": wild},
        {"do": "hold", "number": number, "seat": 1, "pose": [wild] * 7},
        {"do": "say", "number": number, "text": wild},
        {"do": "bot", "number": number, "seat": 1, "level": wild},
    )
    return json.dumps(chance.choice(messages)).encode()


def unauthorised(chance: Chance, number: int) -> bytes:
    """Messages in good form from somebody who sits nowhere."""
    seat = chance.randrange(1, 7)
    messages = (
        {"do": "move", "number": number, "seat": seat, "move": chance.choice(("N1", "none", "a1", "place"))},
        {"do": "bot", "number": number, "seat": seat, "level": "expert"},
        {"do": "stand", "number": number, "seat": seat},
        {"do": "undo", "number": number, "seat": seat},
        {"do": "answer", "number": number, "seat": seat, "agreed": True},
        {"do": "resign", "number": number, "seat": seat},
        {"do": "replace", "number": number, "seat": seat, "level": "random"},
        {"do": "return", "number": number, "seat": seat},
        {"do": "sit", "number": number, "seat": seat, "commitment": "0" * 64},
        {"do": "reveal", "number": number, "seat": seat, "string": "mine"},
        {"do": "hint", "number": number, "seat": seat},
        {"do": "rematch", "number": number},
        {"do": "close", "number": number},
        {"do": "hold", "number": number, "seat": seat},
        {"do": "let-go", "number": number, "t": 0.5},
    )
    return json.dumps(chance.choice(messages)).encode()


def replayed(chance: Chance, number: int) -> bytes:
    """The same number again and again, as somebody would who wants a move to count twice."""
    return json.dumps({"do": "move", "number": 1 + number % 3, "seat": 1, "move": "pass"}).encode()


KINDS = {"garbage": garbage, "wrong fields": wrong, "not theirs": unauthorised, "replayed": replayed}


class Intruder:
    """A spectator who sends what they should not, and keeps count of what they are answered."""

    def __init__(self, caller: Caller, table: str) -> None:
        self._caller = caller
        self._path = f"/api/tables/{table}/socket?client=intruder"
        self._line: Outbox | None = None
        self._wake = asyncio.Event()
        self._welcome = asyncio.Event()
        self.answered = self.closings = 0
        self.heard_bytes = bytearray()
        self.crashes = 0

    async def open(self) -> None:
        """Come, or come back."""
        self._line = Outbox(self._path, self._caller.cookie, self._heard, self._hung_up)
        self._welcome.clear()
        await self._line.connect(self._caller.port)
        async with asyncio.timeout(ANSWERED_WITHIN):
            await self._welcome.wait()

    def _heard(self, text: bytes) -> None:
        if text.startswith((b'{"type":"refused"', b'{"type":"done"')):
            self.answered += 1
            self.crashes += b"Traceback" in text
            self._wake.set()
        else:
            self._welcome.set()
            if len(self.heard_bytes) < 2**24:
                self.heard_bytes += text

    def _hung_up(self) -> None:
        self._line = None
        self.closings += 1
        self._wake.set()

    def hang_up(self) -> None:
        """Go."""
        if self._line:
            self._line.close()

    async def send(self, messages: list[bytes]) -> int:
        """Send, and wait until every one is answered or the line is closed; how many were left without either."""
        if self._line is None:
            await self.open()
        assert self._line
        before, closings = self.answered, self.closings
        for message in messages:
            if self._line is None:
                break
            self._line.say(message)
        async with asyncio.timeout(ANSWERED_WITHIN):
            while self.answered - before < len(messages) and self.closings == closings:
                self._wake.clear()
                await self._wake.wait()
        return 0 if self.closings > closings else len(messages) - (self.answered - before)


async def attack(node: Node, total: int, bar: Progress) -> tuple[Counter[str], int, int, bytes, str]:
    """Send it all, while an honest game is played at the same table."""
    chance = Chance(7)
    host, connection = visitor(node.port), visitor(node.port)
    game = next(game.id for game in games() if game.secrets and 3 in game.players)
    wish = {"game": game, "players": 3, "bots": {"3": "random"}}
    table = host.ask("POST", "/api/tables", wish)["table"]
    honest = [Stubborn(host, table, 1, [node.port]), Stubborn(connection, table, 2, [node.port])]
    for player in honest:
        player.pausing = True
    playing = [asyncio.create_task(player.play()) for player in honest]
    async with asyncio.timeout(ANSWERED_WITHIN):  # or the intruder, who may sit down where a seat is free, would
        await asyncio.gather(*(player.begun.wait() for player in honest))
    intruder = Intruder(visitor(node.port), table)
    task, sent, unanswered, warm = bar.add_task("sending", total=total), Counter[str](), 0, 0
    oversized = json.dumps({"do": "say", "number": 1, "text": "x" * 100_000}).encode()
    while sent.total() < total:
        name = chance.choice(list(KINDS))
        batch = [KINDS[name](chance, sent.total() + at + 1) for at in range(AT_ONCE)]
        unanswered += await intruder.send(batch)
        sent[name] += len(batch)
        if chance.random() < 0.05:
            unanswered += await intruder.send([oversized])
            sent["oversized"] += 1
        if not warm and sent.total() > total * WARM:
            warm = node.memory()
        bar.update(task, completed=sent.total())
    intruder.hang_up()
    for player in honest:
        player.resume()
    _, late = await asyncio.wait(playing, timeout=ANSWERED_WITHIN * 5)
    if late:
        raise RuntimeError("; ".join(["the honest game does not end", *(player.stands for player in honest)]))
    for player in honest:
        assert not player.promises.faults, player.promises.faults
    grown = node.memory() - warm
    return sent, unanswered, grown, bytes(intruder.heard_bytes), table


def main() -> None:
    """Attack a server and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    asked = parser.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory(prefix="lido-hostile-") as folder:
        log = Path(folder) / "log"
        node = Node(f"{folder}/tables.db", log, bot_ms=20, analyses_each=1e9)
        node.start()
        schema = fuzzed(node.port)
        with Progress(console=console) as bar:
            sent, unanswered, grown, heard, table = uvloop.run(attack(node, asked.messages, bar))
        ready = Caller(node.port).status("GET", "/ready")
        node.stop()
        seed = uvloop.run(_seed(f"{folder}/tables.db", table))
        tracebacks = log.read_text().count("Traceback")
    for name, number in sent.items():
        console.print(f"{name}: {number:,}")
    console.print(f"left without an answer or a closing: {unanswered}")
    console.print(f"memory grown since the first tenth: {grown / 2**20:.1f} MiB")
    console.print(f"tracebacks in the log: {tracebacks}; ready afterwards: {ready == 200}")
    console.print(f"the seed of the deal in {len(heard):,} bytes that the intruder heard: {seed in heard}")
    raise SystemExit(bool(schema or unanswered or tracebacks or ready != 200 or grown > MOST_GROWTH))


def fuzzed(port: int) -> int:
    """What schemathesis says to every request that the OpenAPI document allows, and to many that it does not."""
    # After these a cookie is void: each is asked alone, by somebody new.
    ending = ("POST /api/me/only-here", "DELETE /api/me")
    turns = [[text for name in ending for text in ("--exclude-name", name)]]
    turns += [["--include-name", name] for name in ending]
    return max(subprocess.run([*_command(port), *turn], check=False).returncode for turn in turns)


def _command(port: int) -> list[str]:
    schema = f"http://{HOST}:{port}/api/openapi.json"
    command = [sys.executable, "-m", "schemathesis.cli", "run", schema, "--no-color", "--checks", "not_a_server_error"]
    return [*command, "--header", f"Cookie: {visitor(port).cookie}"]


async def _seed(database: str, table: str) -> bytes:
    store = await open_store(database)
    try:
        return (await store.seed(table) or "?").encode()
    finally:
        await store.close()


if __name__ == "__main__":
    main()
