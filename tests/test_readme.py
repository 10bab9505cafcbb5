"""What the README and the pages show is run: the Python sessions as doctests, the engine session line by line."""

import doctest
import io
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from lido.cli.engine import run
from tests.sessions import blocks, run_session

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.usefixtures("own_games")
def test_python_sessions_print_what_they_say() -> None:
    assert run_session(README, "README.md") > 8


@pytest.mark.parametrize("module", ["lido", "lido.vector", "lido.adapters.openspiel", "lido.adapters.pettingzoo"])
def test_the_examples_of_modules_print_what_they_say(module: str) -> None:
    results = doctest.testmod(import_module(module))
    assert (results.failed, results.attempted > 2) == (0, True)


@pytest.mark.parametrize("block", blocks(README, "jsonl"))
def test_engine_sessions_answer_what_they_say(block: str) -> None:
    lines = [json.loads(line) for line in block.splitlines()]
    asked, said = lines[0::2], lines[1::2]
    answers = io.BytesIO()
    run(io.BytesIO("".join(json.dumps(line) + "\n" for line in asked).encode()), answers)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == said


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
