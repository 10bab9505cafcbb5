"""Bots: players that work from what one seat has seen, and from nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` look ahead, each further than
the one before.
"""

from typing import Protocol

from lido.bots.lookahead import Lookahead
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.match import Sight

LEVELS = ("random", "gentle", "club", "expert")


class Bot(Protocol):
    """A player at one seat. It may keep what it likes between its moves."""

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move for the seat that must act, within about `ms` or exactly by `iterations`."""
        ...


def bot(level: str, seed: str | int | None = None) -> Bot:
    """A new bot of that level; with a seed and `iterations` it always plays the same."""
    if level not in LEVELS:
        raise BadSetup("match.level", level=level, allowed=", ".join(LEVELS))
    return Random(seed) if level == "random" else Lookahead(level, seed)


def analyse(
    sight: Sight, *, ms: int | None = None, iterations: int | None = None, seed: str | int | None = None
) -> list[tuple[str, float]]:
    """What each legal move is worth to the seat that must act, from -1 to 1, in the order of `legal_moves`."""
    worth = Lookahead("expert", seed).values(sight, ms=ms, iterations=iterations)
    return [(move, 2 * paid - 1) for move, paid in worth.items()]
