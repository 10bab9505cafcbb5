"""The physics, as far as it is quick to show; `make physics` measures the rest."""

import json
import math
import subprocess
import sys

import pytest

import lido
from lido.games.splash.physics.assist import Landing, Spot, aims_to, path_to
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import Path, Target, read_path
from lido.games.splash.physics.steer import DEGREES, guided
from lido.games.splash.physics.world import Probe, World, settled, touching
from lido.games.splash.pieces import Scene
from lido.games.splash.space import UP, Pose, about, distance
from tests.games.splash.scenes import FAR, at, poses, stack

clause = pytest.mark.clause

TOWER = poses(stack("red-cube", "blue-prism", "green-plate"))


def shaky() -> tuple[dict[str, Pose], str, Path]:
    """A tower of three, and a shaking path that sets a stick on it."""
    pose = Landing(TOWER, "green-stick").at("green-plate", Spot(0.003, 0.002, 0.4, 0))
    start = Pose((0.06, 0.0, 0.07), about((0.0, 1.0, 0.0), 0.3))
    return TOWER, "green-stick", guided(aims_to(TOWER, start, pose), start, DEGREES["windy"], "shaky")


def falls(overhang: float) -> bool:
    lying = settled(poses([*stack("red-cube"), at("blue-cube", overhang * 0.0075, 0.0, 0.0225)]))
    return lying["blue-cube"].pos[2] < 0.02


def test_an_overhang_stands_before_the_tipping_point_and_falls_beyond_it() -> None:
    assert not falls(0.97)
    assert falls(1.03)


