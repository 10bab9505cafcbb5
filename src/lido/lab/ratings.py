"""Ratings of bots from their games, by openskill's Plackett-Luce model."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from lido.lab.estimates import Estimate
from lido.lab.outcome import Outcome

ORDERS = 10
"""How many orders of the games a rating is averaged over."""


class Rating(NamedTuple):
    """The strength of a bot (25 is average) and its uncertainty."""

    mean: float
    deviation: float
    """One standard deviation."""

    @property
    def interval(self) -> Estimate:
        """Two standard deviations to each side."""
        return Estimate(self.mean, self.mean - 2 * self.deviation, self.mean + 2 * self.deviation)


def expected(one: Rating, other: Rating) -> float:
    """How often the first of two bots with these ratings should win."""
    return 1 / (1 + exp((other.mean - one.mean) / (sqrt(2) * PlackettLuce().beta)))


def rated(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The rating of every bot. Equal payoffs are a tie.

    A bot with several seats in a game gets the mean of their new ratings; games between copies of one
    bot are ignored. openskill's ratings depend on the order of the games, and the games of an arena have
    no order, so a rating is the mean over ORDERS shuffles, always the same ones.
    """
    games = sorted(outcomes, key=lambda outcome: outcome.number)
    found = [_rated_in_order(Random(order).sample(games, len(games))) for order in range(ORDERS)]
    levels = {level for game in games for level in game.seating}
    return {level: _averaged([ratings[level] for ratings in found]) for level in sorted(levels)}


def _rated_in_order(games: Iterable[Outcome]) -> dict[str, Rating]:
    model = PlackettLuce(tau=0.0)  # bots do not change from game to game
    ratings: defaultdict[str, Rating] = defaultdict(lambda: Rating(model.mu, model.sigma))
    for game in games:
        teams = [[model.rating(*ratings[level])] for level in game.seating]
        levels = set(game.seating)
        if len(levels) > 1:
            seats = [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, scores=list(game.payoffs))]
            for level in levels:
                own = [seat for seat, here in zip(seats, game.seating, strict=True) if here == level]
                ratings[level] = _averaged(own)
    return ratings


def _averaged(ratings: Sequence[Rating]) -> Rating:
    return Rating(*map(fmean, zip(*ratings, strict=True)))
