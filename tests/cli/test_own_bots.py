"""Bots of one's own on the command line: arenas, reports and games that are watched."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Lido

BOTS = Path(__file__).parents[2] / "examples" / "bots"
PROGRAM = f"cmd:{sys.executable} bot.py"
STUBBORN = "class Bot:\n    def choose(self, player_view):\n        return 'a1'\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("bot.py", "greedy.py"):
        shutil.copy(BOTS / name, tmp_path)
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def test_an_arena_goes_on_where_a_bot_fails_and_says_why(lido: Lido, folder: Path) -> None:
    shown = lido("arena", "le-plouf", "--players", "random", PROGRAM, "stubborn:Bot", "--seats", "2", "--games", "12",
                 "--ms", "50", "--out", "games.jsonl")  # fmt: skip
    assert shown.exit_code == 0, shown.stderr
    assert "stubborn:Bot lost 8 games by its own fault, the first being game" in shown.words
    assert "There is a pawn on a1 already." in shown.words
    assert "forfeit 8" in shown.words
    assert max(map(len, shown.stdout.splitlines()[:18])) <= 80
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text("utf-8").splitlines()[1:]]
    assert len(games) == 12
    for game in games:
        assert (game["reason"] == "forfeit") == ("stubborn:Bot" in game["seating"]) == bool(game.get("failure"))
        assert len(game["line"]) == game["moves"]


def test_a_game_between_bots_of_all_kinds_is_watched(lido: Lido) -> None:
    shown = lido("watch", "le-plouf", "--players", "random", PROGRAM, "greedy:Greedy", "--seed", "1")
    assert shown.exit_code == 0, shown.stderr
    assert "fails" not in shown.words


def test_who_watches_is_told_why_a_bot_lost(lido: Lido) -> None:
    shown = lido("watch", "le-plouf", "--players", "stubborn:Bot", "stubborn:Bot")
    assert shown.exit_code == 0
    assert "B (stubborn:Bot) loses. The bot played what is not legal: There is a pawn on a1 already." in shown.words


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("watch", "le-plouf", "--players", "2", "--seats", "club,club"), ""),
        (("watch", "le-plouf", "--players", "club", "club", "--seats", "club,club"), "not by both"),
        (("watch", "le-plouf", "--players", "club"), "cannot be played by 1"),
        (("watch", "le-plouf", "--players", "club", "nowhere:Bot"), "cannot be loaded"),
        (("arena", "le-plouf", "--players", "club", "cmd:./nothing"), "no program"),
        (("report", "le-plouf", "--players", "club", "greedy:Nothing"), "cannot be loaded"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(lido: Lido, arguments: tuple[str, ...], said: str) -> None:
    shown = lido(*arguments)
    assert (shown.exit_code, said in shown.stderr, "Traceback" in shown.stderr) == (1 if said else 0, True, False)


def test_a_report_is_about_the_bots_that_are_named_and_can_be_made_again_from_their_games(
    lido: Lido, folder: Path
) -> None:
    arguments = ("report", "croc-pool", "--players", "random", PROGRAM, "--ms", "20", "--out", "croc.html")
    shown = lido(*arguments, "--games", "8")
    assert shown.exit_code == 0, shown.stderr
    page = (folder / "croc.html").read_text("utf-8")
    assert f'<th scope="col">{PROGRAM}</th>' in page
    assert '<th scope="col">club</th>' not in page
    kept = {path.name: path.read_bytes() for path in (folder / "croc").iterdir()}
    again = lido("report", "croc-pool", "--out", "croc.html", "--kept")
    assert again.exit_code == 0, again.stderr
    assert {path.name: path.read_bytes() for path in (folder / "croc").iterdir()} == kept
    made = (folder / "croc.html").read_text("utf-8")
    assert made.split('<section id="again">')[0] == page.split('<section id="again">')[0]


def test_a_page_can_be_made_again_from_moves_alone(lido: Lido, folder: Path) -> None:
    lido("report", "croc-pool", "--players", "random", "--games", "4", "--ms", "20", "--out", "croc.html")
    page = (folder / "croc.html").read_text("utf-8")
    for path in (folder / "croc").iterdir():
        head, *games = path.read_text("utf-8").splitlines()
        bare = [{name: value for name, value in json.loads(game).items() if name != "course"} for game in games]
        path.write_text("\n".join([head.replace("lido 0", "lido 9"), *map(json.dumps, bare)]) + "\n")
    assert lido("report", "croc-pool", "--out", "croc.html", "--kept").exit_code == 0
    made = (folder / "croc.html").read_text("utf-8")
    assert made.split('<section id="again">')[0] == page.split('<section id="again">')[0]
    assert "lido 9" in made


def test_without_games_nothing_is_made_again(lido: Lido, folder: Path) -> None:
    shown = lido("report", "croc-pool", "--out", "croc.html", "--kept")
    assert (shown.exit_code, "keeps no games" in shown.stderr) == (1, True)
    assert not (folder / "croc.html").exists()


def test_a_part_of_a_report_makes_no_page(lido: Lido, folder: Path) -> None:
    lido("report", "le-plouf", "--players", "random", "--games", "4", "--ms", "20", "--out", "plouf.html")
    for path in (folder / "plouf").iterdir():
        if '"players":["random","random","random"]' in path.read_text("utf-8").splitlines()[0].replace(" ", ""):
            path.unlink()
    shown = lido("report", "le-plouf", "--out", "plouf.html", "--kept")
    assert (shown.exit_code, "keeps only a part of a report" in shown.stderr) == (1, True), shown.stderr
