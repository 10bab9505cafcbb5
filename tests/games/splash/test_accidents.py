"""Falls that are not the active player's doing."""

from typing import Any

import pytest

import lido
from lido.words import say
from tests.games.splash.scenes import at, match, refused, scattered, stack

clause = pytest.mark.clause

TOWER = ("red-cube", "blue-cube", "green-cube", "orange-cube", "yellow-cube")
LYING = [*stack("red-cube", "blue-cube"), *scattered("green-cube", "orange-cube", "yellow-cube")]


def game(**more: Any) -> lido.Match:
    return match(["red-plate"], ["blue-plate"], ["red-prism"], pieces=stack(*TOWER), **more)


def accident(
    table: lido.Match, lying: list[dict[str, object]], fault: int | None, *settled: object
) -> list[dict[str, object]]:
    return table.play("accident", scene={"pieces": lying}, fault=fault, settled=list(settled))


@clause("SP-19", "SP-R13")
def test_what_fell_by_nobodys_doing_goes_into_the_box_and_the_turn_goes_on() -> None:
    table = game(seat=2)
    accident(table, LYING, None, stack("red-cube", "blue-cube"))
    view = table.view(0)
    assert view["box"] == ["green-cube", "orange-cube", "yellow-cube"]
    assert (table.turn, view["step"], view["drops"]) == (2, "give", [0, 0, 0])
    assert view["reserves"] == [["red-plate"], ["blue-plate"], ["red-prism"]]


@clause("SP-19", "SP-R13")
def test_base_ties_of_nobodys_fall_are_settled_by_the_player_who_must_act() -> None:
    table = game(seat=3)
    accident(table, scattered(*TOWER), None)
    assert (table.turn, len(table.legal_moves())) == (3, 5)
    table.play("base green-cube", settled=[stack("green-cube")])
    assert (table.turn, table.view(0)["step"]) == (3, "give")
    assert table.view(0)["box"] == ["blue-cube", "orange-cube", "red-cube", "yellow-cube"]


@clause("SP-20", "SP-R13")
def test_the_one_at_fault_chooses_takes_up_and_nobody_receives_a_drop() -> None:
    table = game(seat=2)
    accident(table, scattered(*TOWER), 3)
    assert table.turn == 3
    table.play("base green-cube", settled=[stack("green-cube")])
    assert (table.turn, table.view(0)["step"]) == (3, "keep")
    table.play("keep blue-cube orange-cube red-cube")
    view = table.view(0)
    assert view["reserves"][2] == ["blue-cube", "orange-cube", "red-cube", "red-prism"]
    assert (view["box"], view["drops"]) == (["yellow-cube"], [0, 0, 0])
    assert (table.turn, view["step"]) == (2, "give")


@clause("SP-20", "SP-R13")
def test_a_piece_in_the_hand_stays_there_and_its_player_acts_next() -> None:
    table = game(held="red-mini", seat=2, step="place", **{"from": 1})
    accident(table, LYING, 1, stack("red-cube", "blue-cube"))
    view = table.view(0)
    assert (table.turn, view["step"], view["held"], view["from"]) == (2, "place", "red-mini", 1)
    assert view["reserves"][0] == ["green-cube", "orange-cube", "red-plate", "yellow-cube"]


@clause("SP-R13")
def test_the_player_with_a_piece_to_place_is_never_at_fault() -> None:
    table = game(held="red-mini", seat=2, step="place", **{"from": 1})
    before = table.position()
    with pytest.raises(lido.IllegalMove) as refusal:
        accident(table, LYING, 2, stack("red-cube", "blue-cube"))
    assert (refusal.value.code, refusal.value.clause) == ("splash.accident-placer", "SP-R13")
    english, french = (say(refusal.value.code, language) for language in ("en", "fr"))
    assert "never at fault" in english
    assert "jamais fautif" in french
    assert (table.position(), table.moves) == (before, ())


