"""A tournament, which is what its log says."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lido.chain import FIRST
from lido.errors import BadSetup, Refusal
from lido.games import find
from lido.server.club.cups.events import Closed, Ended, Entry, Finished, Game, Joined, Left, Opened, Paired
from lido.server.club.cups.pairing import all_rounds

MOST_TEAMS, MOST_ROUNDS = 64, 30
SYSTEMS = ("all", "swiss", "knockout")


@dataclass
class Member:
    """A place in a team: a person, a bot, or nobody."""

    person: str | None = None
    level: str | None = None


@dataclass
class Team:
    """Those who play together; of one in most tournaments."""

    members: list[Member] = field(default_factory=list)
    gone: bool = False
    """Whether somebody left after the first round, so that it is not paired any more."""


@dataclass
class Played:
    """A game of a round, and its points once it has ended."""

    game: Game
    points: tuple[float, float] | None = None
    why: str = ""


@dataclass
class Round:
    """A round: its games, and the teams without one."""

    games: list[Played]
    free: list[int]
    ended_at: int = 0

    @property
    def is_over(self) -> bool:
        """Whether all its games have ended."""
        return all(each.points is not None for each in self.games)


class CupState:
    """A tournament as its log has it so far."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.n, self.hash = 0, FIRST
        self.status = "open"
        """`open`, `running`, `over` or `closed`."""
        self.opened: Opened
        self.teams: list[Team] = []
        self.rounds: list[Round] = []

    def team_of(self, person: str) -> tuple[int, int] | None:
        """The team and the place of a person."""
        for number, team in enumerate(self.teams, 1):
            for place, member in enumerate(team.members):
                if member.person == person:
                    return number, place
        return None

    @property
    def last_round(self) -> int:
        """How many rounds there will be."""
        teams = sum(bool(team.members) for team in self.teams)
        if self.opened.system == "swiss":
            return self.opened.rounds or max(1, (max(teams, 1) - 1).bit_length())
        if self.opened.system == "knockout":
            return (max(teams, 1) - 1).bit_length()
        return len(all_rounds(range(teams)))

    def learn(self, entry: Entry) -> None:
        """Apply an entry that was read or written, unless it was applied while one waited for the store."""
        if entry.body.n == self.n + 1:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        event = entry.body.event
        APPLIED[type(event)](self, event, entry.body.at)
        self.n, self.hash = entry.body.n, entry.hash

    def _opened(self, event: Opened, at: int) -> None:
        self.opened = event

    def _joined(self, event: Joined, at: int) -> None:
        if event.team > len(self.teams):
            self.teams.append(Team())
        self.teams[event.team - 1].members.append(Member(event.person, event.level))

    def _left(self, event: Left, at: int) -> None:
        team = self.teams[event.team - 1]
        if self.status == "open":
            del team.members[event.place]
        else:
            team.gone = True

    def _paired(self, event: Paired, at: int) -> None:
        self.status = "running"
        self.rounds.append(Round([Played(game) for game in event.games], event.free, at))

    def _ended(self, event: Ended, at: int) -> None:
        played = next(each for each in self.rounds[-1].games if each.game.table == event.table)
        played.points, played.why = (event.one, event.other), event.why
        self.rounds[-1].ended_at = at

    def _finished(self, event: Finished, at: int) -> None:
        self.status = "over"

    def _closed(self, event: Closed, at: int) -> None:
        self.status = "closed"


APPLIED: dict[type, Callable[[CupState, Any, int], None]] = {
    Opened: CupState._opened,
    Joined: CupState._joined,
    Left: CupState._left,
    Paired: CupState._paired,
    Ended: CupState._ended,
    Finished: CupState._finished,
    Closed: CupState._closed,
}
"""How each event changes a tournament."""


# Decisions


def check_setup(opened: Opened) -> None:
    """Refuse a tournament that makes no sense."""
    game = find(opened.game)
    if opened.system not in SYSTEMS or not 1 <= opened.size <= 3 or 2 * opened.size not in game.players:
        raise BadSetup("cup.setup")
    if opened.rounds is not None and not (opened.system == "swiss" and 1 <= opened.rounds <= MOST_ROUNDS):
        raise BadSetup("cup.setup")
    game.check(2 * opened.size, opened.options)


def check_open(cup: CupState) -> None:
    """Refuse what must be done before the first round."""
    if cup.status != "open":
        raise Refusal("cup.begun")


def joining(cup: CupState, team: int | None, person: str | None, level: str | None) -> Joined:
    """Somebody joins a team that has a free place, or a new one."""
    check_open(cup)
    if person is not None and cup.team_of(person):
        raise Refusal("cup.joined")
    if team is None:
        free = [n for n, each in enumerate(cup.teams, 1) if len(each.members) < cup.opened.size]
        team = free[0] if free else len(cup.teams) + 1
    if not 1 <= team <= min(MOST_TEAMS, len(cup.teams) + 1):
        raise Refusal("cup.full", most=MOST_TEAMS)
    if team <= len(cup.teams) and len(cup.teams[team - 1].members) >= cup.opened.size:
        raise Refusal("cup.team-full")
    return Joined(team=team, person=person, level=level)


def leaving(cup: CupState, who: str, team: int | None, place: int | None) -> Left:
    """Somebody leaves; before the first round the host may also make others leave."""
    if cup.status not in ("open", "running"):
        raise Refusal("cup.ended")
    if team is None or place is None:
        found = cup.team_of(who)
        if found is None:
            raise Refusal("cup.not-in")
        return Left(team=found[0], place=found[1])
    if who != cup.opened.host:
        raise Refusal("cup.host-only")
    if not (1 <= team <= len(cup.teams) and 0 <= place < len(cup.teams[team - 1].members)):
        raise Refusal("cup.not-in")
    return Left(team=team, place=place)


def check_beginning(cup: CupState) -> None:
    """Refuse to begin with fewer than two teams, or with one that is not complete."""
    check_open(cup)
    teams = [team for team in cup.teams if team.members]
    if len(teams) < 2:
        raise Refusal("cup.too-few")
    if any(len(team.members) < cup.opened.size for team in teams):
        raise Refusal("cup.team-incomplete")


def check_host(cup: CupState, who: str) -> None:
    """Refuse what only the host may do."""
    if who != cup.opened.host:
        raise Refusal("cup.host-only")
