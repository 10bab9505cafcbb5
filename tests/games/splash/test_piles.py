"""Piles after a fall: what belongs to them, how tall they are, which becomes the base (SP-R8)."""

import math
from typing import Any

import pytest

import lido
from lido.games.splash import GAME
from lido.games.splash.space import about
from tests.games.splash.scenes import (
    FAR,
    Placed,
    at,
    choose_base,
    holding,
    match,
    scattered,
    settle,
    sloping,
    stack,
    tipped,
)

clause = pytest.mark.clause

LEGS = [
    at("red-cube", -0.009, -0.008, 0.0075),
    at("blue-cube", 0.009, -0.008, 0.0075),
    at("green-cube", 0, 0.009, 0.0075),
]
"""Three cubes that stand apart, near enough for one plate."""
PLATE = at("yellow-plate", 0.002, 0.002, 0.0175)
"""A plate on all three."""
LEANING = sloping("green-stick", edge=(-0.0075, 0.015), floor=0.0, angle=math.pi / 4)
"""A stick with one end on the table that leans on the upper edge of a cube at the origin."""
BRIDGE = [*stack("red-cube"), *stack("blue-cube", x=0.02), at("green-stick", 0.01, 0.0, 0.0175)]
"""A stick on two cubes."""


def piles(pieces: list[Placed], base: str) -> list[list[str]]:
    found: list[list[str]] = GAME.judged({"pieces": pieces, "base": base}, None, None)["piles"]
    return found


def toppled(lying: list[Placed], *settled: list[Placed], base: str) -> lido.Match:
    """A tower of these pieces after an accident that seat 2 caused while seat 1 was to give."""
    names = [base, *(entry["piece"] for entry in lying if entry["piece"] != base)]
    game = match(["purple-stick"], ["purple-mini"], pieces=stack(*names), base=base)
    game.play("accident", scene={"pieces": lying}, fault=2, settled=list(settled))
    return game


def on_the_table(game: lido.Match) -> list[str]:
    return [entry["piece"] for entry in game.view(0)["pieces"]]


# What belongs to a pile


@clause("SP-R8")
def test_a_fallen_stick_that_leans_on_the_base_has_fallen() -> None:
    standing = stack("red-cube", "blue-cube")
    resting = [*standing, LEANING, *stack("red-mini", x=FAR)]
    judged = GAME.judged({"pieces": resting, "base": "red-cube"}, "red-mini", "green-stick")
    assert ["green-stick", "red-cube"] in judged["contacts"]
    assert judged["table"] == ["green-stick", "red-cube", "red-mini"]
    assert judged["piles"] == [["blue-cube", "red-cube"], ["green-stick"], ["red-mini"]]
    tower = stack("red-cube", "blue-cube", "green-stick")
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=tower)
    events = settle(game, resting, standing)
    assert [event["event"] for event in events] == ["place", "drop", "base", "keep"]
    assert events[2]["fell"] == ["green-stick", "red-mini"]
    assert on_the_table(game) == ["red-cube", "blue-cube"]
    assert game.view(0)["reserves"][1] == ["blue-plate", "green-stick", "red-mini"]


@clause("SP-R8")
def test_two_fallen_cubes_that_touch_the_pile_have_fallen() -> None:
    standing = stack("red-cube", "blue-cube")
    beside = [*stack("green-cube", x=0.015), *stack("orange-cube", x=-0.015)]
    resting = [*standing, *beside, *stack("red-mini", x=FAR)]
    assert piles(resting, "red-cube")[0] == ["blue-cube", "red-cube"]
    tower = stack("red-cube", "blue-cube", "green-cube", "orange-cube")
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=tower)
    events = settle(game, resting, standing)
    assert events[2]["fell"] == ["green-cube", "orange-cube", "red-mini"]
    assert on_the_table(game) == ["red-cube", "blue-cube"]


