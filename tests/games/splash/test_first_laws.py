"""The first laws: games and records that were begun under them go on as they were."""

import pytest

import lido
from tests.games.splash.scenes import FAR, Placed, at, choose_base, holding, match, scattered, settle, stack

CUBES = stack("red-cube", "blue-cube")


def falling(pieces: list[Placed] = CUBES) -> lido.Match:
    """Seat 2 holds the red-mini that seat 1 gave, over two cubes, under the first laws."""
    return holding("red-mini", ["red-plate"], ["blue-plate"], laws=1, pieces=pieces)


def test_pieces_that_touched_stayed_in_one_pile() -> None:
    game = falling()
    events = settle(game, [*CUBES, at("red-mini", 0.011, 0.0, 0.0035)])
    assert [event["event"] for event in events] == ["place", "drop", "base"]
    assert (game.turn, game.view(0)["step"], game.view(0)["base"]) == (2, "give", "red-mini")


def test_a_piece_that_slipped_off_could_become_the_base() -> None:
    game = falling(stack("red-cube"))
    settle(game, [*stack("red-cube"), *stack("red-mini", x=FAR)])
    assert game.legal_moves() == ["base red-cube", "base red-mini"]
    assert game.position()["base"] is None
    choose_base(game, "red-mini", stack("red-mini", x=FAR))
    assert game.view(0)["reserves"][1] == ["blue-plate", "red-cube"]


def test_a_pile_was_as_tall_as_its_levels() -> None:
    plates = ("red-plate", "green-plate", "yellow-plate")
    game = match(["purple-stick"], ["purple-mini"], pieces=stack("red-cube", "blue-cube", *plates), laws=1)
    lying = [*CUBES, *stack(*plates, x=FAR)]
    game.play("accident", scene={"pieces": lying}, fault=2, settled=[stack(*plates, x=FAR)])
    assert game.view(0)["base"] == "red-plate"


def test_what_came_apart_was_joined_by_contact_alone() -> None:
    game = falling()
    resting = [*CUBES, *stack("red-mini", x=FAR)]
    settle(game, resting, [*stack("red-cube"), *stack("blue-cube", x=0.015)])
    assert (game.view(0)["step"], len(game.view(0)["pieces"])) == ("give", 2)


def test_the_player_with_a_piece_to_place_could_be_at_fault() -> None:
    game = falling()
    game.play("accident", scene={"pieces": scattered("red-cube", "blue-cube")}, fault=2, settled=[])
    assert (game.turn, game.view(0)["step"]) == (2, "base")
    again = lido.new("splash", position=game.position(), laws=1)
    assert again.legal_moves() == game.legal_moves() == ["base blue-cube", "base red-cube"]


def test_hands_had_no_degrees() -> None:
    assert lido.new("splash", laws=1).options == {"draft": "pick", "teams": 0}
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("splash", laws=1, options={"hand": "steady"})
    assert refusal.value.code == "match.option"


def test_a_record_is_replayed_under_its_own_laws() -> None:
    game = falling()
    settle(game, [*CUBES, at("red-mini", 0.011, 0.0, 0.0035)])
    record = game.record()
    assert record["laws"] == 1
    without_number = {name: value for name, value in record.items() if name != "laws"}
    for kept in (record, without_number):
        again = lido.replay(kept)
        assert (again.laws, again.position()) == (1, game.position())
    with pytest.raises(lido.BadRecord):
        lido.replay(record | {"laws": 2})