@clause("SP-R7")
def test_a_tower_that_nothing_touches_sleeps_and_does_not_move_by_a_bit() -> None:
    scene, piece, path = shaky()
    placement = Placement(scene, piece, path.targets[0].pose)
    placement.feed(path.targets[len(path.targets) // 2])
    assert placement.scene() | {piece: None} == {**scene, piece: None}


def test_a_touched_tower_wakes() -> None:
    world = World({**TOWER, "red-mini": Pose((0.0, 0.0, 0.04))}, frozenset({"red-mini"}))
    assert world.awake == 1
    world.step(200)
    assert world.awake == 4


@clause("SP-R7")
def test_rest_is_half_a_second_of_calm_and_no_more_than_ten_are_waited_for() -> None:
    calm = World(poses(stack("red-cube")))
    calm.settle()
    assert 500 <= calm.steps <= 600
    spinning = World(poses([at("red-mini", 0.0, 0.0, 0.0035)]))
    spinning.push("red-mini", (0.0, 0.0, 0.0), (0.0, 0.0, 1e-2))
    spinning.settle()
    assert spinning.steps == 10_000


@clause("SP-R7")
def test_what_comes_to_rest_does_not_depend_on_the_order_in_which_pieces_are_named() -> None:
    falling = poses([*stack("red-cube"), at("blue-cube", 0.009, 0.0, 0.0225), at("red-mini", 0.009, 0.0, 0.0335)])
    assert settled(dict(reversed(falling.items()))) == settled(falling)


# The same path, the same bits


def test_a_path_given_twice_comes_out_the_same_to_the_last_bit() -> None:
    assert Placement.whole(*shaky()) == Placement.whole(*shaky())


def test_a_path_comes_out_the_same_in_another_process() -> None:
    code = "from tests.games.splash import test_physics as t; print(sorted(t.Placement.whole(*t.shaky()).items()))"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert other.strip() == str(sorted(Placement.whole(*shaky()).items()))


def test_a_path_fed_pose_by_pose_comes_out_as_if_given_whole() -> None:
    scene, piece, path = shaky()
    live = Placement(scene, piece, path.targets[0].pose)
    for target in path.targets[1:]:
        live.feed(target)
    assert path.release is not None
    assert live.let_go(path.release) == Placement.whole(scene, piece, path)
    assert live.path.document() == path.document()


@pytest.mark.parametrize("share", [0.3, 0.8, 0.9, 0.97])
def test_a_placement_saved_and_resumed_anywhere_goes_on_as_it_would_have(share: float) -> None:
    scene, piece, path = shaky()
    kept = round(len(path.targets) * share)
    placement = Placement(scene, piece, path.targets[0].pose)
    for target in path.targets[1:kept]:
        placement.feed(target)
    resumed = Placement.resumed(scene, piece, placement.path, placement.save())
    for target in path.targets[kept:]:
        assert resumed.feed(target) == placement.feed(target)
    assert path.release is not None
    assert resumed.let_go(path.release) == placement.let_go(path.release) == Placement.whole(scene, piece, path)


def test_poses_go_in_and_out_without_losing_a_bit() -> None:
    odd = {"red-cube": Pose((0.1 / 3, -0.2 / 7, 0.0075), about(UP, 1.1))}
    assert World(odd).scene() == odd


# The hand


def carried(scene: Scene, piece: str, *targets: tuple[float, tuple[float, float, float]]) -> dict[str, Pose]:
    path = Path()
    for time, pos in targets:
        path.add(Target(time, Pose(pos)))
    path.let_go(targets[-1][0])
    return Placement.whole(scene, piece, path)


def test_the_hand_sets_a_piece_where_its_path_ends() -> None:
    lying = carried({}, "red-cube", (0.0, (0.0, 0.0, 0.05)), (1.0, (0.02, 0.01, 0.0075)), (1.2, (0.02, 0.01, 0.0075)))
    assert distance(lying["red-cube"].pos, (0.02, 0.01, 0.0075)) < 0.0001


def test_a_rushed_path_swings_and_a_slow_one_does_not() -> None:
    def astray(seconds: float) -> float:
        placement = Placement({}, "red-cube", Pose((0.0, 0.0, 0.1)))
        pose = placement.feed(Target(seconds, Pose((0.2, 0.0, 0.1))))
        return distance(pose.pos, (0.2, 0.0, 0.1))

    assert astray(0.4) > 0.01
    assert astray(10.0) < 0.001


def test_the_hand_is_not_strong_enough_to_push_through_a_tower() -> None:
    placement = Placement(poses(stack("red-cube")), "blue-cube", Pose((0.0, 0.0, 0.05)))
    placement.feed(Target(0.5, Pose((0.0, 0.0, 0.0075))))
    pose = placement.feed(Target(1.0, Pose((0.0, 0.0, 0.0075))))
    assert pose.pos[2] > 0.0222


@clause("SP-R6")
def test_a_clumsy_path_knocks_the_tower_over() -> None:
    tower = poses(stack("red-cube", "blue-cube", "green-cube"))
    lying = carried(tower, "blue-plate", (0.0, (-0.1, 0.0, 0.04)), (0.5, (0.1, 0.0, 0.04)))
    assert lying["green-cube"].pos[2] < 0.03


@clause("SP-R6")
def test_what_was_touched_on_the_way_costs_nothing() -> None:
    scene = poses(stack("red-plate", "blue-plate"))
    brushing = [(0.0, (-0.03, 0.0, 0.02)), (1.0, (-0.0135, 0.0, 0.0085)), (1.2, (-0.0135, 0.0, 0.0085))]
    over = [(1.5, (-0.02, 0.0, 0.025)), (2.0, (0.0, 0.0, 0.025)), (3.0, (0.0, 0.0, 0.0135)), (3.2, (0.0, 0.0, 0.0135))]
    lying = carried(scene, "red-mini", *brushing, *over)
    found = touching(lying)
    assert found.neighbours("red-mini") == {"blue-plate"}
    assert found.table == {"red-plate"}


@clause("SP-R12")
def test_whose_time_runs_out_lets_go_where_the_hand_is() -> None:
    placement = Placement(TOWER, "red-mini", Pose((FAR, 0.0, 0.05)))
    placement.feed(Target(0.2, Pose((FAR, 0.0, 0.04))))
    lying = placement.let_go(placement.path.targets[-1].time)
    assert abs(lying["red-mini"].pos[0] - FAR) < 0.01
    assert lying["red-mini"].pos[2] == pytest.approx(0.0035, abs=1e-4)
    assert Placement.whole(TOWER, "red-mini", placement.path) == lying


def live() -> Placement:
    """A placement that has been fed a target at 0.2 s."""
    placement = Placement(TOWER, "red-mini", Pose((FAR, 0.0, 0.05)))
    placement.feed(Target(0.2, Pose((FAR, 0.0, 0.04))))
    return placement


def test_a_piece_cannot_be_let_go_before_the_last_target_that_was_fed() -> None:
    placement = live()
    for time in (0.1995, 0.1, -1.0):
        with pytest.raises(lido.IllegalMove) as refusal:
            placement.let_go(time)
        assert refusal.value.code == "splash.path-order"
    lying = placement.let_go(0.2)
    assert lying == Placement.whole(TOWER, "red-mini", placement.path)


def test_a_piece_is_let_go_once() -> None:
    placement = live()
    placement.let_go(0.3)
    for again in (lambda: placement.let_go(0.4), lambda: placement.feed(Target(0.4, Pose((FAR, 0.0, 0.04))))):
        with pytest.raises(lido.IllegalMove) as refusal:
            again()
        assert refusal.value.code == "splash.released"
    assert placement.path.release == 0.3


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (Target(math.nan, Pose((FAR, 0.0, 0.04))), "splash.path-time"),
        (Target(0.4, Pose((math.nan, 0.0, 0.04))), "splash.path-reach"),
        (Target(0.4, Pose((FAR, math.nan, 0.04))), "splash.path-reach"),
        (Target(0.4, Pose((FAR, 0.0, math.nan))), "splash.path-reach"),
        (Target(0.4, Pose((FAR, 0.0, 0.04), (math.nan, 0.0, 0.0, 0.0))), "splash.path-quaternion"),
        (Target(0.4, Pose((FAR, 0.0, 0.04), (5.0, 0.0, 0.0, 0.0))), "splash.path-quaternion"),
        (Target(0.4, Pose((FAR, 0.0, 0.04), (0.0, 0.0, 0.0, 0.0))), "splash.path-quaternion"),
    ],
)
def test_a_live_target_that_cannot_be_is_refused_and_nothing_has_changed(target: Target, code: str) -> None:
    placement = live()
    before = placement.scene()
    with pytest.raises(lido.IllegalMove) as refusal:
        placement.feed(target)
    assert refusal.value.code == code
    assert placement.scene() == before
    assert [target.time for target in placement.path.targets] == [0.0, 0.2]


