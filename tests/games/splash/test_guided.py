"""The hand of a table: where a piece is taken up, and what becomes of what a player aims at (SP-R15)."""

import json
import math
import pickle

import pytest

import lido
from lido import bots
from lido.games.splash.again import simulated_again
from lido.games.splash.physics.path import REACH
from lido.games.splash.physics.start import ABOVE, ASIDE, STEEPEST, start_of
from lido.games.splash.physics.world import Probe
from lido.games.splash.pieces import PIECES, top
from lido.games.splash.space import Pose, rotated
from tests.games.splash.scenes import holding, poses, refused, stack

clause = pytest.mark.clause

MIDDLE = [0.0, 0.0, 0.0, 0]
TOWER = stack("red-cube", "green-cube", "blue-mini")
UPRIGHT = [1.0, 0.0, 0.0, 0.0]


def game(seed: int | str = 1, **options: str | int) -> lido.Match:
    """Seat 2 holds a small cube over a tower of three."""
    scene = {"pieces": TOWER, "reserves": [["red-plate"], ["blue-plate"]], "held": "red-mini", "seat": 2, "from": 1}
    return lido.new("splash", position={**scene, "step": "place"}, seed=seed, options=options)


def start_in(match: lido.Match) -> list[float]:
    found: list[float] = match.view(0)["start"]
    return found


# Where a piece is taken up


@clause("SP-R15")
def test_a_piece_is_taken_up_beside_the_tower_turned_and_tilted() -> None:
    scene = poses(TOWER)
    highest = max(top(piece, pose) for piece, pose in scene.items())
    starts = [start_of("chance", number, scene) for number in range(200)]
    for pose in starts:
        assert ASIDE[0] <= math.hypot(*pose.pos[:2]) <= ASIDE[1]
        assert ABOVE[0] <= pose.pos[2] - highest <= ABOVE[1]
        assert Probe(scene, "red-stick").free(pose) > 0.01
    sides = {(pose.pos[0] > 0, pose.pos[1] > 0) for pose in starts}
    ups = [[abs(part) for part in _up_in(pose)] for pose in starts]
    tilts = [math.acos(min(1.0, max(up))) for up in ups]
    assert len(sides) == 4
    assert {up.index(max(up)) for up in ups} == {0, 1, 2}
    assert STEEPEST / 2 < max(tilts) <= STEEPEST + 1e-9


def _up_in(pose: Pose) -> tuple[float, float, float]:
    """Which way of the piece's own frame is up."""
    w, x, y, z = pose.quat
    return rotated((w, -x, -y, -z), (0.0, 0.0, 1.0))


@pytest.mark.parametrize("x", [0.28, 0.3, 0.32])
def test_a_piece_is_taken_up_within_reach_of_a_tower_at_the_rim(x: float) -> None:
    scene = poses(stack("red-cube", "blue-cube", x=x))
    for number in range(50):
        assert math.hypot(*start_of("chance", number, scene).pos[:2]) <= REACH + 1e-9


@clause("SP-R15")
def test_the_start_comes_from_the_seed_and_is_the_same_for_everybody_and_after_taking_back() -> None:
    def begun(seed: int) -> lido.Match:
        match = lido.new("splash", players=3, seed=seed, options={"draft": "deal"})
        match.play(match.legal_moves()[0])
        return match

    one, again, other = begun(1), begun(1), begun(2)
    assert start_in(one) == start_in(again) != start_in(other)
    assert all(one.view(seat)["start"] == start_in(one) for seat in (1, 2, 3))
    first = start_in(one)
    one.perform("place", pose=MIDDLE, seed=1)
    one.play(one.legal_moves()[0])
    assert start_in(one) != first, "every piece has its own"
    one.undo(2)
    assert start_in(one) == first


@clause("SP-R15")
def test_nobody_knows_the_start_of_a_piece_before_it_is_given() -> None:
    """Two worlds that differ in chance alone: every byte that a seat is given is the same until the first gift."""

    def seen(match: lido.Match) -> list[bytes]:
        views = [match.view(seat) for seat in range(match.players + 1)]
        return [json.dumps(views).encode(), *(pickle.dumps(match.player_view(seat)) for seat in (0, 1, 2))]

    worlds = [lido.new("splash", players=2, seed=seed) for seed in (1, 2)]
    while worlds[0].view(0)["step"] == "draft":
        assert seen(worlds[0]) == seen(worlds[1])
        for world in worlds:
            world.play(world.legal_moves()[0])
    assert seen(worlds[0]) == seen(worlds[1])
    for world in worlds:
        world.play(world.legal_moves()[0])
    assert start_in(worlds[0]) != start_in(worlds[1])
    for world in worlds:
        world.play("place", pose=MIDDLE)
    assert [world.view(1)["start"] for world in worlds] == [None, None]
    assert all(not world.player_view(seat).observation.chance for world in worlds for seat in (0, 1, 2))


