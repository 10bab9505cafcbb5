"""A puzzle that has been found but not yet graded, and what the module `puzzles` of a game must offer."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from lido.match import Match, replay
from lido.puzzles import Puzzle

ID_DIGITS = 8


class Draft(NamedTuple):
    """A position of a game, and the only line that solves it."""

    kind: str
    record: dict[str, Any]
    """The game up to the position."""
    line: list[str]
    why: list[dict[str, list[str]]]
    same: str
    """Equal for positions that look alike to a person, such as mirror images: of those only one is kept."""

    def match(self) -> Match:
        """The game at the position."""
        return replay(self.record)

    @property
    def id(self) -> str:
        """A name made of the position."""
        text = json.dumps([self.kind, self.same], sort_keys=True)
        return f"{self.record['game']}-{hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]}"

    def puzzle(self, grade: float) -> Puzzle:
        """The puzzle, with its grade."""
        kept = self.record
        return Puzzle(
            id=self.id,
            kind=self.kind,
            grade=grade,
            players=kept["players"],
            options=kept["options"],
            laws=kept["laws"],
            deal=kept["deal"] if kept["position"] is None else None,
            position=kept["position"],
            moves=kept["moves"],
            line=self.line,
            why=self.why,
        )


class Wanted(NamedTuple):
    """Which puzzles a file has."""

    kinds: dict[str, int]
    """How many of each kind."""
    obvious: float = 1.0
    """What the weakest solver finds more often than this is left out: it is the first move that one would try."""
    alike: float = 1.0
    """The largest share of a kind that may be equally hard (`Marks.band`)."""
    of_a_game: int = 3
    """Puzzles of one game look alike, so no more are kept; those with the longest lines come first."""


class Maker(Protocol):
    """The functions of the module `puzzles` of a game's package."""

    def drafts(self, seed: int) -> Iterator[Draft]:
        """Play one game of bots, and find the puzzles in it."""
        ...

    def wanted(self) -> "Wanted":
        """Which puzzles the file has."""
        ...
