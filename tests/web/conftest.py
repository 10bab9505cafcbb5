"""A real browser in front of the gallery of boards, under the content security policy of the server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import browser

from .gallery import served

WEB = Path(__file__).parents[2] / "web"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 900}}

__all__ = ["browser"]  # a fixture

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served() as port:
        yield f"http://127.0.0.1:{port}/gallery.html"


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Open]:
    """Opens a scene of the gallery, after the script `first`. Whatever the browser complains of fails the test."""
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
        page.goto(f"{address}?{asked}")
        page.wait_for_selector("main section")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
