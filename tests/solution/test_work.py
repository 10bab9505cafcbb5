"""The solver's work: kept section by section, stopped and taken up again."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lido.errors import NoSolution
from lido.games.le_plouf.solution import opening, retrograde, work
from lido.games.le_plouf.solution.index import OPENING, SECTIONS, Index
from lido.games.le_plouf.solution.table import Values
from lido.games.le_plouf.solution.work import Work, solve_all, stages
from tests.solution.positions import INDEX as WHOLE

INDEX = WHOLE._replace(base=np.arange(len(WHOLE.base), dtype=WHOLE.base.dtype) * 4)


@pytest.fixture(autouse=True)
def _small_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every section has a few positions: those of the game take more than a gigabyte."""
    monkeypatch.setattr(work, "made", lambda: INDEX)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sections that are solved, in order, by something quicker than the solver."""
    order: list[int] = []

    def solve(index: Index, section: int, values: Values, pulse: NDArray[np.int64]) -> bool:
        order.append(section)
        values[index.base[section]] = section
        return True

    for solver in (retrograde, opening):
        monkeypatch.setattr(solver, "solve", solve)
    monkeypatch.setattr(work, "cores", lambda: 1)
    return order


def test_fuller_pools_come_first_and_phase_1_last() -> None:
    order = [section for stage in stages(INDEX) for section in stage]
    assert sorted(order) == list(range(SECTIONS))
    pools = [int(INDEX.pool[section]).bit_count() for section in order if section < OPENING]
    assert pools == sorted(pools, reverse=True)
    assert order[-10:] == list(range(OPENING + 9, OPENING - 1, -1))


def test_every_section_is_solved_once(tmp_path: Path, solved: list[int]) -> None:
    task = Work(tmp_path / "work")
    solve_all(task, lambda looked: None)
    assert sorted(solved) == list(range(SECTIONS))
    assert [task.values[INDEX.base[section]] for section in range(SECTIONS)] == list(range(SECTIONS))


def test_what_was_stopped_goes_on(tmp_path: Path, solved: list[int]) -> None:
    def impatient(looked: int) -> None:
        if len(solved) > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_all(Work(tmp_path / "work"), impatient)
    kept = Work(tmp_path / "work").done
    assert 0 < len(kept) < SECTIONS
    solved.clear()
    again = Work(tmp_path / "work")
    solve_all(again, lambda looked: None)
    assert set(solved) == set(range(SECTIONS)) - kept
    assert again.values[INDEX.base[OPENING - 1]] == OPENING - 1, "what was found before is still there"


def test_work_with_other_rules_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "sections").write_text("other\n")
    with pytest.raises(NoSolution, match="other rules"):
        Work(tmp_path)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "work").write_text("a file")
    with pytest.raises(NoSolution, match="cannot be read or written"):
        Work(tmp_path / "work")
