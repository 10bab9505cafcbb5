from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from lido import words
from lido.games import find, part
from lido.registry import packages
from tests import needs
from tests.server.postgres import Cluster, cluster
from tests.toys import bare, cards, dips, shown, throws

# The first example of a property may wait for the compiler, so no example has a deadline.
settings.register_profile("lido", deadline=None)
settings.load_profile("lido")


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For one test, the games of `tests/toys` are games like any other."""
    for toy in (bare, cards, dips, shown, throws):
        monkeypatch.setitem(packages(), toy.GAME.id, toy.__name__)
    for toy in (cards, throws):
        for code, entry in toy.WORDS.items():
            monkeypatch.setitem(words.catalogue(), code, entry)
    yield
    find.cache_clear()
    part.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own."""
    with cluster() as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium. It is gone when a module is done: while Playwright runs, no other event loop can."""
    program = needs.tool("chromium", "apt-get install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program)
        yield launched
        launched.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    needs.summary(terminalreporter)
