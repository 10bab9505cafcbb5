"""The file of values: what is written is read again, and what is wrong with a file is said in a sentence."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lido.errors import NoSolution
from lido.games.le_plouf.solution import packing
from lido.games.le_plouf.solution.index import OPENING
from lido.games.le_plouf.solution.lookup import small
from lido.games.le_plouf.solution.small import kept
from lido.games.le_plouf.solution.table import BLOCK, MAGIC, SolutionFile, Values, mark
from lido.games.le_plouf.solution.verify import follows
from tests.solution.positions import INDEX

COUNT = 3 * BLOCK + 100


@pytest.fixture
def values() -> Values:
    """More different values than a byte can stand for, some of them rare."""
    dice = np.random.default_rng(5)
    common = dice.integers(-120, 121, COUNT)
    rare = dice.integers(-400, 401, COUNT)
    return np.where(dice.random(COUNT) < 0.02, rare, common).astype(np.int16)


@pytest.fixture
def path(tmp_path: Path, values: Values) -> Path:
    """A table without its first block."""
    packing.write(tmp_path / "a.table", values, range(1, 4), lambda written: None)
    return tmp_path / "a.table"


def test_what_is_written_is_read_again(path: Path, values: Values) -> None:
    table = SolutionFile(path)
    for number in range(BLOCK, COUNT, 37):
        assert table.value(number) == values[number]
    assert table.value(COUNT - 1) == values[-1]


def test_nothing_is_known_of_a_missing_block(path: Path) -> None:
    assert SolutionFile(path).value(5) is None


def test_the_header_counts_what_is_in_the_table(path: Path, values: Values) -> None:
    header, there = SolutionFile(path).header, values[BLOCK:]
    counts = [int(np.count_nonzero(kind)) for kind in (there > 0, there == 0, there < 0)]
    assert [header.won, header.drawn, header.lost] == counts
    assert header.longest == there.max() - 1


def test_writing_tells_how_far_it_is(tmp_path: Path, values: Values) -> None:
    told: list[int] = []
    packing.write(tmp_path / "b.table", values, range(4), told.append)
    assert told == [1, 2, 3, 4]


def spoilt(change: Callable[[bytes], bytes], path: Path) -> Path:
    path.write_bytes(change(path.read_bytes()))
    return path


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda content: b"", "le-plouf.solution-file"),
        (lambda content: b"a poem" + content, "le-plouf.solution-not-a-table"),
        (lambda content: MAGIC + b"\xff\xff\xff\xff" + content[12:], "le-plouf.solution-damaged"),
        (lambda content: content.replace(b'"format":1', b'"format":9'), "le-plouf.solution-damaged"),
        (lambda content: content[:1000], "le-plouf.solution-damaged"),
        (lambda content: content[:-1], "le-plouf.solution-damaged"),
        (lambda content: content.replace(mark().encode(), mark()[::-1].encode()), "le-plouf.solution-other-rules"),
    ],
)
def test_a_bad_file_is_refused(path: Path, change: Callable[[bytes], bytes], code: str) -> None:
    with pytest.raises(NoSolution) as refused:
        SolutionFile(spoilt(change, path))
    assert refused.value.code == code


def test_a_damaged_block_is_noticed(path: Path) -> None:
    table = SolutionFile(spoilt(lambda content: content[:-40] + bytes(40), path))
    with pytest.raises(NoSolution, match="damaged"):
        table.value(COUNT - 1)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoSolution, match="cannot be read"):
        SolutionFile(tmp_path / "none.table")


class Lookup:
    """The small table as if it were an array of all values."""

    def __getitem__(self, number: int) -> int:
        value = small().value(number)
        assert value is not None
        return value


def test_the_table_that_comes_with_lido_agrees_with_the_rules() -> None:
    """Positions whose moves all stay inside it: up to eight pawns placed, and one free pool cell."""
    dice = np.random.default_rng(7)
    numbers = [
        *dice.integers(INDEX.base[98], INDEX.base[OPENING], 300).tolist(),
        *dice.integers(INDEX.base[OPENING], INDEX.base[OPENING + 9], 300).tolist(),
    ]
    values = Lookup()
    assert all(follows(values, number) == values[number] for number in numbers)  # type: ignore[arg-type]


def test_the_table_that_comes_with_lido_holds_what_it_should() -> None:
    table = small()
    assert [table.block(number) is not None for number in range(table.header.blocks)] == [
        number in kept() for number in range(table.header.blocks)
    ]
    assert table.path.stat().st_size < 2_000_000