def test_an_accident_leaves_the_start_of_the_piece_in_the_hand() -> None:
    match = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    before = start_in(match)
    match.play("accident", scene={"pieces": stack("red-cube", x=0.002)}, fault=None)
    assert start_in(match) == before


# What a hand makes of an aim


@clause("SP-R15")
def test_a_match_carries_out_a_path_as_it_is_given() -> None:
    match = game()
    path = [[0.0, 0.0, 0.0, 0.1, *UPRIGHT], [1.0, 0.0, 0.0, 0.0406, *UPRIGHT]]
    match.play("place", path=path, release=1.25)
    assert match.last_details["path"] == path
    assert match.last_details["release"] == 1.25
    by_pose = game()
    by_pose.play("place", pose=MIDDLE)
    again = game(seed=2)
    again.play("place", pose=MIDDLE)
    assert by_pose.last_details == again.last_details, "a pose without tremor"


@clause("SP-R15")
@pytest.mark.parametrize("aim", ["pose", "path"])
def test_a_performed_path_begins_at_the_start_lags_and_trembles(aim: str) -> None:
    path = [[0.0, 0.05, 0.0, 0.1, *UPRIGHT], [2.0, 0.0, 0.0, 0.0406, *UPRIGHT]]
    details = {"pose": MIDDLE} if aim == "pose" else {"path": path, "release": 2.5}
    one, same, other = game(), game(), game()
    for match, seed in ((one, 1), (same, 1), (other, 2)):
        match.perform("place", seed=seed, **details)
        assert match.last_details["path"][0] == [0.0, *start_in(game())]
    assert one.last_details == same.last_details
    assert one.last_details["path"] != other.last_details["path"]
    if aim == "path":
        assert one.last_details["release"] == 2.5
        half_way = next(target for target in one.last_details["path"] if target[0] >= 1.0)
        assert half_way[3] > 0.0703 + 0.001, "it is behind the path, which comes down"


@clause("SP-R15")
def test_without_a_seed_no_hand_does_the_same_twice() -> None:
    paths = []
    for _ in range(2):
        match = game()
        match.perform("place", pose=MIDDLE)
        paths.append(match.last_details["path"])
    assert paths[0] != paths[1]


@clause("SP-R15")
def test_the_option_says_how_much_a_hand_sways() -> None:
    def off(hand: str) -> float:
        """Metres, in the mean, by which the hand lets go beside the middle."""
        total = 0.0
        for seed in range(12):
            match = game(hand=hand)
            total += math.hypot(
                *match.game.perform(match.player_view(2).observation, "place", {"pose": MIDDLE}, seed)["path"][-1][1:3]
            )
        return total / 12

    assert off("steady") < off("natural") < off("windy")
    assert game().options["hand"] == "natural"


def test_what_is_performed_is_refused_as_what_is_played() -> None:
    match = game()
    before = match.record()
    for move, details in (
        ("place", {"pose": [0, 0, 0, 9]}),
        ("place", {"pose": MIDDLE, "settled": []}),
        ("place", {"path": [], "release": 1.0}),
        ("give red-plate", {}),
        ("place it", {}),
    ):
        with pytest.raises(lido.IllegalMove):
            match.perform(move, **details)
        assert match.record() == before
    match.perform("place", pose=MIDDLE, seed=1)
    with pytest.raises(lido.IllegalMove) as refusal:
        match.perform("place", pose=MIDDLE)
    assert refusal.value.code == refused(match, "place", pose=MIDDLE)


def test_a_performed_move_of_a_game_without_a_hand_is_that_move() -> None:
    match = lido.new("le-plouf")
    assert match.perform("c1", seed=1) == lido.new("le-plouf").play("c1")


@clause("SP-R15")
@pytest.mark.parametrize("level", ["gentle", "expert"])
def test_the_record_of_a_performed_game_replays_and_simulates_again_to_the_same_bits(level: str) -> None:
    match = lido.new("splash", seed=f"again {level}", options={"draft": "deal"})
    players = [bots.bot(level, seat, threads=1) for seat in (1, 2)]
    starts = []
    for _ in range(12):
        if not match.turn:
            break
        player_view, bot = match.player_view(match.turn), players[match.turn - 1]
        move = bot.choose(player_view, iterations=2)
        starts += [start_in(match)] if move == "place" else []
        match.perform(move, seed=len(match.moves), **bot.details(player_view, move, iterations=2))
    record = json.loads(json.dumps(match.record()))
    assert lido.replay(record).record() == record
    assert simulated_again(record) == []
    paths = [move["path"] for move in record["moves"] if isinstance(move, dict) and "path" in move]
    assert [path[0][1:] for path in paths] == starts


def test_there_are_pieces_for_all_starts() -> None:
    """However a piece is turned when it is taken up, it touches nothing, not even the table."""
    for piece in PIECES[:5]:
        for number in range(20):
            assert Probe({}, piece).free(start_of("empty", number, {})) > 0.005
