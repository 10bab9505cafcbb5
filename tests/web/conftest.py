"""A real browser in front of the gallery of boards, under the content security policy of the server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import Browsers

from .gallery import Gallery, entered
from .serving import GALLERY, HOST

WEB = Path(__file__).parents[2] / "web"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 900}}

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def gallery(browser: Browser) -> Gallery:
    """The gallery, in which one entry after the other can be shown: it is loaded once."""
    return entered(browser)


class Pages:
    """Pages of the gallery, one for each kind of device: a test begins where another has ended."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._kept: dict[str, Page] = {}
        self.complaints: list[str] = []

    def kept(self, settings: dict[str, Any]) -> Page:
        """The page of such a device."""
        kind = json.dumps(settings, sort_keys=True)
        if kind not in self._kept:
            self._kept[kind] = self.new(settings)
        return self._kept[kind]

    def new(self, settings: dict[str, Any], drawn: bool = False) -> Page:
        """A page of its own."""
        browser = self._browsers.drawing if drawn else self._browsers.blank
        page = browser.new_context(**settings).new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    @staticmethod
    def leave(page: Page) -> None:
        """Go where nothing moves, which would be drawn until the last test has ended, and forget what was done."""
        page.mouse.move(0, 0)
        page.goto(f"http://{HOST}/icon.svg")
        page.evaluate("localStorage.clear(), sessionStorage.clear()")


@pytest.fixture(scope="session")
def pages(browsers: Browsers) -> Pages:
    """They are closed with the browser."""
    assert GALLERY.is_dir(), "the gallery is not built: make web/gallery-dist/gallery.html"
    return Pages(browsers)


@pytest.fixture
def show(pages: Pages) -> Iterator[Open]:
    """Opens a scene of the gallery. Whatever the browser complains of fails the test.

    A page of its `own` is for a test that changes its clock, or runs a script `first`. Only a `drawn` one has pictures.
    """
    pages.complaints.clear()
    own_pages: list[Page] = []
    kept_pages: list[Page] = []

    def opened(
        asked: str,
        device: dict[str, Any] = LAPTOP,
        *,
        own: bool = False,
        first: str | None = None,
        drawn: bool = False,
        **more: Any,
    ) -> Page:
        settings = {**device, **more}
        if own or first or drawn:
            page = pages.new(settings, drawn)
            page.add_init_script(first or "")
            own_pages.append(page)
        else:
            page = pages.kept(settings)
            kept_pages.append(page)
        page.goto(f"http://{HOST}/gallery.html?{asked}")
        page.wait_for_selector("main section")
        return page

    yield opened
    for page in own_pages:
        page.context.close()
    for page in kept_pages:
        pages.leave(page)
    assert pages.complaints == []
