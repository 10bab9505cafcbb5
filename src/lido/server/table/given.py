"""Games that were played on somebody's own device and are given to the service afterwards.

Nothing of such a game is believed: a table is opened, everybody sits down, and all that was done is decided again,
command after command. What comes of it is the log that the game would have had here. Only the deal was drawn
elsewhere, by the seed that is given, and the moves of bots were made there: the log says so (`Created.device`).
"""

import hashlib
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from lido.deal import bot_string, commitment
from lido.errors import BadRecord, LidoError
from lido.games import find
from lido.server.messages import AskUndo, Level, Move, Resign, Reveal, Sit
from lido.server.table import views
from lido.server.table.changes import applied
from lido.server.table.decide import TableCommand, decide
from lido.server.table.decision import Decision, Request
from lido.server.table.events import Created, Entry
from lido.server.table.head import Head
from lido.server.table.seating import open_table
from lido.server.table.state import TableState

SeatNumber = Annotated[str, Meta(pattern="^[1-9][0-9]?$")]
Name = Annotated[str, Meta(max_length=100)]
MOST_STEPS = 2_500
"""Moves, undos and resignations of a game that is given."""
ID_LENGTH = 16


class GivenStep(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody did in a game, and when, in milliseconds since 1970."""

    do: Literal["move", "undo", "resign"]
    seat: int
    at: Annotated[int, Meta(ge=0)]
    move: Annotated[str, Meta(max_length=200)] = ""


class GivenGame(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game of a device: who sat where, what the deal was drawn from, and all that was done."""

    game: Annotated[str, Meta(max_length=40)]
    players: int
    options: dict[str, str | int]
    laws: int
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    strings: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=99)]
    steps: Annotated[list[GivenStep], Meta(max_length=MOST_STEPS)]
    bots: dict[SeatNumber, Level] = {}
    names: dict[SeatNumber, Name] = {}
    """By seat, of people who shared the device."""
    hints: bool = False


class Rebuilt(NamedTuple):
    """The table of a game that was given: all that is written of it."""

    table: str
    entries: list[Entry]
    head: Head
    seed: str
    names: dict[int, str | None]
    """By seat, of people who shared the device: the name that was given for it, if any."""


_decoder = msgspec.json.Decoder(GivenGame)


def read_given(body: bytes) -> GivenGame:
    """A game as it was sent; or BadRecord."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord("match.record-form", why=str(error)) from error


def rebuilt(given: GivenGame, person: str, now: int) -> Rebuilt:
    """The table of a game that a person gives; or BadRecord, which says what is wrong with it.

    The same game of the same person always has the same table.
    """
    if find(given.game).detailed:
        raise BadRecord("service.given-game", game=given.game)
    if len(given.strings) != given.players:
        raise BadRecord("service.given-deal")
    table = TableState(_id(person, given.seed), given.seed)
    entries: list[Entry] = []
    began = min([now, *(step.at for step in given.steps)])
    entries += applied(table, _opened(given, person), began).entries
    for command in _seating(given):
        entries += _done(table, command, person, began)
    if table.status != "running":
        raise BadRecord("service.given-deal")
    latest = began
    for number, step in enumerate(given.steps, start=1):
        latest = min(now, max(latest, step.at))
        try:
            entries += _done(table, _command(step), person, latest)
        except LidoError as error:
            raise BadRecord("service.given-step", number=number, why=error) from error
    if table.status != "over":
        raise BadRecord("service.given-open")
    shared = [seat for seat, each in enumerate(table.seats, start=1) if each.here]
    names = {seat: given.names.get(str(seat)) for seat in shared}
    return Rebuilt(table.id, entries, views.head(table), given.seed, names)


def _id(person: str, seed: str) -> str:
    return hashlib.sha256(f"given:{person}:{seed}".encode()).hexdigest()[:ID_LENGTH]


def _opened(given: GivenGame, person: str) -> Decision:
    bots = {int(seat): level for seat, level in given.bots.items()}
    decision = open_table(
        given.seed, person, game=given.game, players=given.players, options=given.options, public=False,
        hints=given.hints, bots=bots,
    )  # fmt: skip
    find(given.game).under(given.laws)
    created, *seated = decision.events
    assert isinstance(created, Created)
    for seat in bots:
        if given.strings[seat - 1] != bot_string(created.commitment, seat):
            raise BadRecord("service.given-deal")
    return Decision([msgspec.structs.replace(created, laws=given.laws, device=True), *seated])


def _seating(given: GivenGame) -> Iterator[TableCommand]:
    """All people sit down, and then reveal what they add to the deal."""
    people = [seat for seat in range(1, given.players + 1) if str(seat) not in given.bots]
    for seat in people:
        here = len(people) > 1
        yield Sit(seat=seat, commitment=commitment(given.strings[seat - 1]), here=here, number=0)
    for seat in people:
        yield Reveal(seat=seat, string=given.strings[seat - 1], number=0)


def _command(step: GivenStep) -> TableCommand:
    if step.do == "move":
        return Move(seat=step.seat, move=step.move, number=0)
    return (AskUndo if step.do == "undo" else Resign)(seat=step.seat, number=0)


def _done(table: TableState, command: TableCommand, person: str, at: int) -> list[Entry]:
    """Carry out a command of the person, or the move of a bot."""
    bot = table.bot_turn()
    of_a_bot = isinstance(command, Move) and bot is not None and bot.seat == command.seat
    decision = decide(table, command, Request(None if of_a_bot else person, at))
    return applied(table, decision, at).entries
