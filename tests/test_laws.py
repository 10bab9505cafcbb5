"""Every clause of the laws has a test, and nothing names a clause that is not there."""

import ast
import re
from pathlib import Path

from lido import words

TESTS = Path(__file__).parent
LAWS = TESTS.parent / "docs" / "laws"


def clauses() -> set[str]:
    """The first column of the tables of the law pages."""
    rows = (re.findall(r"^\| ([A-Z]{2}-R?\d+) \|", page.read_text("utf-8"), re.M) for page in LAWS.glob("*.md"))
    return {name for names in rows for name in names}


def shown() -> dict[str, str]:
    """By clause, a test file that has a mark naming it: read from the sources, whichever tests are run."""
    found: dict[str, str] = {}
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("clause", "pytest.mark.clause"):
                found |= {ast.literal_eval(argument): file.name for argument in node.args}
    return found


def test_every_clause_has_a_test() -> None:
    assert len(clauses()) >= 22
    assert sorted(clauses() - shown().keys()) == []


def test_every_clause_that_a_test_names_exists() -> None:
    assert {name: file for name, file in shown().items() if name not in clauses()} == {}


def test_every_clause_that_a_sentence_names_exists() -> None:
    named = {code: words.clause(code) for code in words.catalogue()}
    assert {code: name for code, name in named.items() if name and name not in clauses()} == {}


def test_no_clause_is_written_twice() -> None:
    for page in LAWS.glob("*.md"):
        names = re.findall(r"^\| ([A-Z]{2}-R?\d+) \|", page.read_text("utf-8"), re.M)
        assert len(names) == len(set(names))
