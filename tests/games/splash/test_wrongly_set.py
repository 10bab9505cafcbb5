"""A piece that is set wrongly and brings nothing down falls alone (SP-R14)."""

import math

import pytest

import lido
from tests.games.splash.scenes import FAR, Placed, at, choose_base, holding, scattered, settle, sloping, stack

clause = pytest.mark.clause

CUBES = stack("red-cube", "blue-cube")
TABLE = [at("red-plate", 0.0, 0.0, 0.0025), at("blue-mini", -0.006, 0.0, 0.0085)]
"""A mini near the edge of a plate: beside it there is room for another plate."""
BESIDE = at("blue-plate", 0.0076, 0.0, 0.0075)


def falls_alone(game: lido.Match, piece: str, resting: list[Placed], left: list[Placed]) -> None:
    """Seat 2 sets the piece so that it alone falls: seat 1 has the drop, seat 2 the piece, and nobody chooses."""
    reserve = game.view(0)["reserves"][1]
    events = settle(game, resting, left)
    assert [event["event"] for event in events] == ["place", "drop", "base", "keep"]
    assert (events[0]["stands"], events[0]["fell"]) == (False, [piece])
    assert (events[2]["fell"], events[3]["pieces"]) == ([piece], [piece])
    view = game.view(0)
    assert (game.turn, view["step"], view["drops"]) == (2, "give", [1, 0])
    assert view["reserves"][1] == sorted([*reserve, piece])
    assert view["pieces"] == left
    assert view["base"] == left[0]["piece"]


@clause("SP-R14", "SP-5")
def test_a_wrongly_set_plate_that_brings_nothing_down_goes_to_its_placer() -> None:
    game = holding("blue-plate", ["red-cube"], ["green-cube"], pieces=TABLE)
    assert game.view(0)["targets"] == ["blue-mini"]
    falls_alone(game, "blue-plate", [*TABLE, BESIDE], TABLE)


@clause("SP-R14")
@pytest.mark.parametrize("x", [FAR, 0.011])
def test_a_second_piece_that_slides_off_a_base_of_one_goes_to_its_placer_with_no_choice(x: float) -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    falls_alone(game, "red-mini", [*stack("red-cube"), *stack("red-mini", x=x)], stack("red-cube"))


@clause("SP-R14", "SP-6")
def test_a_piece_that_touches_a_second_one_falls_alone() -> None:
    """The stick slopes from the mini, its target, down to the plate."""
    tower = [at("red-plate", 0.0, 0.0, 0.0025), at("red-mini", 0.0065, 0.0, 0.0085)]
    stick = sloping("red-stick", edge=(0.003, 0.012), floor=0.005, angle=math.pi / 6)
    game = holding("red-stick", ["blue-plate"], ["green-cube"], pieces=tower)
    falls_alone(game, "red-stick", [*tower, stick], tower)


@clause("SP-R14", "SP-6")
def test_a_piece_that_leans_on_the_table_and_on_the_tower_falls_alone() -> None:
    leaning = [*CUBES, *stack("blue-prism", x=0.015)]
    game = holding("blue-prism", ["red-plate"], ["blue-plate"], pieces=CUBES)
    falls_alone(game, "blue-prism", leaning, CUBES)


@clause("SP-R14", "SP-R10")
def test_the_third_drop_ends_the_game_before_the_piece_is_taken() -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=CUBES, drops=[2, 0])
    events = settle(game, [*CUBES, *stack("red-mini", x=FAR)])
    assert [event["event"] for event in events] == ["place", "drop", "over"]


@clause("SP-R14", "SP-R8")
def test_if_what_is_left_then_comes_apart_a_base_is_found_without_another_drop() -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=CUBES)
    settle(game, [*CUBES, *stack("red-mini", x=0.011)], [*stack("red-cube"), *stack("blue-cube", x=0.015)])
    view = game.view(0)
    assert (game.turn, view["drops"], view["fallen"]) == (2, [1, 0], ["red-mini"])
    assert game.legal_moves() == ["base blue-cube", "base red-cube"]
    choose_base(game, "blue-cube", stack("blue-cube", x=0.015))
    assert game.view(0)["reserves"][1] == ["blue-plate", "red-cube", "red-mini"]
    assert game.view(0)["drops"] == [1, 0]


@clause("SP-R14", "SP-R8")
def test_when_another_piece_came_down_too_the_base_is_found_among_all() -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=CUBES)
    settle(game, scattered("red-cube", "blue-cube", "red-mini"))
    assert game.legal_moves() == ["base blue-cube", "base red-cube", "base red-mini"]


@clause("SP-R14", "SP-R6")
def test_what_only_the_new_piece_holds_up_has_left_the_tower() -> None:
    """The prism lies on the table against the base, and the blue cube has slid onto it, off the base."""
    base = at("red-cube", 0.0, 0.0, 0.0075)
    prism, cube = at("blue-prism", 0.015, 0.0, 0.005), at("blue-cube", 0.0152, 0.0, 0.0175)
    game = holding("blue-prism", ["red-plate"], ["blue-plate"], pieces=CUBES)
    events = settle(game, [base, prism, cube], [prism, cube])
    assert events[0]["fell"] == ["blue-cube", "blue-prism"]
    assert (game.view(0)["base"], game.view(0)["reserves"][1]) == ("blue-prism", ["blue-plate", "red-cube"])


@clause("SP-R14", "SP-14")
def test_a_piece_that_really_slips_off_goes_to_its_placer() -> None:
    """With the physics: the mini is let go beside the cube it should stand on."""
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    events = game.play("place", pose=[0.02, 0.0, 0.0, 0])
    assert [event["event"] for event in events] == ["place", "drop", "base", "keep"]
    assert game.view(0)["reserves"][1] == ["blue-plate", "red-mini"]
    assert [entry["piece"] for entry in game.view(0)["pieces"]] == ["red-cube"]
