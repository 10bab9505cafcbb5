"""The judgement on a scene is a function of poses and contacts: no physics is asked here, except where it says so."""

import pytest

import lido
from lido.games.splash import GAME
from lido.games.splash.judge import Before, Contact, Touching, fallen, judged, lowest, supposed, targets
from lido.games.splash.physics.world import touching
from tests.games.splash.scenes import at, poses, scattered, stack

clause = pytest.mark.clause

TOWER = poses(stack("red-cube", "blue-cube", "blue-prism"))
STANDING = Touching(
    [Contact("red-cube", "blue-cube", 1.0), Contact("blue-cube", "blue-prism", 1.0)], frozenset({"red-cube"})
)


def test_a_chain_has_one_uncovered_piece_one_pile_and_as_many_levels_as_pieces() -> None:
    found = judged(TOWER, STANDING)
    assert found.uncovered == ("blue-prism",)
    assert (found.piles, found.levels) == ((frozenset(TOWER),), 3)


def test_a_contact_says_who_carries_whom_in_either_direction() -> None:
    turned = Touching([Contact(b, a, -up) for a, b, up in STANDING.contacts], STANDING.table)
    assert judged(TOWER, turned).carried == judged(TOWER, STANDING).carried
    assert judged(TOWER, STANDING).carried["red-cube"] == {"blue-cube"}


def test_a_piece_that_only_leans_is_not_carried() -> None:
    scene = poses([*stack("red-cube"), *stack("blue-cube", x=0.015)])
    found = judged(scene, Touching([Contact("red-cube", "blue-cube", 0.05)], frozenset(scene)))
    assert (found.uncovered, found.levels, len(found.piles)) == (("blue-cube", "red-cube"), 1, 2)


def test_contact_joins_pieces_and_the_table_does_not() -> None:
    row = [*stack("red-cube"), *stack("blue-cube", x=0.015), *stack("green-cube", x=0.03), *stack("red-mini", x=0.1)]
    found = touching(poses(row))
    assert found.joined("red-cube") == {"red-cube", "blue-cube", "green-cube"}
    assert found.joined("red-cube", without="blue-cube") == {"red-cube"}
    assert found.joined("red-mini") == {"red-mini"}


@clause("SP-R8")
def test_the_table_joins_nothing() -> None:
    scene = poses(scattered("red-cube", "blue-cube"))
    found = judged(scene, Touching([], frozenset(scene)))
    assert found.piles == (frozenset({"blue-cube"}), frozenset({"red-cube"}))


def test_levels_are_the_longest_chain_of_pieces_that_carry_one_another() -> None:
    flat = stack("red-plate", "blue-plate", "green-plate", x=0.1)
    wide = [
        *stack("red-cube", "blue-cube"),
        at("green-stick", 0.0, 0.005, 0.0325),
        at("red-stick", 0.0, -0.005, 0.0325),
    ]
    for scene, levels in ((poses(wide), 3), (poses([*flat, at("blue-mini", 0.1, 0.0, 0.0185), *wide]), 4), ({}, 0)):
        assert judged(scene, touching(scene)).levels == levels


@clause("SP-5", "SP-R3")
def test_the_target_is_the_highest_uncovered_piece_with_the_shape_or_the_colour() -> None:
    scene = poses([*stack("red-cube", "blue-cube"), *stack("green-cube", x=0.1), *stack("blue-mini", x=0.2)])
    found = judged(scene, touching(scene))
    assert targets("blue-stick", scene, found) == ("blue-cube",)
    assert targets("green-stick", scene, found) == ("green-cube",)
    assert targets("red-mini", scene, found) == ("blue-mini",)
    assert targets("orange-cube", scene, found) == ("blue-cube",)


@clause("SP-R3")
@pytest.mark.parametrize(("difference", "allowed"), [(0.0004, {"blue-cube", "red-cube"}), (0.0006, {"red-cube"})])
def test_within_half_a_millimetre_heights_are_equal(difference: float, allowed: set[str]) -> None:
    scene = poses([at("red-cube", 0.0, 0.0, 0.0075 + difference), at("blue-cube", 0.1, 0.0, 0.0075)])
    found = judged(scene, Touching([], frozenset(scene)))
    assert set(targets("green-cube", scene, found)) == allowed


@clause("SP-R3")
def test_height_is_that_of_the_top_and_not_of_the_middle() -> None:
    scene = poses([at("red-cube", 0.0, 0.0, 0.0075), at("red-plate", 0.1, 0.0, 0.0095)])
    found = judged(scene, Touching([], frozenset(scene)))
    assert targets("red-stick", scene, found) == ("red-cube",)


@clause("SP-9", "SP-R3")
def test_a_piece_that_matches_nothing_has_the_highest_uncovered_piece_as_its_target() -> None:
    assert targets("green-stick", TOWER, judged(TOWER, STANDING)) == ("blue-prism",)


