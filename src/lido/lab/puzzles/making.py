"""A file of puzzles from beginning to end: games are played until there are enough of every kind."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from lido.lab.puzzles.draft import Maker
from lido.lab.puzzles.grading import SOLVERS, Marks, marks
from lido.puzzles import Puzzle

MOST_OF_A_GAME = 2
"""Puzzles of one game look alike, so no more are kept; those with the longest lines come first."""
BANDS = 4
"""No more than one in so many puzzles of a kind are equally hard (`Marks.band`)."""


class Made(NamedTuple):
    """A chosen puzzle, and how the solvers fared with it."""

    puzzle: Puzzle
    marks: Marks


def make(maker: Maker, first: int, games: int | None, tell: Callable[[int, Counter[str]], None]) -> Iterator[Made]:
    """Puzzles from games with seeds from `first` on, until there are enough of each kind, or so many games are played.

    `tell(game, kept)` is called after every game with how many there are of each kind.
    """
    wanted, kept, bands = maker.wanted(), Counter[str](), Counter[tuple[str, int]]()
    seen: set[str] = set()
    for seed in count(first) if games is None else range(first, first + games):
        left = MOST_OF_A_GAME
        for draft in sorted(maker.drafts(seed), key=lambda draft: -len(draft.line)):
            if not left or kept[draft.kind] >= wanted[draft.kind] or draft.id in seen:
                continue
            seen.add(draft.id)
            found = marks(draft, seed)
            if found and bands[draft.kind, found.band] < wanted[draft.kind] / BANDS:
                bands[draft.kind, found.band] += 1
                kept[draft.kind] += 1
                left -= 1
                yield Made(draft.puzzle(found.grade), found)
        tell(seed - first + 1, kept)
        if all(kept[kind] >= most for kind, most in wanted.items()):
            return


def curve(made: list[Made], bands: int = 7) -> Iterator[tuple[float, float, int, list[float]]]:
    """The grading curve: of bands from easy to hard, the lowest and the highest grade, how many puzzles there are, and
    the share that each solver finds."""
    graded = sorted(made, key=lambda each: each.puzzle.grade)
    for band in range(bands):
        part = graded[band * len(graded) // bands : (band + 1) * len(graded) // bands]
        if part:
            shares = [sum(each.marks.solved[at] for each in part) / len(part) for at in range(len(SOLVERS))]
            yield part[0].puzzle.grade, part[-1].puzzle.grade, len(part), shares
