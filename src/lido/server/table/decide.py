"""What a command does to a table: it is refused with its reason, or decided to be some events.

Nothing is changed here, and nothing is read but what is given. `changes.applied` carries a decision out.
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

from lido.errors import Refusal
from lido.server.messages import (
    AnswerUndo,
    AskUndo,
    Close,
    Leave,
    Move,
    Replace,
    Resign,
    Return,
    Reveal,
    Say,
    SeatBot,
    Sit,
    Stand,
)
from lido.server.table import playing, seating, undo
from lido.server.table.decision import Decision, Request, Text
from lido.server.table.events import AnyEvent, Said
from lido.server.table.state import TableState

TableCommand: TypeAlias = (
    Sit | SeatBot | Stand | Reveal | Move | AskUndo | AnswerUndo | Resign | Leave | Replace | Return | Say | Close
)
"""The commands that change one table and nothing else."""
SALT_BYTES = 16


def decide(table: TableState, command: TableCommand, request: Request) -> Decision:
    """What a command leads to, or a refusal (LidoError)."""
    if isinstance(command, Move):
        return playing.move(table, command, request)
    if request.who is None:
        raise Refusal("server.not-yours")
    if isinstance(command, Say):
        return _say(table, request.who, command, request)
    return Decision(DECIDED[type(command)](table, request.who, command, request))


def _say(table: TableState, who: str, command: Say, request: Request) -> Decision:
    if table.status == "closed":
        raise Refusal("server.closed")
    if not command.text.strip():
        raise Refusal("server.nothing-said")
    salt = request.token(SALT_BYTES)
    digest = hashlib.sha256(f"{salt}{command.text}".encode()).hexdigest()
    return Decision([Said(person=who, digest=digest)], text=Text(who, salt, command.text))


DECIDED: dict[type, Callable[[TableState, str, Any, Request], list[AnyEvent]]] = {
    Sit: seating.sit,
    SeatBot: seating.seat_bot,
    Stand: seating.stand,
    Reveal: seating.reveal,
    Close: seating.close,
    AskUndo: undo.ask_undo,
    AnswerUndo: undo.answer_undo,
    Resign: playing.resign,
    Leave: playing.leave,
    Replace: playing.replace,
    Return: playing.take_back_seat,
}
"""Who decides each command but a move and chat."""
