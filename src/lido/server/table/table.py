"""A table of the service: what comes of its log, and what a command adds to it.

Nothing here reads a clock, a socket or a database: times are given, in milliseconds since 1970, and
entries are given back to be written. Nothing here is a rule of a game either: that is the match's.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lido.deal import commitment
from lido.errors import Refusal
from lido.game import Event, Json, Options
from lido.match import PlayerView
from lido.server.messages import Info, Move, Say, SeatView
from lido.server.store import Head
from lido.server.table import clock, ratings, views
from lido.server.table import decide as commands
from lido.server.table.decide import Command
from lido.server.table.events import (
    Again,
    Answered,
    AnyEvent,
    Asked,
    Clock,
    Closed,
    Created,
    Entry,
    Moved,
    Replaced,
    Resumed,
    Said,
    Undone,
    entry,
)
from lido.server.table.state import TableState

NOBODY: Mapping[str, int] = {}
QUIET = (Moved, Asked, Answered, Undone, Said)
"""Events that change nothing of what the lobby shows."""
SLOW = 3600
"""Seconds: where a move may take so long, people look elsewhere whether it is their turn."""


class Changes(NamedTuple):
    """What must be written of something that was done, all of it or nothing."""

    entries: list[Entry]
    game_events: list[list[Event]]
    """For each entry: what `Match.play` said everybody saw."""
    texts: dict[int, tuple[str, str, str]]
    """By entry: who said it, the salt of its digest, and what."""
    head: Head | None
    """The row of the table, where it changed."""


class Duty(NamedTuple):
    """A bot must move."""

    seat: int
    level: str


class Table(TableState):
    """A table at which things are done. What is refused raises a LidoError and changes nothing.

    `absent` everywhere says which people have no socket at the table, and since when; others are there.
    """

    __slots__ = ()

    def open(
        self,
        host: str,
        at: int,
        *,
        game: str,
        players: int,
        options: Options,
        public: bool,
        rated: bool = False,
        clock: Clock | None = None,
        bots: Mapping[int, str] = {},
        again: str | None = None,
        kept: Mapping[int, str] = {},
    ) -> Changes:
        """Open the table, with bots on some seats. It must be new."""
        chosen = commands.checked_setup(game, players, options, clock, {*bots, *kept}, bots.values())
        created = Created(
            game=game, players=players, options=chosen, host=host, commitment=commitment(self.seed), public=public,
            rated=rated, clock=clock, again=again, kept=dict(kept),
        )  # fmt: skip
        sat = [commands.bot_sits(seat, level) for seat, level in sorted(bots.items())]
        return self._act([created, *sat], at)

    def act(
        self, who: str | None, command: Command, at: int, lag: int = 0, absent: Mapping[str, int] = NOBODY
    ) -> Changes:
        """Carry out what a person wants, or (who None) the context's own: the move of a bot.

        `lag` is the round trip of the person's line.
        """
        if isinstance(command, Move):
            details = {} if command.pose is None else {"pose": command.pose}
            return self.act_placed(who, command.seat, command.move, details, at, lag)
        if who is None:
            raise Refusal("server.not-yours")
        if isinstance(command, Say):
            return self._say(who, command.text, at)
        return self._act(commands.events(self, who, command, at, absent), at)

    def act_placed(
        self,
        who: str | None,
        seat: int,
        move: str,
        details: Mapping[str, Json],
        at: int,
        lag: int = 0,
        decided: int | None = None,
    ) -> Changes:
        """A move with its details as the context found them: a placement that its physics carried out, or a bot's.

        `decided` is when the person had done their part, where something then took its time to fall.
        """
        commands.check_turn(self, who, seat)
        thought = self._thought(at if decided is None else decided, lag) if who else 0
        match = self.running()
        game_events = match.play(move, **details)
        moved = Moved(seat=seat, move=move, details=match.last_details, spent=thought)
        needs_runner = self._needs_runner()
        entry = self._entry(moved, at)
        self._moved(moved, at, game_events)
        after = self._follow(moved, at)
        head = self.head() if after or needs_runner != self._needs_runner() or self._is_slow() else None
        return Changes([entry, *after], [game_events, *([] for _ in after)], {}, head)

    def _thought(self, at: int, lag: int) -> int:
        """What the seat to act has spent on this move, which must not be more than it has."""
        if not self.opened.clock:
            return 0
        assert self.turn is not None
        thought = clock.spent(self.since, at, lag)
        if thought > self.seat(self.turn).bank:
            raise Refusal("server.late")
        return thought

    def out_of_time(self, at: int, lag: int = 0) -> Changes:
        """The clock of the seat to act has run out; refused while it has not."""
        deadline = self.deadline(lag)
        if deadline is None or at < deadline:
            raise Refusal("server.in-time")
        assert self.turn is not None
        return self._act(commands.give_up(self, self.turn, "time"), at)

    def resume(self, at: int) -> Changes | None:
        """The service was away, and nobody could move: the seat to act gets back what it needs."""
        if self.deadline() is None:
            return None
        assert self.turn is not None
        bank, gone = self.seat(self.turn).bank, clock.spent(self.since, at, 0)
        least = min(bank, clock.AFTER_A_BREAK)
        if gone < clock.MOST_LAG or bank - gone >= least:
            return None
        return self._act([Resumed(seat=self.turn, bank=least)], at)

    def others_play(self, seat: int) -> bool:
        """Whether a game goes on in which people play other seats than this one."""
        others = [other for number, other in enumerate(self.seats, 1) if number != seat]
        return self.status == "running" and any(other.is_played for other in others)

    def let_bot_play(self, seat: int, why: str, at: int) -> Changes:
        """The context lets a bot play for a person who left, or is away, with something in the hand."""
        return self._act([Replaced(seat=seat, level=commands.PLAYS_ON, why=why)], at)

    def give_up(self, at: int) -> Changes:
        """The context closes a table whose game has not begun; refused where it has."""
        commands.check_open(self)
        return self._act([Closed()], at)

    def rematch(self, who: str, id: str, seed: str, at: int) -> tuple[Changes, "Table", Changes]:
        """Open a table for another game, everybody one seat further: what is written here, the table, and what there.

        What is written there comes first, so that nobody is sent to a table that is not.
        """
        commands.check_rematch(self, who)
        table, opened = Table(id, seed, self.away), self.opened
        kept, bots = commands.one_seat_further(self)
        there = table.open(
            who, at, game=opened.game, players=opened.players, options=opened.options, public=opened.public,
            rated=opened.rated, clock=opened.clock, bots=bots, again=self.id, kept=kept,
        )  # fmt: skip
        return self._act([Again(table=id)], at), table, there

    def _say(self, who: str, text: str, at: int) -> Changes:
        commands.check_chat(self, text)
        salt = secrets.token_hex(16)
        digest = hashlib.sha256(f"{salt}{text}".encode()).hexdigest()
        changes = self._act([Said(person=who, digest=digest)], at)
        return changes._replace(texts={self.n: (who, salt, text)})

    def _act(self, events: Sequence[AnyEvent], at: int) -> Changes:
        """Take in what nothing forbids any more, and all that comes of it by itself."""
        needs_runner = self._needs_runner()
        entries = []
        for event in events:
            entries.append(self._entry(event, at))
            self._take_in(event, at)
        entries += self._follow(events[-1], at)
        loud = any(not isinstance(one.body.event, QUIET) for one in entries)
        head = self.head() if loud or needs_runner != self._needs_runner() else None
        return Changes(entries, [[] for _ in entries], {}, head)

    def _entry(self, event: AnyEvent, at: int) -> Entry:
        made = entry(self.id, self.n + 1, at, self.hash, event)
        self.n, self.hash = self.n + 1, made.hash
        return made

    def _follow(self, event: AnyEvent, at: int) -> list[Entry]:
        """What comes of an event by itself."""
        entries = []
        while following := commands.following(self, event):
            entries.append(self._entry(following, at))
            self._take_in(following, at)
            event = following
        return entries

    # What there is to know

    def people(self) -> list[str]:
        """Everybody whose name a client may want: the host and all at the seats."""
        return list(dict.fromkeys([self.opened.host, *(seat.person for seat in self.seats if seat.person)]))

    def to_act(self) -> Duty | None:
        """What the context must do now: let a bot move."""
        if self.turn is None:
            return None
        level = self.seat(self.turn).level
        return None if level is None else Duty(self.turn, level)

    def player_view(self, seat: int) -> PlayerView:
        """What a bot at that seat plays from."""
        return self.running().player_view(seat)

    def may_act(self, who: str, seat: int) -> None:
        """Refuse somebody who may not move for that seat now."""
        commands.check_turn(self, who, seat)

    def deadline(self, lag: int = 0) -> int | None:
        """When the person to act runs out of time, by a line with that round trip."""
        if self.turn is None or not self.opened.clock or self.seat(self.turn).level:
            return None
        return self.since + self.seat(self.turn).bank + min(lag, clock.MOST_LAG) + 1

    def times(self, at: int) -> list[int | None]:
        """Milliseconds left on each clock."""
        return views.times(self, at)

    def info(
        self,
        names: Mapping[str, str | None],
        absent: Mapping[str, int] | None,
        at: int,
        *,
        watchers: int = 0,
        ratings: Mapping[str, float] = {},
    ) -> Info:
        """The table as everybody may see it; where it is not known who is `absent`, nobody is there."""
        return views.info(self, names, absent, at, watchers, ratings)

    def seat_views(self, seats: Iterable[int]) -> dict[int, SeatView]:
        """What each of these seats may know and do; 0 is a spectator."""
        return views.seat_views(self, seats)

    def head(self) -> Head:
        """The row that is kept beside the log."""
        info = views.encoded(views.info(self, {}, None, self.since, 0, {}))
        return Head(self.id, self.opened.game, self.status, self.opened.public, info, self._needs_runner())

    def new_ratings(self, known: Mapping[str, tuple[float, float] | None]) -> dict[str, tuple[float, float]]:
        """The ratings after a game that is over, of those who want one; `known` has theirs, None for a first game."""
        return ratings.after(self, known)

    def record(self, log: Sequence[Entry], names: Mapping[str, str | None]) -> dict[str, Json]:
        """The game that is over as one document, with its log and all that is needed to prove it fair."""
        return views.record(self, log, names)

    def _needs_runner(self) -> bool:
        return self.turn is not None and (bool(self.opened.clock) or self.seat(self.turn).level is not None)

    def _is_slow(self) -> bool:
        return self.opened.clock is not None and self.opened.clock.seconds >= SLOW
