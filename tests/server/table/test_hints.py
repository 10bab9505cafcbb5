"""Hints: for one person against bots, or for a table where all agreed to them, and never in a rated game."""

import pytest

from lido.errors import Refusal
from lido.server.messages import Leave, Resign
from lido.server.table import views
from lido.server.table.checks import check_hints
from lido.server.table.events import Created
from tests.server.table.desk import Desk, begun, sitting


def refused(desk: Desk) -> str | None:
    """Why there are no hints at a table, or None."""
    try:
        check_hints(desk.table)
    except Refusal as refusal:
        return refusal.code
    return None


def test_one_person_against_bots_may_have_hints() -> None:
    assert refused(Desk(players=3, bots={1: "club", 3: "club"}).sit(2)) is None
    assert refused(Desk(players=2, bots={2: "club"}, rated=True).sit(1)) == "service.no-hints"


def test_no_side_of_a_game_between_people_has_hints() -> None:
    assert refused(begun()) == "service.no-hints-here"
    assert refused(Desk(players=3, bots={3: "club"}).sit(1, 2)) == "service.no-hints-here"
    shared = Desk().sit(1)
    shared.do("p1", sitting(2, here=True))
    assert refused(shared) == "service.no-hints-here"


def test_not_even_when_the_others_have_gone() -> None:
    desk = begun(players=3)
    desk.do("p2", Resign(number=1, seat=2))
    desk.do("p3", Leave(number=1))
    assert refused(desk) == "service.no-hints-here"


def test_learners_agree_to_hints_by_sitting_down_where_it_is_said() -> None:
    desk = Desk(hints=True)
    assert views.info(desk.table, {}, {}, 0).hints
    assert isinstance(created := desk.log[0].body.event, Created)
    assert created.hints
    assert refused(desk.sit(1, 2)) is None
    desk.do("p1", Resign(number=1, seat=1))
    table, _, _ = desk.rematch("p1", "another")
    assert table.opened.hints


def test_a_rated_table_is_not_opened_with_hints() -> None:
    with pytest.raises(Refusal) as refusal:
        Desk(hints=True, rated=True)
    assert refusal.value.code == "server.rated-hints"
