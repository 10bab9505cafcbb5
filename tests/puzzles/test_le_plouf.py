"""The puzzles of Le Plouf that are shipped. `python -m tests.puzzles` proves every one; here all are looked through by
the second implementation of the rules, and the latest are proved."""

import subprocess
from pathlib import Path

import msgspec
import pytest

from lido.games.le_plouf.solution.index import OPENING
from lido.puzzles import Puzzle, puzzles
from tests.games.le_plouf.reference import POOL, legal, parsed, play
from tests.puzzles.le_plouf import CUDA, compiled, prove_all
from tests.solution.positions import INDEX

PUZZLES = list(puzzles("le-plouf").values())
LATE = 7
"""Pawns in the pool from which on all positions are solved in seconds."""


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The values of all positions that are late in a game, as the program for the graphics card finds them."""
    folder = tmp_path_factory.mktemp("values")
    first = next(section for section in range(OPENING) if int(INDEX.pool[section]).bit_count() >= LATE)
    solve = compiled(CUDA / "solve.cu", folder)
    subprocess.run([solve, folder / "blocks.csv", folder / "values", str(first)], check=True, capture_output=True)
    return folder / "values"


def late() -> list[Puzzle]:
    return [puzzle for puzzle in PUZZLES if sum(cell in parsed(puzzle.position).cells for cell in POOL) >= LATE]


def test_those_late_in_a_game_are_proved(values: Path) -> None:
    assert len(late()) > 10
    assert prove_all(late(), values, values.parent) == f"{len(late())} puzzles proved, 0 wrong"


def test_a_puzzle_with_another_answer_is_found_wrong(values: Path) -> None:
    puzzle = late()[0]
    answer, other = puzzle.line[0], next(iter(puzzle.why[0]))
    others = {move: puzzle.why[0].get(move, []) for move in [answer, *puzzle.why[0]] if move != other}
    changed = msgspec.structs.replace(puzzle, line=[other], why=[others])
    with pytest.raises(AssertionError, match="does not keep the value"):
        prove_all([changed], values, values.parent)


def test_there_are_thousands_and_no_two_are_alike() -> None:
    assert len(PUZZLES) >= 2_000
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)
    assert {puzzle.kind for puzzle in PUZZLES} == {"win", "save"}


def test_every_move_of_every_puzzle_is_legal_and_every_other_is_punished() -> None:
    for puzzle in PUZZLES:
        table = parsed(puzzle.position)
        for at, move in enumerate(puzzle.line):
            if at % 2 == 0:
                others = puzzle.why[at // 2]
                assert sorted([move, *others]) == legal(table)
                for other, replies in others.items():
                    after = play(table, other)
                    for reply in replies:
                        assert reply in legal(after)
                        after = play(after, reply)
            table = play(table, move)
        assert len(puzzle.line) == 2 * len(puzzle.why) - 1
