"""A file of puzzles from beginning to end: games are played until there are enough of every kind."""

import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from typing import NamedTuple, cast

from lido.games import needed_part
from lido.lab.processes import cores
from lido.lab.puzzles.draft import Draft, Maker
from lido.lab.puzzles.grading import SOLVERS, Marks, marks
from lido.puzzles import Puzzle

TRIED_OF_A_GAME = 6
"""So many puzzles of one game are graded."""
AHEAD = 64
"""Games that are played before they are needed."""


class Made(NamedTuple):
    """A chosen puzzle, and how the solvers fared with it."""

    puzzle: Puzzle
    marks: Marks


def make(game: str, first: int, games: int | None, tell: Callable[[int, Counter[str]], None]) -> Iterator[Made]:
    """Puzzles from games with seeds from `first` on, until there are enough of each kind, or so many games are played.

    All cores are used, and the puzzles are the same with any number of them. `tell(games, kept)` is called after every
    game with how many puzzles there are of each kind.
    """
    (wanted, _, alike, of_a_game), kept = maker_of(game).wanted(), Counter[str]()
    bands, seen = Counter[tuple[str, int]](), set[str]()
    seeds = count(first) if games is None else range(first, first + games)
    for played, found in enumerate(_in_order(game, seeds), start=1):
        left = of_a_game
        for draft, marked in found:
            full = kept[draft.kind] >= wanted[draft.kind]
            if not left or full or draft.id in seen or bands[draft.kind, marked.band] >= alike * wanted[draft.kind]:
                continue
            seen.add(draft.id)
            bands[draft.kind, marked.band] += 1
            kept[draft.kind] += 1
            left -= 1
            yield Made(draft.puzzle(marked.grade), marked)
        tell(played, kept)
        if all(kept[kind] >= most for kind, most in wanted.items()):
            return


def maker_of(game: str) -> Maker:
    """The maker of the puzzles of a game, or BadSetup where it has none."""
    return cast(Maker, needed_part(game, "puzzles"))


def _in_order(game: str, seeds: Iterable[int]) -> Iterator[list[tuple[Draft, Marks]]]:
    """What is found in the games with these seeds, in their order, on all cores. No more is looked for than is wanted
    soon: there is no end to the seeds."""
    left = iter(seeds)
    with ProcessPoolExecutor(cores(), multiprocessing.get_context("forkserver")) as pool:
        waiting = deque(pool.submit(_found, game, seed) for seed in islice(left, AHEAD))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(_found, game, seed) for seed in islice(left, 1))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _found(game: str, seed: int) -> list[tuple[Draft, Marks]]:
    """The puzzles of one game of bots with their marks, those with the longest lines first; one for each answer, since
    the same move in two positions of a game is the same idea."""
    maker = maker_of(game)
    longest = sorted(maker.drafts(seed), key=lambda draft: -len(draft.line))
    by_answer = {draft.line[0]: draft for draft in reversed(longest)}
    tried = [draft for draft in longest if by_answer[draft.line[0]] is draft][:TRIED_OF_A_GAME]
    marked = ((draft, marks(draft, seed, maker.wanted().obvious)) for draft in tried)
    return [(draft, found) for draft, found in marked if found]


def curve(made: list[Made], bands: int = 7) -> Iterator[tuple[float, float, int, list[float]]]:
    """The grading curve: of bands from easy to hard, the lowest and the highest grade, how many puzzles there are, and
    the share that each solver finds."""
    graded = sorted(made, key=lambda each: each.puzzle.grade)
    for band in range(bands):
        part = graded[band * len(graded) // bands : (band + 1) * len(graded) // bands]
        if part:
            shares = [sum(each.marks.solved[at] for each in part) / len(part) for at in range(len(SOLVERS))]
            yield part[0].puzzle.grade, part[-1].puzzle.grade, len(part), shares
