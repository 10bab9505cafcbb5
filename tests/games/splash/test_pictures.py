"""Pictures of towers: every piece is there, what is in front is drawn last, shadows fall away from the light."""

import xml.etree.ElementTree as ET
from itertools import permutations

import pytest

from lido.games.splash.pieces import CORNERS, PIECES, SIDES, SIZES
from lido.games.splash.solids import (
    LIGHT,
    TOWARDS,
    Solid,
    back_to_front,
    clipped,
    dot,
    hull,
    paint,
    shadow_on,
    shadow_on_table,
)
from lido.games.splash.space import Pose
from lido.pictures import svg
from tests.games.splash.scenes import Placed, at, holding, match, poses, scattered, stack


def order(*placed: Placed) -> list[str]:
    return [solid.piece for solid in back_to_front([Solid.of(*item) for item in poses(list(placed)).items()])]


@pytest.mark.parametrize("order_given", list(permutations(stack("red-cube", "blue-plate", "green-mini"))))
def test_a_stack_is_painted_from_the_bottom_up(order_given: tuple[Placed, ...]) -> None:
    assert order(*order_given) == ["red-cube", "blue-plate", "green-mini"]


def test_what_is_nearer_is_painted_over_what_is_farther_even_if_it_is_lower_and_small() -> None:
    near = at("red-mini", 0.02 * TOWARDS[0], 0.02 * TOWARDS[1], 0.0035)
    far = stack("blue-cube")[0]
    assert order(near, far) == order(far, near) == ["blue-cube", "red-mini"]


def test_a_long_piece_behind_a_corner_goes_where_its_nearest_part_is() -> None:
    """The middle of the stick is nearer than the middle of the cube, but the stick passes under it."""
    stick = at("red-stick", 0.012, 0.0, 0.0025)
    cube = at("blue-cube", 0.012, 0.0, 0.0125)
    assert order(cube, stick) == ["red-stick", "blue-cube"]


@pytest.mark.parametrize("shape", SIZES)
def test_faces_look_outward_and_their_corners_lie_in_one_plane(shape: str) -> None:
    solid = Solid.of(f"red-{shape}", Pose((0.01, 0.02, 0.03), (0.5, 0.5, 0.5, 0.5)))
    assert len(solid.faces) == len(SIDES[shape])
    assert len(solid.corners) == len(CORNERS[shape])
    for face in solid.faces:
        assert dot(face.normal, face.normal) == pytest.approx(1)
        heights = [face.height(corner) for corner in solid.corners]
        assert max(heights) == pytest.approx(0, abs=1e-9)
        assert all(face.height(corner) == pytest.approx(0, abs=1e-9) for corner in face.corners)


def test_a_shadow_lies_away_from_the_light_and_is_longer_the_higher_a_piece_is() -> None:
    low, high = (shadow_on_table(Solid.of("red-mini", Pose((0.0, 0.0, z)))) for z in (0.0035, 0.0535))
    assert LIGHT[0] < 0 < LIGHT[2]
    assert max(x for x, _ in high) > max(x for x, _ in low) + 0.01


def test_a_piece_throws_its_shadow_on_what_is_under_it_and_not_on_what_is_above() -> None:
    plate, mini = (Solid.of(*item) for item in poses(stack("red-plate", "blue-mini")).items())
    (upper,) = (face for face in plate.faces if face.normal[2] > 0.9)
    (lid,) = (face for face in mini.faces if face.normal[2] > 0.9)
    assert len(shadow_on(upper, mini)) > 2
    assert shadow_on(lid, plate) == []


def test_a_lit_face_is_lighter_than_one_in_the_dark_and_keeps_its_colour() -> None:
    lit, dark = (tuple(bytes.fromhex(paint("blue-cube", normal)[1:])) for normal in (LIGHT, (0.0, 0.0, -1.0)))
    assert all(a > b for a, b in zip(lit, dark, strict=True))
    assert max(lit) == lit[2]
    assert max(dark) == dark[2]


def test_a_clipped_polygon_is_the_part_inside() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    other = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]
    assert sorted(hull(clipped(square, other))) == [(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (2.0, 2.0)]
    assert clipped(square, [(x + 5, y) for x, y in other]) == []


def test_a_picture_is_one_well_formed_document_that_says_what_it_shows() -> None:
    game = holding("yellow-stick", PIECES[:10], PIECES[10:20], pieces=scattered(*PIECES[21:25]), drops=[2, 1])
    drawn = ET.fromstring(svg(game.view(0)))
    assert drawn.tag.endswith("svg")
    assert drawn.attrib["aria-label"] == "Splash!: 1 levels, step place"
    texts = [element.text for element in drawn.iter() if element.tag.endswith("text")]
    assert texts == ["A", "B"]
    assert svg(game.view(0)) != svg(game.view(0) | {"held": None}), "the piece in the hand is drawn"
    assert "href" not in svg(game.view(0))


def test_an_empty_table_has_a_picture_too() -> None:
    assert ET.fromstring(svg(match(["red-cube"], ["blue-cube"]).view(0))).tag.endswith("svg")