@clause("SP-R3")
def test_the_first_piece_has_no_target_but_the_table() -> None:
    assert targets("green-stick", {}, judged({}, Touching([], frozenset()))) == ()


def stands(scene: list[dict[str, object]], new: str, *aims: str, on_table: tuple[str, ...] = ("red-cube",)) -> bool:
    where = poses(scene)
    found = touching(where)
    before = Before(on_table[0] if on_table else None, where.keys() - {new}, on_table)
    return not fallen(new, aims, before, found)


@clause("SP-R6", "SP-10")
def test_a_tower_stands_when_the_new_piece_touches_its_target_alone() -> None:
    assert stands(stack("red-cube", "blue-cube"), "blue-cube", "red-cube")


@clause("SP-R6", "SP-6")
def test_a_new_piece_that_touches_another_than_its_target_has_fallen() -> None:
    beside = [*stack("red-cube", "blue-cube"), at("green-mini", 0.011, 0.0, 0.0185)]
    assert not stands(beside, "green-mini", "red-cube")
    apart = [*stack("red-cube", "blue-mini"), at("green-mini", 0.0072, 0.0, 0.0185)]
    assert stands(apart, "green-mini", "red-cube")
    assert not stands(apart, "green-mini", "blue-mini")


@clause("SP-R6", "SP-6")
def test_a_new_piece_that_touches_the_table_has_fallen() -> None:
    assert not stands([*stack("red-cube"), at("blue-cube", 0.015, 0.0, 0.0075)], "blue-cube", "red-cube")


@clause("SP-R6")
def test_a_piece_that_touches_the_table_only_now_has_fallen_even_if_it_touches_the_tower() -> None:
    leaning = [*stack("red-cube", "green-cube"), *stack("blue-mini", x=0.011)]
    assert not stands(leaning, "green-cube", "red-cube")
    assert stands(leaning, "green-cube", "red-cube", on_table=("red-cube", "blue-mini"))


@clause("SP-R6")
def test_a_piece_that_left_the_tower_has_fallen() -> None:
    assert not stands([*stack("red-cube", "green-cube"), *stack("blue-cube", x=0.1)], "green-cube", "red-cube")


@clause("SP-R6")
def test_the_first_piece_stands_on_the_table() -> None:
    assert stands(stack("red-cube"), "red-cube", on_table=())


@clause("SP-R6")
def test_a_first_piece_that_left_the_table_has_fallen() -> None:
    assert fallen("red-cube", (), Before(None, (), ()), Touching([], frozenset())) == {"red-cube"}


def test_where_only_the_scene_is_known_the_feet_are_the_base_and_what_carries_something() -> None:
    bridge = [
        *stack("red-cube"),
        *stack("blue-cube", x=0.02),
        at("green-stick", 0.01, 0.0, 0.0175),
        *stack("red-mini", y=0.011),
    ]
    scene = poses(bridge)
    found = touching(scene)
    assert found.table == {"red-cube", "blue-cube", "red-mini"}
    before = supposed("green-stick", "red-cube", found, judged(scene, found))
    assert before == Before("red-cube", {"red-cube", "blue-cube", "red-mini"}, {"red-cube", "blue-cube"})


@pytest.mark.parametrize(
    ("new", "target", "code"),
    [
        ("table", "red-cube", "splash.scene-base"),
        ("red-cube", "red-cube", "splash.judge-itself"),
        ("blue-cube", "red-mini", "splash.scene-base"),
    ],
)
def test_only_a_piece_can_be_set_and_not_on_itself(new: str, target: str, code: str) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        GAME.judged({"pieces": stack("red-cube", "blue-cube")}, new, target)
    assert refusal.value.code == code


def test_a_pile_is_named_after_the_piece_with_the_lowest_centre() -> None:
    scene = poses([*stack("red-cube"), at("blue-plate", 0.05, 0.0, 0.0025)])
    assert lowest(scene, scene) == "blue-plate"


# What touches what, found from poses


def test_pieces_touch_within_a_twentieth_of_a_millimetre() -> None:
    def touch(gap: float) -> bool:
        return bool(touching(poses([*stack("red-cube"), at("blue-cube", 0.0, 0.0, 0.0225 + gap)])).contacts)

    assert touch(0.0)
    assert touch(0.00004)
    assert not touch(0.00006)


@pytest.mark.parametrize("upper", ["cube", "mini", "plate", "stick", "prism"])
@pytest.mark.parametrize("lower", ["cube", "mini", "plate", "stick", "prism"])
def test_every_shape_is_carried_by_every_shape(lower: str, upper: str) -> None:
    scene = poses(stack(f"red-{lower}", f"blue-{upper}"))
    found = judged(scene, touching(scene))
    assert (found.uncovered, found.levels) == ((f"blue-{upper}",), 2)
