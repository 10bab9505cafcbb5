"""What happens when the tower falls: drops, the next base, the pieces taken up."""

from typing import Any

import pytest

import lido
from tests.games.splash.scenes import FAR, at, choose_base, holding, refused, scattered, settle, stack

clause = pytest.mark.clause

TOWER = ("red-cube", "blue-cube", "green-cube", "orange-cube")


def falling(*reserves: list[str], pieces: tuple[str, ...] = TOWER, **more: Any) -> lido.Match:
    """Seat 2 holds the red-mini that seat 1 gave, over a tower."""
    return holding("red-mini", *reserves, pieces=stack(*pieces), **more)


@clause("SP-10")
def test_if_the_tower_stands_the_placer_gives_next() -> None:
    game = falling(["red-plate"], ["blue-plate"], ["red-prism"], pieces=("red-cube",))
    events = settle(game, stack("red-cube", "red-mini"))
    assert (events[0]["stands"], events[0]["fell"]) == (True, [])
    assert (game.turn, game.view(0)["step"], game.view(0)["drops"]) == (2, "give", [0, 0, 0])


@clause("SP-R6")
def test_a_pile_beside_the_tower_that_nothing_touched_has_not_fallen() -> None:
    beside = stack("blue-cube", "green-cube", x=FAR)
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=[*stack("red-cube"), *beside], base="red-cube")
    tower = stack("red-cube", "red-mini")
    assert settle(game, [*tower, *beside])[0]["stands"]
    game.undo()
    down = [*stack("blue-cube", x=FAR), *stack("green-cube", x=-FAR)]
    assert settle(game, [*tower, *down], tower)[0]["fell"] == ["green-cube"]


@clause("SP-11")
def test_if_it_falls_the_giver_receives_a_drop() -> None:
    game = falling(["red-plate"], ["blue-plate"], ["red-prism"])
    events = settle(game, [*stack(*TOWER), *stack("red-mini", x=FAR)], stack(*TOWER))
    assert (events[0]["stands"], events[0]["fell"]) == (False, ["red-mini"])
    assert events[1] == {"event": "drop", "seat": 1, "drops": 1}
    assert game.view(0)["drops"] == [1, 0, 0]


@clause("SP-12", "SP-14", "SP-15")
def test_the_tallest_pile_is_the_next_base_and_the_placer_takes_up_the_rest_and_gives() -> None:
    game = falling(["red-plate"], ["blue-plate"], ["red-prism"])
    fallen = [*stack("green-cube", "orange-cube", x=FAR), *stack("red-cube"), *stack("blue-cube", x=-FAR)]
    settle(game, [*fallen, *stack("red-mini", y=FAR)], stack("green-cube", "orange-cube", x=FAR))
    view = game.view(0)
    assert (view["base"], [entry["piece"] for entry in view["pieces"]]) == ("green-cube", ["green-cube", "orange-cube"])
    assert view["reserves"][1] == ["blue-cube", "blue-plate", "red-cube", "red-mini"]
    assert (game.turn, view["step"], view["box"]) == (2, "give", [])


@clause("SP-13")
def test_if_several_are_equally_tall_the_placer_chooses() -> None:
    game = falling(["red-plate"], ["blue-plate"])
    piles = [*stack("red-cube", "blue-cube"), *stack("green-cube", "orange-cube", x=FAR), *stack("red-mini", y=FAR)]
    settle(game, piles)
    assert (game.turn, game.legal_moves()) == (2, ["base green-cube", "base red-cube"])
    assert refused(game, "base red-mini") == "splash.no-base"
    assert refused(game, "give blue-plate") == "splash.must-base"
    choose_base(game, "green-cube", stack("green-cube", "orange-cube", x=FAR))
    assert game.view(0)["base"] == "green-cube"
    assert game.view(0)["reserves"][1] == ["blue-cube", "blue-plate", "red-cube", "red-mini"]


@clause("SP-13")
def test_if_only_single_pieces_lie_there_the_placer_chooses_among_all() -> None:
    game = falling(["red-plate"], ["blue-plate"], pieces=("red-cube", "blue-cube"))
    settle(game, scattered("red-cube", "blue-cube", "red-mini"))
    assert game.legal_moves() == ["base blue-cube", "base red-cube", "base red-mini"]


