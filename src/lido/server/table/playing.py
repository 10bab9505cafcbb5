"""Decisions during the game: moves, leaving, coming back, clocks that run out, and how the game ends."""

from collections.abc import Mapping

from lido import forfeits
from lido.bots import check_level
from lido.errors import Refusal
from lido.server.messages import Leave, Move, Replace, Resign, Return
from lido.server.table import clock
from lido.server.table.challenge import OVER, all_seats, check_alone, check_move, is_over, prepared_move
from lido.server.table.checks import check_holds, check_running, check_seating, check_turn, seat_of
from lido.server.table.decision import Decision, Request
from lido.server.table.events import (
    AnyEvent,
    Left,
    Moved,
    Over,
    Replaced,
    Resumed,
    Returned,
    Revealed,
    Sat,
    Sealed,
    Started,
    Stood,
)
from lido.server.table.limits import is_full
from lido.server.table.seats import Seat
from lido.server.table.state import TableState
from lido.server.table.undo import agreed_without

PLAYS_ON = "club"
"""The bot that plays on for a person who is gone."""
MOST_MOVES = 5
"""Moves of a bot after which it keeps the seat of a person in a rated game: it must not win ratings for anybody."""

# Moves and clocks


def move(table: TableState, command: Move, request: Request) -> Decision:
    """A move, with its details as the service trusts them. `request.at` is when the player had done their part."""
    check_turn(table, request.who, command.seat)
    check_move(table, command.move)
    spent, forgiven = _spent(table, request) if request.who is not None else (0, 0)
    played = table.running().outcome(command.move, **command.details)
    moved = Moved(
        seat=command.seat, move=command.move, details=played.details, spent=spent, forgiven=forgiven
    )  # fmt: skip
    return Decision([moved], played)


def _spent(table: TableState, request: Request) -> tuple[int, int]:
    """What the seat to act has spent of its time on this move, which must not be more than it has; what is forgiven."""
    if not table.opened.clock:
        return 0, 0
    assert table.turn is not None
    seat, gone = table.seat(table.turn), max(0, request.at - table.since)
    forgiven = min(gone, clock.forgiven(request.lag, seat.forgiven))
    if gone - forgiven > seat.bank:
        raise Refusal("server.late")
    return gone - forgiven, forgiven


def time_out(table: TableState, at: int, lag: int = 0) -> Decision:
    """The clock of the seat to act has run out; refused while it has not."""
    deadline = table.deadline(lag)
    if deadline is None or at < deadline:
        raise Refusal("server.in-time")
    assert table.turn is not None
    return Decision(_gives_up(table, table.turn, "time"))


def resume(table: TableState, at: int) -> Decision | None:
    """No node ran the clock for a while: the seat to act gets back some time, if it needs it."""
    if table.deadline() is None:
        return None
    assert table.turn is not None
    bank, gone = table.seat(table.turn).bank, max(0, at - table.since)
    assert table.opened.clock is not None
    least = min(bank, clock.after_a_break(table.opened.clock))
    if gone < clock.MOST_LAG or bank - gone >= least:
        return None
    return Decision([Resumed(seat=table.turn, bank=least)])


def forgive(table: TableState, at: int, lost: int) -> Decision | None:
    """For so many milliseconds of this turn nobody could act: they do not count for the seat to act."""
    if lost <= 0 or table.deadline() is None:
        return None
    return restart(table, at - lost)


def restart(table: TableState, stopped: int) -> Decision | None:
    """Nobody could act since then: the clock of the seat to act goes on as it was."""
    if table.deadline() is None:
        return None
    assert table.turn is not None
    spent = max(0, stopped - table.since)
    return Decision([Resumed(seat=table.turn, bank=clock.left(table.seat(table.turn).bank, spent))])


# Leaving and coming back


def resign(table: TableState, who: str, command: Resign, request: Request) -> list[AnyEvent]:
    """A player gives up."""
    check_running(table)
    check_holds(seat_of(table, command.seat), who)
    given_up = _gives_up(table, command.seat, "resigned")
    goes = len(table.seats) > 2 and table.seats_of(who) == [command.seat]
    return [*given_up, *agreed_without(table, who, request)] if goes else given_up


def _gives_up(table: TableState, seat: int, why: str) -> list[AnyEvent]:
    """Of two players the other wins; with more, a bot plays on."""
    players = len(table.seats)
    if players == 2:
        return [_over(table, forfeits.shared_by([3 - seat], players), why)]
    return bot_takes_over(seat, why).events


def bot_takes_over(seat: int, why: str) -> Decision:
    """A bot plays on for a person who is gone."""
    return Decision([Replaced(seat=seat, level=PLAYS_ON, why=why)])


