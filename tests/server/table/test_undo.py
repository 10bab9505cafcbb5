"""Taking back: to one's last decision, by agreement; between people never across what came out."""

import pytest

from lido.server.messages import AnswerUndo, AskUndo, Leave, Move, Resign
from lido.server.table import views
from lido.server.table.events import Clock, Undone
from tests.server.table.desk import Desk, after_a_placement, begun

ASK = AskUndo(number=1, seat=2)
AWAY = 120_000


def agrees(desk: Desk, seat: int, agreed: bool = True) -> None:
    desk.do(f"p{seat}", AnswerUndo(number=1, seat=seat, agreed=agreed))


def offered(desk: Desk, seat: int) -> tuple[int, str | None]:
    """How far the seat may go back, or why it may not."""
    view = views.seat_views(desk.table, [seat])[seat]
    return view.undo, view.no_undo


def test_a_move_after_which_it_is_still_ones_turn_is_taken_back_when_all_others_agree() -> None:
    desk = after_a_placement()
    position = desk.table.running().position()
    assert [offered(desk, seat) for seat in (1, 2, 3)] == [(2, None), (1, None), (0, "server.undo-nothing")]
    desk.do("p2", ASK)
    agrees(desk, 1)
    assert "undone" not in desk.events()
    agrees(desk, 3)
    assert desk.events()[-2:] == ["answered", "undone"]
    assert desk.table.turn == 2
    assert desk.table.running().position() != position
    assert desk.table.running().moves[-1].startswith("give")
    desk.refuses("server.undo-nothing", "p2", ASK)


def test_one_refusal_ends_it() -> None:
    desk = after_a_placement()
    desk.do("p2", ASK)
    agrees(desk, 1)
    agrees(desk, 3, agreed=False)
    desk.refuses("server.not-asked", "p1", AnswerUndo(number=1, seat=1, agreed=True))
    desk.refuses("server.undo-declined", "p2", ASK)
    assert desk.table.running().moves[-1] == "place"
    desk.move()
    desk.do("p2", ASK)


def test_those_who_are_away_for_long_and_bots_need_not_agree() -> None:
    desk = after_a_placement()
    desk.absent = {"p1": desk.at - AWAY}
    desk.do("p2", ASK)
    desk.refuses("server.already-asked", "p2", ASK)
    desk.absent["p3"] = desk.at - AWAY + 1
    desk.refuses("server.already-asked", "p2", ASK)  # a connection that drops for a moment is no yes
    desk.absent["p3"] -= 1
    desk.do("p2", ASK)
    assert desk.events()[-2:] == ["asked", "undone"]
    desk = after_a_placement()
    desk.do("p3", Leave(number=1))
    desk.do("p2", ASK)
    agrees(desk, 1)
    assert desk.events()[-1] == "undone"


def test_in_a_rated_game_nothing_is_taken_back_without_the_others() -> None:
    desk = after_a_placement(rated=True)
    desk.absent = {"p1": desk.at - 9 * AWAY, "p3": desk.at - 9 * AWAY}
    desk.do("p2", ASK)
    desk.refuses("server.already-asked", "p2", ASK)
    agrees(desk, 1)
    agrees(desk, 3)
    assert desk.events()[-1] == "undone"


@pytest.mark.parametrize("goes", [Leave(number=1), Resign(number=1, seat=3)])
def test_when_the_last_who_had_to_agree_goes_it_is_agreed(goes: Leave | Resign) -> None:
    desk = after_a_placement()
    desk.do("p2", ASK)
    agrees(desk, 1)
    desk.do("p3", goes)
    assert desk.events()[-1] == "undone"
    desk = after_a_placement()
    desk.do("p2", ASK)
    desk.do("p3", goes)
    assert "undone" not in desk.events()


def test_of_two_it_is_agreed_when_the_other_leaves_and_the_game_is_won_when_they_resign() -> None:
    desk = after_a_placement(players=2)
    desk.do("p2", ASK)
    desk.do("p1", Leave(number=1))
    assert desk.events()[-1] == "undone"
    desk = after_a_placement(players=2)
    desk.do("p2", ASK)
    desk.do("p1", Resign(number=1, seat=1))
    assert desk.events()[-1] == "over"


