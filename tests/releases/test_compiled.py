"""The wheel that is compiled: what must not be."""

from pathlib import Path

from hatch_build import COMPILED, _braces

SOURCES = Path(__file__).parents[2] / "src"


def test_nothing_that_is_frozen_is_compiled() -> None:
    """It could not be unpickled in the process of a bot."""
    compiled = [path for pattern in COMPILED for each in _braces(pattern) for path in SOURCES.glob(each)]
    assert len(compiled) > len(COMPILED)
    assert [path.name for path in compiled if "frozen=True" in path.read_text("utf-8")] == []
