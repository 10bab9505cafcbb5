"""Fast random numbers inside compiled functions: for bots, playouts and `lido.vector`, never for the deal of a match.

A generator is an array of one number, so that compiled functions can advance it in place:
Marsaglia's multiply-with-carry, chosen because its arithmetic fits a signed 64-bit number
and so gives the same draws compiled and uncompiled. Those deals are drawn in `lido.deal`.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from lido.kernel import jit

Rng: TypeAlias = NDArray[np.int64]
T = TypeVar("T")

# 2**32 * MULTIPLIER - 1 and 2**31 * MULTIPLIER - 1 are prime: the period is about 2**62.
MULTIPLIER = 2131995753
LOW = 0xFFFFFFFF
FINE = 1 << 30


def seeded(*seeds: Any) -> Rng:
    """A generator whose draws depend on `seeds` alone."""
    digest = hashlib.sha256(repr(seeds).encode()).digest()
    low = int.from_bytes(digest[:4], "little")
    carry = 1 + int.from_bytes(digest[4:12], "little") % (MULTIPLIER - 2)
    return np.array([carry << 32 | low], dtype=np.int64)


@jit
def below(rng: Rng, bound: int) -> int:
    """A number from 0 to `bound` - 1, each as likely (`bound` at most 2**31)."""
    word = int(rng[0])
    low = word & LOW
    carry = word >> 32
    rng[0] = MULTIPLIER * low + carry
    return ((low ^ carry) * bound) >> 32


class Dice:
    """What a bot leaves to chance: with a seed, the same wherever it plays. Without one nobody can foresee it."""

    def __init__(self, seed: object = None) -> None:
        self._rng = seeded("dice", secrets.token_hex() if seed is None else str(seed))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[below(self._rng, len(items))]

    def weighed(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One of the items, by their weights."""
        at = sum(weights) * below(self._rng, FINE) / FINE
        for item, weight in zip(items, weights, strict=True):
            at -= weight
            if at < 0.0:
                return item
        return items[-1]

    def happens(self, chance: float) -> bool:
        """True with that probability."""
        return below(self._rng, FINE) < chance * FINE
