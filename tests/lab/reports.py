"""Small reports, without a game being played."""

from functools import cache

from lido.lab.outcome import Outcome
from lido.lab.plan import Matchup, Part
from lido.lab.report import Report, ReportRequest, assemble
from lido.lab.trajectory import Trajectory
from tests.lab.games import outcome

WON = {"le-plouf": "pool-full", "croc-pool": "cleared", "plouf-party": "colours", "splash": "drops"}


def made(matchup: Matchup) -> list[Outcome]:
    """Two games of a matchup, in which seat 1 wins and then seat 2."""
    seats = matchup.setup.seats
    chances = ((1 / seats,) * seats, (1.0,) + (0.0,) * (seats - 1))
    tower = matchup.setup.game == "splash"
    gone = (
        Trajectory(choices=(5, 3), counts={"height": (1, 4)}) if tower else Trajectory(choices=(5, 3), chances=chances)
    )
    levels = matchup.setup.players if matchup.part != Part.RATINGS else ("club", "random")
    return [
        outcome(
            number,
            " ".join(levels),
            [float(seat == number) for seat in range(1, seats + 1)],
            reason=WON[matchup.setup.game],
            trajectory=gone,
            events=({"place": 4, "drop": 1},) * seats,
        )
        for number in (1, 2)
    ]


@cache
def report(game: str) -> Report:
    request = ReportRequest(game, games=50, ms=20)
    return assemble(request, request.matchups(), [made(matchup) for matchup in request.matchups()])
