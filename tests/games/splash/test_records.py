"""Records of games with physics: judged from what they say, and simulated again as a check of its own."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import lido
from lido.games.splash.again import simulated_again
from lido.verify import findings
from tests.games.splash.scenes import stack


def played() -> lido.Match:
    """Two pieces well set, and a third beside the tower."""
    scene = {"pieces": stack("red-cube"), "reserves": [["red-mini", "red-stick"], ["blue-mini", "blue-cube"]]}
    match = lido.new("splash", position=scene)
    match.play("give red-mini")
    match.play("place", pose=[0.001, 0.0, 0.3, 0])
    match.play("give blue-mini")
    match.play("place", pose=[0.02, 0.0, 0.0, 0])
    return match


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(played().record()))
    return document


def test_a_record_keeps_the_path_and_every_scene_that_settled(record: dict[str, Any]) -> None:
    place, fall = record["moves"][1], record["moves"][3]
    assert set(place) == {"move", "path", "release", "settled"}
    assert [len(scene) for scene in place["settled"]] == [2]
    assert [len(scene) for scene in fall["settled"]] == [3, 2], "the fall, and what was left of it"


def test_a_replay_ends_in_the_same_position_to_the_last_bit(record: dict[str, Any]) -> None:
    assert lido.replay(record).position() == played().position()
    assert lido.replay(record).record() == record


def test_a_replay_is_judged_from_the_settled_poses_and_not_simulated(record: dict[str, Any]) -> None:
    told = json.loads(json.dumps(record))
    told["moves"] = told["moves"][:2]
    told["moves"][1]["settled"] = [stack("red-cube", "red-mini")]
    assert lido.replay(told).view(0)["pieces"] == stack("red-cube", "red-mini")


def test_simulating_again_gives_the_same_bits(record: dict[str, Any]) -> None:
    assert simulated_again(record) == []


def test_simulating_again_finds_what_the_physics_did_not_say(record: dict[str, Any]) -> None:
    told = json.loads(json.dumps(record))
    told["moves"][1]["settled"][0][1]["pos"][0] += 1e-12
    assert 2 in simulated_again(told)


def test_a_match_goes_on_from_any_placement_as_it_did(record: dict[str, Any]) -> None:
    match = lido.replay({**record, "moves": record["moves"][:3]})
    fall = record["moves"][3]
    match.play("place", path=fall["path"], release=fall["release"])
    assert match.record() == record


def test_undo_goes_back_to_where_everything_lay() -> None:
    match = played()
    for count in (3, 2):
        match.undo()
        assert len(match.moves) == count
    assert [entry["piece"] for entry in match.view(0)["pieces"]] == ["red-cube", "red-mini"]
    assert match.view(0)["drops"] == [0, 0]


def test_moves_of_a_game_of_the_hand_are_not_counted() -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        played().perft(1)
    assert refusal.value.code == "match.no-perft"


def test_a_piece_that_shot_out_of_the_scene_is_in_the_record_and_can_be_taken_back() -> None:
    """The hand presses the mini against a tower of cubes, and it slips away farther than a scene may reach."""
    tower = stack(*(f"{colour}-cube" for colour in ("red", "orange", "yellow", "green", "blue", "purple")))
    scene = {"pieces": tower, "reserves": [["red-mini"], ["blue-mini"]], "held": "purple-mini", "seat": 2, "from": 1}
    match = lido.new("splash", position={**scene, "step": "place"})
    before = match.position()
    upright = [1, 0, 0, 0]
    path = [[0, -0.03, 0, 0.01, *upright], [0.7, 0.3, 0, 0.01, *upright], [1.7, 0.3, 0, 0.49, *upright]]
    placed = match.play("place", path=path, release=1.57)[0]["pieces"]
    assert max(math.hypot(*entry["pos"]) for entry in placed) > 1
    again = lido.replay(json.dumps(match.record()))
    assert again.position() == match.position()
    again.undo()
    assert again.position() == before


@pytest.mark.parametrize("settled", [{}, {"settled": None}])
def test_a_record_that_does_not_say_where_the_pieces_settled_is_refused(
    record: dict[str, Any], settled: dict[str, None]
) -> None:
    place = {name: value for name, value in record["moves"][1].items() if name != "settled"}
    with pytest.raises(lido.BadRecord) as refusal:
        lido.replay({**record, "moves": [record["moves"][0], place | settled]})
    assert refusal.value.code == "match.record-details"


KEPT = Path(__file__).parents[2] / "records" / "splash"


def test_a_kept_game_of_the_newest_laws_has_falls_choices_an_accident_and_both_kinds_of_placing() -> None:
    kept = json.loads((KEPT / "2-players-laws-2.json").read_text("utf-8"))
    assert [finding.code for finding in findings(kept)] == ["verify.deal", "verify.result", "verify.no-log"]
    assert (kept["laws"], kept["options"]["hand"]) == (lido.new("splash").laws, "natural")
    moves = [move["move"] if isinstance(move, dict) else move for move in kept["moves"]]
    assert {move.split()[0] for move in moves} == {"give", "place", "base", "keep", "accident"}
    match = lido.replay({**kept, "moves": [], "result": None})
    starts = set()
    for move in kept["moves"]:
        start = match.view(0)["start"]
        details = {name: value for name, value in move.items() if name != "move"} if isinstance(move, dict) else {}
        match.play(moves[len(match.moves)], **details)
        if "path" in details:
            starts.add(details["path"][0][1:] == start)
    assert starts == {True, False}, "a hand takes a piece up as the seed has it, a pose is reached from above"
    assert sum(match.view(0)["drops"]) == 3
