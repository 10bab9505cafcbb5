"""How many placements of Splash! at a time two physics workers carry in real time: `make placements`.

Every placement is steered 60 times a second over a tower of ten pieces: down onto it, a moment of rest, and
let go; every other hand sweeps into the tower on the way and brings it down. All begin at once, so that the
towers come down at once. The age of a frame is the time from the moment it shows to its arrival, the delay
of the hand included. Placements are carried where hands do not feel a delay and falls are not far behind. It fails
where fewer than six are carried.

First the same is done in this process by its processor time: a worker that has a core to itself, whatever
else the machine does. Then with two workers, by the clock: on a machine with other work they wait for a core.
How long they had one and waited for one is shown where the system tells it (Linux).
"""

import asyncio
import os
import pathlib
import sys
import time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import lido
from bench.games.splash.physics import built
from lido.games.splash.live.placing import PhysicsPool
from lido.games.splash.live.worker import DELAY, TICK, Begin, Hands, LetGo, Seen, Steer
from lido.games.splash.physics.assist import Landing, Spot
from lido.games.splash.physics.path import Path, Target
from lido.games.splash.pieces import PIECES, Scene
from lido.games.splash.rules import poses
from lido.games.splash.space import Pose

TRIED = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
NEEDED = 6
OLDEST, OLDEST_FALL = 0.1, 0.4
"""Seconds that 99 % of the frames may be old while a piece is in the hand, and after that, when nobody guides it."""
POSES = 60
"""Poses a second that a placer sends."""


def table(seed: int) -> tuple[lido.Match, Path]:
    """Seat 2 holds a piece over a tower of ten; how its hand goes."""
    scene = built(10, seed)
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


class Core:
    """A clock that runs by the processor time of this process, and on to the next turn where there is some left."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def __call__(self) -> float:
        return time.process_time() + self._skipped

    def wait_until(self, moment: float) -> None:
        """Nothing to do until then."""
        self._skipped += max(0.0, moment - self())


class Ages(NamedTuple):
    """How old frames were, in seconds: those with a piece in the hand, and those of what is left to itself."""

    held: list[float]
    falling: list[float]

    def add(self, held: str | None, age: float) -> None:
        """A frame arrived."""
        (self.held if held else self.falling).append(age)


def alone(placements: int) -> Ages:
    """The ages of all frames of so many placements in a worker with a core to itself."""
    core, said = Core(), list[Any]()
    worker = Hands(said.append, core)
    tables = [table(seed) for seed in range(placements)]
    began, sent = [], [0] * placements
    for id, (match, _) in enumerate(tables):
        worker.told(Begin(id, match.player_view(2).observation, 1))
        began.append(core())
    while not worker.idle:
        turn = core()
        for id, (_, path) in enumerate(tables):
            assert path.release
            while (moment := sent[id] / POSES) <= min(core() - began[id], path.release):
                worker.told(Steer(id, Target(moment, path.at(moment))))
                sent[id] += 1
            if moment > path.release:
                worker.told(LetGo(id, path.release))
        worker.turn()
        core.wait_until(turn + TICK)
    ages = Ages([], [])
    for seen in said:
        if isinstance(seen, Seen):
            ages.add(seen.held, DELAY + seen.lag)
    return ages


async def placed(pool: PhysicsPool, match: lido.Match, path: Path, start: asyncio.Barrier, ages: Ages) -> None:
    """Carry out a placement and add the age of every frame."""
    clock = asyncio.get_running_loop().time
    await start.wait()
    placing = await pool.begin(match.player_view(2), seed=1)
    began = clock()

    async def watched() -> None:
        async for frame in placing:
            ages.add(frame.held, clock() - began - frame.t)

    watching = asyncio.create_task(watched())
    assert path.release
    for number in range(round(path.release * POSES)):
        await asyncio.sleep(max(0.0, began + number / POSES - clock()))
        moment = clock() - began
        placing.steer(moment, Target(moment, path.at(moment)).document()[1:])
    placing.let_go(path.release)
    match.play("place", **await placing.details())
    await watching


async def tried(pool: PhysicsPool, placements: int) -> Ages:
    """The ages of all frames of so many placements at once."""
    start, ages = asyncio.Barrier(placements), Ages([], [])
    ready = [table(seed) for seed in range(placements)]
    await asyncio.gather(*(placed(pool, match, path, start, ages) for match, path in ready))
    return ages


def cores(pids: set[int]) -> tuple[float, float]:
    """Seconds that these processes have had a core, and that they waited for one."""
    tasks = [stat for pid in pids for stat in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")]
    times = [[int(part) / 1e9 for part in stat.read_text().split()[:2]] for stat in tasks]
    return sum(had for had, _ in times), sum(waited for _, waited in times)


def row(placements: int, ages: Ages) -> tuple[bool, list[str]]:
    """Whether they were carried, and what to show."""
    held, falling = sorted(ages.held), sorted(ages.falling)
    late, late_fall = held[len(held) * 99 // 100], falling[len(falling) * 99 // 100]
    said = [f"{1000 * age:.0f} ms" for age in (held[len(held) // 2], late, held[-1], late_fall)]
    carried = late < OLDEST and late_fall < OLDEST_FALL
    return carried, [str(placements), str(len(held) + len(falling)), *said, "yes" if carried else "no"]


def shown(title: str, *more: str) -> Table:
    """A table to be filled with rows."""
    seen = Table("placements", title=title)
    for head in ("frames", "median age", "99%", "oldest", "99%, falling", "carried", *more):
        seen.add_column(head, justify="right")
    return seen


def by_processor(console: Console) -> int:
    """Try more and more on one core; the most that were carried."""
    most, seen = 0, shown("Steered placements at once in one worker, by processor time")
    alone(1)
    for placements in TRIED:
        carried, cells = row(placements, alone(placements))
        seen.add_row(*cells)
        if not carried:
            break
        most = placements
    console.print(seen)
    return most


async def by_the_clock(console: Console) -> int:
    """Try more and more with two workers; the most that were carried."""
    title = f"Steered placements at once in two workers, by the clock, {os.cpu_count()} cores"
    most, seen = 0, shown(title, "had a core", "waited")
    async with PhysicsPool(2) as pool:
        while len(pool.pids) < 2:
            await asyncio.sleep(0.05)
        await tried(pool, 2)
        for placements in TRIED:
            before = cores(pool.pids)
            carried, cells = row(placements, await tried(pool, placements))
            used = [f"{now - then:.1f} s" for now, then in zip(cores(pool.pids), before, strict=True)]
            seen.add_row(*cells, *used)
            if not carried:
                break
            most = placements
    console.print(seen)
    return most


def main() -> None:
    """Measure and say."""
    console = Console(highlight=False, width=110)
    alone_most = by_processor(console)
    most = asyncio.run(by_the_clock(console))
    bound = f"with 99% of a hand's frames younger than {1000 * OLDEST:.0f} ms, of a fall's {1000 * OLDEST_FALL:.0f} ms"
    console.print(f"Carried {bound}: {alone_most} by one core, {2 * alone_most} by two of them alone.")
    console.print(f"Carried {bound} by the clock, beside whatever else runs here: {most}, needed {NEEDED}.")
    sys.exit(most < NEEDED)


if __name__ == "__main__":
    main()
