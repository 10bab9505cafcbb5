"""A hand that is steered while time passes, and placements carried out little by little."""

import json
from copy import deepcopy

import pytest

import lido
from lido.games.splash.moves import details_of
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import HIGHEST, REACH, Path, Target, read_path
from lido.games.splash.physics.steer import DEGREES, Degree, Steered, Steering, guided
from lido.games.splash.space import UP, Pose, about, distance
from tests.games.splash.scenes import holding, poses, stack
from tests.games.splash.test_physics import TOWER, shaky

HIGH = Pose((0.0, 0.0, 0.1))
EXACT = Degree(lag=0.001, sway=0.0, tremble=0.0, tilt=0.0, haste=0.0)
"""A hand that no person has: it goes where it is wanted."""
NATURAL = DEGREES["natural"]


def led(steering: Steering, seconds: float) -> Path:
    """The path of a steered hand for so long. A target that no hand can reach is refused by it."""
    path = Path([Target(0.0, HIGH)])
    while steering.next_beat <= seconds:
        path.add(steering.beat())
    return path


# Little by little, the same bits


@pytest.mark.parametrize("slice_", [0.0007, 0.004, 0.033])
def test_a_placement_carried_out_in_slices_comes_out_as_if_at_once(slice_: float) -> None:
    scene, piece, path = shaky()
    placement, time = Placement.along(scene, piece, path), 0.0
    while not placement.advance(time):
        time += slice_
    assert placement.at_rest() == Placement.whole(scene, piece, path)


def test_the_piece_is_held_until_it_is_let_go() -> None:
    scene, piece, path = shaky()
    assert path.release is not None
    placement = Placement.along(scene, piece, path)
    placement.advance(path.release - 0.01)
    assert placement.held == piece
    placement.advance(path.release + 0.01)
    assert placement.held is None


@pytest.mark.parametrize(("x", "stands"), [(0.0, True), (0.012, False)])
def test_a_placement_carried_out_live_has_the_details_of_one_given_at_once(x: float, stands: bool) -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", "green-cube", "blue-mini"))
    again = lido.replay(game.record())
    state = game.player_view(2).observation
    hand = Steered(state.pieces, "red-mini", Pose((x, 0.0, 0.06)), DEGREES["steady"], seed=3)
    hand.want(Target(1.0, Pose((x, 0.0, 0.0405))))
    hand.let_go(1.3)
    time = 0.0
    while not hand.advance(time):
        time += 0.017
    details = details_of(state, hand.placement.path, hand.placement.at_rest())
    asked = {name: value for name, value in details.items() if name != "settled"}
    assert game.play("place", **json.loads(json.dumps(details)))[0]["stands"] == stands
    again.play("place", **asked)
    assert again.record() == game.record()


# Where the hand goes


@pytest.mark.clause("SP-R15")
def test_a_hand_that_is_watched_is_nearer_to_its_aim_but_not_still() -> None:
    aims = Path([Target(0.0, HIGH), Target(6.0, HIGH)], 6.0)

    def off(paths: list[Path]) -> float:
        """Metres, in the mean, by which hands miss after they have arrived."""
        far = [distance(target.pose.pos, HIGH.pos) for path in paths for target in path.targets[100:]]
        return sum(far) / len(far)

    watched = off([guided(aims, HIGH, NATURAL, seed) for seed in range(8)])
    blind = off([led(Steering(HIGH, NATURAL, seed), 6.0) for seed in range(8)])
    assert 0.2 * blind < watched < 0.8 * blind


def test_the_hand_goes_where_it_is_wanted_and_waits_there() -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    steering.want(Target(1.0, Pose((0.05, 0.0, 0.1), about(UP, 1.0))))
    path = led(steering, 2.0)
    assert distance(path.at(0.5).pos, (0.025, 0.0, 0.1)) < 0.001
    assert distance(path.at(2.0).pos, (0.05, 0.0, 0.1)) < 0.001
    assert path.at(2.0).quat == pytest.approx(about(UP, 1.0))


def test_a_hand_that_is_wanted_far_away_goes_there_as_fast_as_a_hand_may() -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    steering.want(Target(0.02, Pose((0.2, 0.0, 0.1), about(UP, 3.0))))
    path = led(steering, 1.0)
    assert 0.15 < path.at(0.4).pos[0] < 0.201
    assert distance(path.at(1.0).pos, (0.2, 0.0, 0.1)) < 0.001
    read_path([target.document() for target in path.targets], 1.0)


def test_for_a_late_pose_the_hand_has_waited_at_the_one_before() -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    waited = led(steering, 1.0)
    steering.want(Target(0.5, Pose((0.02, 0.0, 0.1))))
    assert all(distance(target.pose.pos, HIGH.pos) < 0.001 for target in waited.targets)
    assert steering.beat().pose.pos[0] > 0.005
    led(steering, 1.2)
    steering.want(Target(1.4, Pose((0.04, 0.0, 0.1))))
    assert distance(steering.beat().pose.pos, (0.022, 0.0, 0.1)) < 0.001, "it sets out from where it waited"


def test_what_was_wanted_for_later_is_forgotten_when_something_else_is_wanted_sooner() -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    steering.want(Target(0.5, Pose((0.05, 0.0, 0.1))))
    steering.want(Target(0.4, Pose((0.0, 0.03, 0.1))))
    assert distance(led(steering, 1.0).at(1.0).pos, (0.0, 0.03, 0.1)) < 0.001


