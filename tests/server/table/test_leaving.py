"""Giving up, leaving, being away, coming back, and what those are paid who are gone."""

import pytest

from lido.forfeits import without
from lido.server.messages import Leave, Move, Replace, Resign, Return, Stand
from lido.server.table import views
from lido.server.table.events import Over
from lido.server.table.playing import MOST_MOVES, PLAYS_ON
from lido.verify import findings
from tests.server.table.desk import Desk, begun, sitting

AWAY = 120_000


def replace(seat: int) -> Replace:
    return Replace(number=1, seat=seat, level="gentle")


def played_out(desk: Desk) -> Desk:
    """People and bots play to the end, always the last legal move."""
    while desk.table.status == "running":
        turn = desk.table.turn
        assert turn is not None
        seat = desk.table.seat(turn)
        move = desk.table.running().legal_moves()[-1]
        desk.do(None if seat.level else seat.person, Move(number=1, seat=turn, move=move))
    return desk


def test_of_two_players_the_one_who_resigns_loses() -> None:
    desk = begun()
    desk.refuses("server.not-yours", "p2", Resign(number=1, seat=1))
    desk.do("p2", Resign(number=1, seat=2))
    assert (desk.table.status, desk.table.reason, desk.table.payoffs) == ("over", "resigned", [1.0, 0.0])
    assert desk.table.turn is None
    desk.refuses("server.not-running", "p1", Move(number=1, seat=1, move="a1"))


def test_with_more_a_bot_plays_on_and_the_one_who_resigned_cannot_come_back() -> None:
    desk = begun(players=3)
    desk.do("p1", Resign(number=1, seat=1))
    assert desk.table.bot_turn() == (1, "club")
    for command in (Return(number=1, seat=1), Resign(number=1, seat=1), Move(number=1, seat=1, move="a1")):
        desk.refuses("server.gave-up", "p1", command)
    desk.refuses("server.gave-up", "p4", Return(number=1, seat=1))


def test_the_service_moves_for_bots_only() -> None:
    desk = Desk(bots={1: "club"}).sit(2)
    move = Move(number=1, seat=1, move="a1")
    desk.refuses("server.not-yours", "p2", move)
    desk.do(None, move)
    desk.refuses("server.not-yours", None, Move(number=1, seat=2, move="a2"))
    desk.refuses("server.not-yours", None, Leave(number=1))


def test_those_who_are_gone_are_paid_nothing() -> None:
    assert without([1.0, 0.0, 0.0], []) == [1.0, 0.0, 0.0]
    assert without([1.0, 0.0, 0.0], [1]) == [0.0, 0.5, 0.5]
    assert without([1.0, 0.0, 0.0], [1, 2]) == [0.0, 0.0, 1.0]
    assert without([0.5, 0.5, 0.0], [1]) == [0.0, 0.75, 0.25]
    assert without([1.0, 0.0, 0.0], [1, 2, 3]) == [0.0, 0.5, 0.5]


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_game_that_a_bot_ends_for_somebody_pays_the_others(gone: int) -> None:
    desk = begun(players=3)
    desk.do(f"p{gone}", Resign(number=1, seat=gone))
    played_out(desk)
    result = desk.table.running().result
    assert result is not None
    assert desk.table.payoffs == without(result.payoffs, [gone])
    assert desk.table.payoffs is not None
    assert desk.table.payoffs[gone - 1] == 0
    assert desk.table.reason == result.reason
    ending = "verify.ended" if desk.table.payoffs == list(result.payoffs) else "verify.paid"
    assert [finding.code for finding in findings(views.record(desk.table, desk.log, {}))][-1] == ending


def test_a_bot_that_does_not_play_this_game_does_not_play_on() -> None:
    desk = begun(players=3)
    desk.do("p1", Leave(number=1))
    desk.refuses("le-plouf.solution-two-only", "p2", Replace(number=1, seat=1, level="master"))


def test_in_a_rated_game_nobody_chooses_how_weak_the_bot_for_another_is() -> None:
    desk = begun(players=3, rated=True)
    desk.do("p1", Leave(number=1))
    desk.refuses("server.rated-level", "p2", replace(1))
    desk.do("p2", Replace(number=1, seat=1, level="club"))
    assert desk.table.bot_turn() == (1, "club")


