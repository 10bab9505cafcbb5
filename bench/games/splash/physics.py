"""The conformance suite of the tower's physics: `make physics`.

It prints what it measures and fails where a bound is broken.
"""

import hashlib
import random
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product

from rich.console import Console
from rich.table import Table

from lido.games.splash.physics.assist import Landing, Miss, Spot, aims_to, missed, path_to
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import Path
from lido.games.splash.physics.start import start_of
from lido.games.splash.physics.steer import DEGREES, guided
from lido.games.splash.physics.world import STEP, World, touching
from lido.games.splash.pieces import COLOURS, PIECES, SIZES, Scene, shape
from lido.games.splash.space import Pose, distance

CUBE = SIZES["cube"][0]
SECOND = round(1 / STEP)
SLIGHT = Miss(aim=0.00025, tilt=0.004)
"""How far off the pieces of a tower are set that is to be tall."""
console = Console(width=110, highlight=False)


def stacked(pieces: list[str]) -> dict[str, Pose]:
    """The pieces on top of each other, centred, each lying as at identity."""
    scene: dict[str, Pose] = {}
    height = 0.0
    for piece in pieces:
        tall = SIZES[shape(piece)][2]
        scene[piece] = Pose((0.0, 0.0, height + tall / 2))
        height += tall
    return scene


def leaning(cubes: int, step: float) -> dict[str, Pose]:
    """A staircase of cubes, each `step` metres further than the one under it."""
    names = [f"{colour}{number}-cube" for number, colour in product(range(5), COLOURS)][:cubes]
    return {name: Pose((step * at, 0.0, CUBE * (at + 0.5))) for at, name in enumerate(sorted(names))}


def stands(scene: Scene, seconds: float) -> bool:
    """Whether every piece is still about as high as it was."""
    world = World(scene)
    world.step(round(seconds * SECOND))
    return all(abs(world.pose(piece).pos[2] - pose.pos[2]) < 0.001 for piece, pose in scene.items())


def overhangs() -> list[tuple[str, str, bool]]:
    """Two cubes, the upper one pushed out to nearly half its length, and a little beyond."""
    rows = []
    for share in (0.97, 1.03):
        stands_on = stands(leaning(2, share * CUBE / 2), 3)
        said = "stands" if stands_on else "falls"
        rows.append((f"two cubes overhanging at {share:.0%} of the tipping point", said, stands_on == (share < 1)))
    return rows


def staircases(cubes: int = 20) -> list[tuple[str, str, bool]]:
    """How much of the lean that statics allows a tower of cubes bears."""
    limit = CUBE / cubes
    shares = (0.80, 0.85, 0.90, 0.93, 0.94, 0.95, 0.96, 0.97)
    repetitions = [share for share in shares if stands(leaning(cubes, share * limit), 5)]
    best = max(repetitions, default=0.0)
    whole = repetitions == [share for share in shares if share <= best]
    name = f"a leaning tower of {cubes} large cubes stands up to"
    return [(name, f"{best:.0%} of the static limit", whole and best >= 0.93)]


def built(count: int, seed: int) -> dict[str, Pose]:
    """A mixed tower set piece by piece by a hand, slightly off, its wide pieces first."""
    rng = random.Random(f"built {seed}")
    wide = sorted(random.Random(seed).sample(PIECES, count), key=lambda piece: shape(piece) in ("stick", "mini"))
    scene: dict[str, Pose] = {}
    target = None
    for number, piece in enumerate(wide):
        pose = Landing(scene, piece).at(target, Spot(0.0, 0.0, 0.3 * number, 0))
        path = path_to(scene, missed(pose, SLIGHT, rng))
        scene, target = Placement.whole(scene, piece, path), piece
    return scene


def drift(pieces: int = 15, seconds: int = 30) -> list[tuple[str, str, bool]]:
    """How far the pieces of a settled tower creep while it is kept awake."""
    worst = 0.0
    for seed in (1, 2, 3):
        scene = built(pieces, seed)
        world = World(scene)
        world.step(seconds * SECOND)
        worst = max(worst, *(distance(world.pose(piece).pos, pose.pos) for piece, pose in scene.items()))
    name = f"drift of settled {pieces}-piece mixed towers, kept awake for {seconds} s"
    return [(name, f"{worst * 1000:.4f} mm", worst < 0.00005)]


