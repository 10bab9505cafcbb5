"""Bots: players that work from what one seat has seen, and from nothing else.

`random` plays any legal move. `gentle`, `club` and `expert` search, each further than the one
before.
"""

from typing import Protocol

from lido.bots.levels import LEVELS as SEARCHERS
from lido.bots.levels import Searcher, record_game
from lido.bots.random import Random
from lido.errors import BadSetup
from lido.match import Sight

LEVELS = ("random", *SEARCHERS)


class Bot(Protocol):
    """A player at one seat of one game. It may keep what it likes between its moves."""

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move for the seat that must act, within about `ms` or exactly by `iterations`."""
        ...


def bot(level: str, seed: str | int | None = None, threads: int | None = None) -> Bot:
    """A new bot of that level; with a seed and `iterations` it always plays the same.

    It thinks with as many `threads` as there are cores where it is not said.
    """
    if level not in LEVELS:
        raise BadSetup("match.level", level=level, allowed=", ".join(LEVELS))
    return Random(seed) if level == "random" else Searcher(level, seed, threads)


def analyse(
    sight: Sight, *, ms: int | None = None, iterations: int | None = None, seed: str | int | None = None
) -> list[tuple[str, float]]:
    """What each legal move seems worth to the seat that must act, from -1 to 1, in the order of `legal_moves`."""
    game = record_game(sight)
    found = Searcher("expert", seed).think(sight, ms=ms, iterations=iterations)
    return sorted((game.move_text(sight.observation, move), 2 * paid - 1) for move, (_, paid) in found.items())