def test_of_too_many_poses_the_oldest_are_forgotten() -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    for number in range(1, 1001):
        steering.want(Target(number / 1000, Pose((number / 20_000, 0.0, 0.1))))
    path = led(steering, 1.5)
    assert distance(path.at(0.5).pos, (936 / 20_000, 0.0, 0.1)) < 0.002
    assert distance(path.at(1.5).pos, (0.05, 0.0, 0.1)) < 0.001


@pytest.mark.parametrize("corner", [(REACH, 0.0, HIGHEST), (0.0, -REACH, 0.0)])
def test_no_tremor_takes_the_hand_out_of_its_reach(corner: tuple[float, float, float]) -> None:
    steering = Steering(HIGH, EXACT, seed=1)
    steering.want(Target(0.1, Pose(corner)))
    assert distance(led(steering, 3.0).at(3.0).pos, corner) < 0.001


# The tremor


def test_a_hand_follows_late() -> None:
    steering = Steering(HIGH, EXACT._replace(lag=0.2))
    steering.want(Target(1.0, Pose((0.1, 0.0, 0.1))))
    path = led(steering, 3.0)
    assert path.at(1.0).pos[0] == pytest.approx(0.08, abs=0.002), "a fifth of a second behind"
    assert path.at(3.0).pos[0] == pytest.approx(0.1, abs=0.0005)


def off(degree: Degree, height: float = 0.04, pace: float = 0.0) -> float:
    """How far, in the mean over several hands, a hand is off where it is wanted and follows to."""
    found = []
    for seed in range(12):
        start = Pose((0.0, 0.0, height))
        shaking, calm = (Steering(start, kind, seed) for kind in (degree, EXACT._replace(lag=degree.lag)))
        for steering in (shaking, calm):
            steering.want(Target(2.0, Pose((2 * pace, 0.0, height))))
        for _ in range(100):
            one, other = shaking.beat(), calm.beat()
            if one.time > 1.0:
                found.append(distance(one.pose.pos, other.pose.pos))
    return sum(found) / len(found)


@pytest.mark.clause("SP-R15")
def test_each_degree_sways_more_than_the_one_before() -> None:
    steady, natural, windy = (off(DEGREES[name]) for name in ("steady", "natural", "windy"))
    assert 0.0001 < steady < natural / 1.5 < windy / 2.25


def test_a_raised_arm_sways_more() -> None:
    assert off(NATURAL, height=0.01) == pytest.approx(off(NATURAL, height=0.05))
    assert off(NATURAL, height=0.1) > 1.5 * off(NATURAL, height=0.05)


def test_a_hand_trembles_the_more_the_faster_it_goes() -> None:
    still, slow, fast = (off(NATURAL, pace=pace) for pace in (0.0, 0.03, 0.15))
    assert still < slow < fast


def test_a_piece_swings_and_leans_when_the_hand_stops_and_then_calms_down() -> None:
    steering = Steering(HIGH, EXACT._replace(haste=0.2))
    steering.want(Target(0.5, Pose((0.2, 0.0, 0.1))))
    led(steering, 0.5)
    stopped = [steering.beat().pose for _ in range(200)]
    beyond = [pose.pos[0] - 0.2 for pose in stopped]
    assert max(map(abs, beyond[:30])) > 0.002
    assert max(abs(pose.quat[2]) for pose in stopped[:30]) > 0.02
    assert max(map(abs, beyond[-20:])) < 0.0002


@pytest.mark.clause("SP-R15")
def test_a_tremor_depends_on_its_seed_and_on_the_poses_alone() -> None:
    def path(seed: int | None) -> list[Target]:
        return led(Steering(HIGH, NATURAL, seed), 0.5).targets

    assert path(1) == path(1) != path(2)
    assert path(None) != path(None)


@pytest.mark.clause("SP-R15")
def test_what_a_hand_did_does_not_tell_what_it_will_do() -> None:
    """A hand and its twin sway alike as long as chance is the same, and part as soon as it is not."""
    hand = Steering(HIGH, NATURAL, 1)
    led(hand, 2.0)
    twin, other = deepcopy(hand), deepcopy(hand)
    other._tremor._sway[0]._rng.seed(2)
    paths = [[steering.beat().pose.pos for _ in range(50)] for steering in (hand, twin, other)]
    assert paths[0] == paths[1] != paths[2]
    assert distance(paths[0][-1], paths[2][-1]) > 0.0005


# Letting go


def test_a_hand_opens_when_it_is_told_and_no_sooner_than_where_it_is() -> None:
    hand = Steered(TOWER, "red-mini", Pose((0.0, 0.0, 0.05)), NATURAL, seed=1)
    hand.advance(0.5)
    hand.let_go(0.3)
    hand.advance(0.6)
    assert hand.placement.path.release == hand.placement.path.targets[-1].time == pytest.approx(0.5)
    assert hand.placement.held is None


@pytest.mark.clause("SP-R12")
def test_a_hand_that_nobody_opens_opens_after_a_minute() -> None:
    hand = Steered(poses(stack("red-plate")), "red-mini", Pose((0.0, 0.0, 0.05)), NATURAL, seed=1)
    hand.advance(70.0)
    assert hand.placement.path.release == 60.0
