"""CONTRIBUTING.md and the glossary name functions, classes and files that exist."""

import ast
import re
from pathlib import Path

import lido

PACKAGE = Path(lido.__file__).parent
DOCS = PACKAGE.parents[1] / "docs"
TERM = re.compile(r"^\| ([A-Z]\w+) \|.*\| .*?`([\w/]+\.py)`.*\|$", re.MULTILINE)
FILE = re.compile(r"`([\w/]+\.py)`")
STEP = re.compile(r"^\d+\. `([\w./]+)`, `([\w.]+)`:", re.MULTILINE)


def defined(file: Path) -> set[str]:
    """The functions of a module, and the methods of its classes."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if hasattr(each, "name")}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
    return found


def test_the_way_of_one_move_names_functions_that_exist_and_none_twice() -> None:
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    section = text.split("## The way of one move\n")[1].split("\n## ")[0]
    steps = STEP.findall(section)
    assert len(steps) == len(re.findall(r"^\d+\. ", section, re.MULTILINE)) > 10
    assert len(set(steps)) == len(steps)
    for file, function in steps:
        assert function in defined((PACKAGE / "server" / file).resolve()), (file, function)


def test_the_glossary_names_files_that_exist_and_classes_that_they_define() -> None:
    text = (DOCS / "glossary.md").read_text("utf-8")
    assert not [file for file in FILE.findall(text) if "/" in file and not (PACKAGE / file).is_file()]
    terms = TERM.findall(text)
    assert len(terms) > 10
    for term, file in terms:
        assert f"class {term}" in (PACKAGE / file).read_text("utf-8"), (term, file)
