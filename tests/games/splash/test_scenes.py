"""Positions as scenes: read strictly, written in one way."""

import math
from typing import Any

import pytest

import lido
from lido.games.splash.pieces import PIECES, shape
from tests.games.splash.scenes import FAR, at, holding, match, scattered, settle, stack

TOWER = stack("red-cube", "blue-cube")
REST = [piece for piece in PIECES if piece not in ("red-cube", "blue-cube", "red-mini")]
SCENE: dict[str, Any] = {
    "pieces": TOWER,
    "base": "red-cube",
    "reserves": [REST[:14], REST[14:]],
    "drops": [1, 0],
    "box": ["red-mini"],
    "seat": 2,
    "step": "give",
    "held": None,
    "from": None,
}


def loaded(scene: Any, players: int = 2) -> lido.Match:
    return lido.new("splash", players=players, position=scene)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"step": "place", "held": "red-mini", "from": 2, "box": []},
        {"step": "base", "base": None, "pieces": scattered("red-cube", "blue-cube")},
        {"step": "keep", "reserves": [REST[:10], REST[14:]]},
        {"step": "draft", "pieces": [], "base": None, "box": [], "reserves": [REST[:1], []], "drops": [0, 0]},
        {"step": "over", "drops": [3, 0]},
        {"step": "over", "reserves": [REST, []], "from": 2},
    ],
)
def test_what_is_loaded_is_what_is_written(changes: dict[str, Any]) -> None:
    scene = SCENE | changes
    game = loaded(scene)
    assert game.position() == scene
    assert lido.replay(game.record()).position() == scene
    assert bool(game.legal_moves()) == (scene["step"] != "over")


