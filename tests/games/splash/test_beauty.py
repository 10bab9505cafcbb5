"""How beautiful a tower is: towers whose order anybody would agree with."""

import math

import pytest

from lido.games.splash.beauty import EACH, beauty, height
from lido.games.splash.pieces import FACES, SIZES, Scene, bottom, top
from lido.games.splash.space import Pose, about, product

STANDS = 2
"""The face on which a stick or a plate stands."""
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


def tower(*stack: tuple[str, int, float] | tuple[str, int, float, float]) -> Scene:
    """Pieces on one another: shape, face that is down, millimetres aside along x, and a turn in degrees."""
    scene: dict[str, Pose] = {}
    high, used = 0.0, dict.fromkeys(SIZES, 0)
    for name, face, aside, *turn in stack:
        piece = f"{COLOURS[used[name]]}-{name}"
        used[name] += 1
        quat = product(about((0.0, 0.0, 1.0), math.radians(turn[0] if turn else 0)), FACES[face])
        pose = Pose((aside / 1000, 0.0, high - bottom(piece, Pose((0.0, 0.0, 0.0), quat))), quat)
        scene[piece], high = pose, top(piece, pose)
    return scene


PLAIN = tower(*[("cube", 0, 0.0)] * 6)
LEANING = tower(*[("cube", 0, 2.2 * at) for at in range(6)])
HEAP = tower(*[("plate", 0, 0.0)] * 4, ("stick", 0, 0.0), ("stick", 0, 0.0))
NEEDLE = tower(*[("stick", STANDS, 0.0)] * 6)
WINGED = tower(
    ("cube", 0, 0.0), ("cube", 0, 0.0), ("mini", 0, 0.0), ("stick", 0, 0.0), ("mini", 0, 0.0), ("mini", 0, 0.0)
)
EVEN = tower(*[("plate", 0, 0.0), ("stick", 0, 0.0)] * 3)
MIXED = tower(*[("plate", 0, 0.0), ("stick", STANDS, 0.0)] * 3)


def part(name: str, scene: Scene) -> float:
    return beauty(scene)[name]


@pytest.mark.parametrize(
    ("name", "fairer", "plainer"),
    [
        ("slender", NEEDLE, PLAIN),
        ("slender", PLAIN, HEAP),
        ("daring", WINGED, PLAIN),
        ("poised", PLAIN, LEANING),
        ("lively", MIXED, EVEN),
        ("lively", MIXED, NEEDLE),
    ],
)
def test_anybody_would_say_which_of_two_towers_has_more_of_it(name: str, fairer: Scene, plainer: Scene) -> None:
    assert part(name, fairer) > part(name, plainer)


def test_a_part_is_worth_25_points_at_most_and_none_where_there_is_nothing_of_it() -> None:
    assert beauty(PLAIN) == {"slender": 20.3, "lively": 0.0, "daring": 0.0, "poised": EACH}
    assert part("slender", NEEDLE) == part("daring", WINGED) == part("lively", MIXED) == EACH
    assert part("slender", HEAP) == part("lively", EVEN) == part("lively", NEEDLE) == 0.0


def test_the_weight_of_all_that_is_above_a_joint_counts() -> None:
    straight = part("poised", tower(*[("cube", 0, 0.0)] * 5, ("cube", 0, 2.0)))
    leaning = part("poised", tower(*[("cube", 0, 2.0 * at) for at in range(6)]))
    over = part("poised", tower(*[("cube", 0, 4.0 * at) for at in range(6)]))
    assert EACH > straight > leaning > over == 0.0


def test_a_low_tower_has_its_share() -> None:
    assert part("poised", tower(("cube", 0, 0.0))) == 0.0
    assert [part("poised", tower(*[("cube", 0, 0.0)] * count)) for count in (2, 4, 6)] == [5.0, 15.0, EACH]


def test_neither_the_place_nor_the_direction_changes_anything() -> None:
    turned = {
        piece: Pose((0.03 - y, 0.02 + x, z), product(about((0.0, 0.0, 1.0), math.pi / 2), quat))
        for piece, ((x, y, z), quat) in WINGED.items()
    }
    assert beauty(turned) == pytest.approx(beauty(WINGED))


def test_the_height_is_that_of_the_highest_point_in_millimetres() -> None:
    assert height(PLAIN) == 90.0
    assert height(NEEDLE) == 180.0
    assert height({}) == 0.0