@clause("SP-R13")
@pytest.mark.parametrize("fault", [1, 3])
def test_anybody_else_may_be_at_fault_while_a_piece_is_placed(fault: int) -> None:
    table = game(held="red-mini", seat=2, step="place", **{"from": 1})
    accident(table, LYING, fault, stack("red-cube", "blue-cube"))
    assert (table.turn, table.view(0)["step"], table.view(0)["drops"]) == (2, "place", [0, 0, 0])
    assert len(table.view(0)["reserves"][fault - 1]) == 4


@clause("SP-R13", "SP-20")
def test_the_player_who_must_give_may_be_at_fault_chooses_takes_and_gives() -> None:
    table = game(seat=2)
    accident(table, [*stack("red-cube"), *stack("blue-cube", x=0.015), *scattered(*TOWER[2:])], 2)
    assert (table.turn, len(table.legal_moves())) == (2, 5)
    table.play("base blue-cube", settled=[stack("blue-cube", x=0.015)])
    table.play("keep green-cube orange-cube red-cube")
    view = table.view(0)
    assert view["reserves"][1] == ["blue-plate", "green-cube", "orange-cube", "red-cube"]
    assert (table.turn, view["step"], view["drops"]) == (2, "give", [0, 0, 0])


@clause("SP-R13")
def test_a_position_in_which_the_placer_is_at_fault_is_refused() -> None:
    table = game(held="red-mini", seat=2, step="place", **{"from": 1})
    accident(table, scattered(*TOWER), 3)
    with pytest.raises(lido.BadPosition) as refusal:
        lido.new(
            "splash", players=3, position=table.position() | {"accident": {"fault": 2, "seat": 2, "step": "place"}}
        )
    assert refusal.value.code == "splash.accident-placer"


def test_an_open_choice_after_an_accident_is_part_of_the_position() -> None:
    table = game(held="red-mini", seat=2, step="place", **{"from": 1})
    accident(table, scattered(*TOWER), 3)
    assert table.position()["accident"] == {"fault": 3, "seat": 2, "step": "place"}
    again = lido.new("splash", players=3, position=table.position())
    assert again.position() == table.position()
    for one in (table, again):
        one.play("base green-cube", settled=[stack("green-cube")])
        one.play("keep blue-cube orange-cube red-cube")
        assert (one.turn, one.view(0)["step"], one.view(0)["held"]) == (2, "place", "red-mini")
        assert "accident" not in one.position()


def test_an_accident_is_in_the_record_and_can_be_taken_back() -> None:
    table = game()
    before = table.position()
    accident(table, LYING, 2, stack("red-cube", "blue-cube"))
    assert lido.replay(table.record()).position() == table.position()
    table.undo()
    assert table.position() == before


def test_an_accident_that_cannot_be_is_refused() -> None:
    table = game()
    lying = {"pieces": LYING}
    for fault in (4, 0, 2.0, True, "2"):
        assert refused(table, "accident", scene=lying, fault=fault) == "splash.accident-how"
    assert refused(table, "accident", scene=lying) == "splash.accident-how"
    assert refused(table, "accident", scene={"pieces": LYING[1:]}, fault=1) == "splash.accident-pieces"
    assert (
        refused(match(["red-cube"], ["blue-cube"]), "accident", scene={"pieces": []}, fault=1) == "splash.accident-when"
    )


@clause("SP-R7")
@pytest.mark.parametrize(
    "green", [at("green-cube", 0.1, 0.0, 0.2), at("green-cube", 0.005, 0.0, 0.0075), at("green-cube", 0.1, 0.0, -0.02)]
)
def test_after_an_accident_pieces_neither_float_nor_overlap_nor_lie_under_the_table(green: dict[str, object]) -> None:
    table = game()
    before = table.record()
    lying = [green, *(entry for entry in LYING if entry["piece"] != "green-cube")]
    with pytest.raises(lido.BadPosition) as refusal:
        table.play("accident", scene={"pieces": lying}, fault=2)
    assert refusal.value.code == "splash.scene-moves"
    assert table.record() == before


@clause("SP-R8")
def test_after_an_accident_too_what_is_left_settles() -> None:
    table = game()
    settled = [at("red-cube", 0.0002, 0.0, 0.0075), at("blue-cube", 0.0, 0.0, 0.0225)]
    accident(table, LYING, 2, settled)
    assert table.view(0)["pieces"] == settled
