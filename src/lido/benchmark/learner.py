"""A network that learns, in NumPy alone: its gradients by hand, and Adam."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.benchmark.net import Net

Floats = NDArray[Any]
"""Numbers of 32 bits."""

SHARE, SQUARES, TINY = 0.9, 0.999, 1e-5
"""The numbers of Adam."""
STEEPEST = 0.5
"""A longer gradient is shortened to this."""


class Batch(NamedTuple):
    """Decisions to learn from, one row each."""

    seen: Floats
    legal: NDArray[np.bool_]
    moves: NDArray[np.int64]
    likely: Floats
    """The logarithm of how likely the move was when it was made."""
    better: Floats
    """How much better it turned out than was expected."""
    returns: Floats

    def rows(self, chosen: NDArray[np.int64]) -> "Batch":
        """Some of them."""
        return Batch._make(part[chosen] for part in self)


def drawn(odds: Floats, chance: np.random.Generator) -> NDArray[np.int64]:
    """A move in each row, as likely as its odds say."""
    ceiling = odds.cumsum(axis=1)
    moves: NDArray[np.int64] = (chance.random((len(odds), 1)) * ceiling[:, -1:] >= ceiling).sum(axis=1)
    moves = np.minimum(moves, odds.shape[1] - 1)  # what was drawn may be rounded up to the end of the last
    return moves


class Learner:
    """Two hidden layers, then a number for each move and the expected payoff."""

    def __init__(self, inputs: int, moves: int, width: int, chance: np.random.Generator) -> None:
        def layer(wide: int, units: int, scale: float) -> list[Floats]:
            weight = chance.standard_normal((units, wide)).astype(np.float32) * np.float32(scale / np.sqrt(wide))
            return [weight, np.zeros(units, dtype=np.float32)]

        self.weights: list[Floats] = [
            *layer(inputs, width, 1.4),
            *layer(width, width, 1.4),
            *layer(width, moves, 0.01),
            *layer(width, 1, 1.0),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def kept(self) -> Net:
        """What plays, as it is now."""
        return Net(*(weight.copy() for weight in self.weights[:6]))

    def _forward(self, seen: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats, Floats]:
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        first = np.maximum(seen @ w1.T + b1, 0)
        second = np.maximum(first @ w2.T + b2, 0)
        logits = np.where(legal, second @ w3.T + b3, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        raised = np.exp(logits)
        odds = raised / raised.sum(axis=1, keepdims=True)
        return first, second, odds, (second @ w4.T + b4)[:, 0]

    def think(self, seen: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The odds of each move, and the expected payoff."""
        _, _, odds, value = self._forward(seen, legal)
        return odds, value

    def improve(self, batch: Batch, rate: float, clip: float, entropy: float) -> None:
        """One step against the loss of proximal policy optimisation."""
        first, second, odds, value = self._forward(batch.seen, batch.legal)
        count = len(batch.moves)
        every = np.arange(count)
        ratio = np.exp(np.log(odds[every, batch.moves] + 1e-9) - batch.likely)
        is_clipped = np.where(batch.better > 0, ratio > 1 + clip, ratio < 1 - clip)
        push = np.where(is_clipped, 0, ratio * batch.better)[:, None]
        logs = np.log(odds + 1e-9)
        variety = -(odds * logs).sum(axis=1, keepdims=True)
        by_logits = push * odds + entropy * odds * (logs + variety)
        by_logits[every, batch.moves] -= push[:, 0]
        by_logits /= count
        by_value = ((value - batch.returns) / count)[:, None]
        self._descend(self._gradients(batch.seen, first, second, by_logits, by_value), rate)

    def _gradients(
        self, seen: Floats, first: Floats, second: Floats, by_logits: Floats, by_value: Floats
    ) -> list[Floats]:
        _, _, w2, _, w3, _, w4, _ = self.weights
        by_second = (by_logits @ w3 + by_value @ w4) * (second > 0)
        by_first = (by_second @ w2) * (first > 0)
        pairs = ((by_first, seen), (by_second, first), (by_logits, second), (by_value, second))
        return [part for by, below in pairs for part in (by.T @ below, by.sum(axis=0))]

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        steep = np.sqrt(sum(float((gradient * gradient).sum()) for gradient in gradients))
        shorter = np.float32(min(1.0, STEEPEST / (steep + 1e-6)))
        step = rate * np.sqrt(1 - SQUARES**self._steps) / (1 - SHARE**self._steps)
        for at, gradient in enumerate(gradients):
            shortened = gradient * shorter
            self._means[at] += (1 - SHARE) * (shortened - self._means[at])
            self._squares[at] += (1 - SQUARES) * (shortened * shortened - self._squares[at])
            self.weights[at] -= np.float32(step) * self._means[at] / (np.sqrt(self._squares[at]) + TINY)


def told(seen: NDArray[Any]) -> Floats:
    """Observations as rows of numbers."""
    return seen.reshape(len(seen), -1).astype(np.float32)
