"""What the games of one table say of the game itself, in the vocabulary of those who compare games (Ludii's, mostly).

Each measure is put into words in `words/report.toml`, where a reader of the report finds it too.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from lido.lab.arena import Outcome, Setup
from lido.lab.course import Course
from lido.lab.summary import Estimate, average, mean, wilson

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
    courses = [_course(outcome) for outcome in outcomes]
    judged = [(outcome, course) for outcome, course in zip(outcomes, courses, strict=True) if course.chances]
    drama = [behind for outcome, course in judged if (behind := winner_behind(outcome, course.chances)) is not None]
    heights = sorted(max(course.heights) for course in courses if course.heights)
    ahead = defaultdict(list)
    for outcome, course in judged:
        ahead[outcome.reason].append(lead(course.chances[-1]))
    return Measures(
        setup=setup,
        games=len(outcomes),
        seats=tuple(mean([outcome.payoffs[seat] for outcome in outcomes]) for seat in range(setup.seats)),
        length=average([outcome.moves for outcome in outcomes]),
        lengths=tuple(sorted(outcome.moves for outcome in outcomes)),
        branching=average([fmean(course.choices) for course in courses]),
        drawn=wilson(fmean(is_drawn(outcome, setup) for outcome in outcomes), len(outcomes)),
        drama=average(drama) if drama else None,
        leads=average([lead_changes(course.chances) for _, course in judged]) if judged else None,
        height=average(heights) if heights else None,
        heights=tuple(heights),
        falls=_falls(outcomes) if heights else None,
        endings=Counter(outcome.reason for outcome in outcomes),
        ahead={reason: fmean(leads) for reason, leads in ahead.items()},
        choices_through=through(course.choices for course in courses),
        lead_through=through([lead(chances) for chances in course.chances] for _, course in judged),
    )


def _course(outcome: Outcome) -> Course:
    assert outcome.course, "the set-ups of a report ask for it"
    return outcome.course


def is_drawn(outcome: Outcome, setup: Setup) -> bool:
    """Whether more than one side is paid. Members of a team sit opposite each other."""
    sides = int(setup.options.get("teams", 0)) or setup.seats
    return len({seat % sides for seat, paid in enumerate(outcome.payoffs) if paid}) > 1


def lead(chances: Sequence[float]) -> float:
    """How far the seat that is first is ahead of the second."""
    *_, second, first = sorted(chances)
    return first - second


def lead_changes(course: Chances) -> int:
    """How often another seat takes the lead, by MARGIN at least."""
    leaders: list[int] = []
    for chances in course:
        best = max(range(len(chances)), key=chances.__getitem__)
        ahead = chances[best] - chances[leaders[-1]] if leaders else lead(chances)
        if ahead >= MARGIN:
            leaders.append(best)
    return sum(one != other for one, other in pairwise(leaders))


def winner_behind(outcome: Outcome, course: Chances) -> float | None:
    """How far those who won were behind the first, on average over the game; None where all share."""
    most = max(outcome.payoffs)
    winners = [seat for seat, paid in enumerate(outcome.payoffs) if paid == most]
    if len(winners) == len(outcome.payoffs):
        return None
    return fmean(max(chances) - fmean(chances[seat] for seat in winners) for chances in course)


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
