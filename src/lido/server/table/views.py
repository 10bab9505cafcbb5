"""A table as it is shown: to everybody, to a seat, in the lobby, and as the record of a game that is over."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from lido import pictures
from lido.errors import Refusal
from lido.game import SPECTATOR, Json, Option
from lido.games import find, part
from lido.match import Match
from lido.server.logging import log_error
from lido.server.messages import Info, Player, RatingChange, SeatView
from lido.server.table.challenge import legal_moves
from lido.server.table.clock import is_slow
from lido.server.table.events import Entry
from lido.server.table.head import Head
from lido.server.table.playing import replaceable
from lido.server.table.seats import Seat
from lido.server.table.state import TableState
from lido.server.table.undo import Undo, possible

NOTHING = msgspec.Raw(b"null")
encoded = msgspec.json.Encoder().encode


def info(
    table: TableState,
    names: Mapping[str, str | None],
    absent: Mapping[str, int] | None,
    at: int,
    *,
    watchers: int = 0,
    ratings: Mapping[str, float] = {},
    changes: Mapping[str, RatingChange] = {},
    seat_names: Mapping[int, str] = {},
    faces: Mapping[str, int] = {},
) -> Info:
    """The table as everybody may see it; where it is not known who is `absent`, nobody is there.

    `seat_names` are of people who share a device.
    """
    opened, left = table.opened, times(table, at)
    players = [
        _player(table, number, seat, names, absent, at, left[number - 1], ratings)
        for number, seat in enumerate(table.seats, 1)
    ]
    for player in players:
        player.name = seat_names.get(player.seat, player.name)
        player.face = faces.get(player.person or "")
        player.change = changes.get(player.person or "")
    return Info(
        table=table.id,
        game=opened.game,
        options=opened.options,
        status=table.status,
        host=opened.host,
        public=opened.public,
        commitment=opened.commitment,
        seats=players,
        turn=table.turn,
        moves=len(table.match.moves) if table.match else 0,
        rated=opened.rated,
        clock=msgspec.to_builtins(opened.clock) if opened.clock else None,
        due=table.deadline() if is_slow(opened.clock) else None,
        watchers=watchers,
        payoffs=table.payoffs,
        reason=table.reason,
        seed=table.seed if table.status == "over" else None,
        again=table.again,
        again_by=table.again_by,
        rematches=_rematches(table),
        declined=[
            Player(seat=number, person=person, name=names.get(person)) for person, number in table.unwilling.items()
        ],
        hints=opened.hints,
        cup=opened.cup,
        strangers=opened.strangers,
        counts=table.counts,
        challenge=opened.challenge.isoformat() if opened.challenge else None,
    )


def _rematches(table: TableState) -> list[dict[str, Option]]:
    """The options of a rematch, where the game suggests others than those of this table."""
    if table.status != "over":
        return []
    offered = [dict(options) for options in find(table.opened.game).rematch_options(table.opened.options)]
    return [] if offered == [table.opened.options] else offered


def _player(
    table: TableState,
    number: int,
    seat: Seat,
    names: Mapping[str, str | None],
    absent: Mapping[str, int] | None,
    at: int,
    time: int | None,
    ratings: Mapping[str, float],
) -> Player:
    person = seat.person
    return Player(
        seat=number,
        person=person,
        name=names.get(person) if person else None,
        level=seat.level,
        here=seat.here,
        present=person is not None and absent is not None and person not in absent,
        left=seat.left,
        replaceable=replaceable(table, seat, at, absent or {}),
        time=time,
        rating=ratings.get(person) if person else None,
        kept=seat.kept,
        asked=table.asking == number,
        agreed=seat.agreed,
        awaited=number in table.awaited(),
    )


def times(table: TableState, at: int) -> list[int | None]:
    """Milliseconds left on each clock; None where there is none."""
    if not table.opened.clock or table.match is None:
        return [None] * len(table.seats)
    return [_time(table, number, seat, at) for number, seat in enumerate(table.seats, 1)]


def _time(table: TableState, number: int, seat: Seat, at: int) -> int | None:
    if seat.level is not None:
        return None
    return max(0, seat.bank - max(0, at - table.since)) if number == table.turn else seat.bank


def raw_views(table: TableState, seats: Iterable[int]) -> dict[int, dict[str, Json]]:
    """What each of these seats may know, before it is encoded; nothing before the game."""
    match, ended = table.match, table.status == "over"
    return {} if match is None else {seat: match.view(seat, ended=ended) for seat in seats}


def seat_views(table: TableState, seats: Iterable[int]) -> dict[int, SeatView]:
    """What each of these seats may know and do; 0 is a spectator.

    A game that is over hides nothing, also where it ended outside its rules.
    """
    match, ended = table.match, table.status == "over"
    if match is None:
        return {seat: SeatView(NOTHING) for seat in seats}
    shared = None if match.game.secrets else _without_seat(match.view(SPECTATOR, ended=ended))
    found = {}
    for seat in seats:
        view = encoded(match.view(seat, ended=ended)) if shared is None else b'%b,"seat":%d}' % (shared, seat)
        played = table.status == "running" and seat != SPECTATOR and table.seat(seat).is_played
        undo = possible(table, seat) if played else Undo(0)
        found[seat] = SeatView(
            msgspec.Raw(view),
            legal_moves(table) if played and seat == table.turn else [],
            undo.moves,
            undo.why_not,
        )
    return found


def _without_seat(view: dict[str, Json]) -> bytes:
    """A view that all seats share, encoded once: its closing brace is missing, to add whose it is."""
    del view["seat"]
    return encoded(view)[:-1]


def picture(view: Mapping[str, Any]) -> str | None:
    """A view as SVG, or None where the game draws no picture. One that fails must not end a table."""
    if part(view["game"], "picture") is None:
        return None
    try:
        return pictures.svg(view)
    except Exception as error:
        log_error("a picture could not be drawn", error, game=view["game"])
        return None


def head(table: TableState) -> Head:
    """The row that is kept beside the log."""
    shown = encoded(info(table, {}, None, table.since))
    return Head(table.id, table.opened.game, table.status, table.opened.public, shown, table.needs_runner)


def check_over(table: TableState) -> Match:
    """The match of a table whose game is over; or Refusal."""
    if table.status != "over" or table.match is None:
        raise Refusal("server.not-over")
    return table.match


def record(
    table: TableState, log: Sequence[Entry], names: Mapping[str, str | None], seat_names: Mapping[int, str] = {}
) -> dict[str, Json]:
    """The record of a game that is over, with its log and all that is needed to prove it fair."""
    match = check_over(table)
    shown = [seat_names.get(number) or _shown_name(seat, names) for number, seat in enumerate(table.seats, 1)]
    document = match.record(shown)
    ending = {"payoffs": table.payoffs, "reason": table.reason}
    stopped = {} if document["result"] == ending else {"stopped": ending}
    return {**document, **stopped, "log": [entry.raw.decode() for entry in log]}


def _shown_name(seat: Seat, names: Mapping[str, str | None]) -> str:
    """The name of a person or the level of a bot; empty for a person without a name."""
    return (names.get(seat.person) if seat.person else seat.level) or ""
