"""The cross-entropy method: a plain learner where there are few numbers to find and no gradient, as for a hand."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass
class Evolution:
    """What was found so far, and how it came about."""

    middle: Numbers
    spread: Numbers
    seconds: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    """The mean score of each generation."""


def evolve(
    score: Callable[[Numbers, int], float],
    count: int,
    *,
    seconds: float,
    seed: int = 1,
    size: int = 24,
    kept: int = 6,
    spread: float = 0.7,
    watch: Callable[[Evolution], None] | None = None,
) -> Evolution:
    """Numbers for which `score(numbers, generation)` is high, after so many seconds.

    All of a generation should be scored on the same items. The best `kept` of `size` make the next one.
    """
    chance = np.random.default_rng(seed)
    found = Evolution(np.zeros(count), np.full(count, spread))
    began = time.perf_counter()
    generation = 0
    while time.perf_counter() - began < seconds:
        tried = found.middle + found.spread * chance.standard_normal((size, count))
        scores = np.array([score(numbers, generation) for numbers in tried])
        best = tried[np.argsort(-scores)[:kept]]
        found.middle = 0.5 * found.middle + 0.5 * best.mean(axis=0)
        found.spread = 0.5 * found.spread + 0.5 * (best.std(axis=0) + 0.05)
        found.seconds.append(round(time.perf_counter() - began, 1))
        found.scores.append(float(scores.mean()))
        generation += 1
        if watch:
            watch(found)
    return found