def leave(table: TableState, who: str, command: Leave, request: Request) -> list[AnyEvent]:
    """A person leaves their seats, before the game or during it."""
    if table.status not in ("open", "running"):
        raise Refusal("server.not-running")
    staying = [n for n in table.seats_of(who) if not table.seat(n).left and not table.seat(n).gave_up]
    if not staying:
        raise Refusal("server.not-seated")
    if table.status == "open":
        check_seating(table)
        return [Stood(seat=seat) for seat in staying]
    return [*(Left(seat=seat) for seat in staying), *agreed_without(table, who, request)]


def replace(table: TableState, who: str, command: Replace, request: Request) -> list[AnyEvent]:
    """The others let a bot play for a person who left or is away."""
    check_running(table)
    check_alone(table)
    check_level(command.level, table.opened.game, len(table.seats))
    if table.opened.rated and command.level != PLAYS_ON:
        raise Refusal("server.rated-level", level=PLAYS_ON)
    seat = seat_of(table, command.seat)
    if all(table.seat(own).is_gone for own in table.seats_of(who)):
        raise Refusal("server.not-seated")
    if not replaceable(table, seat, request.at, request.absent):
        raise Refusal("server.not-replaceable", seat=command.seat)
    replaced = Replaced(seat=command.seat, level=command.level, why="left" if seat.left else "away")
    return [replaced, *agreed_without(table, seat.person, request)]


def replaceable(table: TableState, seat: Seat, at: int, absent: Mapping[str, int]) -> bool:
    """Whether the others may let a bot play a seat now."""
    if table.status != "running" or seat.person is None or seat.level is not None:
        return False
    return seat.left or table.is_away(seat.person, absent, at)


def take_back_seat(table: TableState, who: str, command: Return, request: Request) -> list[AnyEvent]:
    """A person takes back their seat from a bot, or takes over one whose person left."""
    check_running(table)
    check_alone(table)
    seat = seat_of(table, command.seat)
    if seat.gave_up:
        raise Refusal("server.gave-up")
    if seat.person == who:
        if not seat.is_gone:
            raise Refusal("server.still-there")
        if table.opened.rated and _moves_of_bots(table, command.seat) > MOST_MOVES:
            raise Refusal("server.rated-return", most=MOST_MOVES)
    elif not seat.left:
        raise Refusal("server.not-yours")
    elif who in table.former or any(who in (other.person, other.starter) for other in table.seats):
        raise Refusal("server.played-here")
    elif who in table.removed:
        raise Refusal("server.removed")
    return [Returned(seat=command.seat, person=who)]


def _moves_of_bots(table: TableState, seat: int) -> int:
    """How many moves bots made at a seat."""
    return sum(made.seat == seat and made.person is None for made in table.past)


# What follows from an event


def consequence(table: TableState, event: AnyEvent) -> AnyEvent | None:
    """The event that follows by itself from one that was just applied: on the way to the game, or its end."""
    if table.status == "running":
        return prepared_move(table) or _ending(table, event)
    if isinstance(event, Sat):
        if not all(seat.taken for seat in table.seats):
            return None
        return Started() if table.opened.deal == 1 else Sealed()
    if isinstance(event, Sealed | Revealed):
        return None if table.awaited() else Started()
    return None


def _ending(table: TableState, event: AnyEvent) -> Over | None:
    """The end of a running game: by its rules or its challenge's, because nobody plays, or because its log is full."""
    result = table.running().result
    if isinstance(event, Moved) and result is not None:
        return _over(table, forfeits.without(result.payoffs, _gone(table)), result.reason)
    if isinstance(event, Moved) and is_over(table):
        return _over(table, forfeits.shared_by(all_seats(table), len(table.seats)), OVER)
    if isinstance(event, Left | Replaced) and not any(seat.is_played for seat in table.seats):
        return _abandoned(table, event.seat)
    if is_full(table):
        staying = [seat for seat in range(1, len(table.seats) + 1) if seat not in _gone(table)]
        return _over(table, forfeits.shared_by(staying, len(table.seats)), "length")
    return None


def _abandoned(table: TableState, last: int) -> Over:
    """No person plays any more: bots that sat from the start share the game; without any, whoever left last has it."""
    gone = _gone(table)
    bots = [seat for seat in range(1, len(table.seats) + 1) if seat not in gone]
    heirs = bots or table.seats_of(table.seat(last).person)
    return _over(table, forfeits.shared_by(heirs, len(table.seats)), "abandoned")


def _over(table: TableState, payoffs: list[float], reason: str) -> Over:
    return Over(payoffs=payoffs, reason=reason, seed=table.seed)


def _gone(table: TableState) -> list[int]:
    return [number for number, seat in enumerate(table.seats, 1) if seat.is_gone]
