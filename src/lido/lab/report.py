"""A report on a game: plays its matchups and measures them. `lido.lab.page` makes a page of it."""

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path

from lido import bots
from lido.errors import BadSetup
from lido.games import find
from lido.lab.batches import Batch, OnProgress, play_batches
from lido.lab.config import report_config
from lido.lab.effects import OptionEffect, same
from lido.lab.game_file import kept_games
from lido.lab.measures import Measures, different, measure
from lido.lab.outcome import Outcome
from lido.lab.plan import Matchup, Part, every_change, plan, usual_level, usual_players
from lido.lab.processes import Executor, play_all
from lido.lab.results import Results, summarise
from lido.lab.setup import Setup, file_name, marks


@dataclass(frozen=True)
class ReportRequest:
    """What to report on. `games` and `ms` are by default what the game recommends."""

    game: str
    games: int | None = None
    ms: int | None = None
    iterations: int | None = None
    seed: str = "1"
    players: tuple[str, ...] = ()
    """The bots to measure the game with, the weakest first; by default the usual levels."""

    @property
    def command(self) -> str:
        """The command that makes the same report."""
        given = {"--games": self.games, "--ms": self.ms, "--iterations": self.iterations, "--seed": self.seed}
        words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
        names = ["--players", *self.players] if self.players else []
        return shlex.join(["lido", "report", self.game, *names, *words])

    def matchups(self) -> list[Matchup]:
        """The games to play. Raises BadSetup for a game that does not exist or has no bots."""
        find(self.game)
        usual = report_config(self.game)
        ms = usual.ms if self.ms is None and self.iterations is None else self.ms
        games = usual.games if self.games is None else self.games
        return plan(self.game, games, ms=ms, iterations=self.iterations, seed=self.seed, players=self.players)


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
    ratings: Results | None
    """None where there is nobody to compare."""

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
    def usual_level(self) -> str:
        """The bot that the summary is about."""
        return usual_level(self.names)

    @property
    def usual(self) -> Measures:
        """The measures that the summary shows."""
        return self.levels[self.usual_level, self.usual_players]

    @property
    def is_estimated(self) -> bool:
        """Whether playouts say who is ahead in a position."""
        return self.usual.leads is not None


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
    games: dict[tuple[str, int], Collection[Outcome]] = {}
    effects: list[OptionEffect] = []
    ratings: Results | None = None
    for matchup, outcomes in zip(matchups, played, strict=True):
        setup = matchup.setup
        if matchup.part == Part.LEVELS:
            levels[matchup.level, setup.seats] = measure(setup, outcomes)
            games[matchup.level, setup.seats] = outcomes
        elif matchup.part == Part.OPTIONS:
            key, value = (matchup.level, setup.seats), setup.options[matchup.option]
            counts = same(games[key], outcomes)
            effects.append(OptionEffect(matchup.option, value, levels[key], measure(setup, outcomes), *counts))
        else:
            ratings = summarise(setup, different(setup, outcomes))
    return Report(request, matchups[0].setup, sum(map(len, played)), levels, effects, ratings)


def kept_report(game: str, folder: Path) -> Report:
    """The report from the games that a folder keeps, whichever version played them. Nothing is played.

    Raises BadSetup where the folder has none of the game, those of several reports, or only a part of one.
    """
    found = [(setup, outcomes) for setup, outcomes in kept_games(folder) if setup.game == game and outcomes]
    if not found:
        raise BadSetup("report.nothing-kept", path=folder)
    kinds = {(setup.engine, setup.seed, setup.ms, setup.iterations) for setup, _ in found}
    played = {mark for setup, _ in found for mark in marks(setup)}
    if len(kinds) > 1 or len(played) > len(dict(played)):
        raise BadSetup("report.several-kept", path=folder)
    _, seed, ms, iterations = kinds.pop()
    matchups = [_matchup(setup, len(outcomes)) for setup, outcomes in found]
    _check_whole(matchups, [outcomes for _, outcomes in found], folder)
    names = dict.fromkeys(name for matchup in matchups for name in matchup.setup.players)
    order = [*bots.LEVELS, *sorted(set(names) - set(bots.LEVELS))]
    players = tuple(name for name in order if name in names)
    if players == bots.LEVELS:
        players = ()  # the usual levels
    request = ReportRequest(game, sum(matchup.games for matchup in matchups), ms, iterations, seed, players)
    parts, options = list(Part), [("", None), *every_change(find(game))]

    def place(pair: tuple[Matchup, Sequence[Outcome]]) -> tuple[int, ...]:
        """In the order in which a report plays them."""
        matchup, setup = pair[0], pair[0].setup
        change = matchup.option, setup.options.get(matchup.option)
        return parts.index(matchup.part), options.index(change), order.index(matchup.level), setup.seats

    both = sorted(zip(matchups, (outcomes for _, outcomes in found), strict=True), key=place)
    return assemble(request, [matchup for matchup, _ in both], [outcomes for _, outcomes in both])


def _check_whole(matchups: Sequence[Matchup], played: Sequence[Collection[Outcome]], folder: Path) -> None:
    """Raise BadSetup unless every level has played in every number of players, and every two of them in both orders."""
    among = {(each.level, each.setup.seats) for each in matchups if each.part == Part.LEVELS}
    levels = {level for each in matchups for level in each.setup.players}
    met = {
        outcome.seating
        for each, outcomes in zip(matchups, played, strict=True)
        if each.part == Part.RATINGS
        for outcome in outcomes
    }
    if not among.issuperset(product(levels, find(matchups[0].setup.game).players)) or not met.issuperset(
        permutations(levels, 2)
    ):
        raise BadSetup("report.part-kept", path=folder)


def _matchup(setup: Setup, games: int) -> Matchup:
    """What the games of a set-up were played for."""
    usual = find(setup.game).complete({})
    changed = [name for name, value in setup.options.items() if value != usual[name]]
    if not setup.playouts:
        return Matchup(Part.RATINGS, setup, games)
    return Matchup(Part.OPTIONS, setup, games, changed[0]) if changed else Matchup(Part.LEVELS, setup, games)
