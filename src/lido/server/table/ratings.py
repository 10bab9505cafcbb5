"""Ratings of people, per game, by openskill's Plackett-Luce model."""

from collections import Counter
from collections.abc import Mapping

from openskill.models import PlackettLuce

from lido.server.table.state import TableState

MODEL = PlackettLuce()


def after(table: TableState, known: Mapping[str, tuple[float, float] | None]) -> dict[str, tuple[float, float]]:
    """The new ratings after a game that is over, of those who want one.

    `known` has their ratings, None for a first game.
    """
    places = standings(table) if table.opened.rated else {}
    rated = [person for person in places if person in known]
    if len(rated) < 2:
        return {}
    teams = [[MODEL.rating(*(known[person] or ()))] for person in rated]
    found = MODEL.rate(teams, scores=[places[person] for person in rated])
    return {person: (team[0].mu, team[0].sigma) for person, team in zip(rated, found, strict=True)}


def changes(
    known: Mapping[str, tuple[float, float] | None], new: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """By person: the mean before a game and after it."""
    return {person: ((known[person] or (MODEL.rating().mu, 0))[0], mean) for person, (mean, _) in new.items()}


def standings(table: TableState) -> dict[str, float]:
    """The payoff of each person who began the game with one seat; players who left and won nothing are last."""
    seats = Counter(seat.starter for seat in table.seats)
    found = {}
    for seat, paid in zip(table.seats, table.payoffs or (), strict=True):
        if seat.starter and seats[seat.starter] == 1:
            stayed = seat.person == seat.starter and not seat.is_gone
            found[seat.starter] = paid if stayed or (paid and seat.person == seat.starter) else -1.0
    return found