def test_letting_go_at_no_time_at_all_is_refused() -> None:
    with pytest.raises(lido.IllegalMove) as refusal:
        live().let_go(math.nan)
    assert refusal.value.code == "splash.path-time"


def test_a_live_path_whose_rotations_are_nearly_units_is_simulated_again_alike() -> None:
    placement = Placement(TOWER, "red-mini", Pose((FAR, 0.0, 0.05), (1.0005, 0.0, 0.0, 0.0)))
    placement.feed(Target(0.2, Pose((FAR, 0.0, 0.04), (0.9995, 0.01, 0.0, 0.0))))
    lying = placement.let_go(0.2)
    told = json.loads(json.dumps(placement.path.document()))
    assert Placement.whole(TOWER, "red-mini", read_path(told["path"], told["release"])) == lying


# Finding a place


def test_a_probe_says_how_far_a_piece_is_from_everything() -> None:
    probe = Probe(TOWER, "red-mini")
    assert probe.free(Pose((FAR, 0.0, 0.0135))) == pytest.approx(0.01)
    assert probe.free(Pose((0.0, 0.0, 0.0435))) == pytest.approx(0.01)
    assert probe.free(Pose((0.0, 0.0, 0.03))) < 0


@pytest.mark.parametrize(
    ("face", "height"), [(0, 0.0025), (1, 0.0025), (2, 0.015), (3, 0.015), (4, 0.0025), (5, 0.0025)]
)
def test_a_face_down_is_how_high_a_stick_stands(face: int, height: float) -> None:
    pose = Landing(TOWER, "green-stick").at("green-plate", Spot(0.0, 0.0, 0.0, face))
    assert pose.pos == pytest.approx((0.0, 0.0, 0.03 + height), abs=2e-5)


@pytest.mark.parametrize("face", range(1, 6))
def test_each_face_is_another(face: int) -> None:
    downs = {tuple(round(part) for part in _down(number)) for number in range(6)}
    assert len(downs) == 6
    assert _down(0) == pytest.approx((0, 0, -1))
    assert _down(face) != pytest.approx((0, 0, -1))


def _down(face: int) -> tuple[float, float, float]:
    """Which way of the piece's own frame points down."""
    w, x, y, z = Spot(0.0, 0.0, 0.3, face).quat
    return Pose((0.0, 0.0, 0.0), (w, -x, -y, -z)).at((0.0, 0.0, -1.0))


def test_a_piece_beside_the_top_of_its_target_comes_down_lower() -> None:
    scene = poses([*stack("red-plate"), at("blue-mini", -0.006, 0.0, 0.0085)])
    pose = Landing(scene, "red-mini").at("blue-mini", Spot(0.012, 0.0, 0.0, 0))
    assert pose.pos[2] == pytest.approx(0.0085, abs=2e-5)


def test_an_assisted_path_comes_down_where_it_was_asked_and_keeps_to_the_bounds() -> None:
    pose = Landing(TOWER, "green-stick").at("green-plate", Spot(0.003, -0.002, 0.5, 0))
    lying = Placement.whole(TOWER, "green-stick", path_to(TOWER, pose))
    assert distance(lying["green-stick"].pos, pose.pos) < 0.0001
