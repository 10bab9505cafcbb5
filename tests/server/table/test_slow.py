"""Slow games, in which nobody need be there."""

from lido.server.messages import Replace
from lido.server.table.clock import AFTER_A_LONG_BREAK
from lido.server.table.events import Clock, Resumed
from lido.server.table.playing import resume
from lido.server.table.seating import REVEALS_WITHIN, is_late
from lido.server.table.views import head, info

from .desk import Desk, begun

DAY = 24 * 3600
DAYS = Clock(seconds=3 * DAY, per="move")
QUICK = Clock(seconds=300, per="game")


def test_nobody_counts_as_away_in_a_slow_game() -> None:
    for clock, replaced in ((QUICK, True), (DAYS, False)):
        desk = begun(clock=clock)
        desk.absent = {"p2": desk.at - 10 * 3_600_000}
        seats = info(desk.table, {}, desk.absent, desk.at).seats
        assert seats[1].replaceable == replaced
        if not replaced:
            desk.refuses("server.not-replaceable", "p1", Replace(number=1, seat=2, level="club"))


def test_people_have_as_long_to_reveal_as_for_a_move() -> None:
    for clock, within in ((QUICK, REVEALS_WITHIN), (DAYS, 3 * DAY * 1000)):
        desk = Desk(clock=clock)
        desk.reveals = False
        desk.sit(1, 2)
        assert not is_late(desk.table, desk.at + within)
        assert is_late(desk.table, desk.at + within + 1)


def test_after_an_interruption_there_is_an_hour_at_least() -> None:
    desk = begun(clock=DAYS)
    almost = desk.at + 3 * DAY * 1000 - 60_000
    decision = resume(desk.table, almost)
    assert decision
    assert decision.events == [Resumed(seat=desk.table.turn or 0, bank=AFTER_A_LONG_BREAK)]
    assert resume(desk.table, desk.at + DAY * 1000) is None


def test_lists_say_until_when_whoever_must_act_has_time() -> None:
    desk = begun(clock=DAYS)
    for _ in range(2):
        turn = desk.table.turn
        assert info(desk.table, {}, {}, desk.at).due == desk.at + 3 * DAY * 1000 + 1
        desk.at += 7 * 3_600_000
        changes = desk.move()
        assert changes.head == head(desk.table)
        assert desk.table.turn != turn
    assert info(begun(clock=QUICK).table, {}, {}, 0).due is None
