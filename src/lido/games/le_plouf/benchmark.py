"""What Le Plouf adds to the benchmark: how much a player gives away against perfect play."""

import json
import random
import sys
from collections import deque
from functools import cache
from pathlib import Path

import numpy as np

from lido import match as matches
from lido.benchmark.tasks import Entrant, Task
from lido.bots.own import Worth
from lido.game import SPECTATOR, copied
from lido.games.le_plouf import GAME
from lido.games.le_plouf.perfect import known, worths
from lido.games.le_plouf.solution import lookup
from lido.games.le_plouf.text import position_text
from lido.match import Match

PLACED = 9
"""The moves of phase 1 whose value is in the table that comes with Lido: all but the last."""
LATEST = 12
"""How many moves before the end of a random game it is looked at."""
DATA = Path(__file__).parent / "data"
POSITIONS = {"train": 0, "validation": 300, "test": 600}
"""Two of three are in phase 1, evenly over the number of pawns placed; the others are near the end of a game."""


@cache
def positions(split: str) -> list[str]:
    """The positions of a split as text."""
    held: dict[str, list[str]] = json.loads((DATA / "regret.json").read_text())
    return held[split]


def early(seed: str, placed: int) -> str:
    """A position of phase 1 after so many random placements, in which not all moves are worth the same."""
    chance = random.Random(seed)
    while True:
        match = matches.new(GAME.id, players=2, seed="")
        for _ in range(placed):
            match.play(chance.choice(match.legal_moves()))
        if _differ(match):
            text: str = match.position()
            return text


def late(seed: str) -> str:
    """A position near the end of a random game, in which not all moves are worth the same."""
    chance = random.Random(seed)
    while True:
        state = copied(matches.new(GAME.id, players=2, seed="").player_view(SPECTATOR).observation)
        before: deque[np.record] = deque(maxlen=LATEST)
        while not GAME.rules.over(state):
            before.append(copied(state))
            GAME.rules.play(state, chance.choice(GAME.legal(state)))
        match = matches.new(GAME.id, players=2, position=position_text(chance.choice(before)))
        if _differ(match):
            text: str = match.position()
            return text


def _differ(match: Match) -> bool:
    found = _worths(match)
    return found is not None and len({worth.value for worth in found}) > 1


def _worths(match: Match) -> list[Worth] | None:
    assert match.turn
    player_view = match.player_view(match.turn)
    found = known(lookup.small(), player_view)
    return None if found is None else worths(player_view, found)


def regret(entrant: Entrant, task: Task, split: str, item: int) -> float:
    """What the best move is worth more than the one that was chosen: 0, 1 or 2."""
    match = matches.new(GAME.id, players=2, position=positions(split)[item])
    found = _worths(match)
    assert match.turn
    assert found
    player = entrant.player(f"{task.name} {split} {item}", task)
    move = player.choose(match.player_view(match.turn), iterations=entrant.iterations)
    worth = {known_move.move: known_move.value for known_move in found}
    return float(max(worth.values()) - worth[move])


TASKS = [
    Task(
        "le-plouf-regret",
        "Choose a move where the exact value of each is known: a win is 1, a draw 0, a loss -1.",
        "value given away a move",
        True,
        POSITIONS,
        regret,
        DATA / "ppo.npz",
    )
]

if __name__ == "__main__":  # writes the positions anew
    drawn = {
        split: [early(f"regret {split} {item}", item % PLACED) for item in range(count // 3 * 2)]
        + [late(f"regret {split} {item}") for item in range(count // 3)]
        for split, count in POSITIONS.items()
    }
    Path(sys.argv[1]).write_text(json.dumps(drawn, indent=0))
