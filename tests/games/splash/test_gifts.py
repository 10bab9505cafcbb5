"""What a giver is told of every possible gift."""

import math
from typing import Any

from lido.games.splash.gifts import hardness
from lido.games.splash.judge import judged
from lido.games.splash.physics.world import touching
from lido.games.splash.space import about
from tests.games.splash.scenes import Placed, at, match, poses, stack


def gifts(pieces: list[Placed], *reserve: str) -> dict[str, dict[str, Any]]:
    """By piece, what seat 1 is told of giving it."""
    game = match(list(reserve), ["yellow-mini"], pieces=pieces)
    return {gift["piece"]: gift for gift in game.view(1)["gifts"]}


def test_everybody_is_told_what_every_legal_gift_means() -> None:
    game = match(["red-plate", "blue-mini", "green-cube"], ["yellow-mini"], pieces=stack("red-cube"))
    told = game.view(1)["gifts"]
    assert [gift["move"] for gift in told] == game.legal_moves()
    assert {gift["piece"]: gift["targets"] for gift in told} == {"red-plate": ["red-cube"], "green-cube": ["red-cube"]}
    assert all(0 <= gift["hardness"] <= 1 and gift["from"] == 1 for gift in told)
    assert game.view(2)["gifts"] == game.view(0)["gifts"] == told
    game.play("give red-plate")
    assert game.view(1)["gifts"] == game.view(2)["gifts"] == []


def test_a_gift_from_another_reserve_says_so() -> None:
    game = match(["blue-mini"], ["green-cube"], ["yellow-stick"], pieces=stack("red-cube"))
    (told,) = game.view(1)["gifts"]
    assert (told["move"], told["from"]) == ("give green-cube from 2", 2)


def test_the_first_piece_goes_on_the_table_which_is_easy() -> None:
    told = gifts([], "red-stick")["red-stick"]
    assert (told["targets"], told["hardness"]) == ([], 0.0)


def test_of_several_targets_each_gift_names_its_own() -> None:
    two = [*stack("red-cube", "red-plate"), *stack("blue-cube", "blue-stick", x=0.05)]
    told = gifts(two, "red-mini", "blue-mini")
    assert told["red-mini"]["targets"] == ["red-plate"]
    assert told["blue-mini"]["targets"] == ["blue-stick"]
    assert told["blue-mini"]["hardness"] > told["red-mini"]["hardness"], "a stick is narrow"


def test_a_tilted_a_high_and_a_narrow_target_are_harder() -> None:
    plain = gifts(stack("red-cube", "red-stick"), "red-mini")["red-mini"]["hardness"]
    high = gifts(stack("red-prism", "blue-prism", "green-prism", "red-cube", "red-plate", "red-stick"), "red-mini")
    wide = gifts(stack("red-cube", "red-plate"), "red-mini")["red-mini"]["hardness"]
    assert wide < 0.05 < plain < high["red-mini"]["hardness"]
    leaning = at("red-cube", 0.0, 0.0, 0.0, about((0.0, 1.0, 0.0), math.pi / 4))
    scene = poses([{**leaning, "pos": [0.0, 0.0, 0.0107]}])
    assert hardness(scene, judged(scene, touching(scene)), "red-mini", "red-cube") == 1.0


def test_a_heavy_piece_is_harder_on_an_overhang_than_a_light_one() -> None:
    overhang = [*stack("red-mini"), at("red-plate", 0.0029, 0.0, 0.0095)]
    told = gifts(overhang, "red-cube", "red-stick")
    assert told["red-cube"]["hardness"] > told["red-stick"]["hardness"]
