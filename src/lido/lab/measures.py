"""What the games of one matchup show about the game itself. Most measures have the names that Ludii uses.

`words/report.toml` explains every measure, for readers of the report.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import fmean

from lido import match as matches
from lido.games import find
from lido.lab.config import EventShare, report_config
from lido.lab.estimates import Estimate, average, farthest, mean, ratio, wilson
from lido.lab.outcome import Outcome, trajectory_of
from lido.lab.setup import Setup
from lido.lab.trajectory import Trajectory

MARGIN = 0.1
"""A smaller lead does not count: it may be noise of the playouts."""
TENTHS = 10

Chances = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Measures:
    """The measures of one matchup. Those that need playouts are None for a game without them."""

    setup: Setup
    games: int
    alike: int
    """How many more went like one of these to the last move, and are not counted."""
    seats: tuple[Estimate, ...]
    """The mean payoff of each seat."""
    imbalance: Estimate
    """The largest difference between the mean payoff of a seat and an even share."""
    length: Estimate
    lengths: tuple[int, ...]
    """In moves, the shortest game first."""
    branching: Estimate
    """Legal moves in a position."""
    drawn: Estimate | None
    """The share of drawn games; None for a game that cannot be drawn."""
    drama: Estimate | None
    """How far the later winner was behind."""
    leads: Estimate | None
    """Lead changes in a game."""
    own: dict[str, Estimate]
    """By name: the measures that only this game has, where there is something to measure."""
    counts: dict[str, tuple[int, ...]]
    """By name, for those of them that are counted: the number of every game, the smallest first."""
    endings: dict[str, Estimate]
    """By ending: the share of games that ended so."""
    ahead: dict[str, Estimate]
    """By ending: the mean lead when a game ended so."""
    choices_through: tuple[Estimate, ...]
    """In each tenth of a game: the number of legal moves."""
    lead_through: tuple[Estimate, ...]
    """In each tenth of a game: the lead."""

    @property
    def first(self) -> Estimate:
        """The mean payoff of the seat that moves first."""
        return self.seats[0]


def different(setup: Setup, outcomes: Collection[Outcome]) -> list[Outcome]:
    """The games without those that went like an earlier one to the last move, where chance has dealt nothing.

    Players who never vary play one game, however often: its repetitions say nothing that it does not say.
    """
    begun = matches.new(setup.game, players=setup.seats, options=setup.options, seed="")
    if begun.record()["deal"] or not all(outcome.line for outcome in outcomes):
        return list(outcomes)
    return list({repr((outcome.seating, outcome.line)): outcome for outcome in reversed(list(outcomes))}.values())[::-1]


def measure(setup: Setup, played: Collection[Outcome]) -> Measures:
    """The measures of games that all have a trajectory."""
    outcomes = different(setup, played)
    trajectories = [trajectory_of(setup, outcome) for outcome in outcomes]
    judged = [
        (outcome, trajectory) for outcome, trajectory in zip(outcomes, trajectories, strict=True) if trajectory.chances
    ]
    drama = [
        behind for outcome, trajectory in judged if (behind := winner_behind(outcome, trajectory.chances)) is not None
    ]
    counts = {name: numbers for name, numbers in _counts(setup, trajectories).items() if numbers}
    ahead = defaultdict(list)
    for outcome, trajectory in judged:
        ahead[outcome.reason].append(lead(trajectory.chances[-1]))
    paid = [[outcome.payoffs[seat] for outcome in outcomes] for seat in range(setup.seats)]
    most = max(1 / len(team) for team in teams_of(setup))
    return Measures(
        setup=setup,
        games=len(outcomes),
        alike=len(played) - len(outcomes),
        seats=tuple(mean(payoffs, most=most) for payoffs in paid),
        imbalance=farthest(paid, 1 / setup.seats, most=most),
        length=average([outcome.moves for outcome in outcomes]),
        lengths=tuple(sorted(outcome.moves for outcome in outcomes)),
        branching=average([fmean(trajectory.choices or [0]) for trajectory in trajectories]),
        drawn=_drawn(setup, outcomes),
        drama=average(drama, 1.0) if drama else None,
        leads=average([lead_changes(trajectory.chances) for _, trajectory in judged]) if judged else None,
        own={name: average(numbers) for name, numbers in counts.items()} | _shares(setup, outcomes),
        counts=counts,
        endings={
            reason: wilson(count / len(outcomes), len(outcomes))
            for reason, count in Counter(outcome.reason for outcome in outcomes).items()
        },
        ahead={reason: average(leads, 1.0) for reason, leads in ahead.items()},
        choices_through=through(trajectory.choices for trajectory in trajectories),
        lead_through=through(([lead(chances) for chances in trajectory.chances] for _, trajectory in judged), 1.0),
    )


def _drawn(setup: Setup, outcomes: Collection[Outcome]) -> Estimate | None:
    if not report_config(setup.game).draws:
        return None
    return wilson(fmean(is_drawn(outcome, setup) for outcome in outcomes), len(outcomes))


def is_drawn(outcome: Outcome, setup: Setup) -> bool:
    """Whether more than one team is paid; a seat that plays alone is a team."""
    return sum(any(outcome.payoffs[seat - 1] for seat in team) for team in teams_of(setup)) > 1


def teams_of(setup: Setup) -> list[list[int]]:
    """The seats that win together, and share what it pays."""
    return [list(team) for team in find(setup.game).teams(setup.seats, setup.options)]


def lead(chances: Sequence[float]) -> float:
    """How far the leading seat is ahead of the next best."""
    *_, second, first = sorted(chances)
    return first - second


def lead_changes(trajectory: Chances) -> int:
    """How often the lead passes to another seat, by at least MARGIN."""
    leaders: list[int] = []
    for chances in trajectory:
        best = max(range(len(chances)), key=chances.__getitem__)
        ahead = chances[best] - chances[leaders[-1]] if leaders else lead(chances)
        if ahead >= MARGIN:
            leaders.append(best)
    return sum(one != other for one, other in pairwise(leaders))


def winner_behind(outcome: Outcome, trajectory: Chances) -> float | None:
    """How far the winners were behind the leader, on average over the game; None if all seats share the win."""
    most = max(outcome.payoffs)
    winners = [seat for seat, paid in enumerate(outcome.payoffs) if paid == most]
    if len(winners) == len(outcome.payoffs):
        return None
    return fmean(max(chances) - fmean(chances[seat] for seat in winners) for chances in trajectory)


def _counts(setup: Setup, trajectories: Sequence[Trajectory]) -> dict[str, tuple[int, ...]]:
    """By name, the game's own counts of every game. A stored game may be older than a measure and not have it."""
    found = {}
    for own in report_config(setup.game).counts:
        games = [trajectory.counts.get(own.name) for trajectory in trajectories]
        found[own.name] = tuple(sorted(own.of_game(numbers) for numbers in games if numbers))
    return found


def _shares(setup: Setup, outcomes: Iterable[Outcome]) -> dict[str, Estimate]:
    """By name, the game's own shares of events."""
    counts = [sum(map(Counter, outcome.events), Counter()) for outcome in outcomes]
    return {
        own.name: ratio([(events[own.event], events[own.among]) for events in counts])
        for own in report_config(setup.game).measures
        if isinstance(own, EventShare) and any(events[own.among] for events in counts)
    }


def through(games: Iterable[Sequence[float]], most: float = inf) -> tuple[Estimate, ...]:
    """The mean of the values, at most `most`, in each tenth of the games, without the tenths that have none.

    The positions of one game are not independent of each other: a game is one observation.
    """
    tenths: list[list[float]] = [[] for _ in range(TENTHS)]
    for values in games:
        here: list[list[float]] = [[] for _ in range(TENTHS)]
        for at, value in enumerate(values):
            here[at * TENTHS // len(values)].append(value)
        for tenth, found in zip(tenths, here, strict=True):
            tenth.extend([fmean(found)] if found else [])
    return tuple(average(tenth, most) for tenth in tenths if tenth)
