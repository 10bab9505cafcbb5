"""The verifier: a wrong value is found, and so is a block that differs from the card's."""

import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from lido.games.le_plouf.solution import packing, verify
from lido.games.le_plouf.solution.lookup import small
from lido.games.le_plouf.solution.table import BLOCK, SolutionFile
from tests.solution.positions import INDEX


class Changed:
    """The small table as an array of all values, with one of them changed."""

    def __init__(self, number: int, value: int) -> None:
        self._changed = {number: value}

    def __getitem__(self, number: int) -> int:
        value = self._changed.get(number, small().value(number))
        assert value is not None
        return value


@pytest.mark.parametrize("value", [-7, 0, 7])
def test_a_wrong_value_is_found(value: int) -> None:
    for number in range(int(INDEX.base[99]), int(INDEX.base[99]) + 5):
        values = Changed(number, value)
        right = small().value(number) == value
        assert (verify.follows(values, number) == values[number]) == right  # type: ignore[arg-type]


def test_a_block_that_differs_from_the_cards_is_counted(tmp_path: Path) -> None:
    values = np.random.default_rng(3).integers(-3, 4, 2 * BLOCK).astype(np.int16)
    packing.write(tmp_path / "a.table", values, range(2), lambda written: None)
    lines = ["block,won,drawn,lost,crc32"]
    for number, block in enumerate(values.reshape(2, BLOCK)):
        counts = [int(np.count_nonzero(kind)) for kind in (block > 0, block == 0, block < 0)]
        lines.append(",".join(map(str, [number, *counts, f"{zlib.crc32(block.tobytes()):08x}"])))
    card = tmp_path / "blocks.csv"
    card.write_text("\n".join(lines))
    assert verify.compare(SolutionFile(tmp_path / "a.table"), card) == 0
    card.write_text("\n".join([*lines[:2], lines[2][:-8] + "00000000"]))
    assert verify.compare(SolutionFile(tmp_path / "a.table"), card) == 1


def test_a_table_that_is_not_whole_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["verify", str(small().path), "--positions", "1"])
    with pytest.raises(SystemExit, match="does not hold every position"):
        verify.main()
