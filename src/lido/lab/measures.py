"""What the games of one table say of the game itself, in the vocabulary of those who compare games (Ludii's, mostly).

Each measure is put into words in `words/report.toml`, where a reader of the report finds it too.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from lido.lab.arena import Outcome, Setup
from lido.lab.summary import Estimate, average, mean, wilson
from lido.lab.trajectory import Trajectory

MARGIN = 0.1
"""A lead smaller than this may be chance in the playouts, and is none."""
TENTHS = 10

Chances = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Measures:
    """What is measured at one table. What needs an estimate is None where nothing can be estimated."""

    setup: Setup
    games: int
    seats: tuple[Estimate, ...]
    """The payoff of each seat."""
    length: Estimate
    lengths: tuple[int, ...]
    """In moves, the shortest game first."""
    branching: Estimate
    drawn: Estimate
    drama: Estimate | None
    leads: Estimate | None
    """Changes of the lead in a game."""
    height: Estimate | None
    """Of the highest tower of a game, in levels."""
    heights: tuple[int, ...]
    falls: Estimate | None
    """The share of placements that bring the tower down."""
    endings: Counter[str]
    ahead: dict[str, float]
    """By ending: how far the first is ahead of the second when it comes."""
    choices_through: tuple[float, ...]
    lead_through: tuple[float, ...]
    """From tenth to tenth of the game: the moves to choose from, and how far the first is ahead."""

    @property
    def first(self) -> Estimate:
        """The payoff of the seat that begins."""
        return self.seats[0]

    @property
    def imbalance(self) -> float:
        """How far the seat that is farthest from an even share is from it."""
        return max(abs(seat.value - 1 / len(self.seats)) for seat in self.seats)


def measures(setup: Setup, outcomes: Collection[Outcome]) -> Measures:
    """What these games say; all of them must have been gone through."""
    trajectories = [_trajectory(outcome) for outcome in outcomes]
    judged = [
        (outcome, trajectory) for outcome, trajectory in zip(outcomes, trajectories, strict=True) if trajectory.chances
    ]
    drama = [
        behind for outcome, trajectory in judged if (behind := winner_behind(outcome, trajectory.chances)) is not None
    ]
    heights = sorted(max(trajectory.heights) for trajectory in trajectories if trajectory.heights)
    ahead = defaultdict(list)
    for outcome, trajectory in judged:
        ahead[outcome.reason].append(lead(trajectory.chances[-1]))
    return Measures(
        setup=setup,
        games=len(outcomes),
        seats=tuple(mean([outcome.payoffs[seat] for outcome in outcomes]) for seat in range(setup.seats)),
        length=average([outcome.moves for outcome in outcomes]),
        lengths=tuple(sorted(outcome.moves for outcome in outcomes)),
        branching=average([fmean(trajectory.choices) for trajectory in trajectories]),
        drawn=wilson(fmean(is_drawn(outcome, setup) for outcome in outcomes), len(outcomes)),
        drama=average(drama) if drama else None,
        leads=average([lead_changes(trajectory.chances) for _, trajectory in judged]) if judged else None,
        height=average(heights) if heights else None,
        heights=tuple(heights),
        falls=_falls(outcomes) if heights else None,
        endings=Counter(outcome.reason for outcome in outcomes),
        ahead={reason: fmean(leads) for reason, leads in ahead.items()},
        choices_through=through(trajectory.choices for trajectory in trajectories),
        lead_through=through([lead(chances) for chances in trajectory.chances] for _, trajectory in judged),
    )


def _trajectory(outcome: Outcome) -> Trajectory:
    assert outcome.trajectory, "the set-ups of a report ask for it"
    return outcome.trajectory


def is_drawn(outcome: Outcome, setup: Setup) -> bool:
    """Whether more than one side is paid. Members of a team sit opposite each other."""
    sides = int(setup.options.get("teams", 0)) or setup.seats
    return len({seat % sides for seat, paid in enumerate(outcome.payoffs) if paid}) > 1


def lead(chances: Sequence[float]) -> float:
    """How far the seat that is first is ahead of the second."""
    *_, second, first = sorted(chances)
    return first - second


def lead_changes(trajectory: Chances) -> int:
    """How often another seat takes the lead, by MARGIN at least."""
    leaders: list[int] = []
    for chances in trajectory:
        best = max(range(len(chances)), key=chances.__getitem__)
        ahead = chances[best] - chances[leaders[-1]] if leaders else lead(chances)
        if ahead >= MARGIN:
            leaders.append(best)
    return sum(one != other for one, other in pairwise(leaders))


def winner_behind(outcome: Outcome, trajectory: Chances) -> float | None:
    """How far those who won were behind the first, on average over the game; None where all share."""
    most = max(outcome.payoffs)
    winners = [seat for seat, paid in enumerate(outcome.payoffs) if paid == most]
    if len(winners) == len(outcome.payoffs):
        return None
    return fmean(max(chances) - fmean(chances[seat] for seat in winners) for chances in trajectory)


def _falls(outcomes: Iterable[Outcome]) -> Estimate:
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        for seat in outcome.events:
            counts.update(seat)
    return wilson(counts["drop"] / counts["place"], counts["place"])


def through(games: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """The mean of what was seen in each tenth of the games; empty where nothing was."""
    tenths: list[list[float]] = [[] for _ in range(TENTHS)]
    for seen in games:
        for at, value in enumerate(seen):
            tenths[at * TENTHS // len(seen)].append(value)
    return tuple(fmean(values) for values in tenths if values)
