"""The puzzles that come with the games: positions in which exactly one move is right.

A game that has puzzles has them in a file of its package, which `lido puzzles` made (`lido.lab.puzzles`). Every puzzle
is a record of a game up to the position, the moves that solve it, and what punishes every other move: whoever shows a
puzzle needs no more than the rules.
"""

import gzip
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec

from lido import registry
from lido.errors import BadRecord

FILE = "shelf.gz"
"""The name of the file in the package of a game: a `Shelf` as JSON, compressed."""
WEEK = 7


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position, and the only line that solves it."""

    id: str
    """Begins with the id of the game; made from the position, so that it stays when the file is made anew."""
    kind: str
    """What is asked: the sentence `<game>.puzzle-<kind>` says it."""
    grade: float
    """How hard it is, on the scale of ratings, by how bots of several levels fared."""
    players: int
    options: dict[str, str | int] = {}
    laws: int = 1
    deal: Any = None
    position: Any = None
    moves: list[str] = []
    """What was played before the position."""
    line: list[str]
    """The solver's move, the reply, the solver's next move …; the last is the solver's."""
    why: list[dict[str, list[str]]]
    """For each move of the solver: every other legal move, and how it is punished, the reply first."""

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.id.rpartition("-")[0]

    def record(self, *more: str) -> dict[str, Any]:
        """The game up to the position as a record, with more moves played in it."""
        kept = {"options": self.options, "laws": self.laws, "deal": self.deal, "position": self.position}
        return {"format": 1, "game": self.game, "players": self.players, **kept, "moves": [*self.moves, *more]}

    @property
    def answers(self) -> list[str]:
        """The solver's own moves of the line."""
        return self.line[::2]


class Shelf(msgspec.Struct):
    """The puzzles of a game, in an order without meaning."""

    puzzles: list[Puzzle]


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """The content of a file of puzzles: the same bytes for the same puzzles."""
    return gzip.compress(msgspec.json.encode(Shelf(list(puzzles))), mtime=0)


def read(content: bytes) -> list[Puzzle]:
    """The puzzles of such a file; BadRecord where it is damaged."""
    try:
        return msgspec.json.decode(gzip.decompress(content), type=Shelf).puzzles
    except (OSError, EOFError, msgspec.MsgspecError) as error:
        raise BadRecord("match.puzzles-damaged", why=error) from error


def file_of(game: str) -> Path | None:
    """The file of the puzzles of a game, or None where it has none."""
    folder = registry.folder(game)
    return found if folder and (found := folder / FILE).is_file() else None


@cache
def puzzles(game: str) -> Mapping[str, Puzzle]:
    """The puzzles that come with a game, by their ids."""
    path = file_of(game)
    return MappingProxyType({puzzle.id: puzzle for puzzle in read(path.read_bytes())} if path else {})


def find(id: str) -> Puzzle | None:
    """The puzzle with that id, or None."""
    game = id.rpartition("-")[0]
    return puzzles(game).get(id) if game in registry.packages() else None


@cache
def _weekdays() -> list[list[str]]:
    """For each day of the week, the puzzles of its difficulty: Monday has the easiest. Every list is shuffled."""
    every = [puzzle for game in sorted(registry.own()) for puzzle in puzzles(game).values()]
    graded = [puzzle.id for puzzle in sorted(every, key=lambda puzzle: (puzzle.grade, puzzle.id))]
    days = [graded[day * len(graded) // WEEK : (day + 1) * len(graded) // WEEK] for day in range(WEEK)]
    return [Random(day).sample(each, len(each)) for day, each in enumerate(days)]


def daily(day: date) -> str:
    """The puzzle of a day, the same for everybody; the week goes from easy to hard."""
    week, weekday = divmod(day.toordinal() - 1, WEEK)
    choice = _weekdays()[weekday]
    return choice[week % len(choice)]
