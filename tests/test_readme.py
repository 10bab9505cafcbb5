"""What the README and the pages show is run: the Python sessions as doctests, the engine session line by line."""

import doctest
import io
import json
import re
from pathlib import Path

import pytest

from lido.cli.engine import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/research.md"])
def test_python_sessions_print_what_they_say(page: str) -> None:
    session = "\n".join(blocks("pycon", (ROOT / page).read_text("utf-8")))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner()
    results = runner.run(test, out=report.write)
    assert results.failed == 0, report.getvalue()
    assert results.attempted > 8


@pytest.mark.parametrize("block", blocks("jsonl"))
def test_engine_sessions_answer_what_they_say(block: str) -> None:
    lines = [json.loads(line) for line in block.splitlines()]
    asked, said = lines[0::2], lines[1::2]
    answers = io.BytesIO()
    run(io.BytesIO("".join(json.dumps(line) + "\n" for line in asked).encode()), answers)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == said


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
