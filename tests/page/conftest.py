"""The whole of it: a real service with its page, and real browsers in front of it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import lido
from tests.chromium import Browsers
from tests.server.service import Service

BUILT = Path(lido.__file__).parent / "page" / "index.html"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE_MS = 60_000

expect.set_options(timeout=PATIENCE_MS)

Visit = Callable[..., Page]


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    assert BUILT.is_file(), "the page has not been built: make web"


@pytest.fixture(scope="session")
def browser(browsers: Browsers) -> Browser:
    """One that draws nothing: no test here takes a picture."""
    return browsers.blank


@pytest.fixture(scope="session")
def service(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests share which do not end it."""
    with Service(tmp_path_factory.mktemp("page") / "tables.db") as started:
        yield started


EMPTY = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    const gone = ({ name }) => new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
    await Promise.all((await indexedDB.databases()).map(gone));
}"""
"""Forgets what a page has kept."""


class Visitor:
    """Somebody with a browser of their own, and what its page complains of."""

    def __init__(self, browser: Browser, settings: dict[str, Any]) -> None:
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        self.page = context.new_page()
        self.calm = True
        """Whether an error that is only written to the console counts."""
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._hear(said.text) if said.type == "error" and self.calm else None)
        self.page.on("pageerror", lambda error: self._hear(str(error)))

    def _hear(self, complaint: str) -> None:
        self.complaints.append(complaint)

    @property
    def is_alone(self) -> bool:
        """Whether the browser still has the one page that it began with."""
        return self.page.context.pages == [self.page]

    def leave(self, address: str) -> list[str]:
        """Go where nothing happens, and forget everything; what was complained of before that."""
        self.page.evaluate("0")  # whatever was said before this is heard now
        complaints = [*self.complaints]
        self.page.mouse.move(0, 0)
        self.page.goto(f"{address}/icon.svg")
        self.page.evaluate(EMPTY)
        self.page.context.clear_cookies()
        self.complaints.clear()
        return complaints

    def close(self) -> list[str]:
        """Close the browser; what was complained of before that, because what a page can no longer load is no fault."""
        if not self.page.is_closed():
            self.page.evaluate("0")
        complaints = [*self.complaints]
        self.page.context.close()
        return complaints


Visitors = dict[str, list[Visitor]]


@pytest.fixture(scope="session")
def gone() -> Visitors:
    """Browsers that tests have left, by their settings: a new one takes longer than what most tests do with it."""
    return {}


@pytest.fixture
def visit(browser: Browser, service: Service, gone: Visitors) -> Iterator[Visit]:
    """Somebody opens the page who was never here, each time in another browser, or nothing yet (None).

    Whatever it complains of fails the test. A browser of its `own` is for a test that changes more of it than what the
    page itself keeps (its clock, scripts that run first, answers that are made up, being offline), or that looks at
    what a first visit loads.
    """
    here: list[tuple[Visitor, str | None]] = []

    def visited(
        path: str | None = "/",
        device: dict[str, Any] = LAPTOP,
        at: Service = service,
        calm: bool = True,
        own: bool = False,
        **more: Any,
    ) -> Page:
        calmly = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        settings = {"base_url": at.address, **calmly, **device, **more}
        kind = None if own or at is not service else json.dumps(settings, sort_keys=True)
        visitor = gone[kind].pop() if kind and gone.get(kind) else Visitor(browser, settings)
        visitor.calm = calm
        here.append((visitor, kind))
        if path is not None:
            visitor.page.goto(at.address + path)
        return visitor.page

    yield visited
    complaints: list[str] = []
    for visitor, kind in here:
        if kind and visitor.is_alone:
            complaints += visitor.leave(service.address)
            gone.setdefault(kind, []).append(visitor)
        else:
            complaints += visitor.close()
    assert complaints == []
