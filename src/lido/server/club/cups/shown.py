"""A tournament as everybody may see it."""

import msgspec

from lido.server.club.cups.bracket import columns
from lido.server.club.cups.standings import standings
from lido.server.club.cups.state import CupState
from lido.server.messages import Message
from lido.server.rooms.people import People
from lido.server.table.events import Clock


class CupMember(msgspec.Struct, omit_defaults=True):
    """Who plays in a team: a person or a bot."""

    person: str | None = None
    name: str | None = None
    face: int | None = None
    level: str | None = None


class CupTeam(msgspec.Struct, omit_defaults=True):
    """A team, and where it stands."""

    team: int
    members: list[CupMember]
    place: int
    points: float
    won: int
    drawn: int
    lost: int
    against: float
    """The points of everybody it has met, which decides between equal points."""
    beaten: float
    """Then the points of those whom it has beaten, and half of those with whom it drew."""
    gone: bool = False


class CupGame(msgspec.Struct, omit_defaults=True):
    """A game of a round: two teams, and their points once it has ended."""

    table: str
    one: int
    other: int
    points: list[float] | None = None
    why: str | None = None
    status: str | None = None
    """Of its table, while the game goes on."""
    turn: int | None = None
    times: list[int | None] = []
    """Milliseconds on the clock of each seat, at the time `at` of the message."""


class CupRound(msgspec.Struct):
    """A round: its games, and the teams without one."""

    games: list[CupGame]
    free: list[int]


class Cup(Message, tag="cup"):
    """A tournament: sent first, and whenever something has changed."""

    cup: str
    title: str
    host: str
    game: str
    system: str
    """`all`, `swiss` or `knockout`."""
    size: int
    """Players of a team."""
    clock: Clock
    status: str
    """`open`, `running`, `over` or `closed`."""
    at: int
    last_round: int
    teams: list[CupTeam]
    """The best first."""
    rounds: list[CupRound]
    next_at: int | None = None
    """When the next round begins."""
    bracket: list[list[int | None]] = msgspec.field(default_factory=list)
    """Where who loses is out: the teams in each column, the last with the winner; null for nobody, or nobody yet."""


def shown(cup: CupState, title: str, people: People, at: int, next_at: int | None) -> Cup:
    """A tournament, with the names of people in the cache and without the clocks of its games."""
    keys = [member.person for team in cup.teams for member in team.members if member.person]
    faces = people.faces(keys)

    def members(team: int) -> list[CupMember]:
        return [
            CupMember(each.person, people.name(each.person or ""), faces.get(each.person or ""), each.level)
            for each in cup.teams[team - 1].members
        ]

    opened = cup.opened
    return Cup(
        cup=cup.id, title=title, host=opened.host, game=opened.game, system=opened.system, size=opened.size,
        bracket=columns(cup) if opened.system == "knockout" and cup.rounds else [],
        clock=opened.clock, status=cup.status, at=at, last_round=cup.last_round, next_at=next_at,
        teams=[
            CupTeam(
                row.team, members(row.team), row.place, row.points, row.won, row.drawn, row.lost, row.against,
                row.beaten, cup.teams[row.team - 1].gone,
            )
            for row in standings(cup)
        ],
        rounds=[
            CupRound(
                [
                    CupGame(
                        each.game.table, each.game.one, each.game.other, list(each.points) if each.points else None,
                        each.why or None,
                    )
                    for each in round.games
                ],
                round.free,
            )
            for round in cup.rounds
        ],
    )  # fmt: skip
