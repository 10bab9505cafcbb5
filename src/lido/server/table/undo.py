"""Taking back: back to a person's last decision, past what others answered to it.

One person against bots takes back at once, in a game that is not rated, and also past what came out: it stays
shown, and the game then counts for no list (`TableState.counts`). Between people all others must agree, and
nothing that came out is taken back. Nobody goes back past an event that the game calls irreversible.
"""

from typing import NamedTuple

from lido.errors import Refusal
from lido.server.messages import AnswerUndo, AskUndo
from lido.server.table.checks import check_holds, check_running, seat_of
from lido.server.table.decision import Request
from lido.server.table.events import Answered, AnyEvent, Asked, Undone
from lido.server.table.state import TableState


class Undo(NamedTuple):
    """How many moves a seat may take back now; with 0, the code of the reason."""

    moves: int
    why_not: str | None = None


NOTHING = Undo(0, "server.undo-nothing")


def possible(table: TableState, seat: int) -> Undo:
    """What the person who plays a seat may take back in a running game, beside the agreement of others."""
    if table.opened.challenge:
        return Undo(0, "server.undo-irreversible")
    if table.asking is not None:
        return Undo(0, "server.already-asked" if table.asking == seat else "server.undo-other-asks")
    moves = _since_last_decision(table, seat)
    if not moves:
        return NOTHING
    reveals = False
    for made in table.past[-moves:]:
        if made.irreversible:
            return Undo(0, "server.undo-irreversible")
        reveals = reveals or made.reveals
    if table.is_against_bots:
        return Undo(0, "server.undo-rated") if table.opened.rated else Undo(moves)
    if reveals:
        return Undo(0, "server.undo-revealed")
    return Undo(0, "server.undo-declined") if table.declined else Undo(moves)


def _since_last_decision(table: TableState, seat: int) -> int:
    """How many moves were made since the last decision of the person at a seat, that one included; 0 for none."""
    person = table.seat(seat).person
    for moves, made in enumerate(reversed(table.past), start=1):
        if made.seat == seat and made.person == person:
            return moves
    return 0


def ask_undo(table: TableState, who: str, command: AskUndo, request: Request) -> list[AnyEvent]:
    """A player asks to go back to their last decision; if nobody must agree, that is done."""
    check_running(table)
    check_holds(seat_of(table, command.seat), who)
    waits = bool(_unanswered(table, command.seat, request))
    if table.asking == command.seat and not waits:
        return [_undone(table)]  # whoever had not answered has gone
    undo = possible(table, command.seat)
    if undo.why_not:
        raise Refusal(undo.why_not)
    asked = Asked(seat=command.seat)
    return [asked] if waits else [asked, Undone(moves=undo.moves)]


def answer_undo(table: TableState, who: str, command: AnswerUndo, request: Request) -> list[AnyEvent]:
    """Another player agrees or not; when all have agreed, the moves are taken back."""
    check_running(table)
    seat = seat_of(table, command.seat)
    check_holds(seat, who)
    if table.asking is None or table.seat(table.asking).person == who:
        raise Refusal("server.not-asked")
    if seat.agreed:
        raise Refusal("server.already-answered")
    answered = Answered(seat=command.seat, agreed=command.agreed)
    if command.agreed and _unanswered(table, table.asking, request) <= {who}:
        return [answered, _undone(table)]
    return [answered]


def agreed_without(table: TableState, person: str | None, request: Request) -> list[AnyEvent]:
    """The moves are taken back if only a person who leaves now had still to agree."""
    if table.asking is None or table.seat(table.asking).person == person:
        return []
    return [] if _unanswered(table, table.asking, request) - {person} else [_undone(table)]


def _undone(table: TableState) -> Undone:
    """What the seat that asked is granted: bots may have moved since it asked."""
    assert table.asking is not None
    return Undone(moves=_since_last_decision(table, table.asking))


def _unanswered(table: TableState, asking: int, request: Request) -> set[str]:
    """The people who must still agree: all who play, but the one who asks.

    Whoever has been away for long need not, unless the game is rated. A connection that drops for a moment is no yes.
    """
    asker = table.seat(asking).person
    return {
        seat.person
        for seat in table.seats
        if seat.person
        and not seat.is_gone
        and not seat.agreed
        and seat.person != asker
        and (table.opened.rated or not table.is_away(seat.person, request.absent, request.at))
    }
