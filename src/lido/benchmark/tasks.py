"""What a task of the benchmark is, and who takes part. The module `benchmark` of a game has its tasks.

A task has splits: `train` to learn from, `validation` to choose by, `test` for the score that is compared. An item of a
split is one position, game or tower; its number and the split say all about it, so that it is the same everywhere.
"""

import hashlib
import importlib
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lido import bots
from lido.benchmark.net import NetPlayer, load
from lido.errors import BadSetup
from lido.games import parts
from lido.registry import packages

SPLITS = ("train", "validation", "test")
LEVELS = ("random", "gentle", "club", "expert")
EXPERT_ITERATIONS = 2_000
"""How much `expert` thinks for a move here, where no clock may decide."""
LEARNT = "ppo"


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a name, and a new player for each item."""

    name: str
    make: Callable[[str, "Task"], Any]
    iterations: int | None = None
    """How much its search thinks for a move; None is what its level does."""

    def player(self, item: str, task: "Task") -> Any:
        """A player who knows nothing of other items."""
        return self.make(item, task)


@dataclass(frozen=True)
class Task:
    """One thing that is measured."""

    name: str
    about: str
    unit: str
    lower_is_better: bool
    items: dict[str, int]
    """How many items each split has."""
    measure: Callable[[Entrant, "Task", str, int], float]
    """`measure(entrant, task, split, item)`: the score on one item."""
    learnt: Path
    """The checkpoint of the reference PPO for this task or for its game, where there is one."""
    read: Callable[[Path], Any] | None = None
    """A player from that file, where it is no `Net`."""
    version: int = 1
    """It rises when scores can no longer be compared with those before."""


class Score(NamedTuple):
    """The mean over the items, and half of its interval of 95 %."""

    task: str
    version: int
    split: str
    player: str
    score: float
    within: float
    items: int
    seconds: float
    network: str = ""
    """How the SHA-256 of the network begins that a level played with, where its game has one."""


def tasks() -> dict[str, Task]:
    """Every task, by its name."""
    return {task.name: task for _, module in parts("benchmark") for task in module.TASKS}


def task_named(name: str) -> Task:
    """The task of that name, or BadSetup."""
    known = tasks()
    if name not in known:
        raise BadSetup("research.task", task=name, allowed=", ".join(known))
    return known[name]


def entrant(name: str) -> Entrant:
    """Who is meant: a level of bots, `ppo`, or `module:Class`, whose objects are made with a seed."""
    if name in LEVELS:
        most = EXPERT_ITERATIONS if name == "expert" else None
        return Entrant(name, lambda item, task: bots.bot(name, seed=item, threads=1), most)
    if name == LEARNT:
        return Entrant(name, _learnt)
    module, colon, kind = name.partition(":")
    if not colon:
        raise BadSetup("research.entrant", player=name, allowed=", ".join((*LEVELS, LEARNT)))
    try:
        made = getattr(importlib.import_module(module), kind)
    except (ImportError, AttributeError) as error:
        raise BadSetup("research.entrant-broken", player=name, why=error) from error
    return Entrant(name, lambda item, task: made(item))


def _learnt(item: str, task: Task) -> Any:
    if not task.learnt.exists():
        raise BadSetup("research.entrant-broken", player=LEARNT, why=task.learnt.name)
    return task.read(task.learnt) if task.read else NetPlayer(load(task.learnt), item)


def run(
    task: Task, who: Entrant, split: str, most: int | None = None, watch: Callable[[int], None] | None = None
) -> Score:
    """Measure on all items of a split, or on the first so many."""
    if split not in SPLITS:
        raise BadSetup("research.split", split=split, allowed=", ".join(SPLITS))
    count = min(task.items[split], most or task.items[split])
    began, found = time.perf_counter(), []
    for item in range(count):
        found.append(task.measure(who, task, split, item))
        if watch:
            watch(item + 1)
    within = 1.96 * statistics.stdev(found) / math.sqrt(count) if count > 1 else math.inf
    seconds = time.perf_counter() - began
    network = _network(task) if who.name in LEVELS and who.name != "random" else ""
    return Score(task.name, task.version, split, who.name, statistics.fmean(found), within, count, seconds, network)


def _network(task: Task) -> str:
    """How the SHA-256 of the network of the task's game begins; nothing where there is none."""
    for game, module in parts("benchmark"):
        file = files(packages()[game]) / "data" / "network.npz"
        if task in module.TASKS and file.is_file():
            return hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    return ""
