"""The course of a game by its log: whose turn it was, what the clocks showed, who left, and how it had to end."""

from collections.abc import Mapping
from math import inf

import msgspec

from lido import forfeits
from lido.errors import BadRecord, LidoError
from lido.match import Match
from lido.verify.entries import Clock, Entry, Left, Moved, Over, Replaced, Resumed, Returned, Sat, Undone

MOST_LAG, MOST_LAG_A_GAME = 1000, 20_000
"""Milliseconds of a slow connection that are not counted: for a move, and for all moves of a seat."""
STOPPED = ("resigned", "time", "abandoned", "length", "challenge")
"""Why a game may end outside its rules."""
GIVEN_UP = ("resigned", "time")


class Player:
    """Who plays a seat, and how much time they have."""

    def __init__(self, sat: Sat, clock: Clock | None) -> None:
        self.person, self.level = sat.person, sat.level
        self.left = self.gave_up = False
        self.bank = clock.seconds * 1000 if clock else 0
        self.forgiven = 0

    @property
    def is_gone(self) -> bool:
        """Whether its person left, or a bot plays for them."""
        return self.person is not None and (self.left or self.level is not None)

    @property
    def is_played(self) -> bool:
        """Whether a person plays here."""
        return self.person is not None and not self.is_gone


class Course:
    """A game as its log tells it, from the start, which was at a time in milliseconds."""

    def __init__(
        self,
        match: Match,
        seats: Mapping[int, Sat],
        clock: Clock | None,
        at: int,
        *,
        strict: bool,
        full_at: float = inf,
        challenge: bool = False,
    ) -> None:
        """`match` is before its first move. `strict` is for logs of the second way of dealing: see `_check_clock`.

        `full_at` is the entry with which the log was full; `challenge` says that it was one of a day.
        """
        self.match = match
        self.players = {seat: Player(sat, clock) for seat, sat in sorted(seats.items())}
        self.over: Over | None = None
        self._clock = clock
        self._strict = strict
        self._since = at
        self._last_to_go = 0
        self._challenge = challenge
        self._full_at = full_at
        self._n = 0

    @property
    def gone(self) -> list[int]:
        """The seats whose people left, or for whom bots play."""
        return [seat for seat, player in self.players.items() if player.is_gone]

    def add(self, entry: Entry) -> None:
        """Apply the next entry; BadRecord if it cannot come here."""
        self._n = entry.n
        if self.over or not self._fits(entry.event, entry.at):
            raise BadRecord("verify.entry-order", n=entry.n)

    def _fits(self, event: msgspec.Struct, at: int) -> bool:
        match event:
            case Moved():
                self._move(event, at)
                return True
            case Undone():
                return self._undo(event, at)
            case Left() | Replaced() | Returned():
                player = self.players.get(event.seat)
                return player is not None and self._changes_hands(event, player, at)
            case Resumed():
                return self._resume(event, at)
            case Over():
                self.over = event
                return self._ends_fairly(event, at)
        return False

    # Moves and clocks

    def _move(self, moved: Moved, at: int) -> None:
        match, number = self.match, len(self.match.moves) + 1
        if moved.seat != match.turn:
            raise BadRecord("verify.not-turn", number=number, seat=moved.seat)
        player = self.players[moved.seat]
        self._check_clock(player, moved, number, at)
        if self._strict and not match.begins_as_dealt(moved.move, **moved.details):
            raise BadRecord("verify.not-start", number=number)
        try:
            events = match.play(moved.move, **moved.details)
        except LidoError as error:
            raise BadRecord("match.record-move", number=number, move=moved.move, why=error) from error
        if self._clock:
            interrupted = any(one["event"] in match.game.interruptions for one in events)
            player.bank = self._after(self._clock, player.bank - moved.spent, interrupted=interrupted)
            player.forgiven += moved.forgiven
        self._since = at

    def _check_clock(self, player: Player, moved: Moved, number: int, at: int) -> None:
        """A move takes no more time than has passed and no more than its player has; bots take none.

        How much is forgiven in a whole game was not limited in logs of the first way of dealing.
        """
        spent, forgiven = moved.spent, moved.forgiven
        if self._clock is None or player.level is not None:
            fits = spent == forgiven == 0
        else:
            most = min(MOST_LAG, MOST_LAG_A_GAME - player.forgiven) if self._strict else MOST_LAG
            fits = 0 <= forgiven <= most and 0 <= spent <= player.bank
            fits = fits and spent + forgiven <= max(0, at - self._since)
        if not fits:
            raise BadRecord("verify.not-clock", number=number, seat=moved.seat)

    def _after(self, clock: Clock, left: int, *, interrupted: bool) -> int:
        if interrupted:
            return left
        return clock.seconds * 1000 if clock.per == "move" else left + clock.plus * 1000

    def _undo(self, undone: Undone, at: int) -> bool:
        if not 1 <= undone.moves <= len(self.match.moves):
            return False
        turn = self.match.turn
        self.match.undo(undone.moves, remember=True)
        if self.match.turn != turn:
            self._since = at
        return True

    def _resume(self, resumed: Resumed, at: int) -> bool:
        """A break costs nobody time, and gives nobody more than they had."""
        if self._clock is None or resumed.seat != self.match.turn:
            return False
        player = self.players[resumed.seat]
        had, player.bank, self._since = player.bank, resumed.bank, at
        return 0 <= resumed.bank <= had

    # Leaving and coming back

    def _changes_hands(self, event: Left | Replaced | Returned, player: Player, at: int) -> bool:
        match event:
            case Left():
                fits = player.is_played
                player.left = True
                self._last_to_go = event.seat
                return fits
            case Replaced():
                fits = self._may_be_replaced(event, player, at)
                self._charge(event.seat, player, at)
                player.level, player.gave_up = event.level, event.why in GIVEN_UP
                self._last_to_go = event.seat
            case Returned():
                fits = player.is_gone and not player.gave_up and (player.left or player.person == event.person)
                self._charge(event.seat, player, at)
                player.person, player.level, player.left = event.person, None, False
        if event.seat == self.match.turn:
            self._since = at
        return fits

    def _charge(self, seat: int, player: Player, at: int) -> None:
        """What a person has thought in this turn is spent when the seat changes hands, also if they come back.

        Logs of the first way of dealing are older than that.
        """
        if self._strict and self._clock and seat == self.match.turn and player.level is None:
            player.bank = max(0, player.bank - max(0, at - self._since))

    def _may_be_replaced(self, event: Replaced, player: Player, at: int) -> bool:
        if player.person is None or player.level is not None:
            return False
        if event.why == "time":
            self._check_time_up(event.seat, at)
        return event.why in ("away", "time", "resigned") or (event.why == "left" and player.left)

    # The end

    def _ends_fairly(self, over: Over, at: int) -> bool:
        """How a game that was stopped had to be paid; one that ended by its rules is checked with its record."""
        if self.match.result is not None or over.reason not in STOPPED:
            return True
        return over.payoffs == self._due(over, at)

    def _due(self, over: Over, at: int) -> list[float] | None:
        """The payoffs of a game that was stopped for that reason, or None where it could not be."""
        count = len(self.players)
        if over.reason == "abandoned":
            if any(player.is_played for player in self.players.values()):
                return None
            bots = [seat for seat in self.players if seat not in self.gone]
            last = self.players[self._last_to_go].person if self._last_to_go else None
            return forfeits.shared_by(bots or [seat for seat, one in self.players.items() if one.person == last], count)
        if over.reason == "challenge":
            return forfeits.shared_by(list(self.players), count) if self._challenge else None
        if over.reason == "length":
            staying = [seat for seat in self.players if seat not in self.gone]
            return forfeits.shared_by(staying, count) if self._n > self._full_at and staying else None
        losers = [seat for seat, payoff in enumerate(over.payoffs, start=1) if payoff == 0]
        if count != 2 or len(losers) != 1 or not self.players[losers[0]].is_played:
            return None
        if over.reason == "time":
            self._check_time_up(losers[0], at)
        return forfeits.shared_by([3 - losers[0]], count)

    def _check_time_up(self, seat: int, at: int) -> None:
        """The seat was to act, and has used up its time."""
        player = self.players[seat]
        is_late = self._clock is not None and seat == self.match.turn and at - self._since > player.bank
        if not is_late or player.level is not None:
            raise BadRecord("verify.not-time", seat=seat)
