"""The wheel that is compiled: what must not be."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nothing_that_is_frozen_is_compiled() -> None:
    """It could not be unpickled in the process of a bot."""
    package = runpy.run_path(str(ROOT / "hatch_build.py"))
    patterns = [each for pattern in package["COMPILED"] for each in package["_braces"](pattern)]
    compiled = [path for pattern in patterns for path in (ROOT / "src").glob(pattern)]
    assert len(compiled) > len(package["COMPILED"])
    assert [path.name for path in compiled if "frozen=True" in path.read_text("utf-8")] == []
