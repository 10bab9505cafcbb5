"""How long a placement takes while others hold pieces: `make held`.

One physics worker. Six people at one address take up two pieces each over towers of ten pieces, as far as they may, and
steer them 60 times a second. Meanwhile somebody elsewhere sets a piece on a tower of ten, by the hand that the program
leads. The time is that until all is at rest and the result is known.
"""

import argparse
import asyncio
import statistics
import time

from rich.console import Console
from rich.table import Table

import lido
from bench.games.splash.placements import POSES, table
from lido.errors import Refusal
from lido.games.splash.live.placing import MOST_EACH, PhysicsPool, Placing
from lido.games.splash.physics.path import Path
from lido.server.workers.fair import Share

HELD = 12
PLACEMENTS = 4


async def steer(placing: Placing, path: Path) -> None:
    """Move a piece to and fro for as long as it is held."""
    began = time.monotonic()
    first, *_, last = path.targets
    while not placing.ended.done():
        t = time.monotonic() - began
        pose = (first if int(t) % 2 else last).pose
        placing.steer(t, [*pose.pos, *pose.quat])
        await asyncio.sleep(1 / POSES)


async def hold(pool: PhysicsPool, number: int, match: lido.Match) -> Placing | None:
    """Take up a piece; None where that is refused."""
    share = Share("an address", f"person {number // MOST_EACH}", str(number))
    try:
        return await pool.begin(match.player_view(2), share=share)
    except Refusal:
        return None


async def placement(pool: PhysicsPool) -> float:
    """How many seconds a placement takes."""
    match, _ = table(0)
    began = time.monotonic()
    share = Share("another address", "somebody", "table")
    placing = await pool.carry_out(match.player_view(2), {"pose": [0.0, 0.0, 0.0, 0]}, share=share)
    await placing.details()
    return time.monotonic() - began


async def measured(held: int, number: int, shown: Table) -> None:
    """Fill the table."""

    def show(name: str, took: list[float]) -> None:
        shown.add_row(name, f"{statistics.median(took):.2f}", f"{max(took):.2f}")

    async with PhysicsPool(1) as pool:
        await placement(pool)
        show("before", [await placement(pool) for _ in range(number)])
        tables = [table(2 * seed) for seed in range(held)]
        holding = [await hold(pool, number, match) for number, (match, _) in enumerate(tables)]
        steering = [
            asyncio.create_task(steer(placing, path))
            for placing, (_, path) in zip(holding, tables, strict=True)
            if placing
        ]
        held = len(steering)
        show(f"while {held} pieces are held", [await placement(pool) for _ in range(number)])
        for placing in filter(None, holding):
            if not placing.ended.done():
                placing.put_back()
        await asyncio.gather(*steering, return_exceptions=True)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", type=int, default=HELD)
    parser.add_argument("--placements", type=int, default=PLACEMENTS)
    asked = parser.parse_args()
    shown = Table("a placement", "median, s", "longest, s")
    asyncio.run(measured(asked.held, asked.placements, shown))
    Console().print(shown)


if __name__ == "__main__":
    main()
