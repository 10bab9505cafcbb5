"""How long a bot takes to answer while tables of bots only keep the bots busy: `python -m bench.service.queues`.

Four visitors open twenty tables each, all seats of which are bots, at a service with one process for bots that think
for a second. Another visitor plays against a bot before, during and after.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.service.node import Node, visitor
from bench.service.player import Player
from lido.deal import commitment
from lido.games import games

IDENTITIES, EACH = 4, 20
ANSWERS = 8
SETTLES = 5.0
"""Seconds after which all tables of bots wait for their bots."""


async def answers(port: int, game: str, number: int) -> list[float]:
    """How many seconds a bot took to answer each of the first moves of somebody new."""
    caller, took = visitor(port), list[float]()
    wish = {"game": game, "players": 2, "bots": {"2": "expert"}}
    player = Player(caller, caller.ask("POST", "/api/tables", wish)["table"])
    await player.come()
    await player.ask("sit", seat=1, commitment=commitment("mine"))
    await player.ask("reveal", seat=1, string="mine")
    while len(took) < number:
        await player.until(lambda _: bool(player.turn == 1 and player.legal(1)))
        began = time.monotonic()
        await player.ask("move", seat=1, move=player.legal(1)[0])
        await player.until(lambda message: message["type"] == "news" and message["event"].get("seat") == 2)
        took.append(time.monotonic() - began)
    player.close()
    return took


def only_bots(port: int, game: str) -> None:
    """The tables of bots only."""
    for _ in range(IDENTITIES):
        caller = visitor(port)
        for _ in range(EACH):
            caller.ask("POST", "/api/tables", {"game": game, "players": 2, "bots": {"1": "expert", "2": "expert"}})


async def measured(node: Node, number: int, shown: Table) -> None:
    """Fill the table."""
    game = next(game.id for game in games() if not game.detailed)

    def show(name: str, took: list[float]) -> None:
        shown.add_row(name, f"{statistics.median(took):.2f}", f"{max(took):.2f}")

    await answers(node.port, game, 1)  # the worker has compiled everything then
    show("before", await answers(node.port, game, number))
    only_bots(node.port, game)
    await asyncio.sleep(SETTLES)
    show(f"with {IDENTITIES * EACH} tables of bots only", await answers(node.port, game, number))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    asked = parser.parse_args()
    shown = Table("a bot's answer", "median, s", "longest, s")
    with tempfile.TemporaryDirectory(prefix="lido-queues-") as folder:
        node = Node(f"{folder}/tables.db", Path(folder) / "log")
        node.start()
        try:
            asyncio.run(measured(node, asked.answers, shown))
        finally:
            node.stop()
    Console().print(shown)


if __name__ == "__main__":
    main()
