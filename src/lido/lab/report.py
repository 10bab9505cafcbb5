"""A report on a game: plays its matchups and measures them. `lido.lab.page` makes a page of it."""

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lido.game import Option
from lido.games import find
from lido.lab.batches import Batch, OnProgress, play_batches
from lido.lab.config import report_config
from lido.lab.measures import Measures, measure
from lido.lab.outcome import Outcome
from lido.lab.plan import USUAL, Matchup, Part, plan, usual_players
from lido.lab.processes import Executor, play_all
from lido.lab.results import Results, summarise
from lido.lab.setup import Setup, file_name


@dataclass(frozen=True)
class ReportRequest:
    """What to report on. `games` and `ms` are by default what the game recommends."""

    game: str
    games: int | None = None
    ms: int | None = None
    iterations: int | None = None
    seed: str = "1"

    @property
    def command(self) -> str:
        """The command that makes the same report."""
        given = {"--games": self.games, "--ms": self.ms, "--iterations": self.iterations, "--seed": self.seed}
        words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
        return shlex.join(["lido", "report", self.game, *words])

    def matchups(self) -> list[Matchup]:
        """The games to play. Raises BadSetup for a game that does not exist or has no bots."""
        find(self.game)
        usual = report_config(self.game)
        ms = usual.ms if self.ms is None and self.iterations is None else self.ms
        games = usual.games if self.games is None else self.games
        return plan(self.game, games, ms=ms, iterations=self.iterations, seed=self.seed)


class OptionEffect(NamedTuple):
    """A changed option, with the measures by its default and with the change."""

    option: str
    default: Option
    value: Option
    usual: Measures
    changed: Measures


@dataclass(frozen=True)
class Report:
    """What the games of a report show."""

    request: ReportRequest
    setup: Setup
    """One of the set-ups. All have the same limits for a move, seed and engine."""
    games: int
    levels: dict[tuple[str, int], Measures]
    """By level and number of players."""
    effects: list[OptionEffect]
    ratings: Results

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.request.game

    @property
    def names(self) -> list[str]:
        """The levels, the weakest first."""
        return list(dict.fromkeys(level for level, _ in self.levels))

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return sorted({players for _, players in self.levels})

    @property
    def usual_players(self) -> int:
        """The number of players that the summary is about."""
        return usual_players(self.game)

    @property
    def usual(self) -> Measures:
        """The measures that the summary shows."""
        return self.levels[USUAL, self.usual_players]


def make_report(
    request: ReportRequest, folder: Path, *, progress: OnProgress | None = None, execute: Executor = play_all
) -> Report:
    """Play the games of a report that the files in `folder` do not hold, and measure all of them.

    Every finished game is kept at once, so a report can be stopped at any time; the same call resumes it,
    and more games extend it. The parts of the progress are those of `lido.lab.plan.Part`.
    """
    matchups = request.matchups()
    batches = [
        Batch(matchup.setup, matchup.games, folder / file_name(matchup.setup), matchup.part) for matchup in matchups
    ]
    return assemble(request, matchups, play_batches(batches, progress=progress, execute=execute))


def assemble(request: ReportRequest, matchups: Sequence[Matchup], played: Sequence[Collection[Outcome]]) -> Report:
    """The report from the finished games of each matchup."""
    levels: dict[tuple[str, int], Measures] = {}
    effects: list[OptionEffect] = []
    ratings: Results | None = None
    for matchup, outcomes in zip(matchups, played, strict=True):
        setup = matchup.setup
        if matchup.part == Part.LEVELS:
            levels[matchup.level, setup.seats] = measure(setup, outcomes)
        elif matchup.part == Part.OPTIONS:
            value, default = setup.options[matchup.option], find(setup.game).options[matchup.option][0]
            usual = levels[matchup.level, setup.seats]
            effects.append(OptionEffect(matchup.option, default, value, usual, measure(setup, outcomes)))
        else:
            ratings = summarise(setup, outcomes)
    assert ratings, "a plan has a matchup for the ratings"
    return Report(request, matchups[0].setup, sum(map(len, played)), levels, effects, ratings)
