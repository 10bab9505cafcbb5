"""Numbers estimated from a sample of games, with 95 % confidence intervals."""

from collections.abc import Sequence
from functools import cache
from math import ceil, comb, exp, floor, inf, lgamma, log, sqrt
from statistics import NormalDist, fmean, pstdev, stdev
from statistics import median as middle
from typing import NamedTuple

import numpy as np

Z = NormalDist().inv_cdf(0.975)
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's 97.5 % points for 1, 2, … degrees of freedom."""
TERMS = 40
"""Of a continued fraction, at least."""
MANY = 50
"""Of more games, normal intervals are as good as exact ones."""
SERIES = 2_000
"""How many series say what chance alone does."""
FEWEST = 5
"""Numbers of games whose mean is worth saying: the interval of fewer is about as wide as what is possible."""
ENOUGH = 6
"""Fewer pairs that differ may all differ in the same direction by chance more often than once in twenty times."""

Count = tuple[float, float]
"""What was counted in a game, and among how many: 1 if it is a number of the game itself."""


class Estimate(NamedTuple):
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@cache
def exact(share: float, trials: float, odds: float = 0.025) -> Estimate:
    """A share observed in `trials` independent trials, with the exact interval of Clopper and Pearson.

    Each of its ends is a share by which one as low, or as high, as the observed one has just these odds.
    """
    won, lost = share * trials, (1 - share) * trials
    low = beta_quantile(odds, won, lost + 1) if won > 0 else 0.0
    high = 1 - beta_quantile(odds, lost, won + 1) if lost > 0 else 1.0
    return Estimate(share, low, high)


