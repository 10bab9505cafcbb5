"""What people may do at a table: each command is refused with its reason, or says which events it makes.

The functions here change nothing.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

from lido import forfeits
from lido.bots import check_level
from lido.errors import BadSetup, Refusal
from lido.game import Option, Options
from lido.games import find
from lido.server.messages import (
    AnswerUndo,
    AskUndo,
    Close,
    Leave,
    Move,
    Replace,
    Resign,
    Return,
    Say,
    SeatBot,
    Sit,
    Stand,
)
from lido.server.table import clock as clocks
from lido.server.table.events import (
    Answered,
    AnyEvent,
    Asked,
    Clock,
    Closed,
    Left,
    Moved,
    Over,
    Replaced,
    Returned,
    Sat,
    Started,
    Stood,
    Undone,
)
from lido.server.table.seats import Seat
from lido.server.table.state import TableState

Command: TypeAlias = (
    Sit | SeatBot | Stand | Move | AskUndo | AnswerUndo | Resign | Leave | Replace | Return | Say | Close
)
"""The commands that a table carries out by itself. A rematch needs another table; the rest is not for the log."""

PLAYS_ON = "club"
"""The bot that plays on for them."""


def events(table: TableState, who: str, command: Command, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    """What a command makes happen, or a refusal."""
    return CARRIED_OUT[type(command)](table, who, command, at, absent)


def following(table: TableState, event: AnyEvent) -> AnyEvent | None:
    """What comes of an event by itself: the start, or the end."""
    if isinstance(event, Moved):
        match = table.match
        assert match is not None
        if match.result is None:
            return None
        return _over(table, forfeits.without(match.result.payoffs, _gone(table)), match.result.reason)
    if isinstance(event, Sat):
        return Started() if all(seat.taken for seat in table.seats) else None
    if isinstance(event, Left | Replaced) and not any(seat.is_played for seat in table.seats):
        return _abandoned(table, event.seat)
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


# Before the game


def checked_setup(
    game: str, players: int, options: Options, clock: Clock | None, seats: Collection[int], levels: Iterable[str]
) -> dict[str, Option]:
    """All options of a table that is to be opened, or a refusal."""
    rules = find(game)
    rules.check(players, options)
    if clock:
        clocks.check(clock)
    for seat in seats:
        if not 1 <= seat <= players:
            raise BadSetup("match.seat", seat=seat, players=players)
    for level in levels:
        check_level(level, game, players)
    return {name: values[0] for name, values in rules.options.items()} | dict(options)


def bot_sits(seat: int, level: str) -> Sat:
    """A bot sits down, with a string that the context draws."""
    return Sat(seat=seat, level=level, string=secrets.token_hex(16))


def _sit(table: TableState, who: str, command: Sit, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    check_open(table)
    seat = _seat(table, command.seat)
    if seat.taken:
        raise Refusal("server.seat-taken", seat=command.seat)
    if seat.kept and seat.person != who:
        raise Refusal("server.seat-kept", seat=command.seat)
    if table.seats_of(who) and not command.here:
        raise Refusal("server.already-seated")
    return [Sat(seat=command.seat, string=command.string, person=who, here=command.here)]


def _seat_bot(table: TableState, who: str, command: SeatBot, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    check_open(table)
    _check_host(table, who)
    check_level(command.level, table.opened.game, len(table.seats))
    seat = _seat(table, command.seat)
    if seat.taken:
        raise Refusal("server.seat-taken", seat=command.seat)
    if seat.kept:
        raise Refusal("server.seat-kept", seat=command.seat)
    return [bot_sits(command.seat, command.level)]


def _stand(table: TableState, who: str, command: Stand, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    check_open(table)
    seat = _seat(table, command.seat)
    if not seat.taken and not seat.kept:
        raise Refusal("server.seat-free", seat=command.seat)
    if seat.person == who:
        return [Stood(seat=command.seat)]
    _check_host(table, who)
    return [Stood(seat=command.seat, by=who)]


def _close(table: TableState, who: str, command: Close, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    check_open(table)
    _check_host(table, who)
    return [Closed()]


def check_open(table: TableState) -> None:
    """Refuse what is for tables whose game has not begun."""
    if table.status != "open":
        raise Refusal("server.closed" if table.status == "closed" else "server.not-open")


def _check_host(table: TableState, who: str) -> None:
    if table.opened.host != who:
        raise Refusal("server.not-host")


# During the game


def check_turn(table: TableState, who: str | None, seat: int) -> None:
    """Refuse a move for that seat now: a person moves for their own, the context (None) for those that bots play."""
    _check_running(table)
    held = _seat(table, seat)
    if who is None:
        if held.level is None:
            raise Refusal("server.not-yours")
    else:
        _check_holds(held, who)
    if table.turn != seat:
        raise Refusal("server.not-your-turn", turn=table.turn)


def _check_holds(seat: Seat, who: str) -> None:
    """Refuse somebody whose seat it is not, or for whom a bot plays it."""
    if seat.person != who:
        raise Refusal("server.not-yours")
    if seat.is_gone:
        raise Refusal("server.gave-up" if seat.gave_up else "server.take-back")


def _ask_undo(table: TableState, who: str, command: AskUndo, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    _check_running(table)
    _check_holds(_seat(table, command.seat), who)
    if table.undoable != command.seat:
        raise Refusal("server.no-undo")
    waits = bool(_unanswered(table, command.seat, absent))
    if table.asking is None:
        return [Asked(seat=command.seat)] if waits else [Asked(seat=command.seat), Undone()]
    if waits:
        raise Refusal("server.already-asked")
    return [Undone()]  # whoever had not answered has gone


def _answer(table: TableState, who: str, command: AnswerUndo, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    _check_running(table)
    seat = _seat(table, command.seat)
    _check_holds(seat, who)
    if table.asking is None or table.seat(table.asking).person == who:
        raise Refusal("server.not-asked")
    if seat.agreed:
        raise Refusal("server.already-answered")
    answered = Answered(seat=command.seat, agreed=command.agreed)
    if command.agreed and _unanswered(table, table.asking, absent) <= {who}:
        return [answered, Undone()]
    return [answered]


def _unanswered(table: TableState, asking: int, absent: Mapping[str, int]) -> set[str]:
    """The people who must still agree: all who are there and play, but the one who asks."""
    asker = table.seat(asking).person
    return {
        seat.person
        for seat in table.seats
        if seat.person and not seat.is_gone and not seat.agreed and seat.person != asker and seat.person not in absent
    }  # fmt: skip


def _agreed_without(table: TableState, person: str | None, absent: Mapping[str, int]) -> list[AnyEvent]:
    """The move is taken back where only somebody who goes now had still to agree."""
    if table.asking is None or table.seat(table.asking).person == person:
        return []
    return [] if _unanswered(table, table.asking, absent) - {person} else [Undone()]


def _resign(table: TableState, who: str, command: Resign, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    _check_running(table)
    _check_holds(_seat(table, command.seat), who)
    given_up = give_up(table, command.seat, "resigned")
    goes = len(table.seats) > 2 and table.seats_of(who) == [command.seat]
    return [*given_up, *_agreed_without(table, who, absent)] if goes else given_up


def give_up(table: TableState, seat: int, why: str) -> list[AnyEvent]:
    """Of two players the other wins; with more, a bot plays on."""
    players = len(table.seats)
    if players == 2:
        return [_over(table, forfeits.shared_by([3 - seat], players), why)]
    return [Replaced(seat=seat, level=PLAYS_ON, why=why)]


def _leave(table: TableState, who: str, command: Leave, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    if table.status not in ("open", "running"):
        raise Refusal("server.not-running")
    staying = [n for n in table.seats_of(who) if not table.seat(n).left and not table.seat(n).gave_up]
    if not staying:
        raise Refusal("server.not-seated")
    if table.status == "open":
        return [Stood(seat=seat) for seat in staying]
    return [*(Left(seat=seat) for seat in staying), *_agreed_without(table, who, absent)]


def _replace(table: TableState, who: str, command: Replace, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    _check_running(table)
    check_level(command.level, table.opened.game, len(table.seats))
    seat = _seat(table, command.seat)
    if all(table.seat(own).is_gone for own in table.seats_of(who)):
        raise Refusal("server.not-seated")
    if not replaceable(table, seat, at, absent):
        raise Refusal("server.not-replaceable", seat=command.seat)
    replaced = Replaced(seat=command.seat, level=command.level, why="left" if seat.left else "away")
    return [replaced, *_agreed_without(table, seat.person, absent)]


def replaceable(table: TableState, seat: Seat, at: int, absent: Mapping[str, int]) -> bool:
    """Whether the others may let a bot play a seat now."""
    if table.status != "running" or seat.person is None or seat.level is not None:
        return False
    return seat.left or (seat.person in absent and at - absent[seat.person] >= table.away)


def _return(table: TableState, who: str, command: Return, at: int, absent: Mapping[str, int]) -> list[AnyEvent]:
    _check_running(table)
    seat = _seat(table, command.seat)
    if seat.gave_up:
        raise Refusal("server.gave-up")
    if seat.person == who:
        if not seat.is_gone:
            raise Refusal("server.still-there")
    elif not seat.left:
        raise Refusal("server.not-yours")
    elif who in table.former or any(who in (other.person, other.starter) for other in table.seats):
        raise Refusal("server.played-here")
    return [Returned(seat=command.seat, person=who)]


def _check_running(table: TableState) -> None:
    if table.status != "running":
        raise Refusal("server.not-running")


def _seat(table: TableState, seat: int) -> Seat:
    if not 1 <= seat <= len(table.seats):
        raise BadSetup("match.seat", seat=seat, players=len(table.seats))
    return table.seat(seat)


# At any time


def check_chat(table: TableState, text: str) -> None:
    """Refuse talk that says nothing, or at a table that was given up."""
    if table.status == "closed":
        raise Refusal("server.closed")
    if not text.strip():
        raise Refusal("server.nothing-said")


def check_rematch(table: TableState, who: str) -> None:
    """Refuse a rematch to those who did not play, before the end, and twice."""
    if table.status != "over":
        raise Refusal("server.not-over")
    if not table.seats_of(who):
        raise Refusal("server.not-seated")
    if table.again is not None:
        raise Refusal("server.rematch-open")


def one_seat_further(table: TableState) -> tuple[dict[int, str], dict[int, str]]:
    """The seats of a rematch that are kept for people, and those of bots. The seats of people who left are free."""
    kept, bots = {}, {}
    for number, seat in enumerate(table.seats, 1):
        further = number % len(table.seats) + 1
        if seat.person and not seat.is_gone:
            kept[further] = seat.person
        elif seat.level and not seat.person:
            bots[further] = seat.level
    return kept, bots


CARRIED_OUT: dict[type, Callable[[TableState, str, Any, int, Mapping[str, int]], list[AnyEvent]]] = {
    Sit: _sit,
    SeatBot: _seat_bot,
    Stand: _stand,
    Close: _close,
    AskUndo: _ask_undo,
    AnswerUndo: _answer,
    Resign: _resign,
    Leave: _leave,
    Replace: _replace,
    Return: _return,
}
"""What each command but a move and talk does."""
