"""Commands with games that lack parts: a plain board, no words, no bots."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lido as engine
from lido import bots
from lido.cli.engine import Session, reply
from tests.cli.conftest import Lido

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _toys(toys: None) -> None:
    """Every test here has the toys."""


def record(game: str, tmp_path: Path) -> Path:
    """The file of a finished game."""
    match, bot = engine.new(game, seed=1), bots.bot("random", 1)
    while match.turn:
        match.play(bot.choose(match.player_view(match.turn)))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.record()))
    return path


@pytest.mark.parametrize(("language", "plain"), [("en", "This game has no board"), ("fr", "pas de plateau")])
def test_a_game_without_a_board_or_words_is_played(lido: Lido, language: str, plain: str) -> None:
    shown = lido("play", "bare", "--seats", "person,club", "--lang", language, lines="9\nhelp\n2\n2\n3\n3\n4\n5\n6\n")
    assert shown.exit_code == 0
    assert plain in shown.words
    assert "hands: [" in shown.stdout
    assert "bare" in shown.stdout


def test_a_person_sees_their_own_hand_only(lido: Lido) -> None:
    shown = lido("play", "bare", "--seed", "1", lines="")
    hands = [line for line in shown.stdout.splitlines() if "hands: [" in line]
    first = engine.new("bare", seed="1").view(1)["hands"]
    assert f"hands: {first}" in hands[0]
    assert sum(card > 0 for card in first) == 1


def test_the_bot_where_none_is_asked_for_is_one_that_can_play(lido: Lido) -> None:
    shown = lido("play", "dips", lines="one\none\none\none\n")
    assert "B random bot" in shown.words
    assert "'over-wet'" in shown.words


def test_a_game_without_bots_is_for_people(lido: Lido) -> None:
    shown = lido("play", "throws", lines="quit\n")
    assert shown.exit_code == 0
    assert "B" in shown.stdout
    refused = lido("play", "throws", "--seats", "person,random")
    assert refused.exit_code == 1
    assert refused.stderr == "There are no bots for throws: its package has no module 'bots'.\n"
    assert lido("watch", "throws").stderr == refused.stderr


def test_a_hint_that_cannot_be_given_says_so(lido: Lido) -> None:
    assert "What the moves of dips are worth" in lido("play", "dips", lines="hint\nquit\n").words


def test_games_without_parts_are_watched_but_not_drawn(lido: Lido, tmp_path: Path) -> None:
    shown = lido("watch", "dips", "--seed", "1")
    assert shown.exit_code == 0
    assert "dips has no words for 'event-dip'" in shown.words
    refused = lido("watch", "dips", "--pictures", str(tmp_path / "album"), "--lang", "fr")
    assert refused.exit_code == 1
    assert refused.stderr.startswith("dips ne dessine pas d'images")
    assert not (tmp_path / "album").exists()


@pytest.mark.parametrize("game", ["bare", "dips"])
def test_their_records_are_replayed_and_verified(lido: Lido, tmp_path: Path, game: str) -> None:
    path = record(game, tmp_path)
    assert lido("replay", str(path), lines="99999\n2\nq\n").exit_code == 0
    assert lido("verify", str(path)).exit_code == 0


@pytest.mark.parametrize(("language", "sentence"), [("en", "There is no solver for dips"), ("fr", "pas de solveur")])
def test_a_game_without_a_solver_is_not_solved(lido: Lido, language: str, sentence: str) -> None:
    refused = lido("solve", "dips", "--lang", language)
    assert (refused.exit_code, sentence in refused.stderr) == (1, True)


def test_the_engine_plays_them() -> None:
    session = Session()

    def asked(**message: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(reply(json.dumps(message).encode(), session))
        return answer

    assert asked(do="new", game="dips") == {"ok": True}
    assert asked(do="go", level="random", seed=1)["move"] in ("one", "both")
    assert "What the moves of dips are worth" in str(asked(do="analyse")["error"])
    assert "There is no bot of level 'expert'" in str(asked(do="go")["error"])
    assert "Moves of dips cannot be counted" in str(asked(do="perft", depth=1)["error"])
    assert "dips has no words for 'feet'" in str(asked(do="play", move="none")["error"])
    assert asked(do="new", game="throws") == {"ok": True}
    assert asked(do="play", move="throw", details={"power": 3})["ok"]


def test_an_arena_and_a_report_in_processes_of_their_own(tmp_path: Path) -> None:
    """As a package that is installed: the processes that play find it by its entry point."""
    info = tmp_path / "toys-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[lido.games]\nbare = tests.toys.bare\ndips = tests.toys.dips\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "LIDO_DATA": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "lido", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    arena = run("arena", "bare", "--players", "random", "gentle", "--games", "4", "--iterations", "2")
    assert arena.returncode == 0, arena.stderr
    assert "gentle" in arena.stdout
    page = tmp_path / "page.html"
    report = run("report", "bare", "--games", "1", "--iterations", "2", "--out", str(page))
    assert report.returncode == 0, report.stderr
    assert "bare" in page.read_text()
    refused = run("arena", "dips", "--players", "random", "expert", "--games", "1")
    assert refused.returncode == 1
    assert "There is no bot of level 'expert'. There are: random." in refused.stderr
