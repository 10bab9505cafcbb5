"""Logs that a dishonest host might write: every kind is found out by what it says, though its chain is unbroken."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

import lido
import lido.server.table.events as logs
from lido.deal import bot_string, commitment
from lido.server.messages import Leave, Move, Resign
from lido.server.table import clock as clocks
from lido.server.table import views
from lido.verify import course, findings
from tests.server.table.desk import NAMES, Desk, begun
from tests.test_verify import (
    SEED,
    STRINGS,
    Document,
    chained,
    codes,
    document,
    forged,
    game,
    opened,
    refusal,
    seated,
    set_field,
    without,
)

Change = Callable[[list[Any]], Any]


def put(at: Callable[[list[Any]], int], *events: logs.AnyEvent) -> Change:
    """Put events in before the one at that place."""
    return lambda told: [*told[: at(told)], *events, *told[at(told) :]]


def place(kind: type[Any], which: int = 0) -> Callable[[list[Any]], int]:
    """Where an event of that kind is."""
    return lambda told: [n for n, event in enumerate(told) if isinstance(event, kind)][which]


def after(kind: type[Any]) -> Callable[[list[Any]], int]:
    return lambda told: place(kind)(told) + 1


class Unknown(logs.Event, tag="redrawn"):
    """An entry of a kind that no Lido has written."""


# Seats and strings


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # somebody sits down, or another does, when the others may already have revealed
        (put(after(logs.Sealed), logs.Sat(seat=1, commitment=commitment("x"), person="puppet")), "verify.entry-order"),
        (put(after(logs.Sealed), logs.Stood(seat=2, by="p")), "verify.entry-order"),
        (put(after(logs.Started), logs.Sat(seat=1, commitment=commitment("x"), person="p")), "verify.entry-order"),
        (put(place(logs.Sealed), logs.Sat(seat=3, level="club")), "verify.entry-order"),
        (put(place(logs.Sealed), logs.Sat(seat=4, level="club")), "verify.entry-order"),
        # the seats are sealed too early, twice or never
        (put(after(logs.Created), logs.Sealed()), "verify.entry-order"),
        (put(after(logs.Sealed), logs.Sealed()), "verify.entry-order"),
        (without(logs.Sealed, 0), "verify.entry-order"),
        # strings are revealed before, in place of others, twice or not at all
        (put(place(logs.Sealed), logs.Revealed(seat=1, string=STRINGS[0])), "verify.entry-order"),
        (put(after(logs.Sealed), logs.Revealed(seat=3, string="chosen")), "verify.entry-order"),
        (put(place(logs.Started), logs.Revealed(seat=1, string=STRINGS[0])), "verify.entry-order"),
        (without(logs.Revealed, 0), "verify.entry-order"),
        (set_field(logs.Revealed, 0, string="chosen"), "verify.not-committed"),
        # a seat gives its string openly, or none, or is of nobody or of two
        (set_field(logs.Sat, 1, commitment=None, string=STRINGS[1]), "verify.entry-order"),
        (set_field(logs.Sat, 1, commitment=None), "verify.entry-order"),
        (set_field(logs.Sat, 3, string="chosen"), "verify.entry-order"),
        (set_field(logs.Sat, 3, level=None), "verify.entry-order"),
        (set_field(logs.Sat, 1, level="club"), "verify.entry-order"),
        (set_field(logs.Sat, 2, person="p2"), "verify.entry-order"),
        (set_field(logs.Sat, 2, person="p2", here=True), "ended"),
        # somebody who is not the host removes a player; a kept seat goes to another
        (set_field(logs.Stood, 0, by="p2"), "verify.entry-order"),
        (without(logs.Stood, 0), "verify.entry-order"),
        (put(after(logs.Created), logs.Stood(seat=3)), "verify.entry-order"),
        # it claims to be of the way in which the host could choose
        (set_field(logs.Created, 0, deal=1), "verify.entry-order"),
        # or of a way, or with an entry, that nobody knows
        (set_field(logs.Created, 0, deal=3), "verify.entry-form"),
        (put(after(logs.Sealed), Unknown()), "verify.entry-kind"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_seats_and_strings_cannot_be_forged(change: Change, said: str) -> None:
    assert forged(change) == said


def test_a_bot_has_the_string_that_follows_from_the_commitment() -> None:
    chosen = ("ab", "clé", "chosen by the host")
    match = lido.new("le-plouf", players=3, seed=SEED, strings=chosen)
    assert codes(document(match, [opened(match), *seated()]))[-1] == "verify.not-strings"


def test_a_log_of_an_earlier_version_is_proved_as_far_as_it_goes() -> None:
    strings = ("ab", "chosen by the host")
    match = lido.new("le-plouf", players=2, seed=SEED, strings=strings)
    created = opened(match)
    created.deal = 1
    told: list[logs.AnyEvent] = [
        created, logs.Sat(seat=1, string="ab", person="p1"), logs.Sat(seat=2, string=strings[1], level="club"),
        logs.Started(), logs.Over(payoffs=[0.0, 1.0], reason="resigned", seed=SEED),
    ]  # fmt: skip
    record = document(match, told) | {"stopped": {"payoffs": [0.0, 1.0], "reason": "resigned"}}
    assert codes(record)[3:] == ["commitment", "strings-open", "moves", "stopped"]
    said = next(finding for finding in findings(record) if finding.code == "verify.strings-open")
    assert "proves nothing against the host" in said.said("en")
    assert "ne prouve rien contre l'hôte" in said.said("fr")
    assert forged(set_field(logs.Sat, 0, commitment="x"), record) == "verify.entry-order"
    assert forged(put(place(logs.Started), logs.Sealed()), record) == "verify.entry-order"


# Clocks

CLOCK = logs.Clock(10, "game", 2)


def timed(
    spent: Sequence[int] = (4000, 0, 1000),
    forgiven: Sequence[int] = (0, 0, 0),
    extra: Sequence[tuple[int, logs.AnyEvent]] = (),
    over: tuple[str, int, list[float]] = ("resigned", 30_000, [0.0, 1.0]),
    clock: logs.Clock | None = CLOCK,
) -> Document:
    """Three moves, at 5, 6 and 8 seconds, of a game that was then stopped."""
    match, moves = game("le-plouf", 3, players=2)
    told: list[tuple[int, logs.AnyEvent]] = [(0, opened(match, clock=clock))]
    told += [(0, event) for event in seated(2)]
    for at, (seat, move), thought, lag in zip((5000, 6000, 8000), moves, spent, forgiven, strict=True):
        told.append((at, logs.Moved(seat=seat, move=move, spent=thought, forgiven=lag)))
    reason, ended, payoffs = over
    told += [*extra, (ended, logs.Over(payoffs=payoffs, reason=reason, seed=SEED))]
    entries = chained([event for _, event in told], [at for at, _ in told])
    log = [entry.raw.decode() for entry in entries]
    return match.record() | {"stopped": {"payoffs": payoffs, "reason": reason}, "log": log}


def test_honest_clocks_are_proved() -> None:
    assert codes(timed(spent=(5000, 1000, 2000)))[-2:] == ["clock", "stopped"]
    assert codes(timed(spent=(4000, 0, 1000), forgiven=(1000, 1000, 1000)))[-1] == "stopped"
    assert codes(timed(spent=(0, 0, 0), clock=None))[-2:] == ["moves", "stopped"]


@pytest.mark.parametrize(
    ("forged", "number"),
    [
        ({"spent": (5001, 0, 0)}, 1),  # more than had passed
        ({"spent": (4500, 0, 0), "forgiven": (501, 0, 0)}, 1),
        ({"spent": (0, 1001, 0)}, 2),
        ({"forgiven": (1001, 0, 0)}, 1),  # more than is forgiven for a move
        ({"spent": (-1, 0, 0)}, 1),
        ({"forgiven": (0, -1, 0)}, 2),
        ({"spent": (5000, 0, 0), "clock": logs.Clock(4)}, 1),  # more than its player had
        ({"clock": None}, 1),  # without a clock
    ],
)
def test_no_move_takes_more_time_than_there_was(forged: dict[str, Any], number: int) -> None:
    code, facts = refusal(timed(**forged))
    assert (code, facts["number"]) == ("verify.not-clock", number)


def test_time_runs_out_only_when_it_was_used_up() -> None:
    """Seat 2 is to act since 8.0 s and has 12 s: 10, of which it spent none, and 2 for its move."""
    assert codes(timed(over=("time", 20_001, [1.0, 0.0])))[-1] == "stopped"
    assert refusal(timed(over=("time", 20_000, [1.0, 0.0]))) == ("verify.not-time", {"seat": 2})
    assert refusal(timed(over=("time", 60_000, [0.0, 1.0]))) == ("verify.not-time", {"seat": 1})
    untimed = timed(spent=(0, 0, 0), over=("time", 60_000, [1.0, 0.0]), clock=None)
    assert refusal(untimed) == ("verify.not-time", {"seat": 2})


def test_a_break_gives_nobody_more_than_they_had() -> None:
    for bank, said in ((12_000, "verify.not-time"), (1, "stopped"), (12_001, "verify.entry-order")):
        resumed = [(15_000, logs.Resumed(seat=2, bank=bank))]
        assert codes(timed(extra=resumed, over=("time", 21_000, [1.0, 0.0])))[-1] == said
    assert codes(timed(extra=[(9000, logs.Resumed(seat=1, bank=1))]))[-1] == "verify.entry-order"


def test_time_is_spent_also_by_those_who_leave_and_come_back() -> None:
    """Seat 2 is to act since 8.0 s and has 12 s."""
    back: list[tuple[int, logs.AnyEvent]] = [(15_000, logs.Left(seat=2)), (16_000, logs.Returned(seat=2, person="p2"))]
    assert codes(timed(extra=back, over=("time", 20_001, [1.0, 0.0])))[-1] == "stopped"
    assert codes(timed(extra=back, over=("time", 20_000, [1.0, 0.0])))[-1] == "verify.not-time"


def test_what_is_forgiven_is_what_the_service_forgives() -> None:
    assert (course.MOST_LAG, course.MOST_LAG_A_GAME) == (clocks.MOST_LAG, clocks.MOST_LAG_A_GAME)


# How a game ends


@pytest.mark.parametrize(
    "over",
    [("resigned", 30_000, [0.5, 0.5]), ("resigned", 30_000, [0.0, 0.0]), ("abandoned", 30_000, [1.0, 0.0])],
)
def test_a_game_is_stopped_only_as_the_rules_have_it(over: tuple[str, int, list[float]]) -> None:
    assert codes(timed(over=over))[-1] == "verify.entry-order"


def test_a_game_is_abandoned_when_nobody_plays_any_more_and_then_is_theirs_who_left_last() -> None:
    left: list[tuple[int, logs.AnyEvent]] = [(9000, logs.Left(seat=2)), (9001, logs.Left(seat=1))]
    assert codes(timed(extra=left, over=("abandoned", 9001, [1.0, 0.0])))[-1] == "stopped"
    assert codes(timed(extra=left, over=("abandoned", 9001, [0.0, 1.0])))[-1] == "verify.entry-order"
    assert codes(timed(extra=left[:1], over=("abandoned", 9001, [1.0, 0.0])))[-1] == "verify.entry-order"
    assert codes(timed(extra=[*left, left[0]], over=("abandoned", 9001, [1.0, 0.0])))[-1] == "verify.entry-order"


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([logs.Replaced(seat=3, level="club", why="away")], "verify.entry-order"),  # a bot from the start
        ([logs.Replaced(seat=1, level="club", why="left")], "verify.entry-order"),  # who had not left
        ([logs.Replaced(seat=1, level="club", why="bored")], "verify.entry-order"),
        ([logs.Replaced(seat=1, level="club", why="time")], "verify.not-time"),
        ([logs.Returned(seat=1, person="p1")], "verify.entry-order"),  # who had not gone
        ([logs.Replaced(seat=1, level="club", why="resigned"), logs.Returned(seat=1, person="p1")],
         "verify.entry-order"),
        ([logs.Replaced(seat=1, level="club", why="away"), logs.Returned(seat=1, person="q")], "verify.entry-order"),
        ([logs.Left(seat=1), logs.Returned(seat=1, person="q")], "ended"),
        ([logs.Left(seat=4)], "verify.entry-order"),
    ],
)  # fmt: skip
def test_nobody_goes_or_comes_back_against_the_rules(events: list[logs.AnyEvent], said: str) -> None:
    assert forged(put(place(logs.Moved, 3), *events)) == said


# What the service writes


def proved(desk: Desk) -> list[str]:
    return [finding.code.removeprefix("verify.") for finding in findings(recorded(desk))]


def recorded(desk: Desk) -> Document:
    return views.record(desk.table, desk.log, NAMES)


def test_whatever_the_service_writes_is_proved() -> None:
    desk = begun("le-plouf", 3, clock=logs.Clock(60, "game", 2))
    for _ in range(4):
        desk.at += 3000
        desk.move(lag=200)
    desk.do("p1", Resign(number=1, seat=1))
    while desk.table.status == "running" and desk.table.bot_turn() is None:
        desk.at += 3000
        desk.move()
    turn, legal = desk.table.turn or 0, desk.table.running().legal_moves()
    desk.do(None, Move(number=1, seat=turn, move=legal[0]))
    desk.at += 100_000
    desk.run_out()
    last = next(seat for seat in desk.table.seats if seat.is_played)
    desk.do(last.person, Leave(number=1))
    assert desk.table.reason == "abandoned"
    assert proved(desk)[3:] == ["commitment", "strings", "moves", "clock", "stopped"]


# Physics


@cache
def tower() -> Document:
    """A game of Splash! in which two pieces were placed."""
    desk = begun("splash", 2, options={"draft": "deal"})
    for _ in range(2):
        desk.move()
        seat = desk.table.turn or 0
        desk.place(f"p{seat}", seat)
    desk.do("p1", Resign(number=1, seat=1))
    return recorded(desk)


def changed_placement(change: Callable[[dict[str, Any]], None]) -> Document:
    """The tower with its last placement changed, in the record and in the log."""
    record = tower()
    told = [logs.read(text.encode()).body.event for text in record["log"]]
    last = [event for event in told if isinstance(event, logs.Moved) and event.move == "place"][-1]
    change(last.details)
    moves = list(record["moves"])
    where = max(n for n, made in enumerate(moves) if not isinstance(made, str))
    moves[where] = {"move": "place", **last.details}
    times = [logs.read(text.encode()).body.at for text in record["log"]]
    return record | {"moves": moves, "log": [entry.raw.decode() for entry in chained(told, times)]}


def test_a_tower_fell_as_its_hands_had_it() -> None:
    assert [finding.code for finding in findings(tower())][-3:] == ["verify.moves", "verify.physics", "verify.stopped"]


def test_a_fall_that_the_physics_does_not_give_is_found_out() -> None:
    def nudge(details: dict[str, Any]) -> None:
        details["settled"][-1][-1]["pos"][0] += 1e-6

    assert refusal(changed_placement(nudge))[0] == "verify.not-physics"


def test_a_piece_that_was_taken_up_elsewhere_is_found_out() -> None:
    def nudge(details: dict[str, Any]) -> None:
        details["path"][0][1] += 1e-3

    assert refusal(changed_placement(nudge))[0] == "verify.not-start"


def test_physics_of_another_machine_is_not_checked_and_that_is_said() -> None:
    record = tower()
    told = [logs.read(text.encode()).body.event for text in record["log"]]
    times = [logs.read(text.encode()).body.at for text in record["log"]]
    assert isinstance(told[0], logs.Created)
    told[0].physics = "MuJoCo 1.0 abacus"
    other = record | {"log": [entry.raw.decode() for entry in chained(told, times)]}
    assert codes(other)[-2:] == ["physics-unchecked", "stopped"]


def test_bots_have_strings_of_their_own() -> None:
    commitments = (commitment("a"), commitment("b"))
    assert len({bot_string(text, seat) for text in commitments for seat in (1, 2, 3)}) == 6
