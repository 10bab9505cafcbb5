import asyncio
import os
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from multiprocessing import set_forkserver_preload
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from lido import words
from lido.games import find, part
from lido.lab import processes
from lido.registry import own, packages
from tests.longest_first import LongestFirst
from tests.toys import bare, cards, dips, shown, throws

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.chromium import Browsers

# The first example of a property may wait for the compiler, so no example has a deadline.
settings.register_profile("lido", deadline=None)
# `make mutants` asks the same of every mutant, and of thousands of them.
settings.register_profile("mutants", deadline=None, derandomize=True, database=None, max_examples=30)
settings.load_profile("lido")

LARGE = {"ray": ("cli/test_cluster.py", "make ray"), "torch": ("train", "make test-train")}
"""Packages of gigabytes that `make test` does without: the tests that need each, and what installs it and runs them."""
_left_out = [where for package, where in LARGE.items() if not find_spec(package)]
collect_ignore = [tests for tests, _ in _left_out]


def pytest_configure(config: pytest.Config) -> None:
    """Let the longest tests begin first."""
    config.pluginmanager.register(LongestFirst(config))


def pytest_report_header() -> list[str]:
    """Say which tests are not even collected."""
    folder = Path(__file__).parent.name
    return [f"left out: {folder}/{tests}, which `{command}` runs" for tests, command in _left_out]


# A shell starts what runs in the background deaf to Ctrl-C, and its children would be too: some tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test, only the games that come with Lido are there, whatever is installed beside it."""
    for game in set(packages()) - set(own()):
        monkeypatch.delitem(packages(), game)


@pytest.fixture(scope="session", autouse=True)
def _quick_arenas() -> Iterator[None]:
    """The processes that play games for arenas and reports are forked from one that has loaded every game."""
    start = processes._start_forkserver

    def started() -> None:
        set_forkserver_preload([processes.__name__, "tests.lab.warm"])
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
            start()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(processes, "_start_forkserver", started)
        yield


@pytest.fixture
def quick_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test, worker processes are forked from one that is ready."""
    from tests.server.nursery import worker_started  # noqa: PLC0415 - no other test pays for it

    monkeypatch.setattr("lido.server.workers.process.Process.started", worker_started)


PLAYWRIGHT = pytest.StashKey[asyncio.AbstractEventLoop]()
"""The event loop of Playwright, once it runs."""


@pytest.fixture(scope="session")
def browsers(pytestconfig: pytest.Config) -> Iterator["Browsers"]:
    """Real Chromiums for all tests of a worker."""
    from tests.chromium import opened  # noqa: PLC0415 - no other test pays for importing Playwright

    with opened() as browsers:
        pytestconfig.stash[PLAYWRIGHT] = asyncio.get_running_loop()
        yield browsers
        asyncio._set_running_loop(pytestconfig.stash[PLAYWRIGHT])


@pytest.fixture(scope="session")
def browser(browsers: "Browsers") -> "Browser":
    """The one of which pictures can be taken."""
    return browsers.drawing


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Hide the loop of Playwright, which never stops, from tests without a browser: they may run their own."""
    if "browsers" in getattr(item, "fixturenames", ()):
        asyncio._set_running_loop(item.config.stash.get(PLAYWRIGHT, None))
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Workers for `-n auto`: more than cores, because many tests wait for browsers, terminals and services."""
    return (os.cpu_count() or 1) + 2
