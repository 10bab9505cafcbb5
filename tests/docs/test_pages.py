"""The pages of the documentation: their sessions run, their facts are facts, their links lead somewhere."""

import re
from pathlib import Path

import pytest

from lido.game import RecordGame
from lido.games import find
from lido.registry import own
from tests.sessions import blocks, run_session

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
TOLD = [page for page in PAGES if blocks(page.read_text("utf-8"), "pycon")]


def named(page: Path) -> str:
    return str(page.relative_to(DOCS))


def test_some_pages_have_sessions() -> None:
    assert {named(page) for page in TOLD} >= {"research.md", "research/reports.md"}


@pytest.mark.parametrize("page", TOLD, ids=named)
def test_sessions_print_what_they_say(page: Path) -> None:
    assert run_session(page.read_text("utf-8"), named(page)) > 3


def test_links_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!http)([^)#]+)(?:#[^)]*)?\)")
    links = [(page, to) for page in PAGES for to in link.findall(page.read_text("utf-8"))]
    assert links
    assert [(named(page), to) for page, to in links if not (page.parent / to).exists()] == []


def facts(game: str) -> dict[str, str]:
    """The first table of a game's page."""
    page = (DOCS / "games" / f"{game}.md").read_text("utf-8")
    return dict(re.findall(r"^\| ([a-z ]+) \| (.+) \|$", page.split("\n\n")[2], re.M))


@pytest.mark.parametrize("game", own())
def test_the_facts_of_a_game_are_those_of_its_rules(game: str) -> None:
    rules, told = find(game), facts(game)
    options = ", ".join(f"{name} ({', '.join(map(str, values))})" for name, values in rules.options.items())
    assert told["players"] == ", ".join(map(str, rules.players))
    assert told["options"] == (options or "none")
    if isinstance(rules, RecordGame):
        made = rules.rules
        assert told["different moves"] == f"{made.moves}; no position has more than {made.most_moves}"
        assert told["a state"] == f"one record of {made.dtype.itemsize} bytes"
    assert (told["hidden"] == "nothing") == (not isinstance(rules, RecordGame) or not rules.rules.hidden)
