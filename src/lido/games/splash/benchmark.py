"""What Splash! adds to the benchmark: how high a tower gets under a noisy hand."""

import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.benchmark.tasks import Entrant, Task
from lido.games.splash.dexterity import FARTHEST, SHAPES, PoseEnv

LEARNT = Path(__file__).parent / "data" / "hand.npz"
"""What `Hand` learnt."""
NO_CLOCK = 3_600_000
"""Milliseconds for a move: so many that a bot tries out all that its level does, on any machine."""


class Hand:
    """A hand that sets each shape by a rule of its own: how far beside the target, how turned, which face down.

    The rule is linear in where the target lies beside the foot of the tower, so that it can lean against a lean.
    `lido.benchmark.evolve` finds the numbers, [5 shapes, 4 actions, 3].
    """

    def __init__(self, numbers: NDArray[Any]) -> None:
        self.numbers = np.asarray(numbers, dtype=np.float64).reshape(len(SHAPES), 4, 3)

    def place(self, seen: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """The action of `PoseEnv` for what is seen."""
        shape = int(seen["hand"][: len(SHAPES)].argmax())
        x, y = seen["target"][1 + len(SHAPES) + 3 :][:2] / FARTHEST
        action: NDArray[np.float32] = np.tanh(self.numbers[shape] @ np.array([1.0, x, y])).astype(np.float32)
        return action


def learnt(file: Path) -> Hand:
    """The hand whose numbers are in a file."""
    with np.load(file) as held:
        return Hand(held["numbers"])


class Centred:
    """A hand that sets every piece flat on the middle of its target."""

    def __init__(self, seed: str = "") -> None:
        """The seed does not matter."""

    def place(self, seen: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """The action of `PoseEnv`."""
        return np.array([0.0, 0.0, 0.0, -1.0], dtype=np.float32)


class Anywhere:
    """A hand that sets every piece at random within what `PoseEnv` allows."""

    def __init__(self, seed: str = "") -> None:
        self._chance = np.random.default_rng(zlib.crc32(seed.encode()))

    def place(self, seen: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """The action of `PoseEnv`."""
        return self._chance.uniform(-1, 1, 4).astype(np.float32)


def built(place: Any, seed: int, hand: str = "natural") -> tuple[int, float]:
    """How many pieces a hand sets before one falls, and how high the tower gets, in metres.

    `place` gives an action of `PoseEnv` for what it sees, or as a bot what the hand aims at.
    """
    env = PoseEnv(hand)
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        if hasattr(place, "place"):
            seen, _, over, _, info = env.step(place.place(seen))
        else:
            aims = place.details(env.player_view(), "place", ms=NO_CLOCK)
            seen, _, over, _, info = env.step_aims(aims)
    return int(info["pieces"]), float(info["height"])


def height(entrant: Entrant, task: Task, split: str, item: int) -> float:
    """How high one tower gets, in millimetres."""
    player = entrant.player(f"{task.name} {split} {item}", task)
    return 1000 * built(player, zlib.crc32(f"tower {split} {item}".encode()))[1]


TASKS = [
    Task(
        "splash-tower",
        "Build a tower alone with a natural hand, from pieces given at random, until one falls.",
        "mm",
        False,
        {"train": 1_000_000, "validation": 10, "test": 20},
        height,
        LEARNT,
        learnt,
    )
]
