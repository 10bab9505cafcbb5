"""A table to test with: people p1, p2 … who do things, a clock that the test moves, and the log that comes of it."""

from typing import Any

import pytest

import lido
from lido.deal import commitment
from lido.errors import LidoError
from lido.server.messages import Move, Reveal, Sit
from lido.server.table import views
from lido.server.table.changes import Changes, applied
from lido.server.table.decide import TableCommand, decide
from lido.server.table.decision import Decision, Request
from lido.server.table.events import Entry
from lido.server.table.playing import time_out
from lido.server.table.seating import open_table, rematch
from lido.server.table.state import TableState

SEED = "the secret of the service"
NAMES = {f"p{n}": f"Person {n}" for n in range(1, 7)}


class Desk:
    """A table, its log, and the time."""

    def __init__(self, game: str = "le-plouf", players: int = 2, **setup: Any) -> None:
        self.table = TableState("table", SEED)
        self.at = 1_000_000
        self.log: list[Entry] = []
        self.absent: dict[str, int] = {}
        self.reveals = True
        """Whether everybody reveals as soon as all have sat down."""
        whole: dict[str, Any] = {"game": game, "players": players, "options": {}, "public": True} | setup
        self.apply(open_table(SEED, "p1", **whole))

    def apply(self, decision: Decision) -> Changes:
        """Carry out a decision, and keep its entries."""
        changes = applied(self.table, decision, self.at)
        self.log += changes.entries
        return changes

    def do(self, who: str | None, command: TableCommand, lag: int = 0) -> Changes:
        changes = self.apply(decide(self.table, command, Request(who, self.at, lag, self.absent)))
        if self.reveals and not isinstance(command, Reveal):
            self.reveal()
        return changes

    def reveal(self) -> None:
        """All people who are waited for reveal their strings."""
        for seat in self.table.awaited():
            self.do(self.table.seat(seat).person, Reveal(number=1, seat=seat, string=string_of(seat)))

    def place(self, who: str, seat: int) -> Changes:
        """Splash!: set the piece down in the middle, as the live part would."""
        return self.do(who, Move(number=1, seat=seat, move="place", details=placement(self)))

    def run_out(self) -> Changes:
        """The clock of the seat to act has run out."""
        return self.apply(time_out(self.table, self.at))

    def rematch(
        self, who: str, id: str, options: dict[str, str | int] | None = None
    ) -> tuple[TableState, Changes, Changes]:
        """A rematch: its table, what is written there, and what here."""
        table = TableState(id, "another secret", self.table.away)
        there, here = rematch(self.table, who, id, table.seed, options)
        return table, applied(table, there, self.at), self.apply(here)

    def sit(self, *seats: int) -> "Desk":
        """Person pN takes seat N."""
        for seat in seats:
            self.do(f"p{seat}", sitting(seat))
        return self

    def move(self, move: str | None = None, who: str | None = None, lag: int = 0) -> Changes:
        """The first legal move, or this one, by the person to act or somebody else."""
        seat = self.table.turn or 1
        move = move or self.table.running().legal_moves()[0]
        return self.do(who or self.table.seat(seat).person, Move(number=1, seat=seat, move=move), lag)

    def refuses(self, code: str, who: str | None, command: TableCommand, lag: int = 0) -> None:
        """The command is refused, with that code, and nothing has changed."""
        before = self.seen()
        with pytest.raises(LidoError) as refused:
            self.do(who, command, lag)
        assert refused.value.code == code
        assert self.seen() == before

    def events(self) -> list[str]:
        """The kinds of all events so far."""
        return [type(entry.body.event).__name__.lower() for entry in self.log]

    def replayed(self) -> "Desk":
        """The same table, from its log alone."""
        other = object.__new__(Desk)
        other.__dict__ |= self.__dict__ | {"table": TableState("table", SEED)}
        for entry in self.log:
            other.table.apply(entry)
        return other

    def seen(self) -> Any:
        """All that anybody can see of the table."""
        table = self.table
        seats = range(len(table.seats) + 1)
        info = views.info(table, NAMES, self.absent, self.at, watchers=1)
        seen, head = views.seat_views(table, seats), views.head(table)
        return table.n, table.hash, info, seen, head, table.deadline(), table.bot_turn()


def string_of(seat: int) -> str:
    """What whoever sits there adds to the deal."""
    return f"string {seat}"


def sitting(seat: int, *, here: bool = False, name: str | None = None) -> Sit:
    """The command to sit down there."""
    return Sit(number=1, seat=seat, commitment=commitment(string_of(seat)), here=here, name=name)


def begun(game: str = "le-plouf", players: int = 2, **setup: Any) -> Desk:
    """A game that has begun, person pN on seat N."""
    return Desk(game, players, **setup).sit(*range(1, players + 1))


def placement(desk: Desk) -> dict[str, Any]:
    """What the physics says of a hand that aims at the middle with the piece it holds."""
    running = desk.table.running()
    probe = lido.replay(running.record())
    probe.perform("place", seed=1, pose=[0.0, 0.0, 0.0, 0])
    return probe.last_details


def after_a_placement(players: int = 3, **setup: Any) -> Desk:
    """Splash!: seat 2 has set the first piece and has still to give one, so that it may ask to take back."""
    desk = begun("splash", players, options={"draft": "deal"}, **setup)
    desk.move()
    desk.place("p2", 2)
    return desk
