"""The results of an arena: standings, pairs and counts, from its finished games."""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean

from lido.lab.estimates import Estimate, exact, mean
from lido.lab.outcome import Outcome
from lido.lab.ratings import Rating, rated
from lido.lab.setup import Setup, seatings


@dataclass(frozen=True)
class Standing:
    """The results of one bot. A game in which it has several seats counts once for each of them."""

    level: str
    played: int
    payoff: Estimate
    won: int
    drawn: int
    lost: int
    rating: Rating
    by_seat: dict[int, Estimate]
    """Its mean payoff at each seat, from 1."""
    events: Counter[str]
    """How many events of each kind it had."""
    right: Counter[str]
    """In how many of them it was right, for the kinds that say so."""
    failures: tuple[Outcome, ...] = field(repr=False)
    """The games that it lost by its own fault, in their order."""


@dataclass(frozen=True)
class Pair:
    """One bot against another, counted over all pairs of their seats."""

    one: str
    other: str
    won: int
    lost: int
    even: int
    score: Estimate | None
    """The share of decided pairs that `one` won; None if none was decided."""


@dataclass(frozen=True)
class Results:
    """What the games of an arena show."""

    setup: Setup
    outcomes: tuple[Outcome, ...] = field(repr=False)
    standings: list[Standing]
    """The strongest first."""
    pairs: list[Pair]
    reasons: Counter[str]
    """How many games ended for each reason."""
    lengths: list[int] = field(repr=False)
    """In moves, the shortest game first."""
    seatings: int
    rounds: tuple[int, int]
    """The fewest and the most games that a seating had."""
    several: bool
    """Whether a bot had several seats in a game."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.outcomes)


def summarise(setup: Setup, outcomes: Collection[Outcome]) -> Results:
    """The results of at least one game."""
    ratings = rated(outcomes)
    levels = sorted(ratings, key=lambda level: -ratings[level].mean)
    ways = Counter(outcome.seating for outcome in outcomes)
    rounds = [ways[way] for way in seatings(setup)]
    return Results(
        setup=setup,
        outcomes=tuple(outcomes),
        standings=[_standing(level, ratings[level], outcomes) for level in levels],
        pairs=[_pair(one, other, outcomes) for one, other in combinations(levels, 2)],
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
            # Seats of one game are not independent of each other: a game is one observation.
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
        failures=tuple(
            outcome for outcome in outcomes if outcome.failure and outcome.seating[outcome.failure.seat - 1] == level
        ),
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
    # The pairs of one game are not independent, so they count as fewer trials: Kish's effective sample size.
    score = exact(won / decided, decided * decided / squares) if decided else None
    return Pair(one, other, won, lost, even, score)
