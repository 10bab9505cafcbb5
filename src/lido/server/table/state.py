"""The state of a table, which is what its log says, entry after entry.

Nothing here is a rule of a game: those are the match's.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lido import match as matches
from lido.deal import bot_string, later
from lido.errors import Refusal
from lido.game import Event, Played
from lido.match import Match
from lido.server.table import clock
from lido.server.table.events import (
    FIRST,
    Again,
    Answered,
    Asked,
    Closed,
    Created,
    Entry,
    Left,
    Moved,
    Over,
    Replaced,
    Resumed,
    Returned,
    Revealed,
    Said,
    Sat,
    Sealed,
    Started,
    Stood,
    Taken,
    Undone,
)
from lido.server.table.past import Made, made
from lido.server.table.seats import Seat

AWAY = 120_000
"""Milliseconds without a socket after which others may let a bot play."""
GIVEN_UP = ("resigned", "time")
"""Why a bot plays on for a player who cannot come back."""
NOBODY: frozenset[str] = frozenset()
"""One for all tables, which nearly always have no other."""


class BotTurn(NamedTuple):
    """A bot must move."""

    seat: int
    level: str


class TableState:
    """A table as its log has it so far.

    `seed` is the secret of the deal.
    """

    __slots__ = (
        "again", "again_by", "asking", "away", "counts", "declined", "former", "hash", "id", "led", "match", "n",
        "opened", "opened_at", "past", "payoffs", "reason", "removed", "sealed", "sealed_at", "seats", "seed", "since",
        "sittings", "size", "status", "taken_in_turn", "takings", "turn", "unwilling",
    )  # fmt: skip

    def __init__(self, id: str, seed: str, away: int = AWAY) -> None:
        self.id = id
        self.seed = seed
        self.away = away
        self.n = 0
        self.hash = FIRST
        self.size = 0
        """Bytes of all entries so far."""
        self.status = "open"
        """`open`, `running`, `over` or `closed`."""
        self.opened: Created
        self.sealed = False
        """Whether all seats were taken, so that nobody sits down or stands up any more."""
        self.sealed_at = 0
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.turn: int | None = None
        """The seat that must act."""
        self.since = 0
        """When its turn began."""
        self.takings = 0
        """How often a person's hand took a piece."""
        self.taken_in_turn = 0
        """How often that was since the last move."""
        self.led = 0
        """How many times the program led the hand."""
        self.past: list[Made] = []
        """The moves that were not taken back."""
        self.asking: int | None = None
        """The seat that has asked to go back to its last decision."""
        self.declined = False
        """Whether somebody refused that since the last move."""
        self.counts = True
        """False once something that came out was taken back: the game then counts for no list."""
        self.former: tuple[str, ...] = ()
        """People whose seats others took over."""
        self.payoffs: list[float] | None = None
        self.reason: str | None = None
        self.again: str | None = None
        """The table of the rematch."""
        self.again_by: str | None = None
        """Who asked for it."""
        self.sittings: dict[str, int] = {}
        """How often each person took a seat."""
        self.removed = NOBODY
        """People whom the host made stand up."""
        self.unwilling: dict[str, int] = {}
        """People who declined this rematch, and the seat that was kept for them."""

    def seat(self, number: int) -> Seat:
        """A seat, from 1."""
        return self.seats[number - 1]

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person, also those that bots play for them; not those that are kept for them."""
        if person is None:
            return []
        return [n for n, seat in enumerate(self.seats, 1) if seat.person == person and not seat.kept]

    def awaited(self) -> list[int]:
        """The seats whose people must still reveal their strings before the game begins."""
        if not self.sealed or self.status != "open":
            return []
        return [number for number, seat in enumerate(self.seats, 1) if seat.string is None]

    def _strings(self) -> list[str]:
        return [seat.string or "" for seat in self.seats]

    def later_chance(self, purpose: str, at: int | None = None) -> str:
        """What chance decides for a purpose after this entry, or `at` something else; nobody can choose it.

        It comes from the key of the deal.
        """
        return later(self.seed, self._strings(), f"{purpose}:{self.n if at is None else at}")

    def running(self) -> Match:
        """The game, which must have begun."""
        if self.match is None:
            raise Refusal("server.not-running")
        return self.match

    def people(self) -> list[str]:
        """Everybody whose name a client may want: the host, all at the seats, and who declined one."""
        seated = [seat.person for seat in self.seats if seat.person]
        return list(dict.fromkeys([self.opened.host, *seated, *self.unwilling]))

    def bot_turn(self) -> BotTurn | None:
        """The bot that must move now, if it is a bot's turn."""
        if self.turn is None:
            return None
        level = self.seat(self.turn).level
        return None if level is None else BotTurn(self.turn, level)

    def deadline(self, lag: int = 0) -> int | None:
        """When the person to act runs out of time, if the round trip of their connection takes `lag`."""
        if self.turn is None or not self.opened.clock or self.seat(self.turn).level:
            return None
        seat = self.seat(self.turn)
        return self.since + seat.bank + clock.forgiven(lag, seat.forgiven) + 1

    @property
    def needs_runner(self) -> bool:
        """Whether a node must run the table, though nobody may be there: a bot is to act, or a clock runs.

        A table where no person plays is only run while somebody watches, unless a tournament waits for it.
        """
        if self.turn is None or (self.opened.clock is None and self.seat(self.turn).level is None):
            return False
        return self.is_awaited

    @property
    def has_people(self) -> bool:
        """Whether a person plays."""
        return any(seat.is_played for seat in self.seats)

    @property
    def is_awaited(self) -> bool:
        """Whether a person plays, or a tournament waits for the end of the game."""
        return self.has_people or self.opened.cup is not None

    @property
    def is_against_bots(self) -> bool:
        """Whether one person plays one seat, and bots have played all others from the start."""
        return [seat.person is not None for seat in self.seats].count(True) == 1

    def is_away(self, person: str, absent: Mapping[str, int], at: int) -> bool:
        """Whether a person has been without a socket for long; `absent` says since when. In a slow game nobody is."""
        return not clock.is_slow(self.opened.clock) and person in absent and at - absent[person] >= self.away

    def others_play(self, seat: int) -> bool:
        """Whether a game is being played, and people play other seats than this one."""
        others = [other for number, other in enumerate(self.seats, 1) if number != seat]
        return self.status == "running" and any(other.is_played for other in others)

    def apply(self, entry: Entry, played: Played[Any] | None = None) -> list[Event]:
        """Apply the next entry of the log; what everybody saw happen in the game.

        `played` is what the move of the entry leads to, where that is known.
        """
        event, game_events = entry.body.event, []
        if isinstance(event, Moved):
            game_events = self._moved(event, entry.body.at, played)
        else:
            APPLIED[type(event)](self, event, entry.body.at)
        self.n, self.hash = entry.body.n, entry.hash
        self.size += len(entry.raw)
        return game_events

    def _created(self, event: Created, at: int) -> None:
        self.opened, self.opened_at = event, at
        self.seats = [Seat() for _ in range(event.players)]
        for number, person in event.kept.items():
            self.seat(number).keep_for(person)
        self.removed = frozenset(event.barred) or NOBODY

    def _sat(self, event: Sat, at: int) -> None:
        seat = self.seat(event.seat)
        seat.sit(event.person, event.level, event.here)
        seat.commitment, seat.string, seat.rated = event.commitment, event.string, event.rated
        if event.level and event.string is None:
            seat.string = bot_string(self.opened.commitment, event.seat)
        if event.person:
            self.sittings[event.person] = self.sittings.get(event.person, 0) + 1
            self.unwilling.pop(event.person, None)

    def _stood(self, event: Stood, at: int) -> None:
        seat = self.seat(event.seat)
        if seat.kept and seat.person and event.by is None:
            self.unwilling[seat.person] = event.seat
        if event.by and seat.person and not seat.kept:
            self.removed |= {seat.person}
        seat.free(self.opened.kept.get(event.seat) if self.opened.cup else None)  # in a tournament nobody else plays

    def _sealed(self, event: Sealed, at: int) -> None:
        self.sealed, self.sealed_at = True, at

    def _revealed(self, event: Revealed, at: int) -> None:
        self.seat(event.seat).string = event.string

    def _started(self, event: Started, at: int) -> None:
        self.status = "running"
        self.match = matches.new(
            self.opened.game,
            players=self.opened.players,
            options=self.opened.options,
            seed=self.seed,
            strings=self._strings(),
            laws=self.opened.laws,
        )
        self.turn, self.since = self.match.turn, at
        for seat in self.seats:
            seat.starter = seat.person
            seat.bank = clock.full(self.opened.clock)

    def _moved(self, event: Moved, at: int, played: Played[Any] | None) -> list[Event]:
        match, seat = self.running(), self.seat(event.seat)
        game_events = match.advance(event.move, played or match.outcome(event.move, **event.details))
        if self.opened.clock:
            seat.forgiven += event.forgiven
            seat.bank = (
                clock.left(seat.bank, event.spent)
                if any(one["event"] in match.game.interruptions for one in game_events)
                else clock.after_move(self.opened.clock, seat.bank, event.spent)
            )
        self.turn, self.since = match.turn, at
        self.taken_in_turn = 0
        self.past.append(made(match.game, event.seat, None if seat.level else seat.person, game_events))
        self.declined = False
        if not seat.level or self.past[-1].reveals or self.past[-1].irreversible:  # a bot does not answer for people
            self._drop_undo()
        return game_events

    def _drop_undo(self) -> None:
        if self.asking is not None:
            self.asking = None
            for seat in self.seats:
                seat.agreed = None

    def _asked(self, event: Asked, at: int) -> None:
        self.asking = event.seat

    def _answered(self, event: Answered, at: int) -> None:
        if not event.agreed:
            self.declined = True
            self._drop_undo()
            return
        person = self.seat(event.seat).person
        for seat in self.seats:
            if seat.person == person:
                seat.agreed = True

    def _undone(self, event: Undone, at: int) -> None:
        match = self.running()
        match.undo(event.moves, remember=True)
        self.counts = self.counts and not any(made.reveals for made in self.past[-event.moves :])
        del self.past[-event.moves :]
        if match.turn != self.turn:
            self.turn, self.since = match.turn, at
        self.declined = False
        self._drop_undo()

    def _replaced(self, event: Replaced, at: int) -> None:
        self._change_player(event.seat, at)
        seat = self.seat(event.seat)
        seat.level = event.level
        seat.gave_up = event.why in GIVEN_UP

    def _returned(self, event: Returned, at: int) -> None:
        self._change_player(event.seat, at)
        seat = self.seat(event.seat)
        if seat.person != event.person:
            assert seat.person is not None
            self.former += (seat.person,)
        seat.person, seat.level, seat.left, seat.here = event.person, None, False, False

    def _resumed(self, event: Resumed, at: int) -> None:
        self.seat(event.seat).bank, self.since = event.bank, at

    def _change_player(self, number: int, at: int) -> None:
        """The seat changes hands. What its person has thought in this turn is spent, also if they come back."""
        seat = self.seat(number)
        if number == self.turn:
            if self.opened.clock and seat.level is None:
                seat.bank = clock.left(seat.bank, max(0, at - self.since))
            self.since = at
        if number == self.asking:
            self._drop_undo()

    def _left(self, event: Left, at: int) -> None:
        self.seat(event.seat).left = True
        if event.seat == self.asking:
            self._drop_undo()

    def _taken(self, event: Taken, at: int) -> None:
        self.takings += 1
        self.taken_in_turn += 1
        self.led += event.led

    def _said(self, event: Said, at: int) -> None:
        """Chat changes nothing."""

    def _over(self, event: Over, at: int) -> None:
        self.status, self.payoffs, self.reason = "over", event.payoffs, event.reason
        self.turn = None
        self._drop_undo()

    def _again(self, event: Again, at: int) -> None:
        self.again, self.again_by = event.table, event.by

    def _closed(self, event: Closed, at: int) -> None:
        self.status = "closed"


APPLIED: dict[type, Callable[[TableState, Any, int], None]] = {
    Created: TableState._created,
    Sat: TableState._sat,
    Stood: TableState._stood,
    Sealed: TableState._sealed,
    Revealed: TableState._revealed,
    Started: TableState._started,
    Taken: TableState._taken,
    Asked: TableState._asked,
    Answered: TableState._answered,
    Undone: TableState._undone,
    Replaced: TableState._replaced,
    Returned: TableState._returned,
    Resumed: TableState._resumed,
    Left: TableState._left,
    Said: TableState._said,
    Over: TableState._over,
    Again: TableState._again,
    Closed: TableState._closed,
}
"""How each event but a move changes a table."""
