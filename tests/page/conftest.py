"""The whole of it: a real service with its page, and real browsers in front of it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import lido
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
def service(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests share which do not end it."""
    with Service(tmp_path_factory.mktemp("page") / "tables.db") as started:
        yield started


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Visit]:
    """Somebody opens the page, each time in a browser of their own, or nothing yet (None).

    Whatever it complains of fails the test.
    """
    complaints: list[str] = []
    contexts = []

    def visited(
        path: str | None = "/", device: dict[str, Any] = LAPTOP, at: Service = service, calm: bool = True, **more: Any
    ) -> Page:
        calmly = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        settings = {"base_url": at.address, **calmly, **device, **more}
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        if calm:
            page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if path is not None:
            page.goto(at.address + path)
        return page

    yield visited
    for context in contexts:
        context.close()
    assert complaints == []
