"""The list of explained mutants is about the sources as they are."""

import tomllib
from pathlib import Path

import lido

SOURCES = Path(lido.__file__).parent
EXPLAINED = tomllib.loads((Path(__file__).parent / "explained.toml").read_text("utf-8"))["explained"]


def test_every_line_that_is_explained_is_still_there() -> None:
    gone = [
        (entry["module"], before)
        for entry in EXPLAINED
        for _, before, _ in entry["changes"]
        if before not in [line.strip() for line in (SOURCES / entry["module"]).read_text("utf-8").splitlines()]
    ]
    assert gone == []
    assert all(entry["why"].strip() for entry in EXPLAINED)


def test_every_part_names_files_that_exist() -> None:
    parts = tomllib.loads((Path(__file__).parent / "parts.toml").read_text("utf-8"))
    tests = {test.split("::")[0] for part in parts.values() for test in part["tests"].split()}
    assert [test for test in tests if not (Path(__file__).parents[2] / test).is_file()] == []
    assert [module for part in parts.values() for module in part["modules"] if not (SOURCES / module).is_file()] == []