def beta_quantile(odds: float, a: float, b: float) -> float:
    """Where the beta distribution has these odds below it."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, a, b) < odds else (low, middle)
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """How much of the beta distribution is below x: the incomplete beta function, by its continued fraction."""
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    fraction = 1.0
    # Where x is at most the bound above, so many terms are enough for a dozen digits.
    for step in range(TERMS + round(sqrt(a + b)), 0, -1):
        half, odd = divmod(step, 2)
        if odd:
            term = -(a + half) * (a + b + half) * x / ((a + step - 1) * (a + step))
        else:
            term = half * (b - half) * x / ((a + step - 1) * (a + step))
        fraction = 1 + term / fraction
    return exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / (a * fraction)


def mean(payoffs: Sequence[float], *, most: float = 1.0, among: int = 1) -> Estimate:
    """The mean of payoffs between 0 and `most`. The intervals of `among` means hold all together.

    That of payoffs which are all or nothing is exact. Where wins are shared, it is that of Agresti and Coull: the
    normal interval after adding z²/2 payoffs of 0 and as many of the most.
    """
    if set(payoffs) <= {0, most}:
        return Estimate(*(most * end for end in exact(fmean(payoffs) / most, len(payoffs), 0.025 / among)))
    z = NormalDist().inv_cdf(1 - 0.025 / among)
    trials = len(payoffs) + z * z
    centre = (sum(payoffs) + most * z * z / 2) / trials
    variance = (sum(paid * paid for paid in payoffs) + most * most * z * z / 2) / trials - centre * centre
    half = z * sqrt(variance / trials)
    return Estimate(fmean(payoffs), max(0.0, centre - half), min(most, centre + half))


def average(values: Sequence[float], most: float = inf, least: float = 0.0) -> Estimate:
    """The mean of numbers from `least` to `most`; the interval of numbers that are all the same has no width."""
    low, high = around(values)
    return Estimate(fmean(values), max(least, low), min(most, high))


def median(values: Sequence[float]) -> Estimate | None:
    """The median, with an exact interval from one of the values to another; None of fewer than `ENOUGH` values."""
    ordered, count = sorted(values), len(values)
    if count < ENOUGH:
        return None
    # As many values lie below the true median as a coin shows heads.
    at = next(heads for heads in range(count) if beta_below(0.5, heads + 2, count - heads - 1) < 0.975)
    return Estimate(middle(ordered), ordered[at], ordered[-1 - at])


def around(values: Sequence[float]) -> tuple[float, float]:
    """The interval of a mean: Student's, which reaches farther on the side of the rare values of skewed numbers.

    Student's own ends too low where a few games are much longer than the others. How much is Johnson's correction.
    """
    centre, count = fmean(values), len(values)
    if min(values) == max(values):
        return centre, centre
    deviation, point = stdev(values, centre), student(count - 1)
    skew = fmean([(value - centre) ** 3 for value in values]) / pstdev(values, centre) ** 3
    half, farther = point * deviation / sqrt(count), skew * deviation * (1 + 2 * point**2) / (6 * count)
    return centre - half + min(0.0, farther), centre + half + max(0.0, farther)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution with so many degrees of freedom, to a hundredth."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    # The first terms of its expansion around the normal distribution.
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def ratio(games: Sequence[Count]) -> Estimate:
    """The share of events among others, from their numbers in every game, with an exact interval.

    The events of one game are not independent of each other, so they count as fewer trials: as many as would vary as
    much as the games do, and fewer where the games are few (Korn and Graubard). Where no game varies, it is one trial.
    """
    games = [(events, others) for events, others in games if others]
    total, among = (sum(game[part] for game in games) for part in (0, 1))
    share = total / among
    if all(events * among == total * others for events, others in games):
        return exact(share, len(games))
    spread = sum((events - share * others) ** 2 for events, others in games)
    few = (Z / student(len(games) - 1)) ** 2
    trials = few * share * (1 - share) * among * among / (spread * len(games) / (len(games) - 1))
    return exact(share, min(trials, among))


def rate(games: Sequence[Count]) -> Estimate:
    """How many events there are for each of another thing, from their numbers in every game: over all games together.

    The events of a game are one observation.
    """
    total, among = (sum(game[part] for game in games) for part in (0, 1))
    found = total / among
    low, high = around([found + len(games) * (events - found * others) / among for events, others in games])
    return Estimate(found, max(0.0, low), high)


def change(pairs: Sequence[tuple[Count, Count]], won: float | None = None) -> Estimate | None:
    """How much more the second of each pair of games has, over all pairs: their difference, with the interval of pairs.

    `won` is what a game can pay, for numbers that are a share of it; of others it is None. None where no pair can say
    anything, or where fewer than `ENOUGH` differ and their interval would not hold 0.
    """
    one, other = (sum(pair[side][1] for pair in pairs) for side in (0, 1))
    if not one or not other:
        return None
    before, after = sum(usual[0] for usual, _ in pairs) / one, sum(changed[0] for _, changed in pairs) / other
    # How much each pair pulls the difference of the two ratios up or down.
    pulls = [
        len(pairs) * ((changed[0] - after * changed[1]) / other - (usual[0] - before * usual[1]) / one) + after - before
        for usual, changed in pairs
    ]
    if len(pairs) == 1 or all(usual == changed for usual, changed in pairs):
        return None
    if won is None:
        low, high = around(pulls)
    else:
        _, low, high = (end - won for end in mean([pull + won for pull in pulls], most=2 * won))
    if not low <= 0 <= high and sum(usual != changed for usual, changed in pairs) < ENOUGH:
        return None
    return Estimate(after - before, low, high)


def farthest(samples: Sequence[Sequence[float]], centre: float, *, most: float = 1.0) -> Estimate:
    """The largest distance from `centre` of the means of samples, with an interval that holds for all of them together.

    It begins above 0 only where one of them is too far off by exact odds too: the intervals of a few payoffs are rough.
    """
    among = len(samples)
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


def farthest_by_chance(games: Sequence[Sequence[float]]) -> float:
    """The largest distance from the mean of all payoffs that the mean of a seat has in 95 % of series by chance alone.

    In these series the payoffs of every game went to the seats in any order.
    """
    paid, chance = np.array(games), np.random.default_rng(1)
    found = [np.abs(chance.permuted(paid, axis=1).mean(axis=0) - paid.mean()).max() for _ in range(SERIES)]
    return float(np.quantile(found, 0.95, method="inverted_cdf"))


def is_unlikely(won: float, trials: int, share: float, odds: float) -> bool:
    """Whether so few wins, or so many, have at most these odds where each trial is won with probability `share`.

    Of more than a few trials it is taken for granted.
    """
    if trials > MANY:
        return True
    exactly = [comb(trials, wins) * share**wins * (1 - share) ** (trials - wins) for wins in range(trials + 1)]
    return min(sum(exactly[: ceil(won) + 1]), sum(exactly[floor(won) :])) <= odds
