"""What the games of an arena say, with how sure it is: intervals are at 95 %."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from lido.lab.arena import Outcome, Setup, seatings
from lido.lab.ratings import Rating, rated

Z = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A number and the interval it is believed to lie in."""

    value: float
    low: float
    high: float


def wilson(share: float, trials: float) -> Estimate:
    """A share that was seen in so many independent trials, with Wilson's score interval."""
    centre = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    half = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials)) / (1 + Z * Z / trials)
    return Estimate(share, centre - half, centre + half)


def mean(payoffs: Sequence[float]) -> Estimate:
    """The mean of payoffs between 0 and 1, with the interval of Agresti and Coull.

    It is the usual one after Z²/2 payoffs of 0 and as many of 1 are added, without which a bot that wins
    its only game would be sure to win them all.
    """
    trials = len(payoffs) + Z * Z
    centre = (sum(payoffs) + Z * Z / 2) / trials
    variance = (sum(paid * paid for paid in payoffs) + Z * Z / 2) / trials - centre * centre
    half = Z * sqrt(variance / trials)
    return Estimate(fmean(payoffs), max(0.0, centre - half), min(1.0, centre + half))


def average(values: Sequence[float]) -> Estimate:
    """The mean of numbers that are not negative, with the usual interval; one number alone is taken to be sure."""
    centre = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(centre, max(0.0, centre - half), centre + half)


@dataclass(frozen=True)
class Standing:
    """How one bot did. It has played a game once for each seat that it had there."""

    level: str
    played: int
    payoff: Estimate
    won: int
    drawn: int
    lost: int
    rating: Rating
    by_seat: dict[int, Estimate]
    """Its payoff at each seat, from 1."""
    events: Counter[str]
    right: Counter[str]


@dataclass(frozen=True)
class Pair:
    """How one bot did against another, counted over the pairs of their seats."""

    one: str
    other: str
    won: int
    lost: int
    even: int
    score: Estimate | None
    """The share won of what was decided; None where nothing was."""


@dataclass(frozen=True)
class Summary:
    """All that is told of an arena."""

    setup: Setup
    standings: list[Standing]
    """The strongest first."""
    pairs: list[Pair]
    games: int
    reasons: Counter[str]
    lengths: list[int]
    seatings: int
    rounds: tuple[int, int]
    """How often the seatings were played, the least and the most."""
    several: bool
    """Whether some bot has several seats at a table."""


def summary(setup: Setup, outcomes: Collection[Outcome]) -> Summary:
    """What these games say, of which there must be one at least."""
    ratings = rated(outcomes)
    levels = sorted(ratings, key=lambda level: -ratings[level].mean)
    ways = Counter(outcome.seating for outcome in outcomes)
    rounds = [ways[way] for way in seatings(setup)]
    return Summary(
        setup=setup,
        standings=[_standing(level, ratings[level], outcomes) for level in levels],
        pairs=[_pair(one, other, outcomes) for one, other in combinations(levels, 2)],
        games=len(outcomes),
        reasons=Counter(outcome.reason for outcome in outcomes),
        lengths=sorted(outcome.moves for outcome in outcomes),
        seatings=len(rounds),
        rounds=(min(rounds), max(rounds)),
        several=any(len(set(way)) < len(way) for way in ways),
    )


def _seats(level: str, outcome: Outcome) -> list[int]:
    return [seat for seat, here in enumerate(outcome.seating) if here == level]


def _standing(level: str, rating: Rating, outcomes: Collection[Outcome]) -> Standing:
    a_game: list[float] = []
    at_seat: dict[int, list[float]] = defaultdict(list)
    events: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for outcome in outcomes:
        seats = _seats(level, outcome)
        if seats:
            # Seats at one table are not independent of each other: the game counts, not the seat.
            a_game.append(fmean(outcome.payoffs[seat] for seat in seats))
        for seat in seats:
            at_seat[seat + 1].append(outcome.payoffs[seat])
            events.update(outcome.events[seat])
            right.update(outcome.right[seat])
    paid = [payoff for payoffs in at_seat.values() for payoff in payoffs]
    return Standing(
        level=level,
        played=len(paid),
        payoff=mean(a_game),
        won=sum(payoff == 1 for payoff in paid),
        drawn=sum(0 < payoff < 1 for payoff in paid),
        lost=sum(payoff == 0 for payoff in paid),
        rating=rating,
        by_seat={seat: mean(payoffs) for seat, payoffs in sorted(at_seat.items())},
        events=events,
        right=right,
    )


def _pair(one: str, other: str, outcomes: Collection[Outcome]) -> Pair:
    won = lost = even = squares = 0
    for outcome in outcomes:
        ahead = [
            outcome.payoffs[mine] - outcome.payoffs[theirs]
            for mine in _seats(one, outcome)
            for theirs in _seats(other, outcome)
        ]
        up, down = sum(by > 0 for by in ahead), sum(by < 0 for by in ahead)
        won, lost, even = won + up, lost + down, even + len(ahead) - up - down
        squares += (up + down) ** 2
    decided = won + lost
    # Several pairs of one game are decided together, so they are worth fewer trials: Kish's effective number.
    score = wilson(won / decided, decided * decided / squares) if decided else None
    return Pair(one, other, won, lost, even, score)
