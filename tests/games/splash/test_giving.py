"""Who may give what, to whom, and from whose reserve."""

import pytest

from tests.games.splash.scenes import match, refused, settle, stack

clause = pytest.mark.clause


@clause("SP-3", "SP-R1", "SP-R3")
def test_the_first_piece_is_any_and_goes_to_the_left_who_sets_it_on_the_table() -> None:
    game = match(["red-cube", "green-stick"], ["blue-cube"], ["blue-mini"])
    assert game.legal_moves() == ["give green-stick", "give red-cube"]
    events = game.play("give green-stick")
    assert events == [{"event": "give", "seat": 1, "piece": "green-stick", "to": 2, "from": 1}]
    assert (game.turn, game.legal_moves()) == (2, ["place"])
    settle(game, stack("green-stick"))
    view = game.view(0)
    assert (view["base"], view["step"]) == ("green-stick", "give")


@clause("SP-4")
def test_who_has_built_gives_to_their_own_left_and_so_round_the_table() -> None:
    game = match(["red-cube", "red-mini"], ["red-stick", "red-plate"], ["red-prism", "blue-cube"])
    tower, actors = [], []
    for piece in ("red-cube", "red-stick", "red-prism", "red-mini"):
        actors.append(game.turn)
        game.play(f"give {piece}")
        actors.append(game.turn)
        tower.append(piece)
        settle(game, stack(*tower))
    assert actors == [1, 2, 2, 3, 3, 1, 1, 2]


@clause("SP-7")
def test_who_has_a_piece_with_a_target_must_give_such_a_piece() -> None:
    game = match(["blue-cube", "red-stick", "green-stick"], ["red-plate"], pieces=stack("red-cube"))
    assert game.legal_moves() == ["give blue-cube", "give red-stick"]
    assert refused(game, "give green-stick") == "splash.own-target"
    assert refused(game, "give red-plate from 2") == "splash.own-first"


@clause("SP-8")
def test_who_has_none_must_take_one_from_another() -> None:
    game = match(["green-stick"], ["red-plate", "green-plate"], ["blue-cube"], pieces=stack("red-cube"))
    assert game.legal_moves() == ["give blue-cube from 3", "give red-plate from 2"]
    assert refused(game, "give green-stick") == "splash.others-target"
    assert refused(game, "give green-plate from 2") == "splash.own-any"
    game.play("give red-plate from 2")
    view = game.view(0)
    assert (view["held"], view["from"], game.turn) == ("red-plate", 2, 2)
    assert view["reserves"] == [["green-stick"], ["green-plate"], ["blue-cube"]]


@clause("SP-9")
def test_if_nobody_has_one_any_own_piece_is_given() -> None:
    game = match(["green-stick", "green-mini"], ["blue-plate"], pieces=stack("red-cube"))
    assert game.legal_moves() == ["give green-mini", "give green-stick"]
    assert refused(game, "give blue-plate from 2") == "splash.own-any"
    game.play("give green-stick")
    assert game.view(0)["targets"] == ["red-cube"]


@clause("SP-R4")
def test_an_empty_reserve_takes_from_others_with_a_target_if_there_is_one() -> None:
    game = match([], ["red-plate", "green-plate"], pieces=stack("red-cube"))
    assert game.legal_moves() == ["give red-plate from 2"]
    assert refused(game, "give green-plate from 2") == "splash.others-target"


@clause("SP-R4")
def test_an_empty_reserve_takes_any_piece_of_anyone_if_none_has_a_target() -> None:
    game = match([], ["green-plate"], ["blue-mini"], pieces=stack("red-cube"))
    assert game.legal_moves() == ["give blue-mini from 3", "give green-plate from 2"]


@clause("SP-7", "SP-R3")
def test_any_uncovered_piece_makes_a_target_not_only_the_highest() -> None:
    lying = [*stack("red-cube", "blue-cube"), *stack("green-stick", y=0.01)]
    game = match(["green-plate", "purple-plate"], ["red-mini"], pieces=lying)
    assert game.legal_moves() == ["give green-plate"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("give", "splash.how-many"),
        ("give red-cube blue-cube", "splash.how-many"),
        ("give red-cube from 4", "splash.give-from"),
        ("give red-cube from 1", "splash.give-from"),
        ("give red-cube from 02", "splash.give-from"),
        ("give red-cone from 2", "splash.no-piece"),
        ("give red-cube to 2", "splash.no-piece"),
        ("give  red-cube", "splash.no-piece"),
        ("give blue-cube", "splash.not-there"),
        ("give red-cube from 2", "splash.not-there"),
        ("place", "splash.must-give"),
        ("keep red-cube", "splash.must-give"),
        ("throw red-cube", "splash.not-a-move"),
        ("", "splash.not-a-move"),
    ],
)
def test_what_is_no_move_here_is_refused(move: str, code: str) -> None:
    assert refused(match(["red-cube"], ["blue-cube"]), move) == code


def test_giving_takes_no_details() -> None:
    assert refused(match(["red-cube"], ["blue-cube"]), "give red-cube", pose=[0, 0, 0, 0]) == "match.details"
