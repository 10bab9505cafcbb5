"""A table that is read again from its log is the table that wrote it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lido.errors import LidoError
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
from lido.server.table import views
from lido.server.table.events import Clock, read
from lido.server.table.state import TableState
from tests.server.table.desk import SEED, Desk, begun, sitting, string_of

PEOPLE = ("p1", "p2", "p3", "p4", None)
WITH_A_SEAT = (Resign, AskUndo, Return, Stand)
SECOND = 1_000


def a_command(draw: st.DrawFn, desk: Desk) -> object:
    """Anything that a client could send, sensible or not."""
    seat = draw(st.integers(1, 4) if draw(st.booleans()) else st.just(desk.table.turn or 1))
    kinds = [Sit, SeatBot, Reveal, Move, Move, AnswerUndo, Replace, Leave, Say, Close, *WITH_A_SEAT]
    kind = draw(st.sampled_from(kinds))
    if kind is Sit:
        return sitting(seat, here=draw(st.booleans()))
    if kind is Reveal:
        return Reveal(number=1, seat=seat, string=draw(st.sampled_from([string_of(seat), "another"])))
    if kind in (SeatBot, Replace):
        return kind(number=1, seat=seat, level=draw(st.sampled_from(["random", "club", "genius"])))
    if kind is Move:
        legal = desk.table.match.legal_moves() if desk.table.match else []
        return Move(number=1, seat=seat, move=draw(st.sampled_from(["", "a1", *legal])))
    if kind is AnswerUndo:
        return AnswerUndo(number=1, seat=seat, agreed=draw(st.booleans()))
    if kind in WITH_A_SEAT:
        return kind(number=1, seat=seat)
    return Say(number=1, text=draw(st.sampled_from(["hello", " "]))) if kind is Say else kind(number=1)


@given(st.data(), st.sampled_from(["le-plouf", "plouf-party"]), st.integers(2, 3), st.booleans())
def test_whatever_anybody_does_is_in_the_log_or_was_refused_and_changed_nothing(
    data: st.DataObject, game: str, players: int, timed: bool
) -> None:
    clock = Clock(30, "game", 1) if timed else None
    desk = begun(game, players, clock=clock) if data.draw(st.booleans()) else Desk(game, players, clock=clock)
    draw = data.draw
    desk.reveals = draw(st.booleans())
    for _ in range(draw(st.integers(1, 25))):
        desk.at += draw(st.sampled_from([-50, 0, SECOND, 20 * SECOND, 200 * SECOND]))
        desk.absent = {
            who: desk.at - ago
            for who, ago in draw(st.dictionaries(st.sampled_from(PEOPLE[:4]), st.sampled_from([0, 10**6]))).items()
            if who
        }
        who = draw(st.sampled_from([*PEOPLE, _to_act(desk)]))
        before = desk.seen()
        try:
            if draw(st.integers(0, 9)):
                desk.do(who, a_command(draw, desk), draw(st.sampled_from([0, 100, 5000])))  # type: ignore[arg-type]
            else:
                desk.run_out()
        except LidoError:
            assert desk.seen() == before
    assert desk.replayed().seen() == desk.seen()


def _to_act(desk: Desk) -> str | None:
    return desk.table.seat(desk.table.turn).person if desk.table.turn else "p1"


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 4), ("plouf-party", 6), ("croc-pool", 2)])
def test_a_whole_game_read_again_is_the_same_after_every_entry(game: str, players: int) -> None:
    desk, again = begun(game, players), TableState("table", SEED)
    draws = random.Random(7)
    seats = range(players + 1)
    while desk.table.status == "running":
        desk.move(draws.choice(desk.table.running().legal_moves()))
        for entry in desk.log[again.n :]:
            again.apply(read(entry.raw))
        assert (again.hash, views.seat_views(again, seats), views.head(again)) == (
            desk.table.hash, views.seat_views(desk.table, seats), views.head(desk.table)
        )  # fmt: skip
    assert again.payoffs == desk.table.payoffs


def test_a_tower_stands_again_as_the_physics_said_without_asking_it(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = begun("splash", 2, options={"draft": "deal"})
    for _ in range(2):
        desk.move()
        seat = desk.table.turn
        assert seat is not None
        desk.place(f"p{seat}", seat)
    monkeypatch.delattr("lido.games.splash.rest.Placement")
    monkeypatch.delattr("lido.games.splash.rest.settled")
    assert desk.replayed().seen() == desk.seen()


def test_what_happened_is_told_again_with_the_entries() -> None:
    desk = begun()
    changes = desk.move("a1")
    again = TableState("table", SEED)
    told = [again.apply(entry) for entry in desk.log]
    assert told[-1] == changes.game_events[0] == [{"event": "place", "seat": 1, "cell": "a1"}]
