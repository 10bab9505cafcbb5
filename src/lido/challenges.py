"""Challenges of the day: a game that one person plays alone for a score, with the same task for everybody on a day.

A game that has one has a module `challenge` with a `CHALLENGE`. It is played at a table of the service, under the laws
of the game, by one person on all seats. What the day decides, and the date alone, is the moves that nobody chooses.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

import msgspec

from lido.game import Json, Option
from lido.games import part, parts
from lido.match import Match


class Score(msgspec.Struct, frozen=True):
    """What somebody has done in a challenge."""

    points: float
    """By which people are ranked; more is better."""
    facts: dict[str, float]
    """What they are made of, in terms of the game."""


class Challenge(Protocol):
    """The challenge of a game. All of it follows from the day and from the moves that were made."""

    players: int
    options: Mapping[str, Option]

    def prepared(self, day: date) -> Sequence[str]:
        """The first moves, which are made before the person has anything to do."""
        ...

    def told(self, day: date) -> Json:
        """What everybody is told of the day's task."""
        ...

    def due(self, day: date, match: Match) -> str | None:
        """The only move that may be made now; None where the person decides."""
        ...

    def is_over(self, match: Match) -> bool:
        """Whether the attempt has ended."""
        ...

    def score(self, match: Match) -> Score | None:
        """What the attempt is worth so far; None where nothing was achieved."""
        ...

    def film(self, match: Match) -> list[Json]:
        """How it was done, step by step, for those who watch."""
        ...


def challenge_of(game: str) -> Challenge | None:
    """The challenge of a game, if it has one."""
    module = part(game, "challenge")
    return None if module is None else _of(module)


def all_challenges() -> dict[str, Challenge]:
    """The challenges of all games that have one."""
    return {game: _of(module) for game, module in parts("challenge")}


def _of(module: object) -> Challenge:
    found: Challenge = module.CHALLENGE  # type: ignore[attr-defined]
    return found
