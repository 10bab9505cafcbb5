"""Numbers estimated from a sample of games, with 95 % confidence intervals."""

from collections.abc import Sequence
from math import ceil, comb, floor, hypot, inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Z = NormalDist().inv_cdf(0.975)
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's 97.5 % points for 1, 2, … degrees of freedom."""
MANY = 50
"""Of more games, normal intervals are as good as exact ones."""


class Estimate(NamedTuple):
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def wilson(share: float, trials: float) -> Estimate:
    """A share observed in `trials` independent trials, with Wilson's score interval."""
    centre = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    half = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials)) / (1 + Z * Z / trials)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))  # no -0.000 by rounding


def mean(payoffs: Sequence[float], *, most: float = 1.0, among: int = 1) -> Estimate:
    """The mean of payoffs between 0 and `most`, with the interval of Agresti and Coull.

    It is the normal interval after adding z²/2 payoffs of 0 and as many of the most. Without them, the interval
    of a bot that has won its only game would be the single point 1. The intervals of `among` means hold all together.
    """
    z = NormalDist().inv_cdf(1 - 0.025 / among)
    trials = len(payoffs) + z * z
    centre = (sum(payoffs) + most * z * z / 2) / trials
    variance = (sum(paid * paid for paid in payoffs) + most * most * z * z / 2) / trials - centre * centre
    half = z * sqrt(variance / trials)
    return Estimate(fmean(payoffs), max(0.0, centre - half), min(most, centre + half))


def average(values: Sequence[float], most: float = inf) -> Estimate:
    """The mean of numbers from 0 to `most`, with Student's interval; that of a single number has no width."""
    centre = fmean(values)
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(centre, max(0.0, centre - half), min(most, centre + half))


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution with so many degrees of freedom, to a hundredth."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    # The first terms of its expansion around the normal distribution.
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def ratio(games: Sequence[tuple[int, int]]) -> Estimate:
    """The share of events among others, from their numbers in every game, with Wilson's interval.

    The events of one game are not independent of each other, so they count as fewer trials: as many as would vary as
    much as the games do.
    """
    among = sum(others for _, others in games)
    share = sum(events for events, _ in games) / among
    spread = sum((events - share * others) ** 2 for events, others in games) * len(games) / max(1, len(games) - 1)
    trials = share * (1 - share) * among * among / spread if spread else among
    return wilson(share, min(trials, among))


def farthest(samples: Sequence[Sequence[float]], centre: float, *, most: float = 1.0) -> Estimate:
    """The largest distance from `centre` of the means of samples, with an interval that holds for all of them together.

    It begins above 0 only where one of them is too far off by exact odds too: the intervals of a few payoffs are rough.
    Two samples are taken for the sides of one: what one is paid, the other is not.
    """
    among = len(samples) if len(samples) > 2 else 1
    found = [mean(payoffs, most=most, among=among) for payoffs in samples]
    surely = [
        max(low - centre, centre - high)
        for (_, low, high), payoffs in zip(found, samples, strict=True)
        if is_unlikely(sum(payoffs) / most, len(payoffs), centre / most, 0.025 / among)
    ]
    return Estimate(
        max(abs(value - centre) for value, _, _ in found),
        max([0.0, *surely]),
        max(max(abs(low - centre), abs(high - centre)) for _, low, high in found),
    )


def is_unlikely(won: float, trials: int, share: float, odds: float) -> bool:
    """Whether so few wins, or so many, have at most these odds where each trial is won with probability `share`.

    Of more than a few trials it is taken for granted.
    """
    if trials > MANY:
        return True
    exactly = [comb(trials, wins) * share**wins * (1 - share) ** (trials - wins) for wins in range(trials + 1)]
    return min(sum(exactly[: ceil(won) + 1]), sum(exactly[floor(won) :])) <= odds


def difference(one: Estimate, other: Estimate) -> Estimate | None:
    """How much more the other is, with the interval that follows from both intervals (Zou and Donner).

    None where an interval has no width, as that of a single game: it does not tell.
    """
    if one.low == one.high or other.low == other.high:
        return None
    more = other.value - one.value
    below = hypot(other.value - other.low, one.high - one.value)
    return Estimate(more, more - below, more + hypot(other.high - other.value, one.value - one.low))
