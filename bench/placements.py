"""How many placements of Splash! at a time two physics workers carry in real time: `make placements`.

Every placement is steered 60 times a second over a tower of ten pieces: down onto it, a moment of rest, and
let go; every other hand sweeps into the tower on the way and brings it down. All begin at once, so that the
towers come down at once. The age of a frame is the time from the moment it shows to its arrival, the delay
of the hand included. It fails where fewer than six are carried.

On a machine with other work the workers wait for a core; how long they did, and what they used, is shown
where the system tells it (Linux).
"""

import asyncio
import os
import pathlib
import sys

from rich.console import Console
from rich.table import Table

import lido
from bench.physics import built
from lido.games.splash.physics.assist import Landing, Spot
from lido.games.splash.physics.path import Path, Target
from lido.games.splash.pieces import PIECES, Scene
from lido.games.splash.rules import poses
from lido.games.splash.space import Pose
from lido.server.workers.physics import PhysicsPool

TRIED = (2, 4, 6, 8, 12, 16, 24, 32)
NEEDED = 6
OLDEST = 0.1
"""Seconds that a frame may be old."""
POSES = 60
"""Poses a second that a placer sends."""


def table(seed: int) -> tuple[lido.Match, Path]:
    """Seat 2 holds a piece over a tower of ten; how its hand goes."""
    scene = built(10, seed, "expert")
    piece = next(piece for piece in PIECES if piece not in scene)
    others = [other for other in PIECES if other not in scene and other != piece]
    position = {"pieces": poses(scene), "reserves": [others[:3], others[3:6]], "held": piece, "from": 1, "seat": 2}
    return lido.new("splash", position={**position, "step": "place"}), steered(scene, piece, clumsy=seed % 2 == 1)


def steered(scene: Scene, piece: str, *, clumsy: bool) -> Path:
    """Down onto the tower in two seconds, or into it."""
    top = max(scene, key=lambda other: scene[other].pos[2])
    end = Landing(scene, piece).at(top, Spot(0.0, 0.0, 0.0, 0))
    x, y, z = end.pos
    stops = [(0.0, (x, y, z + 0.05)), (1.0, (x, y, z + 0.01)), (2.0, (x, y, z)), (2.5, (x, y, z))]
    if clumsy:
        stops = [(0.0, (x + 0.1, y, z / 2)), (1.5, (x - 0.1, y, z / 2)), (2.5, (x, y, z))]
    return Path([Target(time, Pose(pos, end.quat)) for time, pos in stops], stops[-1][0])


async def placed(pool: PhysicsPool, match: lido.Match, path: Path, start: asyncio.Barrier) -> list[float]:
    """The age of every frame of a placement, in seconds."""
    clock = asyncio.get_running_loop().time
    await start.wait()
    placing = await pool.begin(match.sight(2), path.targets[0].document()[1:], seed=1)
    began, ages = clock(), []

    async def watched() -> None:
        async for frame in placing:
            ages.append(clock() - began - frame.t)

    watching = asyncio.create_task(watched())
    assert path.release
    for number in range(round(path.release * POSES)):
        await asyncio.sleep(max(0.0, began + number / POSES - clock()))
        moment = clock() - began
        placing.steer(moment, Target(moment, path.at(moment)).document()[1:])
    placing.let_go(path.release)
    match.play("place", **await placing.details())
    await watching
    return ages


async def tried(pool: PhysicsPool, placements: int) -> list[float]:
    """The ages of all frames of so many placements at once, the youngest first."""
    start = asyncio.Barrier(placements)
    ready = [table(seed) for seed in range(placements)]
    ages = await asyncio.gather(*(placed(pool, match, path, start) for match, path in ready))
    return sorted(age for some in ages for age in some)


def cores(pids: set[int]) -> tuple[float, float]:
    """Seconds that these processes have had a core, and that they waited for one."""
    tasks = [stat for pid in pids for stat in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")]
    times = [[int(part) / 1e9 for part in stat.read_text().split()[:2]] for stat in tasks]
    return sum(had for had, _ in times), sum(waited for _, waited in times)


async def measured(console: Console) -> int:
    """Try more and more; the most that were carried."""
    seen = Table("placements", title=f"Steered placements at once, 2 workers, {os.cpu_count()} cores")
    for head in ("frames", "median age", "99%", "oldest", "carried", "had a core", "waited for one"):
        seen.add_column(head, justify="right")
    most = 0
    async with PhysicsPool(2) as pool:
        while len(pool.pids) < 2:
            await asyncio.sleep(0.05)
        await tried(pool, 2)
        for placements in TRIED:
            before = cores(pool.pids)
            ages = await tried(pool, placements)
            used = [f"{now - then:.2f} s" for now, then in zip(cores(pool.pids), before, strict=True)]
            median, late = ages[len(ages) // 2], ages[len(ages) * 99 // 100]
            carried = late < OLDEST
            said = [f"{1000 * age:.0f} ms" for age in (median, late, ages[-1])]
            seen.add_row(str(placements), str(len(ages)), *said, "yes" if carried else "no", *used)
            if not carried:
                break
            most = placements
    console.print(seen)
    return most


def main() -> None:
    """Measure and say."""
    console = Console(highlight=False)
    most = asyncio.run(measured(console))
    console.print(f"Carried with 99% of the frames younger than {1000 * OLDEST:.0f} ms: {most}, needed {NEEDED}")
    sys.exit(most < NEEDED)


if __name__ == "__main__":
    main()
