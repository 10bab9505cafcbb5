"""The program for the graphics card, built for the processor: it knows the same rules and the same numbers."""

import csv
import shutil
import subprocess
import sys
from pathlib import Path

from lido.games.le_plouf import solution
from lido.games.le_plouf.solution.index import OPENING
from lido.games.le_plouf.solution.lookup import small
from lido.games.le_plouf.solution.small import LAST_CELL
from lido.games.le_plouf.solution.table import BLOCK
from tests.solution.positions import INDEX

SOURCE = Path(solution.__file__).parent / "cuda" / "solve.cu"


def test_it_finds_what_the_table_holds(tmp_path: Path) -> None:
    """In the sections with at most one free pool cell."""
    compiler = ["g++"] if shutil.which("g++") else [sys.executable, "-m", "ziglang", "c++"]
    subprocess.run([*compiler, "-O2", "-std=c++17", "-x", "c++", "-o", tmp_path / "solve", SOURCE], check=True)
    told = subprocess.run(
        [tmp_path / "solve", tmp_path / "blocks.csv", "-", str(LAST_CELL)], check=True, capture_output=True, text=True
    )
    assert "0 disagree" in told.stdout
    with (tmp_path / "blocks.csv").open() as file:
        found = {int(row["block"]): int(row["crc32"], 16) for row in csv.DictReader(file)}
    whole = range(-(-int(INDEX.base[LAST_CELL]) // BLOCK), int(INDEX.base[OPENING]) // BLOCK)
    assert len(whole) > 10
    assert [found[block] for block in whole] == small().checks[whole.start : whole.stop].tolist()
