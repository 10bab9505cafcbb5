"""The pictures of docs/look.md, from the gallery and from the home page of a service; `pictures.py` takes them."""

import tempfile
import threading
from collections.abc import Callable
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser

from tests.server.service import Service
from tests.web.serving import GALLERY, Strict

Keep = Callable[[Browser, str, bytes], None]
"""Saves a picture by its name."""
BOARD = ".room .picture"
PATIENCE_MS = 120_000
BOTH = {"day": "light", "night": "dark"}
DAY, NIGHT = {"day": "light"}, {"night": "dark"}
PICTURES = {
    "colours": ("people", "#colours", 760, BOTH),
    "moods": ("people", "#moods", 760, DAY),
    "faces": ("people", "#faces", 760, DAY),
    "bots": ("people", "#bots", 760, DAY),
    "scenes": ("people", "#scenes", 760, DAY),
    "le-plouf": ("game=le-plouf&scene=pushing&most=1", BOARD, 420, BOTH),
    "plouf-party": ("game=plouf-party&scene=late&most=1&wide", BOARD, 780, DAY),
    "croc-pool": ("game=croc-pool&scene=late&most=1&wide", BOARD, 780, NIGHT),
}
"""What each shows of the gallery: the address, the part, the width of the window, and the themes."""


def take(browser: Browser, address: str, name: str, keep: Keep) -> None:
    """Take one picture in its themes."""
    asked, part, width, themes = PICTURES[name]
    for time, theme in themes.items():
        page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        page.goto(f"{address}?{asked}&theme={theme}")
        page.locator(part).first.wait_for(timeout=PATIENCE_MS)
        page.evaluate("document.fonts.ready")
        keep(browser, f"look-{name}-{time}", page.locator(part).first.screenshot())
        page.close()


def take_home(browser: Browser, keep: Keep) -> None:
    """Take the top of the home page in both themes."""
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
        for time, theme in BOTH.items():
            page = browser.new_page(
                viewport={"width": 768, "height": 820},
                reduced_motion="reduce",
                color_scheme="dark" if theme == "dark" else "light",
                locale="en-GB",
            )
            page.goto(service.address)
            page.locator("article svg").last.wait_for(timeout=PATIENCE_MS)
            page.wait_for_load_state("networkidle", timeout=PATIENCE_MS)
            keep(browser, f"look-home-{time}", page.screenshot())
            page.close()


def take_all(browser: Browser, keep: Keep) -> None:
    """Take all pictures."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=GALLERY)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in PICTURES:
            take(browser, f"http://127.0.0.1:{server.server_port}/gallery.html", name, keep)
        take_home(browser, keep)
        server.shutdown()