def test_when_the_one_who_asked_goes_nothing_is_taken_back() -> None:
    desk = after_a_placement()
    desk.do("p2", ASK)
    desk.do("p2", Leave(number=1))
    desk.refuses("server.not-asked", "p1", AnswerUndo(number=1, seat=1, agreed=True))


def test_a_move_in_between_ends_the_question() -> None:
    desk = after_a_placement()
    desk.do("p2", ASK)
    desk.move()
    desk.refuses("server.not-asked", "p1", AnswerUndo(number=1, seat=1, agreed=True))
    assert offered(desk, 2) == (1, None)


def test_nobody_answers_twice_or_for_another() -> None:
    desk = after_a_placement()
    desk.refuses("server.not-asked", "p1", AnswerUndo(number=1, seat=1, agreed=True))
    desk.do("p2", ASK)
    agrees(desk, 1)
    desk.refuses("server.already-answered", "p1", AnswerUndo(number=1, seat=1, agreed=False))
    desk.refuses("server.not-asked", "p2", AnswerUndo(number=1, seat=2, agreed=True))
    desk.refuses("server.not-yours", "p1", AnswerUndo(number=1, seat=3, agreed=True))
    desk.refuses("server.not-yours", "p1", ASK)


def test_a_move_is_taken_back_before_the_answer_and_after_it() -> None:
    desk = begun()
    desk.move("a1")
    assert (offered(desk, 1), offered(desk, 2)) == ((1, None), (0, "server.undo-nothing"))
    desk.do("p1", AskUndo(number=1, seat=1))
    agrees(desk, 2)
    assert (desk.table.turn, desk.table.running().moves) == (1, ())
    desk.move("a2")
    desk.move("a3")
    assert offered(desk, 1) == (2, None)
    desk.do("p1", AskUndo(number=1, seat=1))
    assert offered(desk, 1) == (0, "server.already-asked")
    assert offered(desk, 2) == (0, "server.undo-other-asks")
    desk.refuses("server.undo-other-asks", "p2", ASK)
    agrees(desk, 2)
    assert (desk.table.turn, desk.table.running().moves, desk.table.counts) == (1, (), True)
    assert isinstance(undone := desk.log[-1].body.event, Undone)
    assert undone.moves == 2
    assert desk.replayed().seen() == desk.seen()


def test_the_clock_of_whoever_is_to_act_again_starts_anew() -> None:
    desk = begun(clock=Clock(60, "game"))
    desk.at += 1_000
    desk.move()
    desk.at += 20_000
    desk.do("p1", AskUndo(number=1, seat=1))
    agrees(desk, 2)
    assert views.times(desk.table, desk.at) == [59_000, 60_000]


def test_a_bot_that_moves_meanwhile_does_not_end_the_question() -> None:
    desk = Desk(players=3, bots={2: "club"}).sit(1, 3)
    desk.move("a1")
    desk.do("p1", AskUndo(number=1, seat=1))
    desk.do(None, Move(number=1, seat=2, move="a2"))
    agrees(desk, 3)
    assert (desk.table.turn, desk.table.running().moves) == (1, ())


@pytest.mark.parametrize(("game", "kind"), [("plouf-party", "pick"), ("croc-pool", "flip")])
def test_between_people_it_never_crosses_what_came_out(game: str, kind: str) -> None:
    desk = begun(game)
    shown = next(move for move in desk.table.running().legal_moves() if move.startswith(kind))
    desk.do("p1", Move(number=1, seat=1, move=shown))
    assert desk.table.turn == 1
    why = "server.undo-revealed" if game == "plouf-party" else "server.undo-irreversible"
    assert offered(desk, 1) == (0, why)
    desk.refuses(why, "p1", AskUndo(number=1, seat=1))


def test_a_finished_game_is_not_taken_back() -> None:
    desk = begun()
    desk.move()
    desk.do("p2", Resign(number=1, seat=2))
    assert offered(desk, 1) == (0, None)
    desk.refuses("server.not-running", "p1", AskUndo(number=1, seat=1))


def test_one_person_with_all_seats_asks_nobody() -> None:
    desk = after_a_placement(players=2)
    for seat in desk.table.seats:
        seat.person = "p2"
    desk.do("p2", ASK)
    assert desk.events()[-2:] == ["asked", "undone"]