@clause("SP-14", "SP-R9")
def test_if_more_than_three_fell_the_placer_keeps_exactly_three_and_the_rest_is_boxed() -> None:
    game = falling(["red-plate"], ["blue-plate"])
    settle(game, scattered("red-mini", *TOWER))
    choose_base(game, "red-cube", stack("red-cube", x=FAR))
    fell = ["blue-cube", "green-cube", "orange-cube", "red-mini"]
    assert game.view(0)["fallen"] == fell
    assert (game.turn, game.legal_moves()) == (
        2,
        [f"keep {' '.join(piece for piece in fell if piece != left)}" for left in reversed(fell)],
    )
    for move, code in {
        "keep blue-cube green-cube": "splash.how-many",
        "keep green-cube blue-cube red-mini": "splash.keep-order",
        "keep blue-cube blue-cube red-mini": "splash.keep-order",
        "keep blue-cube green-cube red-cube": "splash.keep-fallen",
    }.items():
        assert refused(game, move) == code
    events = game.play("keep blue-cube green-cube red-mini")
    assert events[-1] == {"event": "box", "pieces": ["orange-cube"]}
    assert game.view(0)["reserves"][1] == ["blue-cube", "blue-plate", "green-cube", "red-mini"]
    assert (game.turn, game.view(0)["step"]) == (2, "give")


@clause("SP-R9")
def test_if_three_fell_there_is_no_choice() -> None:
    game = falling(["red-plate"], ["blue-plate"], pieces=TOWER[:3])
    settle(game, [*stack("red-cube"), *scattered("blue-cube", "green-cube", "red-mini")])
    choose_base(game, "red-cube", stack("red-cube"))
    assert (game.view(0)["step"], game.view(0)["box"]) == ("give", [])
    assert game.view(0)["reserves"][1] == ["blue-cube", "blue-plate", "green-cube", "red-mini"]


@clause("SP-R8")
def test_all_outside_the_pile_is_removed_at_once_the_new_piece_included_and_the_rest_settles() -> None:
    game = falling(["red-plate"], ["blue-plate"])
    resting = [*stack("red-cube", "blue-cube", "green-cube"), *stack("orange-cube", x=FAR), *stack("red-mini", x=-FAR)]
    settled = [at("red-cube", 0.0001, 0.0, 0.0075), *stack("red-cube", "blue-cube", "green-cube")[1:]]
    events = settle(game, resting, settled)
    assert events[2] | {"pieces": None} == {
        "event": "base",
        "seat": 2,
        "piece": "red-cube",
        "fell": ["orange-cube", "red-mini"],
        "pieces": None,
    }
    assert game.view(0)["pieces"] == settled


@clause("SP-R8", "SP-12")
def test_if_settling_splits_the_pile_a_base_is_found_again_without_another_drop() -> None:
    game = falling(["red-plate"], ["blue-plate"])
    pile = [*stack("red-cube", "blue-cube", "green-cube"), *stack("orange-cube", x=FAR), *stack("red-mini", x=-FAR)]
    split = [*stack("red-cube", "blue-cube"), *stack("green-cube", x=FAR)]
    events = settle(game, pile, split, stack("red-cube", "blue-cube"))
    assert [event["event"] for event in events] == ["place", "drop", "base", "base", "keep"]
    assert game.view(0)["drops"] == [1, 0]
    assert game.view(0)["reserves"][1] == ["blue-plate", "green-cube", "orange-cube", "red-mini"]


@clause("SP-R8", "SP-13")
def test_if_settling_splits_the_pile_evenly_the_placer_chooses_again() -> None:
    game = falling(["red-plate"], ["blue-plate"], pieces=TOWER[:3])
    pile = [*stack("red-cube", "blue-cube"), *stack("green-cube", x=FAR), *stack("red-mini", x=-FAR)]
    settle(game, pile, scattered("red-cube", "blue-cube"))
    assert (game.turn, game.legal_moves()) == (2, ["base blue-cube", "base red-cube"])
    choose_base(game, "blue-cube", stack("blue-cube", x=FAR))
    assert game.view(0)["reserves"][1] == ["blue-plate", "green-cube", "red-cube", "red-mini"]


@clause("SP-R10", "SP-17")
def test_the_third_drop_ends_the_game_before_any_choice() -> None:
    game = falling(["red-plate"], ["blue-plate"], drops=[2, 0], pieces=("red-cube", "blue-cube"))
    events = settle(game, scattered("red-cube", "blue-cube", "red-mini"))
    assert [event["event"] for event in events] == ["place", "drop", "over"]
    assert game.result == ((1.0, 0.0), "drops")
    assert game.legal_moves() == []


@clause("SP-12")
def test_a_base_of_two_feet_bears_the_next_tower() -> None:
    bridge = [*stack("red-cube"), *stack("blue-cube", x=0.02), at("green-stick", 0.01, 0.0, 0.0175)]
    game = holding("green-mini", ["red-plate"], ["blue-plate"], pieces=bridge)
    assert game.view(0)["targets"] == ["green-stick"]
    events = settle(game, [*bridge, at("green-mini", 0.01, 0.0, 0.0235)])
    assert events[0]["stands"]
