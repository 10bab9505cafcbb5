"""The table of a tournament: points, and what decides between equal points."""

from typing import NamedTuple

from lido.server.club.cups.pairing import Record
from lido.server.club.cups.state import CupState


class Standing(NamedTuple):
    """A team in the table."""

    team: int
    points: float
    won: int
    drawn: int
    lost: int
    against: float
    """The points of everybody it has met (Buchholz)."""
    beaten: float
    """The points of those it has beaten, and half of those it drew with (Sonneborn-Berger)."""
    place: int = 0


def standings(cup: CupState) -> list[Standing]:
    """The table, the best first. Equal teams share a place."""
    met = meetings(cup)
    worth = 0 if cup.opened.system == "all" else 1  # where everybody meets everybody, all are free as often
    points = {team: sum(score for _, score in games) + worth * free for team, (games, free) in met.items()}
    rows = []
    for team, (games, _) in met.items():
        rows.append(
            Standing(
                team,
                points[team],
                sum(score == 1 for _, score in games),
                sum(score == 0.5 for _, score in games),
                sum(score == 0 for _, score in games),
                sum(points[other] for other, _ in games),
                sum(points[other] * score for other, score in games),
            )
        )
    rows.sort(key=lambda row: (_worth(cup, row), -row.team), reverse=True)
    return [row._replace(place=1 + sum(_worth(cup, each) > _worth(cup, row) for each in rows)) for row in rows]


def _worth(cup: CupState, row: Standing) -> tuple[float, ...]:
    """What decides, in order. Where everybody meets everybody, all have met the same points but their own."""
    return (row.points, row.beaten) if cup.opened.system == "all" else (row.points, row.against, row.beaten)


def meetings(cup: CupState) -> dict[int, tuple[list[tuple[int, float]], int]]:
    """By team: whom it met and what it got for it, in order; and its free rounds."""
    found: dict[int, tuple[list[tuple[int, float]], int]] = {
        number: ([], 0) for number, team in enumerate(cup.teams, 1) if team.members
    }
    for each in cup.rounds:
        for team in each.free:
            games, free = found[team]
            found[team] = games, free + 1
        for played in each.games:
            if played.points is not None:
                one, other = played.game.one, played.game.other
                found[one][0].append((other, played.points[0]))
                found[other][0].append((one, played.points[1]))
    return found


def records(cup: CupState) -> dict[int, Record]:
    """What pairing needs to know of the teams that still play, the best first."""
    firsts: dict[int, int] = {}
    for each in cup.rounds:
        for played in each.games:
            firsts[played.game.one] = firsts.get(played.game.one, 0) + 1
            firsts[played.game.other] = firsts.get(played.game.other, 0) - 1
    met = meetings(cup)
    return {
        row.team: Record(
            row.points, frozenset(other for other, _ in met[row.team][0]), firsts.get(row.team, 0), met[row.team][1] > 0
        )
        for row in standings(cup)
        if not cup.teams[row.team - 1].gone
    }
