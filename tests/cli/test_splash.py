"""Splash! at the command line: playing, watching, and the engine's messages of its own."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from lido import new, replay
from lido.cli.engine import Session, reply
from lido.games.splash.again import simulated_again
from tests.cli.conftest import Lido
from tests.games.splash.scenes import scattered, stack

SCENE = {"pieces": stack("red-cube"), "reserves": [["red-mini", "red-stick"], ["blue-mini", "blue-cube"]]}


def asked(table: Session, **message: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(reply(json.dumps(message).encode(), table))
    return answer


def seated() -> Session:
    table = Session()
    assert asked(table, do="new", game="splash", players=2, position=SCENE) == {"ok": True}
    return table


def test_the_engine_judges_a_scene_without_a_game() -> None:
    tower = stack("red-cube", "blue-cube")
    scene = {"pieces": [*tower, *stack("red-mini", x=0.1)], "base": "red-cube"}
    assert asked(Session(), do="judge", scene=scene, new="blue-cube", target="red-cube") == {
        "contacts": [["blue-cube", "red-cube"]],
        "table": ["red-cube", "red-mini"],
        "uncovered": ["blue-cube", "red-mini"],
        "levels": 2,
        "stands": False,
        "piles": [["blue-cube", "red-cube"], ["red-mini"]],
    }
    scene = {"pieces": tower, "base": "red-cube"}
    assert asked(Session(), do="judge", scene=scene, new="blue-cube", target="red-cube")["stands"]
    assert not asked(Session(), do="judge", scene=scene, new="blue-cube", target="table")["stands"]
    assert "error" in asked(Session(), do="judge", scene=scene, new="pink-cube", target="red-cube")
    assert "error" in asked(Session(), do="judge", scene={}, new="red-cube", target="table")


@pytest.mark.clause("SP-R8")
def test_the_engine_judges_piles_by_their_feet_and_lists_the_tallest_first() -> None:
    pieces = [*stack("red-plate", "blue-plate", x=0.1), *stack("red-cube", "blue-cube"), *stack("green-cube", x=0.015)]
    judged = asked(Session(), do="judge", scene={"pieces": pieces, "base": "red-plate"})
    assert ["green-cube", "red-cube"] in judged["contacts"]
    assert judged["piles"] == [["blue-cube", "red-cube"], ["blue-plate", "red-plate"], ["green-cube"]]
    assert judged["levels"] == 2


def test_the_engine_carries_out_paths_and_poses_and_says_what_came_of_them() -> None:
    table = seated()
    asked(table, do="play", move="give red-mini")
    upright = [1, 0, 0, 0]
    path = [[0, 0, 0, 0.1, *upright], [1, 0, 0, 0.0186, *upright], [1.2, 0, 0, 0.0186, *upright]]
    by_path = asked(table, do="play", move="place", path=path, release=1.3)
    assert (by_path["ok"], by_path["events"][0]["stands"]) == (True, True)
    assert [entry["piece"] for entry in by_path["events"][0]["pieces"]] == ["red-cube", "red-mini"]
    asked(table, do="undo")
    by_pose = asked(table, do="play", move="place", pose=[0.001, 0, 0, 0])
    assert by_pose["events"][0]["stands"]
    assert "error" in asked(table, do="play", move="give blue-mini", settled=[])
    assert "cannot be counted" in asked(table, do="perft", depth=1)["error"]


def test_the_engine_takes_accidents() -> None:
    table = seated()
    asked(table, do="play", move="give red-mini")
    asked(table, do="play", move="place", pose=[0, 0, 0, 0])
    lying = {"pieces": scattered("red-cube", "red-mini")}
    answer = asked(table, do="accident", scene=lying, fault=1)
    assert answer["events"][0]["event"] == "accident"
    assert asked(table, do="legal") == {"seat": 1, "moves": ["base red-cube", "base red-mini"]}
    assert asked(table, do="play", move="base red-cube")["ok"]
    assert asked(table, do="legal")["seat"] == 2
    assert asked(table, do="position")["position"]["reserves"][0] == ["red-mini", "red-stick"]


@pytest.mark.clause("SP-R13")
def test_the_engine_refuses_an_accident_that_blames_the_placer() -> None:
    table = seated()
    asked(table, do="play", move="give red-mini")
    before = asked(table, do="record")
    answer = asked(table, do="accident", scene={"pieces": stack("red-cube", x=0.05)}, fault=2)
    assert "never at fault" in answer["error"]
    assert asked(table, do="record") == before
    assert asked(table, do="accident", scene={"pieces": stack("red-cube", x=0.05)}, fault=1)["ok"]


def test_what_a_bot_would_play_can_be_played_as_it_is_answered() -> None:
    table = seated()
    asked(table, do="play", move="give red-mini")
    chosen = asked(table, do="go", level="club", iterations=2, seed=1)
    assert set(chosen) == {"move", "path", "release"}
    assert asked(table, do="go", level="club", iterations=2, seed=1) == chosen
    assert asked(table, do="play", **chosen)["events"][0]["piece"] == "red-mini"


def test_bots_are_watched_in_words_and_pictures(lido: Lido, tmp_path: Path) -> None:
    folder = tmp_path / "album"
    arguments = ["--seats", "random,random", "--seed", "5", "--option", "draft=deal", "--pictures", str(folder)]
    shown = lido("watch", "splash", *arguments)
    assert shown.exit_code == 0
    assert "1. A gives the" in shown.words
    assert "wins!" in shown.words
    record = json.loads((folder / "game.json").read_text("utf-8"))
    match = replay(record)
    assert match.result
    pictures = sorted(file.name for file in folder.glob("*.svg"))
    assert len([name for name in pictures if "fall" not in name]) == len(match.moves)


def test_a_seed_makes_bots_play_the_same_again(lido: Lido) -> None:
    one, again, other = (
        lido("watch", "splash", "--seats", "random,random", "--seed", seed, "--option", "draft=deal")
        for seed in ("5", "5", "6")
    )
    assert one.exit_code == 0
    assert one == again != other


def test_only_bots_are_watched(lido: Lido) -> None:
    shown = lido("watch", "splash", "--seats", "person,club")
    assert shown.exit_code == 1
    assert "Only bots play" in shown.stderr


def test_a_person_says_where_a_piece_goes_in_millimetres_and_degrees(lido: Lido, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(new("splash", position=SCENE).record(["person", "person"])), "utf-8")
    lines = "give red-mini\nplace 1 -1.5 30\nplace it\nmoves\nquit\n"
    shown = lido("play", "--load", str(file), lines=lines)
    assert shown.exit_code == 0
    assert "B places the red-mini: the tower stands." in shown.words
    assert "A piece must be given first" in shown.words


@pytest.mark.clause("SP-19", "SP-20", "SP-R13")
def test_people_at_the_terminal_agree_on_an_accident(
    lido: Lido, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lido.games.splash.physics.knock.random.SystemRandom", lambda: random.Random(3))
    file = tmp_path / "game.json"
    scene = SCENE | {"pieces": stack("red-cube", "green-cube", "orange-cube"), "base": "red-cube"}
    file.write_text(json.dumps(new("splash", position=scene).record(["person", "person"])), "utf-8")
    lines = "accident B\nno\naccident Z\naccident 2\nyes\nsave\nquit\n"
    shown = lido("play", "--load", str(file), lines=lines)
    assert shown.exit_code == 0
    assert shown.words.count("the fault of B, who takes what falls. Does everybody agree?") == 2
    assert "An accident has a scene, and as fault a seat or null." in shown.words
    assert "B knocks the tower by accident." in shown.words
    (saved,) = (tmp_path / "data").rglob("*.json")
    record = json.loads(saved.read_text("utf-8"))
    assert replay(record).moves == ("accident",)
    assert simulated_again(record) == []
    english, french = (lido("play", "--load", str(file), "--lang", code, lines="accident\n") for code in ("en", "fr"))
    assert "nobody's fault" in english.words
    assert "sans fautif" in french.words


@pytest.mark.clause("SP-R13")
def test_at_the_terminal_too_the_placer_is_never_at_fault(lido: Lido, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(new("splash", position=SCENE).record(["person", "person"])), "utf-8")
    shown = lido("play", "--load", str(file), lines="give red-mini\naccident b\nquit\n")
    assert "never at fault" in shown.words