@clause("SP-R8", "SP-13")
def test_of_two_single_cubes_side_by_side_after_a_fall_either_may_be_chosen() -> None:
    for chosen, other, x in (("red-cube", "blue-cube", 0.0), ("blue-cube", "red-cube", 0.015)):
        game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", "blue-cube"))
        settle(game, [*stack("red-cube"), *stack("blue-cube", x=0.015), *stack("red-mini", x=FAR)])
        assert game.legal_moves() == ["base blue-cube", "base red-cube", "base red-mini"]
        choose_base(game, chosen, stack(chosen, x=x))
        assert on_the_table(game) == [chosen]
        assert game.view(0)["reserves"][1] == sorted(["blue-plate", other, "red-mini"])


@clause("SP-R8", "SP-13", "SP-R13")
def test_of_two_single_cubes_side_by_side_after_an_accident_either_may_be_chosen() -> None:
    for chosen, x in (("red-cube", 0.0), ("blue-cube", 0.015)):
        game = toppled([*stack("red-cube"), *stack("blue-cube", x=0.015)], base="red-cube")
        assert (game.turn, game.legal_moves()) == (2, ["base blue-cube", "base red-cube"])
        choose_base(game, chosen, stack(chosen, x=x))
        assert on_the_table(game) == [chosen]


@clause("SP-R8")
def test_what_a_foot_carries_through_another_foot_is_not_its_own() -> None:
    """The stick has its end on the table and carries a plate: the cube that it leans on carries neither."""
    x, _, z = LEANING["pos"]
    off = 0.005 * math.sqrt(0.5)
    plate = at("blue-plate", x - off, 0.0, z + off, LEANING["quat"])
    judged = GAME.judged({"pieces": [*stack("red-cube"), LEANING, plate], "base": "red-cube"}, None, None)
    assert judged["table"] == ["green-stick", "red-cube"]
    assert judged["piles"] == [["blue-plate", "green-stick"], ["red-cube"]]


@clause("SP-R8")
def test_a_piece_that_nothing_carries_and_that_touches_no_table_is_in_no_pile_of_another() -> None:
    pinched = [*stack("red-cube"), *stack("blue-cube", x=0.022), at("green-mini", 0.011, 0.0, 0.0075)]
    assert piles([*pinched, *stack("orange-plate", "purple-plate", x=FAR)], "red-cube") == [
        ["orange-plate", "purple-plate"],
        ["blue-cube"],
        ["red-cube"],
        ["green-mini"],
    ]


# Shared pieces


@clause("SP-R8")
def test_a_plate_on_three_equal_legs_belongs_to_the_one_that_is_the_old_base() -> None:
    assert piles([*LEGS, PLATE], "red-cube") == [["red-cube", "yellow-plate"], ["blue-cube"], ["green-cube"]]
    assert piles([*LEGS, PLATE], "green-cube")[0] == ["green-cube", "yellow-plate"]
    game = toppled([*LEGS, PLATE], [LEGS[2], PLATE], base="green-cube")
    assert (game.view(0)["base"], on_the_table(game)) == ("green-cube", ["green-cube", "yellow-plate"])
    assert game.view(0)["reserves"][1] == ["blue-cube", "purple-mini", "red-cube"]


@clause("SP-R8")
def test_a_plate_on_three_equal_legs_belongs_to_the_first_as_text_when_none_is_the_old_base() -> None:
    apart = stack("orange-cube", x=FAR)
    assert piles([*LEGS, PLATE, *apart], "orange-cube")[0] == ["blue-cube", "yellow-plate"]


@clause("SP-R8")
def test_a_shared_plate_belongs_to_the_leg_that_is_tallest_without_it() -> None:
    mini = at("orange-mini", -0.013, -0.012, 0.0185)
    assert piles([*LEGS, PLATE, mini], "green-cube") == [
        ["orange-mini", "red-cube", "yellow-plate"],
        ["blue-cube"],
        ["green-cube"],
    ]


@clause("SP-R8")
@pytest.mark.parametrize(("taller", "owner"), [(0.0004, "red"), (0.0006, "blue")])
def test_legs_within_half_a_millimetre_are_equal_for_a_shared_piece(taller: float, owner: str) -> None:
    red, blue = at("red-mini", 0.0, 0.0065, 0.0185), tipped("blue-mini", 0.02, 0.0065, on=0.015, taller=taller)
    found = piles([*BRIDGE, red, blue], "red-cube")
    assert sorted([f"{owner}-cube", f"{owner}-mini", "green-stick"]) in found