def test_the_seat_of_one_who_left_is_offered_to_a_bot_and_can_be_taken_back() -> None:
    desk = begun(players=3)
    desk.refuses("server.not-replaceable", "p2", replace(1))
    desk.do("p1", Leave(number=1))
    assert views.info(desk.table, {}, {}, desk.at).seats[0].replaceable
    desk.refuses("server.take-back", "p1", Move(number=1, seat=1, move="a1"))
    desk.refuses("server.not-seated", "p4", replace(1))
    desk.do("p2", replace(1))
    assert desk.table.bot_turn() == (1, "gentle")
    assert not views.seat_views(desk.table, [1])[1].legal
    desk.do("p1", Return(number=1, seat=1))
    assert desk.table.bot_turn() is None
    assert views.seat_views(desk.table, [1])[1].legal
    desk.move(who="p1")


def test_somebody_away_for_long_may_be_replaced() -> None:
    desk = begun()
    desk.absent = {"p1": desk.at}
    desk.at += AWAY - 1
    desk.refuses("server.not-replaceable", "p2", replace(1))
    desk.at += 1
    desk.do("p2", replace(1))
    desk.refuses("server.not-yours", "p3", Return(number=1, seat=1))
    desk.refuses("server.still-there", "p2", Return(number=1, seat=2))
    desk.do("p1", Return(number=1, seat=1))
    assert desk.table.bot_turn() is None


def test_a_spectator_may_take_over_the_seat_of_one_who_left() -> None:
    desk = begun("plouf-party", 3)
    desk.do("p1", Leave(number=1))
    desk.do("p4", Return(number=1, seat=1))
    assert desk.table.seats_of("p4") == [1]
    desk.move(who="p4")
    desk.refuses("server.not-yours", "p1", Return(number=1, seat=1))


def test_nobody_who_knows_another_seat_takes_one_over() -> None:
    desk = begun("plouf-party", 4)
    desk.do("p1", Leave(number=1))
    desk.refuses("server.played-here", "p2", Return(number=1, seat=1))
    desk.do("p5", Return(number=1, seat=1))
    desk.do("p5", Leave(number=1))
    desk.do("p6", Return(number=1, seat=1))
    desk.do("p2", Leave(number=1))
    for knows in ("p1", "p5", "p6"):
        desk.refuses("server.played-here", knows, Return(number=1, seat=2))


def test_a_table_that_all_people_have_left_is_over() -> None:
    desk = begun()
    desk.do("p1", Leave(number=1))
    assert desk.table.status == "running"
    desk.do("p2", Leave(number=1))
    assert (desk.table.reason, desk.table.payoffs) == ("abandoned", [0.0, 1.0])
    desk = Desk(players=3, bots={2: "club", 3: "club"}).sit(1)
    desk.do("p1", Leave(number=1))
    assert (desk.table.reason, desk.table.payoffs) == ("abandoned", [0.0, 0.5, 0.5])


def test_the_seed_is_shown_at_the_end_and_not_before() -> None:
    desk = begun("plouf-party", 2)
    played_out(desk)
    *before, last = desk.log
    assert isinstance(last.body.event, Over)
    assert last.body.event.seed == desk.table.seed
    assert all(desk.table.seed not in entry.raw.decode() for entry in before)
    assert views.info(desk.table, {}, {}, desk.at).seed == desk.table.seed
    assert views.info(begun("plouf-party", 2).table, {}, {}, 0).seed is None


def test_whom_the_host_made_stand_up_takes_no_seat_of_one_who_left_either() -> None:
    desk = Desk(players=3).sit(2)
    desk.do("p1", Stand(number=1, seat=2))
    for seat, who in ((1, "p1"), (2, "p4"), (3, "p3")):
        desk.do(who, sitting(seat))
    desk.do("p3", Leave(number=1))
    desk.refuses("server.removed", "p2", Return(number=1, seat=3))
    desk.do("p5", Return(number=1, seat=3))


@pytest.mark.parametrize("rated", [True, False])
def test_in_a_rated_game_a_bot_does_not_play_for_somebody_who_comes_back_to_win(rated: bool) -> None:
    desk = begun(players=2, rated=rated)
    desk.do("p1", Leave(number=1))
    desk.do("p2", Replace(number=1, seat=1, level=PLAYS_ON))
    for made in range(MOST_MOVES + 1):
        desk.do("p1", Return(number=2 * made + 2, seat=1))
        desk.do("p1", Leave(number=2 * made + 3))
        desk.do("p2", Replace(number=1, seat=1, level=PLAYS_ON))
        for who, seat in ((None, 1), ("p2", 2)):
            desk.do(who, Move(number=1, seat=seat, move=desk.table.running().legal_moves()[0]))
    if rated:
        desk.refuses("server.rated-return", "p1", Return(number=99, seat=1))
    else:
        desk.do("p1", Return(number=99, seat=1))
