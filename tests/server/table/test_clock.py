"""Clocks run only for the person whose turn it is, and forgive a slow line."""

import pytest

from lido.errors import LidoError
from lido.server.messages import Leave, Move, Replace, Return
from lido.server.table import views
from lido.server.table.clock import MOST_LAG_A_GAME
from lido.server.table.events import Clock, Moved
from lido.server.table.playing import resume, time_out
from tests.server.table.desk import Desk, begun


def spent(desk: Desk) -> list[int]:
    return [entry.body.event.spent for entry in desk.log if isinstance(entry.body.event, Moved)]


def test_only_the_clock_of_the_seat_to_act_runs() -> None:
    desk = begun(clock=Clock(60, "game", plus=2))
    desk.at += 10_000
    assert views.times(desk.table, desk.at) == [50_000, 60_000]
    desk.move()
    assert views.times(desk.table, desk.at) == [52_000, 60_000]
    desk.at += 1_000
    desk.move()
    assert views.times(desk.table, desk.at) == [52_000, 61_000]
    assert spent(desk) == [10_000, 1_000]


def test_a_clock_per_move_starts_again_with_each_move() -> None:
    desk = begun(clock=Clock(60))
    desk.at += 59_000
    desk.move()
    assert views.times(desk.table, desk.at) == [60_000, 60_000]


def test_up_to_a_second_of_lag_is_not_counted_and_no_time_is_negative() -> None:
    desk = begun(clock=Clock(60, "game"))
    for thought, lag in ((5_000, 300), (5_000, 9_000), (100, 300), (-50, 0)):
        desk.at += thought
        desk.move(lag=lag)
    assert spent(desk) == [4_700, 4_000, 0, 0]


def test_whoever_holds_back_the_answers_to_pings_gains_some_seconds_in_a_game_and_no_more() -> None:
    desk = begun(clock=Clock(600, "game"))
    desk.table.seat(1).forgiven = MOST_LAG_A_GAME - 1_500
    for _ in range(6):
        desk.at += 2_000
        desk.move(lag=9_000)
    assert spent(desk) == [1_000, 1_000, 1_500, 1_000, 2_000, 1_000]
    assert desk.table.seat(1).forgiven == MOST_LAG_A_GAME
    assert desk.table.deadline(lag=9_000) == desk.at + desk.table.seat(1).bank + 1


def test_a_move_after_the_time_is_refused_and_the_service_ends_the_game() -> None:
    desk = begun(clock=Clock(60))
    deadline = desk.table.deadline()
    assert deadline == desk.at + 60_001
    with pytest.raises(LidoError, match="out of time"):
        time_out(desk.table, deadline - 1)
    desk.at = deadline
    desk.refuses("server.late", "p1", Move(number=1, seat=1, move="a1"))
    desk.run_out()
    assert (desk.table.status, desk.table.reason, desk.table.payoffs) == ("over", "time", [0.0, 1.0])


def test_the_service_allows_for_a_slow_connection() -> None:
    desk = begun(clock=Clock(60))
    assert desk.table.deadline(lag=400) == desk.at + 60_401
    desk.at += 60_400
    desk.move(lag=400)


def test_of_three_the_one_out_of_time_is_played_on_by_a_bot_for_good() -> None:
    desk = begun(players=3, clock=Clock(60))
    desk.at += 60_001
    desk.run_out()
    assert desk.table.status == "running"
    assert desk.table.bot_turn() == (1, "club")
    assert desk.table.deadline() is None
    desk.refuses("server.gave-up", "p1", Return(number=1, seat=1))


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    desk = begun()
    assert desk.table.deadline() is None
    assert views.times(desk.table, desk.at) == [None, None]
    with pytest.raises(LidoError):
        time_out(desk.table, desk.at + 10**9)


def test_a_clock_starts_again_when_a_seat_is_taken_back() -> None:
    desk = begun(players=3, clock=Clock(60))
    desk.do("p1", Leave(number=1))
    desk.do("p2", Replace(number=1, seat=1, level="gentle"))
    desk.at += 500_000
    desk.do("p1", Return(number=1, seat=1))
    assert views.times(desk.table, desk.at)[0] == 60_000


def test_a_table_needs_a_runner_while_a_clock_runs_or_a_bot_must_move() -> None:
    assert begun(clock=Clock(60)).table.needs_runner
    assert not views.head(begun().table).needs_runner
    desk = Desk(bots={2: "club"}).sit(1)
    assert not views.head(desk.table).needs_runner
    changes = desk.move()
    assert changes.head is not None
    assert changes.head.needs_runner


def test_whose_turn_it_is_is_kept_with_the_table_where_a_move_may_take_days() -> None:
    desk = begun(clock=Clock(3 * 24 * 3600))
    head = desk.move().head
    assert head is not None
    assert b'"turn":2' in head.info
    assert begun().move().head is None


@pytest.mark.parametrize(("seconds", "away", "left"), [(20, 300, 20), (600, 3600, 30), (600, 580, 30)])
def test_a_clock_that_ran_while_the_service_was_away_is_set_right(seconds: int, away: int, left: int) -> None:
    desk = begun(clock=Clock(seconds, "game"))
    desk.at += away * 1000
    decision = resume(desk.table, desk.at)
    assert decision
    desk.apply(decision)
    assert views.times(desk.table, desk.at) == [left * 1000, seconds * 1000]
    assert desk.replayed().seen() == desk.seen()
    desk.at += 1000
    desk.move()
    assert views.times(desk.table, desk.at)[0] == (left - 1) * 1000


@pytest.mark.parametrize("thought", [0.5, 60])
def test_a_clock_that_has_enough_goes_on_as_it_is(thought: float) -> None:
    desk = begun(clock=Clock(600, "game"))
    desk.at += round(thought * 1000)
    assert resume(desk.table, desk.at) is None


@pytest.mark.parametrize("back", ["p1", "p4"])
def test_leaving_and_coming_back_gives_no_time_back(back: str) -> None:
    desk = begun(players=3, clock=Clock(60, "game"))
    desk.at += 25_000
    desk.do("p1", Leave(number=1))
    desk.at += 1_000
    desk.do(back, Return(number=1, seat=1))
    assert views.times(desk.table, desk.at) == [34_000, 60_000, 60_000]
    desk.at += 4_000
    desk.do(back, Leave(number=1))
    desk.do("p2", Replace(number=1, seat=1, level="random"))
    desk.at += 20_000  # a bot thinks, on nobody's time
    desk.do(back, Return(number=1, seat=1))
    assert views.times(desk.table, desk.at)[0] == 30_000
    desk.at += 30_001
    desk.refuses("server.late", back, Move(number=1, seat=1, move="a1"))
