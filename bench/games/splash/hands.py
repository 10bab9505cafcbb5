"""How often hands of different kinds set a piece so that the tower stands: `make hands`.

Towers of 1 to 10 levels are built by a careful hand, natural, of pieces drawn at random that have a target; a
placement that fails is tried again with another piece. On each of them every hand places the same piece, from the
same start; bots do so with the natural hand only. What is finished is kept in a file, so that an interrupted run goes
on.
"""

import argparse
import math
import os
import pathlib
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from rich.console import Console
from rich.table import Table

import lido
from bench.games.splash.kept import Kept
from bench.games.splash.players import PLAYERS, placed
from lido import bots
from lido.games.splash.bots import LEVELS
from lido.games.splash.gifts import face
from lido.games.splash.physics.steer import DEGREES
from lido.games.splash.pieces import PIECES, Scene, matches
from lido.games.splash.rules import poses
from lido.games.splash.scene import read_poses
from lido.games.splash.state import NATURAL, State

Case: TypeAlias = dict[str, Any]

TOWERS = 20
HIGHEST = 10
"""Levels; so many placements as towers and levels there are for each hand."""
TRIES = 6
"""Pieces that are tried on a tower before it is given up."""
LEVEL = math.radians(2)
"""Within which the top of a target is flat."""
HANDS = (*PLAYERS, *LEVELS)
FILE = "build/hands.jsonl"
BANDS: Mapping[str, Callable[[Case], bool]] = {
    "1-2": lambda case: case["levels"] <= 2,
    "3-5": lambda case: 3 <= case["levels"] <= 5,
    "6-8": lambda case: 6 <= case["levels"] <= 8,
    "9-10": lambda case: case["levels"] >= 9,
    "flat, to 5": lambda case: case["levels"] <= 5 and case["flat"],
    "flat, from 6": lambda case: case["levels"] >= 6 and case["flat"],
    "all": lambda case: True,
}


def held(scene: Scene, piece: str, degree: str, seed: str) -> lido.Match:
    """Seat 2 must place a piece on a tower."""
    others = sorted(set(PIECES) - scene.keys() - {piece})
    position = {"pieces": poses(scene), "reserves": [others[::2], others[1::2]], "held": piece, "from": 1, "seat": 2}
    return lido.new("splash", position={**position, "step": "place"}, options={"hand": degree}, seed=seed)


def fitting(scene: Scene, state: State | None, rng: random.Random) -> list[str]:
    """The pieces that have a target, in an order drawn at random."""
    left = sorted(set(PIECES) - scene.keys())
    rng.shuffle(left)
    return [piece for piece in left if not state or any(matches(piece, top) for top in state.judgement.uncovered)]


def built(number: int) -> list[Case]:
    """The tower of that number at every height, with a piece to be placed on it."""
    attempt = 0
    while not (cases := _grown(f"tower {number} {attempt}", number)):
        attempt += 1
    return cases


def _grown(seed: str, number: int) -> list[Case] | None:
    """A tower that grew to its full height, or None where a piece could not be set."""
    rng = random.Random(seed)
    scene: Scene = {}
    state: State | None = None
    cases: list[Case] = []
    for levels in range(HIGHEST):
        for tried, piece in enumerate(fitting(scene, state, rng)[:TRIES]):
            match = held(scene, piece, NATURAL, f"{seed} {levels} {tried}")
            if placed(match, "careful", f"{seed} {levels} {tried}"):
                break
        else:
            return None
        state = match.player_view(1).observation
        assert state
        scene = state.pieces
        gift = next(iter(fitting(scene, state, rng)), None)
        if gift is None:
            return None
        flat = math.acos(min(1.0, face(state.judgement.uncovered[0], scene[state.judgement.uncovered[0]])[1])) < LEVEL
        cases.append({"tower": number, "levels": levels + 1, "flat": flat, "piece": gift, "scene": poses(scene)})
    return cases


def tried(case: Case, hand: str, degree: str) -> bool:
    """Whether the tower stands after a hand has placed the piece of a case."""
    seed = f"{case['tower']} {case['levels']}"
    scene = read_poses(case["scene"])
    match = held(scene, case["piece"], degree, seed)
    if hand in PLAYERS:
        return placed(match, hand, f"{seed} {hand}")
    bot = bots.bot(hand, f"{seed} {hand}", threads=1)
    details = bot.details(match.player_view(2), "place", iterations=LEVELS[hand].trials)
    return bool(match.perform("place", seed=f"tremor {seed} {hand}", **details)[0]["stands"])


def summary(cases: list[Case], stood: Mapping[tuple[str, str], list[bool]]) -> Table:
    """How many of a hundred placements stood, by the height of the tower."""
    table = Table("hand", "degree", title=f"Placements after which the tower stands, in %, of {len(cases)} each")
    for band in BANDS:
        table.add_column(band, justify="right")
    for (hand, degree), stands in stood.items():
        cells = [_share(stands, [chosen(case) for case in cases]) for chosen in BANDS.values()]
        table.add_row(hand, degree, *cells)
    return table


def _share(stands: Iterable[bool], chosen: Iterable[bool]) -> str:
    some = [stood for stood, is_in in zip(stands, chosen, strict=True) if is_in]
    return f"{100 * sum(some) / len(some):.0f}" if some else "-"


def main() -> None:
    """Build the towers, let every hand place a piece on each, and print how often they stood."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--towers", type=int, default=TOWERS)
    parser.add_argument("--hands", nargs="+", default=HANDS, choices=HANDS)
    parser.add_argument("--degrees", nargs="+", default=list(DEGREES), choices=list(DEGREES))
    parser.add_argument("--file", type=pathlib.Path, default=FILE)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    console = Console(width=110)
    kept = Kept(pathlib.Path(given.file), console, given.processes)
    towers = {f"tower {number}": (built, number) for number in range(given.towers)}
    cases = [case for tower in kept.answers("Towers", towers) for case in tower]
    stood = {}
    for hand in given.hands:
        for degree in given.degrees if hand in PLAYERS else [NATURAL]:
            calls = {f"{hand} {degree} {case['tower']} {case['levels']}": (tried, case, hand, degree) for case in cases}
            stood[hand, degree] = kept.answers(f"{hand}, {degree}", calls)
    console.print(summary(cases, stood))


if __name__ == "__main__":
    main()
