"""`lido arena`: from the command to the table, the file and the picture."""

import io
import json
import re
import signal
import sys
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pytest

from lido.lab.game_file import GameFile
from lido.lab.setup import set_up
from tests.cli.conftest import Lido, Terminal

ARENA = ("arena", "le-plouf", "--players", "random", "gentle", "--iterations", "5")


def test_a_table_a_file_and_a_picture(lido: Lido, tmp_path: Path) -> None:
    shown = lido(*ARENA, "--games", "6", "--out", str(tmp_path / "games.jsonl"), "--show", "walk", "--show", "accuse")
    assert shown.exit_code == 0
    assert "Le Plouf · 6 games" in shown.stdout
    assert "gentle – random" in shown.stdout or "random – gentle" in shown.stdout
    assert "Seat orders: 2; games per order: 3." in shown.stdout
    assert "No bot had an event of kind 'accuse'." in shown.words
    assert max(map(len, shown.stdout.splitlines()[:18])) <= 80
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["players"] == ["random", "gentle"]
    assert sorted(line["number"] for line in lines[1:]) == [1, 2, 3, 4, 5, 6]
    assert ElementTree.parse(tmp_path / "games.svg").getroot().tag.endswith("svg")


def test_an_interval_is_never_cut_off_for_a_long_name(
    lido: Lido, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "a_bot_with_a_long_name.py").write_text(
        "class Bot:\n    def choose(self, player_view):\n        return player_view.legal_moves()[0]\n"
    )
    bot = "a_bot_with_a_long_name:Bot"
    said = lido("arena", "le-plouf", "--players", bot, "random", "--games", "12", "--out", str(tmp_path / "a.jsonl"))
    assert said.exit_code == 0, said.stderr
    assert len(re.findall(r"\d\.\d{3} \(\d\.\d{3}–\d\.\d{3}\)", said.stdout)) == 3
    assert max(map(len, said.stdout.splitlines()[:12])) <= 80


def test_a_stopped_arena_goes_on_and_ends_as_if_it_had_not_been(lido: Lido, tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    expected = lido(*ARENA, "--games", "6", "--out", str(whole))
    stopped.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:4]) + b'{"number":')
    shown = lido(*ARENA, "--games", "6", "--out", str(stopped))
    assert "Resuming: 3 of 6 games" in shown.stderr
    assert sorted(stopped.read_bytes().splitlines()) == sorted(whole.read_bytes().splitlines())
    assert shown.stdout.split("Games:")[0] == expected.stdout.split("Games:")[0]


def test_a_finished_arena_is_told_again_and_fewer_games_of_it_too(lido: Lido, data: Path) -> None:
    first = lido(*ARENA, "--games", "6")
    (path,) = (data / "arena").glob("*.jsonl")
    before = path.read_bytes()
    again = lido(*ARENA, "--games", "6")
    assert again.stdout == first.stdout
    assert "6 of 6 games were kept from an earlier run, 0 are played now" in again.stderr
    assert "4 games" in lido(*ARENA, "--games", "4").stdout
    assert path.read_bytes() == before


def test_more_seats_than_bots(lido: Lido) -> None:
    shown = lido(*ARENA, "--games", "6", "--seats", "4", "--lang", "fr")
    assert "Ordres des places : 6 ; parties par ordre : 1." in shown.stdout
    assert "plusieurs places" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", "--players", "club", "club"), "There is no game called 'chess'"),
        (("le-plouf", "--players", "club", "wizard"), "There is no bot of level 'wizard'"),
        (("le-plouf", "--players", "club"), "le-plouf cannot be played by 1"),
        (("le-plouf", "--players", "club", "club", "--option", "depth"), "write name=value"),
        (("le-plouf", "--players", "club", "club", "--out", "a.svg"), "choose another name"),
        (("le-plouf", "--players", "club", "club", "--ms", "1", "--iterations", "1"), "not both"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(lido: Lido, arguments: tuple[str, ...], said: str) -> None:
    shown = lido("arena", *arguments)
    assert shown.exit_code == 1
    assert said in shown.stderr
    assert not shown.stdout


def test_the_file_of_another_arena_is_refused(lido: Lido, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with GameFile(path, set_up("le-plouf", ["random", "gentle"], iterations=5, seed="sea")):
        before = path.read_bytes()
    shown = lido(*ARENA, "--seed", "pool", "--out", str(path), "--lang", "fr")
    assert shown.exit_code == 1
    assert "une autre configuration (différences : seed)" in shown.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_arena_told_to_stop_says_how_to_go_on(
    terminal: Terminal, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = tmp_path / "games.jsonl"
    child = terminal(*ARENA, "--games", "100000", "--out", str(path))
    child.logfile_read = said = io.StringIO()
    child.expect(r"[1-9]\d*/100000")
    if number == signal.SIGINT:
        child.sendintr()  # reaches the processes that play, too
    else:
        child.kill(number)
    child.expect("Repeat the command to resume")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == code
    assert "Traceback" not in said.getvalue()
    assert path.read_bytes().count(b"\n") > 1