def test_what_is_not_said_is_as_at_the_start_of_building() -> None:
    game = match(["red-mini"], ["blue-mini"], pieces=TOWER)
    view = game.view(0)
    assert (view["base"], view["drops"], view["box"], view["step"], game.turn) == ("red-cube", [0, 0], [], "give", 1)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"weather": "fine"}, "splash.scene-form"),
        ({"pieces": "none"}, "splash.scene-pieces"),
        ({"pieces": [{"piece": "red-cube"}]}, "splash.scene-pieces"),
        ({"pieces": [at("pink-cube", 0, 0, 0.0075)]}, "splash.scene-piece"),
        ({"pieces": [*TOWER, TOWER[0]]}, "splash.scene-twice"),
        ({"pieces": [at("red-cube", math.nan, 0, 0.0075)]}, "splash.scene-pose"),
        ({"pieces": [at("red-cube", 2, 0, 0.0075)]}, "splash.scene-pose"),
        ({"pieces": [at("red-cube", 0, 0, 0.0075, (1, 1, 0, 0))]}, "splash.scene-pose"),
        ({"pieces": [at("red-cube", 0, 0, 0.0075, (1, 0, 0))]}, "splash.scene-pose"),
        ({"pieces": [*TOWER, at("red-mini", 0, 0, 0.2)], "box": []}, "splash.scene-moves"),
        ({"pieces": [*TOWER, at("red-mini", 0, 0, 0.03)], "box": []}, "splash.scene-moves"),
        ({"pieces": [at("red-cube", 0, 0, 0.0075), at("blue-cube", 0.009, 0, 0.0225)]}, "splash.scene-moves"),
        ({"pieces": [at("red-cube", 10**400, 0, 0.0075)]}, "splash.scene-pose"),
        ({"pieces": [{"piece": "red-cube", "pos": ["0", 0, 0], "quat": [1, 0, 0, 0]}]}, "splash.scene-pose"),
        ({"base": "red-mini"}, "splash.scene-base"),
        ({"base": ["red-cube"]}, "splash.scene-base"),
        ({"step": "place", "held": ["red-mini"], "from": 1}, "splash.scene-piece"),
        ({"reserves": [REST]}, "splash.scene-reserves"),
        ({"reserves": [REST[:14], "red-mini"]}, "splash.scene-names"),
        ({"reserves": [["red-cube"], ["red-stick"]]}, "splash.scene-twice"),
        ({"reserves": [["red-stick", "red-stick"], []]}, "splash.scene-twice"),
        ({"box": ["pink-cube"]}, "splash.scene-piece"),
        ({"drops": [0]}, "splash.scene-drops"),
        ({"drops": [4, 0]}, "splash.scene-drops"),
        ({"drops": [True, 0]}, "splash.scene-drops"),
        ({"drops": [3, 3], "step": "over"}, "splash.scene-drops"),
        ({"drops": [3, 0]}, "splash.scene-over"),
        ({"seat": 3}, "splash.scene-seat"),
        ({"seat": True}, "splash.scene-seat"),
        ({"step": "rest"}, "splash.scene-step"),
        ({"step": "place"}, "splash.scene-held"),
        ({"step": "place", "held": "red-mini", "box": []}, "splash.scene-held"),
        ({"held": "red-mini", "from": 1, "box": [], "step": "give"}, "splash.scene-held"),
        ({"step": "base", "base": None}, "splash.scene-no-choice"),
        ({"step": "keep"}, "splash.scene-no-choice"),
        ({"step": "draft"}, "splash.scene-draft"),
        ({"reserves": [[], []]}, "splash.scene-nothing"),
        ({"step": "over"}, "splash.scene-over"),
        ({"accident": {"fault": 1, "seat": 2, "step": "give"}}, "splash.scene-accident"),
        ({"step": "keep", "accident": {"fault": 1}}, "splash.scene-accident"),
        ({"step": "keep", "accident": {"fault": 1, "seat": 2, "step": "draft"}}, "splash.scene-accident"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        loaded(SCENE | changes)
    assert refusal.value.code == code


def drafting(left: int) -> lido.Match:
    """Four players, seat 1 with everything but so many pieces."""
    return match(PIECES[left:], [], [], [], step="draft")


@pytest.mark.clause("SP-2")
@pytest.mark.parametrize("left", [1, 2])
def test_a_draft_of_four_with_two_pieces_left_is_over_and_refused(left: int) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        drafting(left)
    assert refusal.value.code == "splash.scene-draft"


@pytest.mark.clause("SP-2")
def test_a_draft_of_four_with_three_pieces_left_ends_with_the_next() -> None:
    game = drafting(3)
    game.play(game.legal_moves()[0])
    assert game.view(0)["step"] == "give"


@pytest.mark.parametrize("scene", ["red-cube", [], {}, 3])
def test_what_is_no_scene_at_all_is_refused(scene: Any) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        loaded(scene)
    assert refusal.value.code == "splash.scene-form"


@pytest.mark.clause("SP-R7")
@pytest.mark.parametrize("gap", [0.0009, 0.0002, 0.00007])
def test_a_piece_a_hair_above_what_should_carry_it_is_not_at_rest(gap: float) -> None:
    over_a_piece = [TOWER[0], at("blue-cube", 0.0, 0.0, 0.0225 + gap)]
    over_the_table = [TOWER[0], at("blue-cube", FAR, 0.0, 0.0075 + gap)]
    for pieces in (over_a_piece, over_the_table):
        with pytest.raises(lido.BadPosition) as refusal:
            loaded(SCENE | {"pieces": pieces})
        assert (refusal.value.code, refusal.value.facts["piece"]) == ("splash.scene-moves", "blue-cube")


def test_a_tall_tower_of_pieces_stacked_exactly_is_at_rest() -> None:
    order = sorted(PIECES, key=lambda piece: ("plate", "cube", "prism", "mini", "stick").index(shape(piece)))
    game = match(order[22:23], order[23:], pieces=stack(*order[:22]))
    assert game.view(0)["levels"] == 22


def test_a_position_after_a_fall_loads_and_goes_on_alike() -> None:
    game = holding("red-mini", REST[:14], REST[14:], pieces=TOWER)
    settle(game, scattered("red-cube", "blue-cube", "red-mini"))
    again = loaded(game.position())
    assert again.legal_moves() == game.legal_moves()
    for one in (game, again):
        one.play("base red-cube", settled=[stack("red-cube", x=0.05)])
    assert again.position() == game.position()


def test_everybody_sees_everything_and_nobody_can_change_it_from_there() -> None:
    game = loaded(SCENE)
    seats = [game.view(seat) | {"seat": None} for seat in (0, 1, 2)]
    assert seats[0] == seats[1] == seats[2]
    game.player_view(1).observation.pieces.clear()
    game.view(1)["reserves"][0].clear()
    assert game.position() == SCENE
