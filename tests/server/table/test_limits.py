"""A log that becomes too long: what it still takes, and how its game ends."""

import pytest

from lido.errors import BadRecord
from lido.server.messages import AskUndo, Close, Leave, Move, Replace, Say, SeatBot, Stand
from lido.server.table import limits, views
from lido.verify import entries, findings
from tests.server.table.desk import NAMES, Desk, sitting


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs of twenty entries: others fill eight, players sixteen."""
    monkeypatch.setattr(limits, "MOST_ENTRIES", 20)
    monkeypatch.setattr(entries, "MOST_ENTRIES", 20)


def talkative(desk: Desk, who: str, entries: int) -> Desk:
    """Somebody talks until the log has so many entries."""
    while desk.table.n < entries:
        desk.do(who, Say(number=1, text="again"))
    return desk


def test_who_has_no_seat_fills_less_of_a_log_than_who_has_one() -> None:
    desk = talkative(Desk().sit(1, 2), "p3", 8)
    desk.refuses("server.log-full", "p3", Say(number=1, text="again"))
    talkative(desk, "p2", 16)
    desk.refuses("server.log-full", "p2", Say(number=1, text="again"))


def test_strangers_who_sit_down_and_stand_up_leave_the_host_room() -> None:
    desk = Desk(players=3).sit(1)
    for number in range(2, 20):
        if desk.table.n >= 8:
            break
        desk.do(f"p{number}", sitting(2))
        desk.do(f"p{number}", Stand(number=1, seat=2))
    desk.refuses("server.log-full", "p20", sitting(2))
    desk.do("p1", SeatBot(number=1, seat=2, level="random"))
    desk.do("p1", Close(number=1))


def test_a_full_log_takes_moves_but_nothing_is_asked() -> None:
    desk = talkative(Desk().sit(1, 2), "p1", 15)
    desk.move()
    assert desk.table.n == 16
    desk.refuses("server.log-full", "p1", AskUndo(number=1, seat=1))
    desk.move()
    desk.do("p1", Leave(number=1))
    assert desk.table.n == 18


def test_a_game_whose_log_is_full_is_shared_by_all_who_play_and_no_other_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = talkative(Desk().sit(1, 2), "p1", 15)
    while desk.table.status == "running":
        desk.move()
    assert (desk.table.n, desk.table.reason, desk.table.payoffs) == (21, "length", [0.5, 0.5])
    assert desk.replayed().seen() == desk.seen()
    record = views.record(desk.table, desk.log, NAMES)
    assert [finding.code for finding in findings(record)]
    monkeypatch.setattr(entries, "MOST_ENTRIES", 30)
    with pytest.raises(BadRecord):
        list(findings(record))


def test_who_left_a_game_that_became_too_long_gets_nothing() -> None:
    desk = talkative(Desk(players=3).sit(1, 2, 3), "p1", 15)
    desk.do("p3", Leave(number=1))
    desk.do("p1", Replace(number=1, seat=3, level="random"))
    while desk.table.status == "running":
        seat = desk.table.turn or 0
        who = None if desk.table.seat(seat).level else f"p{seat}"
        desk.do(who, Move(number=1, seat=seat, move=desk.table.running().legal_moves()[0]))
    assert (desk.table.reason, desk.table.payoffs) == ("length", [0.5, 0.5, 0.0])


def test_moves_with_long_details_fill_a_log_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk().sit(1, 2)
    monkeypatch.setattr(limits, "MOST_BYTES", desk.table.size + 1)
    desk.move()
    assert (desk.table.status, desk.table.reason) == ("over", "length")
    assert desk.table.n < 20
