"""Ratings of bots from their games, by openskill's Plackett-Luce model."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from lido.lab.arena import Outcome

ORDERS = 10


class Rating(NamedTuple):
    """How strong a bot is, 25 being the middle, and how far off that may be."""

    mean: float
    deviation: float
    """One standard deviation."""


def rated(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The rating of every bot. Those who are paid the same share a place.

    A bot with several seats at a table learns what they learn on average; its games against itself
    tell nothing. What openskill finds depends on the order of the games, and in an arena they have
    none, so the rating is the mean over several orders, always the same.
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
