"""A real browser in front of the gallery of boards, under the content security policy of the server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .gallery import Gallery, entered
from .serving import GALLERY, HOST

WEB = Path(__file__).parents[2] / "web"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 900}}

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def gallery(browser: Browser) -> Iterator[Gallery]:
    """The gallery, in which one entry after the other can be shown."""
    with entered(browser) as gallery:
        yield gallery


@pytest.fixture
def show(browser: Browser) -> Iterator[Open]:
    """Opens a scene of the gallery, after the script `first`. Whatever the browser complains of fails the test."""
    assert GALLERY.is_dir(), "the gallery is not built: make web/gallery-dist/gallery.html"
    complaints: list[str] = []
    contexts = []

    def opened(asked: str, device: dict[str, Any] = LAPTOP, first: str = "", **more: Any) -> Page:
        context = browser.new_context(**device, **more)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(first)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.goto(f"http://{HOST}/gallery.html?{asked}")
        page.wait_for_selector("main section")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
