"""How much processor time a service spends on one person's evening: `make evening`.

The evening is ten games against `club`, each then analysed at every position. At the service, its bots play and it
analyses, a request for each position. On the device, it serves the page once and takes the ten games that are given to
it. The processes that the service starts count too. Of each game some positions are analysed, and count for all.
"""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.service.node import Caller, Node, visitor
from bench.service.player import Player
from bench.service.share import used_by
from lido.deal import commitment
from lido.game import RecordGame
from lido.games import games
from lido.match import begin
from lido.registry import own
from lido.server.transport.page import FOLDER

GAMES = 10
LEVEL = "club"
PLAYERS = 2
ANALYSED = 4
"""Positions of each game."""
PAGE = Path(__file__).parents[2] / "src" / "lido" / FOLDER
Record = dict[str, Any]


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


async def spent(node: Node, work: Callable[[], Awaitable[Any]]) -> float:
    """Processor seconds of a service during some work."""
    before = used_by(family(node.pid))
    await work()
    return used_by(family(node.pid)) - before


async def played(caller: Caller, game: str, number: int) -> Record:
    """A game at the service against a bot, by random moves; its record."""
    dice = random.Random(number)
    wish = {"game": game, "players": PLAYERS, "bots": {"2": LEVEL}}
    table = caller.ask("POST", "/api/tables", wish)["table"]
    player = Player(caller, table)
    await player.come()
    await player.ask("sit", seat=1, commitment=commitment("mine"))
    await player.ask("reveal", seat=1, string="mine")
    while True:
        await player.until(lambda _: bool(player.legal(1) or over(player)))
        if over(player):
            break
        await player.ask("move", seat=1, move=dice.choice(player.legal(1)))
    player.close()
    record: Record = caller.ask("GET", f"/api/tables/{table}/record")
    return record


def over(player: Player) -> bool:
    """Whether the game of a player has ended."""
    return any(view["view"]["result"] for view in player.views.values())


async def analysed(caller: Caller, record: Record) -> None:
    """Some positions of a game, each by its own request."""
    for part in range(ANALYSED):
        at = len(record["moves"]) * part // ANALYSED
        await asyncio.to_thread(caller.ask, "POST", "/api/analyse", {"record": record, "at": at})


async def visit(caller: Caller) -> None:
    """All files of the page, as a browser keeps them, and what the page asks when it opens."""
    for file in PAGE.rglob("*"):
        if file.is_file() and not file.relative_to(PAGE).parts[0].startswith((".", "share", "start")):
            await asyncio.to_thread(caller.status, "GET", f"/{file.relative_to(PAGE)}")
    for path in ("/api/me", "/api/games"):
        await asyncio.to_thread(caller.ask, "GET", path)


async def give(caller: Caller, record: Record) -> None:
    """A game that was played on the device."""
    kept = {name: record[name] for name in ("game", "players", "options", "laws", "seed", "strings")}
    match, steps = begin(record), []
    for at, move in enumerate(record["moves"]):
        steps.append({"do": "move", "seat": match.turn, "move": move, "at": at})
        match.play(move)
    given = {**kept, "bots": {"2": LEVEL}, "names": {}, "hints": False, "steps": steps}
    await asyncio.to_thread(caller.ask, "POST", "/api/me/games", given)


async def measured(node: Node) -> list[tuple[str, float]]:
    """Processor seconds of every part of the evening."""
    names = [game.id for game in games() if isinstance(game, RecordGame) and game.id in own()]
    caller, records = visitor(node.port), list[Record]()
    for game in names:  # the processes have started and compiled everything then
        await analysed(caller, await played(caller, game, 0))

    async def play() -> None:
        for number in track(range(GAMES), "Playing at the service"):
            records.append(await played(caller, names[number % len(names)], number))

    found = [("ten games against its bots", await spent(node, play))]
    seconds = 0.0
    for record in track(records, "Analysing at the service"):
        some = await spent(node, lambda record=record: analysed(caller, record))  # type: ignore[misc]
        seconds += some * len(record["moves"]) / ANALYSED
    found.append(("their analysis, position by position", seconds))
    device = visitor(node.port)
    found.append(("the page, with all its files", await spent(node, lambda: visit(device))))

    async def give_all() -> None:
        for record in records:
            await give(device, record)

    return [*found, ("ten games of the device, verified", await spent(node, give_all))]


def main() -> None:
    """Measure, and print a table."""
    with tempfile.TemporaryDirectory(prefix="lido-evening-") as folder:
        node = Node(f"{folder}/lido.db", Path(folder) / "log", analyses_each=1_000)
        node.start()
        try:
            found = asyncio.run(measured(node))
        finally:
            node.stop()
    shown = Table("at the service", "processor seconds")
    for name, seconds in found[:2]:
        shown.add_row(name, f"{seconds:.1f}")
    shown.add_row("together", f"{sum(seconds for _, seconds in found[:2]):.1f}", end_section=True)
    shown.add_row("on the device", "")
    for name, seconds in found[2:]:
        shown.add_row(name, f"{seconds:.2f}")
    shown.add_row("together", f"{sum(seconds for _, seconds in found[2:]):.2f}")
    Console().print(shown)


if __name__ == "__main__":
    main()