@clause("SP-R8")
def test_what_stands_on_a_shared_piece_is_shared_with_it() -> None:
    assert piles([*LEGS, PLATE, at("purple-cube", 0.002, 0.002, 0.0275)], "red-cube")[0] == [
        "purple-cube",
        "red-cube",
        "yellow-plate",
    ]


# How tall a pile is


@clause("SP-R8", "SP-12")
def test_a_pile_is_as_tall_as_its_highest_point_and_not_as_its_levels() -> None:
    plates = stack("red-plate", "green-plate", "yellow-plate", x=FAR)
    game = toppled([*stack("red-cube", "blue-cube"), *plates], stack("red-cube", "blue-cube"), base="red-plate")
    assert (game.view(0)["base"], on_the_table(game)) == ("red-cube", ["red-cube", "blue-cube"])


@clause("SP-R8", "SP-13")
@pytest.mark.parametrize(("taller", "bases"), [(0.0004, ["red-cube", "green-cube"]), (0.0006, ["green-cube"])])
def test_within_half_a_millimetre_two_piles_are_equal(taller: float, bases: list[str]) -> None:
    higher = [*stack("green-cube", x=FAR), tipped("orange-cube", FAR, 0.0, on=0.015, taller=taller)]
    settled = [] if len(bases) > 1 else [higher]
    game = toppled([*stack("red-cube", "blue-cube"), *higher], *settled, base="red-cube")
    assert game.view(0)["step"] == ("base" if len(bases) > 1 else "give")
    if len(bases) > 1:
        assert game.legal_moves() == sorted(f"base {base}" for base in bases)
    else:
        assert game.view(0)["base"] == "green-cube"


@clause("SP-R8", "SP-12")
def test_two_pieces_make_a_pile_however_high_a_single_one_stands() -> None:
    upright = at("green-stick", FAR, 0.0, 0.015, about((0.0, 1.0, 0.0), math.pi / 2))
    game = toppled([*stack("red-plate", "blue-plate"), upright], stack("red-plate", "blue-plate"), base="green-stick")
    assert game.view(0)["base"] == "red-plate"


# Again


@clause("SP-R8", "SP-12", "SP-14")
def test_if_more_than_one_piece_touches_the_table_then_a_base_is_found_again_and_all_that_fell_counts() -> None:
    """What is left leans together: joined, but on two feet. Only after the last base is it said what is kept."""
    names = ("red-cube", "blue-cube", "green-cube", "orange-cube", "purple-cube")
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack(*names))
    pile = stack("red-cube", "blue-cube", "green-cube")
    resting = [*pile, *scattered("orange-cube", "purple-cube", "red-mini")]
    leaning = [*stack("red-cube", "blue-cube"), *stack("green-cube", x=0.015)]
    events = settle(game, resting, leaning, stack("red-cube", "blue-cube"))
    assert [event["event"] for event in events] == ["place", "drop", "base", "base"]
    assert [event["fell"] for event in events[2:]] == [["orange-cube", "purple-cube", "red-mini"], ["green-cube"]]
    view = game.view(0)
    assert (game.turn, view["step"], view["drops"]) == (2, "keep", [1, 0])
    assert view["fallen"] == ["green-cube", "orange-cube", "purple-cube", "red-mini"]


def test_a_position_with_an_open_choice_knows_the_old_base() -> None:
    """A stick lies on two cubes; another pair is as tall. Which cube has the stick depends on the old base."""
    other = stack("orange-cube", "orange-plate", x=FAR)
    game = toppled([*BRIDGE, *other], base="red-cube")
    assert game.legal_moves() == ["base orange-cube", "base red-cube"]
    position: dict[str, Any] = game.position()
    assert position["base"] == "red-cube"
    again = lido.new("splash", position=position)
    assert (again.position(), again.legal_moves()) == (position, game.legal_moves())
    forgotten = lido.new("splash", position=position | {"base": None})
    assert forgotten.legal_moves() == ["base blue-cube", "base orange-cube"]
