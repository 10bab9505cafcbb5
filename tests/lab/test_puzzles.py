"""How puzzles are graded and chosen, and the command that makes them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import lido
from lido.cli.app import app
from lido.lab.puzzles import making
from lido.lab.puzzles.draft import Draft, Wanted
from lido.lab.puzzles.grading import Marks
from lido.lab.puzzles.making import Made, curve
from lido.puzzles import read

SEED = 204
"""In this game one accusation can be deduced."""
NONE, ALL = (0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0)


def draft(position: str, *line: str) -> Draft:
    record = lido.new("le-plouf", players=2, position=position).record()
    return Draft("win", record, list(line), [{}], position)


def test_what_fewer_bots_find_has_a_higher_grade() -> None:
    grades = [Marks(solved).grade for solved in (ALL, (0.0, 1.0, 1.0, 1.0), (0.0, 0.0, 1.0, 1.0), NONE)]
    assert grades == sorted(set(grades))
    assert [Marks(solved).band for solved in (ALL, (0.0, 0.4, 0.5, 1.0), NONE)] == [4, 2, 0]


def test_the_curve_goes_from_easy_to_hard() -> None:
    puzzle = draft("5/5/5/5/2A2 1 B 2", "a1")
    made = [Made(puzzle.puzzle(marks.grade), marks) for marks in map(Marks, [NONE, ALL, NONE, ALL])]
    easy, hard = curve(made, bands=2)
    assert (easy[2], easy[3], hard[3]) == (2, list(ALL), list(NONE))
    assert easy[1] < hard[0]


class Found:
    """A maker that finds the same in every game."""

    drafts_of_a_game = (
        draft("5/5/5/5/2A2 1 B 2", "a1"),
        draft("5/5/5/5/1A3 1 B 2", "a1", "b1", "c1"),
        draft("5/5/5/5/3A1 1 B 2", "a2"),
    )

    def drafts(self, seed: int) -> Iterator[Draft]:
        yield from self.drafts_of_a_game

    def wanted(self) -> Wanted:
        return Wanted({"win": 9})


def test_of_two_positions_with_one_answer_the_longer_line_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "maker_of", lambda game: Found())
    monkeypatch.setattr(making, "marks", lambda draft, seed, obvious: Marks(NONE))
    found = [draft.line for draft, _ in making._found("le-plouf", 1)]
    assert found == [["a1", "b1", "c1"], ["a2"]]


def run(*words: Any) -> Any:
    return CliRunner().invoke(app, ["puzzles", *map(str, words)])


def test_the_command_writes_the_same_file_again(tmp_path: Path) -> None:
    files = [tmp_path / "one.gz", tmp_path / "other.gz"]
    for file in files:
        told = run("plouf-party", "--seed", SEED, "--games", 1, "--out", file)
        assert told.exit_code == 0, told.output
    assert "1 puzzle in" in told.output
    assert files[0].read_bytes() == files[1].read_bytes()
    (puzzle,) = read(files[0].read_bytes())
    assert puzzle.line[0].startswith("accuse")


def test_what_has_no_maker_or_cannot_be_written_is_said(tmp_path: Path) -> None:
    told = run("splash", "--out", tmp_path / "x.gz")
    assert (told.exit_code, "no module 'puzzles'" in told.output) == (1, True)
    told = run("plouf-party", "--games", 1, "--out", tmp_path / "missing" / "x.gz")
    assert (told.exit_code, "cannot be written" in told.output) == (1, True)
