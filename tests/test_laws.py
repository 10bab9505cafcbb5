"""Every clause of the laws has a test, and nothing names a clause that is not there."""

import ast
import re
from pathlib import Path

import pytest

from lido import words
from lido.registry import own, packages

TESTS = Path(__file__).parent
LAWS = TESTS.parent / "docs" / "laws"
IDS = list(own())


def rows(game: str) -> list[str]:
    """The first column of the table of a game's law page."""
    return re.findall(r"^\| ([A-Z]{2}-R?\d+) \|", (LAWS / f"{game}.md").read_text("utf-8"), re.M)


def clauses() -> set[str]:
    """The clauses of all games."""
    return {name for game in IDS for name in rows(game)}


def shown() -> dict[str, str]:
    """By clause, a test file that has a mark naming it: read from the sources, whichever tests are run."""
    found: dict[str, str] = {}
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("clause", "pytest.mark.clause"):
                found |= {ast.literal_eval(argument): file.name for argument in node.args}
    return found


def test_every_clause_has_a_test() -> None:
    assert sorted(clauses() - shown().keys()) == []


def test_every_clause_that_a_test_names_exists() -> None:
    assert {name: file for name, file in shown().items() if name not in clauses()} == {}


def test_every_clause_that_a_sentence_names_exists() -> None:
    others = tuple(f"{game}." for game in packages() if game not in IDS)
    named = {code: words.clause(code) for code in words.catalogue() if not code.startswith(others)}
    assert {code: name for code, name in named.items() if name and name not in clauses()} == {}


@pytest.mark.parametrize("game", IDS)
def test_a_law_page_numbers_its_clauses_without_a_gap(game: str) -> None:
    for kind in ("", "R"):
        numbers = [int(number) for name in rows(game) for number in re.findall(rf"-{kind}(\d+)$", name)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


def test_every_law_page_is_that_of_a_game() -> None:
    assert {page.stem for page in LAWS.glob("*.md")} - {"README"} == set(IDS)
