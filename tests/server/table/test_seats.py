"""Before the game: who sits where, and when it begins."""

from pathlib import Path

import pytest

from lido.deal import commitment
from lido.errors import LidoError
from lido.games.le_plouf.solution import lookup
from lido.server.messages import Close, Leave, Move, SeatBot, Stand
from lido.server.table.events import Clock, Created
from lido.server.table.seating import MOST_SITTINGS, open_table
from tests.server.table.desk import SEED, Desk, begun
from tests.server.table.desk import sitting as sit


def test_the_deal_is_committed_to_before_anybody_sits_down() -> None:
    desk = Desk()
    created = desk.log[0].body.event
    assert isinstance(created, Created)
    assert created.commitment == commitment(SEED)
    assert desk.events() == ["created"]
    assert not any(seat.taken for seat in desk.table.seats)


def test_a_seat_is_taken_once() -> None:
    desk = Desk().sit(1)
    desk.refuses("server.seat-taken", "p2", sit(1))
    desk.refuses("match.seat", "p2", sit(3))


def test_a_person_has_several_seats_only_for_others_at_the_same_device() -> None:
    desk = Desk().sit(1)
    desk.refuses("server.already-seated", "p1", sit(2))
    desk.do("p1", sit(2, here=True))
    assert desk.table.seats_of("p1") == [1, 2]
    assert desk.table.status == "running"


def test_the_host_puts_bots_on_free_seats() -> None:
    desk = Desk(players=3).sit(1)
    desk.refuses("server.not-host", "p2", SeatBot(number=1, seat=2, level="club"))
    desk.refuses("match.level", "p1", SeatBot(number=1, seat=2, level="genius"))
    desk.refuses("server.seat-taken", "p1", SeatBot(number=1, seat=1, level="club"))
    desk.do("p1", SeatBot(number=1, seat=2, level="club"))
    desk.do("p1", SeatBot(number=1, seat=3, level="club"))
    assert [seat.level for seat in desk.table.seats] == [None, "club", "club"]
    assert desk.table.status == "running"


def test_a_table_may_open_with_bots() -> None:
    desk = Desk(players=3, bots={2: "club", 3: "gentle"}).sit(1)
    assert [seat.level for seat in desk.table.seats] == [None, "club", "gentle"]
    assert desk.table.status == "running"


def test_a_master_sits_at_le_plouf_for_two_and_nowhere_else() -> None:
    asks = SeatBot(number=1, seat=2, level="master")
    Desk(players=3).refuses("le-plouf.solution-two-only", "p1", asks)
    Desk("croc-pool").refuses("match.level", "p1", asks)
    desk = Desk().sit(1)
    desk.do("p1", asks)
    assert desk.table.status == "running"


def test_a_perfect_bot_sits_down_where_its_table_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIDO_DATA", str(tmp_path))
    asks = SeatBot(number=1, seat=2, level="perfect")
    desk = Desk().sit(1)
    desk.refuses("le-plouf.solution-not-here", "p1", asks)
    lookup.whole_file().touch()
    desk.do("p1", asks)
    assert desk.table.status == "running"


def test_one_stands_up_from_ones_own_seat_and_the_host_frees_any() -> None:
    desk = Desk(players=3).sit(1, 2)
    desk.refuses("server.not-host", "p2", Stand(number=1, seat=1))
    desk.refuses("server.seat-free", "p1", Stand(number=1, seat=3))
    desk.do("p1", Stand(number=1, seat=2))
    assert not desk.table.seat(2).taken
    desk.do("p3", sit(2))
    desk.do("p3", Stand(number=1, seat=2))
    desk.do("p3", sit(2))
    desk.do("p3", Leave(number=1))
    assert desk.table.seats_of("p3") == []
    desk.refuses("server.not-seated", "p3", Leave(number=1))


def test_whom_the_host_made_stand_up_does_not_sit_down_again() -> None:
    desk = Desk(players=3).sit(1, 2)
    desk.do("p1", Stand(number=1, seat=2))
    desk.refuses("server.removed", "p2", sit(2))
    desk.refuses("server.removed", "p2", sit(3, here=True))
    desk.do("p3", sit(2))


def test_at_a_public_table_only_the_host_takes_several_seats() -> None:
    desk = Desk(players=4).sit(1, 2)
    desk.refuses("server.here-host", "p2", sit(3, here=True))
    desk.do("p1", sit(3, here=True))
    invited = Desk(players=4, public=False).sit(1, 2)
    invited.do("p2", sit(3, here=True))
    assert invited.table.seats_of("p2") == [2, 3]


def test_sitting_down_and_standing_up_fills_no_log() -> None:
    desk = Desk(players=3).sit(1)
    for _ in range(MOST_SITTINGS):
        desk.do("p2", sit(2))
        desk.do("p2", Stand(number=1, seat=2))
    desk.refuses("server.sittings", "p2", sit(2))
    desk.do("p3", sit(2))


def test_nobody_moves_or_changes_seats_at_the_wrong_time() -> None:
    Desk().sit(1).refuses("server.not-running", "p1", Move(number=1, seat=1, move="a1"))
    desk = begun()
    for command in (sit(1), SeatBot(number=1, seat=1, level="club"), Stand(number=1, seat=1), Close(number=1)):
        desk.refuses("server.not-open", "p1", command)


def test_the_host_gives_the_table_up() -> None:
    desk = Desk().sit(2)
    desk.refuses("server.not-host", "p2", Close(number=1))
    desk.do("p1", Close(number=1))
    assert desk.table.status == "closed"
    desk.refuses("server.closed", "p3", sit(1))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "match.game"),
        ({"players": 7}, "match.players"),
        ({"options": {"colour": "red"}}, "match.no-options"),
        ({"game": "plouf-party", "options": {"colour": "red"}}, "match.option"),
        ({"bots": {3: "club"}}, "match.seat"),
        ({"bots": {1: "genius"}}, "match.level"),
        ({"players": 3, "bots": {1: "master"}}, "le-plouf.solution-two-only"),
        ({"clock": Clock(0)}, "server.clock"),
        ({"clock": Clock(60, "week")}, "server.clock"),
        ({"clock": Clock(60, "move", plus=5)}, "server.clock"),
    ],
)
def test_what_cannot_be_played_is_not_opened(wrong: dict[str, object], code: str) -> None:
    setup: dict[str, object] = {"game": "le-plouf", "players": 2, "options": {}, "public": True}
    with pytest.raises(LidoError) as refused:
        open_table(SEED, "p1", **(setup | wrong))  # type: ignore[arg-type]
    assert refused.value.code == code
