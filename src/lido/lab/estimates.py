"""Numbers estimated from a sample of games, with 95 % confidence intervals."""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Z = NormalDist().inv_cdf(0.975)
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's 97.5 % points for 1, 2, … degrees of freedom."""


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


def mean(payoffs: Sequence[float], *, among: int = 1) -> Estimate:
    """The mean of payoffs between 0 and 1, with the interval of Agresti and Coull.

    It is the normal interval after adding z²/2 payoffs of 0 and as many of 1. Without them, the interval
    of a bot that has won its only game would be the single point 1. The intervals of `among` means hold all together.
    """
    z = NormalDist().inv_cdf(1 - 0.025 / among)
    trials = len(payoffs) + z * z
    centre = (sum(payoffs) + z * z / 2) / trials
    variance = (sum(paid * paid for paid in payoffs) + z * z / 2) / trials - centre * centre
    half = z * sqrt(variance / trials)
    return Estimate(fmean(payoffs), max(0.0, centre - half), min(1.0, centre + half))


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


def farthest(estimates: Sequence[Estimate], centre: float) -> Estimate:
    """The largest distance of one of several numbers from `centre`, where their intervals hold all together."""
    return Estimate(
        max(abs(value - centre) for value, _, _ in estimates),
        max(0.0, *(max(low - centre, centre - high) for _, low, high in estimates)),
        max(max(abs(low - centre), abs(high - centre)) for _, low, high in estimates),
    )


def apart(one: Estimate, other: Estimate) -> bool:
    """Whether two intervals do not overlap. One without width, that of a single game, does not tell."""
    tell = one.low < one.high and other.low < other.high
    return tell and (one.high < other.low or other.high < one.low)