def pairs() -> list[tuple[str, str, bool]]:
    """Every shape on every shape, set by a hand, then watched for ten seconds."""
    wrong = []
    worst = 0.0
    for lower, upper in product(SIZES, SIZES):
        scene: dict[str, Pose] = {}
        for piece, target in ((f"red-{lower}", None), (f"blue-{upper}", f"red-{lower}")):
            path = path_to(scene, Landing(scene, piece).at(target, Spot(0.0, 0.0, 0.0, 0)))
            scene = Placement.whole(scene, piece, path)
        flat = SIZES[lower][2] + SIZES[upper][2] / 2
        world = World(scene)
        world.step(10 * SECOND)
        moved = max(distance(world.pose(piece).pos, pose.pos) for piece, pose in scene.items())
        worst = max(worst, moved)
        together = len(touching(world.scene()).contacts) == 1
        if abs(scene[f"blue-{upper}"].pos[2] - flat) > 0.0001 or moved > 0.00005 or not together:
            wrong.append(f"{upper} on {lower}")
    said = f"{len(SIZES) ** 2} pairs, worst moved {worst * 1000:.4f} mm in 10 s{': ' * bool(wrong)}{', '.join(wrong)}"
    return [("every pair of shapes stacks flat and stays", said, not wrong)]


def digest(scene: Scene) -> str:
    """A scene, to the last bit, in a few letters."""
    numbers = [number for piece in sorted(scene) for part in scene[piece] for number in part]
    return hashlib.sha256(struct.pack(f"{len(numbers)}d", *numbers)).hexdigest()[:16]


def clumsy() -> tuple[dict[str, Pose], str, Path]:
    """A tower of eight, and a path that shakes a ninth piece onto it."""
    scene = stacked([piece for piece in PIECES if piece.startswith(("red", "blue"))][:8])
    piece = "green-cube"
    pose = Landing(scene, piece).at(max(scene, key=lambda name: scene[name].pos[2]), Spot(0.004, 0.001, 0.4, 0))
    start = start_of("clumsy", 1, scene)
    return scene, piece, guided(aims_to(scene, start, pose), start, DEGREES["windy"], "clumsy")


def live() -> dict[str, Pose]:
    """The clumsy path, pose by pose, saved and resumed half way."""
    scene, piece, path = clumsy()
    placement = Placement(scene, piece, path.targets[0].pose)
    for number, target in enumerate(path.targets[1:]):
        placement.feed(target)
        if number == len(path.targets) // 2:
            placement = Placement.resumed(scene, piece, placement.path, placement.save())
    assert path.release is not None
    return placement.let_go(path.release)


def bits() -> list[tuple[str, str, bool]]:
    """The same path in one process, in two, live and whole."""
    whole = digest(Placement.whole(*clumsy()))
    other = subprocess.run(
        [
            sys.executable,
            "-c",
            "from bench.games.splash import physics as p; print(p.digest(p.Placement.whole(*p.clumsy())))",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    ways = {
        "again, in one process": digest(Placement.whole(*clumsy())),
        "in another process": other,
        "live, pose by pose, saved and resumed half way": digest(live()),
    }
    name = "the same path gives the same bits"
    return [(f"{name} {way}", f"{whole} {found}", whole == found) for way, found in ways.items()]


def speed(pieces: int, *, collapse: bool = False) -> tuple[float, float]:
    """Steps per second of computing with every piece awake: over two seconds, and in the slowest tenth of one.

    Each is the best of five.
    """
    scene = stacked(sorted(PIECES, key=lambda piece: -SIZES[shape(piece)][1])[:pieces])
    if collapse:
        scene = {piece: Pose((0.002 * at, 0.0, pose.pos[2])) for at, (piece, pose) in enumerate(scene.items())}
    runs = []
    for _ in range(5):
        world = World(scene)
        times = []
        for _ in range(20):
            began = time.process_time()
            world.step(SECOND // 10)
            times.append(time.process_time() - began)
        runs.append(times)
    slowest = max(map(min, zip(*runs, strict=True)))
    return 2 * SECOND / min(map(sum, runs)), SECOND / 10 / slowest


def main() -> None:
    """Run everything; exit with 1 where a bound is broken."""
    checks: list[Callable[[], list[tuple[str, str, bool]]]] = [overhangs, staircases, drift, pairs, bits]
    table = Table("what", "seen", "", title="Conformance")
    good = True
    for check in checks:
        for what, seen, right in check():
            table.add_row(what, seen, "ok" if right else "BROKEN")
            good &= right
    console.print(table)
    table = Table("pieces awake", title="Speed of one core, by processor time, best of five")
    for head in ("steps/s", "× real time", "× in its slowest 0.1 s"):
        table.add_column(head, justify="right")
    for name, pieces, collapse, least in (
        ("a tower of 10", 10, False, 4.0),
        ("a tower of 20", 20, False, 4.0),
        ("a tower of 30", 30, False, 1.0),
        ("a collapse of 30", 30, True, 1.0),
    ):
        steps, slowest = speed(pieces, collapse=collapse)
        table.add_row(name, f"{steps:,.0f}", f"{steps * STEP:.1f}", f"{slowest * STEP:.1f}")
        good &= (slowest if collapse else steps) * STEP >= least
    console.print(table)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
