"""The puzzles of games with secrets, proved by search: here some of each, all by `python -m tests.puzzles`."""

import msgspec
import pytest

from lido.puzzles import Puzzle, puzzles
from tests.puzzles import croc_pool, plouf_party

DEDUCTIONS = list(puzzles("plouf-party").values())
TACTICS = list(puzzles("croc-pool").values())


@pytest.mark.parametrize("puzzle", DEDUCTIONS[::20], ids=lambda puzzle: puzzle.id)
def test_only_one_player_can_have_the_colour(puzzle: Puzzle) -> None:
    assert plouf_party.wrong_claims(puzzle) == []


def test_another_answer_to_a_deduction_is_found_wrong() -> None:
    puzzle = DEDUCTIONS[0]
    other, *rest = puzzle.why[0]
    changed = msgspec.structs.replace(puzzle, line=[other], why=[{key: [] for key in [*rest, *puzzle.line]}])
    assert "it may be" in plouf_party.wrong_claims(changed)[0]


@pytest.mark.parametrize("puzzle", TACTICS[::40], ids=lambda puzzle: puzzle.id)
def test_only_one_move_wins_for_certain(puzzle: Puzzle) -> None:
    assert croc_pool.wrong_claims(puzzle) == []


def test_another_answer_to_a_tactic_is_found_wrong() -> None:
    puzzle = TACTICS[0]
    other, *rest = puzzle.why[0]
    changed = msgspec.structs.replace(puzzle, line=[other], why=[{key: [] for key in [*rest, puzzle.line[0]]}])
    assert f"{other} does not win for certain" in croc_pool.wrong_claims(changed)
