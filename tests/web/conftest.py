"""A real browser in front of the gallery of boards, under the content security policy of the server."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import browser

WEB = Path(__file__).parents[2] / "web"
GALLERY = WEB / "gallery-dist"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 900}}

__all__ = ["browser"]  # a fixture

Open = Callable[..., Page]


class Strict(SimpleHTTPRequestHandler):
    """Serves files as the server does: nothing inline, nothing from elsewhere."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    assert GALLERY.is_dir(), "the gallery is not built: make web/gallery-dist/gallery.html"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=GALLERY)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gallery.html"
        server.shutdown()


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Open]:
    """Opens a scene of the gallery. Whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(asked: str, device: dict[str, Any] = LAPTOP, **more: Any) -> Page:
        context = browser.new_context(**device, **more)
        contexts.append(context)
        page = context.new_page()
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
