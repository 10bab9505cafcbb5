"""Paths of a hand that cannot be are refused with a sentence, and the game is as it was."""

import math
from typing import Any

import pytest

import lido
from tests.games.splash.scenes import holding, refused, settle, stack

UPRIGHT = [1.0, 0.0, 0.0, 0.0]
GOOD = [[0.0, 0.0, 0.0, 0.1, *UPRIGHT], [0.5, 0.0, 0.0, 0.02, *UPRIGHT], [0.7, 0.0, 0.0, 0.0185, *UPRIGHT]]


def game(*, x: float = 0.0, y: float = 0.0) -> lido.Match:
    """Seat 2 holds the red-mini over a red cube."""
    return holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", x=x, y=y))


def test_a_good_path_sets_the_piece() -> None:
    events = game().play("place", path=GOOD, release=0.9)
    assert events[0]["stands"]
    assert [entry["piece"] for entry in events[0]["pieces"]] == ["red-cube", "red-mini"]


def path(*changes: tuple[int, int, Any]) -> list[list[Any]]:
    changed: list[list[Any]] = [list(target) for target in GOOD]
    for target, number, value in changes:
        changed[target][number] = value
    return changed


@pytest.mark.parametrize(
    ("bad", "release", "code"),
    [
        (path((1, 1, math.nan)), 0.9, "splash.number"),
        (path((1, 3, math.inf)), 0.9, "splash.number"),
        (path((1, 0, "0.5")), 0.9, "splash.number"),
        (path((1, 0, True)), 0.9, "splash.number"),
        (path((1, 0, None)), 0.9, "splash.number"),
        (path((1, 0, 10**400)), 0.9, "splash.number"),
        (GOOD, math.nan, "splash.number"),
        (GOOD, None, "splash.number"),
        ([[0.0, 0.0, 0.0, 0.1]], 0.9, "splash.numbers"),
        ([0.0], 0.9, "splash.numbers"),
        ([], 0.9, "splash.path-empty"),
        ("up", 0.9, "splash.path-empty"),
        (path((0, 0, 0.1)), 0.9, "splash.path-zero"),
        (path((2, 0, 0.5)), 0.9, "splash.path-order"),
        (path((2, 0, 0.4)), 0.9, "splash.path-order"),
        (path((2, 0, -1.0)), 0.9, "splash.path-time"),
        (path((2, 0, 60.1)), 0.9, "splash.path-time"),
        (GOOD, 60.1, "splash.path-time"),
        (GOOD, -0.1, "splash.path-time"),
        (path((0, 1, 0.301)), 0.9, "splash.path-reach"),
        (path((0, 1, 0.22), (0, 2, -0.22)), 0.9, "splash.path-reach"),
        (path((0, 3, 0.501)), 0.9, "splash.path-reach"),
        (path((2, 3, -0.001)), 0.9, "splash.path-reach"),
        (path((0, 3, 0.28)), 0.9, "splash.path-fast"),
        (path((2, 4, 0.0), (2, 6, 1.0)), 0.9, "splash.path-turn"),
        (path((1, 4, 0.9)), 0.9, "splash.path-quaternion"),
        (path((0, 3, 0.018)), 0.9, "splash.path-start"),
        (path((0, 3, 0.0)), 0.9, "splash.path-start"),
        ([[number / 1000, 0.0, 0.0, 0.1, *UPRIGHT] for number in range(20_001)], 0.9, "splash.path-targets"),
    ],
)
def test_a_path_that_cannot_be_is_refused(bad: Any, release: Any, code: str) -> None:
    assert refused(game(), "place", path=bad, release=release) == code


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"release": 0.9}, "splash.place-how"),
        ({"path": GOOD}, "splash.place-how"),
        ({"path": GOOD, "release": 0.9, "pose": [0, 0, 0, 0]}, "splash.place-how"),
        ({"pose": [0, 0, 0]}, "splash.numbers"),
        ({"pose": [0, 0, 0, 6]}, "splash.face"),
        ({"pose": [0, 0, 0, 0.5]}, "splash.face"),
        ({"pose": [0.4, 0, 0, 0]}, "splash.path-reach"),
        ({"pose": [math.nan, 0, 0, 0]}, "splash.number"),
    ],
)
def test_a_placement_is_a_path_with_its_release_or_a_pose(details: dict[str, Any], code: str) -> None:
    assert refused(game(), "place", **details) == code


def test_a_whole_turn_a_second_and_half_a_metre_a_second_are_allowed() -> None:
    table = game()
    table.play("place", path=[[0, 0, 0, 0.3, *UPRIGHT], [0.5, 0, 0, 0.05, 0, 0, 0, 1]], release=0.5)
    assert table.turn


def test_a_placement_without_details_is_in_the_middle_of_the_target() -> None:
    table = game(x=0.05, y=-0.02)
    assert table.legal_moves() == ["place"]
    events = table.copy().play("place")
    assert events[0]["stands"]
    assert events[0]["pieces"][1]["pos"][:2] == pytest.approx((0.05, -0.02), abs=1e-4)
    table.play("place")
    assert lido.replay(table.record()).position() == table.position()


def test_an_assisted_placement_is_offset_from_the_middle_of_the_target() -> None:
    table = game(x=0.05, y=-0.02)
    events = table.play("place", pose=[0.002, -0.001, 0.5, 0])
    assert events[0]["stands"]
    x, y, z = events[0]["pieces"][1]["pos"]
    assert (x, y, z) == pytest.approx((0.052, -0.021, 0.0185), abs=1e-4)
    w, *_, up = events[0]["pieces"][1]["quat"]
    assert 2 * math.atan2(up, w) == pytest.approx(0.5, abs=1e-3)


def test_settled_scenes_that_cannot_have_come_of_a_move_are_refused() -> None:
    tower = stack("red-cube", "red-mini")
    for scenes in ([], [stack("red-cube")], [tower, tower], [stack("red-cube", "blue-mini")], ["red-cube"], 3):
        assert refused(game(), "place", path=GOOD, release=0.9, settled=scenes) == "splash.settled"
    table = game()
    settle(table, tower)
    assert table.view(0)["pieces"] == tower
