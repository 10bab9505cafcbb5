"""`lido solve`: what it says without solving anything, for that takes an hour."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from lido.games.le_plouf import solver
from lido.games.le_plouf.solution import lookup
from lido.games.le_plouf.solution.work import Work
from tests.cli.conftest import Lido


def test_there_is_no_solver_for_other_games(lido: Lido) -> None:
    shown = lido("solve", "croc-pool")
    assert shown.exit_code == 1
    assert "There is no solver for croc-pool" in shown.stderr


def test_a_table_that_is_there_is_not_made_again(lido: Lido, tmp_path: Path) -> None:
    path = shutil.copy(lookup.small().path, tmp_path / "some.table")
    shown = lido("solve", "le-plouf", "--out", str(path))
    assert shown.exit_code == 0
    assert "The table exists already" in shown.words
    assert "won by the first player in 109 plies" in shown.words


def test_a_file_that_is_no_table_is_left_alone(lido: Lido, tmp_path: Path) -> None:
    path = tmp_path / "poem.txt"
    path.write_text("a poem")
    shown = lido("solve", "le-plouf", "--out", str(path), "--lang", "fr")
    assert shown.exit_code == 1
    assert "n'est pas une table du Plouf" in " ".join(shown.stderr.split())
    assert path.read_text() == "a poem"


def test_the_table_is_written_and_the_work_removed(lido: Lido, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a solver that finds every position drawn."""
    monkeypatch.setattr(solver, "solve_all", lambda work, tick: tick(len(work.values)))
    monkeypatch.setattr(Work, "__init__", _empty)
    shown = lido("solve", "le-plouf", "--out", str(tmp_path / "new.table"))
    assert shown.exit_code == 0, shown.stderr
    assert "40000 drawn" in shown.words
    assert [path.name for path in tmp_path.iterdir() if path.name != "data"] == ["new.table"]


def _empty(work: Work, folder: Path) -> None:
    folder.mkdir()
    work.values, work.done = np.zeros(40_000, dtype=np.int16), set()


def test_a_stopped_solver_says_how_to_go_on(lido: Lido, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(work: Work, tick: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solver, "solve_all", stopped)
    monkeypatch.setattr(Work, "__init__", _empty)
    shown = lido("solve", "le-plouf", "--out", str(tmp_path / "new.table"))
    assert shown.exit_code == 130
    assert "Repeat the command to resume" in shown.stderr
    assert not (tmp_path / "new.table").exists()
