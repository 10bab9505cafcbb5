"""How hard a puzzle is: bots of several levels try it, and it is rated against them as players are."""

from typing import NamedTuple

from openskill.models import PlackettLuce

from lido import bots
from lido.lab.puzzles.draft import Draft

TRIES = 3
"""How often each solver tries."""
SURE = 1.0
"""The uncertainty of a solver's rating: they stand firm, the puzzle moves."""
DIGITS = 1


class Solver(NamedTuple):
    """A bot that grades puzzles; its rating sets the scale."""

    level: str
    iterations: int
    rating: float


SOLVERS = (
    Solver("gentle", 50, 15.0),
    Solver("club", 400, 22.0),
    Solver("expert", 1_000, 29.0),
    Solver("expert", 3_000, 36.0),
)


class Marks(NamedTuple):
    """How the solvers fared: of each, the share of its tries that found the whole line."""

    solved: tuple[float, ...]

    @property
    def grade(self) -> float:
        """The rating of the puzzle after it has met every solver as often as each tried, weakest first."""
        model = PlackettLuce(tau=0.0)
        puzzle = model.rating()
        for solver, share in zip(SOLVERS, self.solved, strict=True):
            for attempt in range(TRIES):
                lost = attempt < round(share * TRIES)
                teams = [[puzzle], [model.rating(solver.rating, SURE)]]
                puzzle = model.rate(teams, ranks=[2, 1] if lost else [1, 2])[0][0]
        return round(puzzle.mu, DIGITS)

    @property
    def band(self) -> int:
        """How many of the solvers find the line at least half of the time: few for a hard puzzle."""
        return sum(share >= 0.5 for share in self.solved)


def marks(draft: Draft, seed: int, obvious: float) -> Marks | None:
    """Let every solver try a puzzle; None where the weakest finds it more often than what is `obvious`."""
    weakest, *others = SOLVERS
    share = _share(draft, weakest, seed)
    return None if share > obvious else Marks((share, *(_share(draft, solver, seed) for solver in others)))


def _share(draft: Draft, solver: Solver, seed: int) -> float:
    return sum(_solves(draft, solver, seed * TRIES + attempt) for attempt in range(TRIES)) / TRIES


def _solves(draft: Draft, solver: Solver, seed: int) -> bool:
    match, bot = draft.match(), bots.bot(solver.level, seed=seed, threads=1)
    for at, move in enumerate(draft.line):
        if at % 2 == 0:
            assert match.turn
            if bot.choose(match.player_view(match.turn), iterations=solver.iterations) != move:
                return False
        match.play(move)
    return True
