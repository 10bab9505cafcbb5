"""`lido report`: from the command to the page, and on after a stop."""

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Lido

REPORT = ("report", "le-plouf", "--games", "13", "--iterations", "2")


def test_a_page_and_the_games_beside_it(lido: Lido, tmp_path: Path) -> None:
    page = tmp_path / "le-plouf.html"
    shown = lido(*REPORT, "--out", str(page))
    assert shown.exit_code == 0
    assert str(page) in shown.words.replace(" ", "")
    files = sorted((tmp_path / "le-plouf").glob("*.jsonl"))
    assert len(files) == 10  # three levels for two, three and four players, and the pairs of levels
    assert sorted(len(file.read_bytes().splitlines()) - 1 for file in files) == [1] * 9 + [6]
    assert "Measured in 15 games between bots." in page.read_text("utf-8")


def test_a_stopped_report_goes_on_and_ends_as_if_it_had_not_been(lido: Lido, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    lido(*REPORT, "--out", str(page))
    whole = page.read_bytes()
    page.unlink()
    first, second, *_ = sorted((tmp_path / "page").glob("*.jsonl"))
    first.unlink()
    second.write_bytes(second.read_bytes().splitlines(keepends=True)[0] + b'{"number":')
    shown = lido(*REPORT, "--out", str(page))
    assert "Resuming: 13 of 15 games" in shown.stderr
    assert page.read_bytes() == whole


def test_a_page_in_french_from_the_same_games(lido: Lido, data: Path) -> None:
    lido(*REPORT)
    games = {file: file.read_bytes() for file in (data / "report" / "le-plouf").iterdir()}
    shown = lido(*REPORT, "--lang", "fr")
    assert "Page :" in shown.stdout
    assert "Est-ce un avantage de commencer ?" in (data / "report" / "le-plouf.html").read_text("utf-8")
    assert {file: file.read_bytes() for file in games} == games


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "There is no game called 'chess'"),
        (("le-plouf", "--out", "page.txt"), "must end in .html"),
        (("le-plouf", "--ms", "1", "--iterations", "1"), "not both"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(lido: Lido, arguments: tuple[str, ...], said: str) -> None:
    shown = lido("report", *arguments)
    assert shown.exit_code == 1
    assert said in shown.stderr
    assert not shown.stdout


@pytest.mark.parametrize("arguments", [("--ray",), ("--ray", "10.0.0.1:6379"), ("--ray", "--seed", "2")])
def test_without_ray_a_cluster_is_refused_with_a_sentence(
    lido: Lido, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "lido.lab.cluster", raising=False)
    shown = lido(*REPORT, *arguments)
    assert shown.exit_code == 1
    assert "lido-games[ray]" in shown.stderr
