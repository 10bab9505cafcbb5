"""Takes numbered pictures of a page, and lays them side by side on sheets."""

import base64
import html
import shutil
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

FOLDER = Path("build/looks")
EACH_SHEET = 12
QUALITY = 70
THUMB = 300
"""Pixels: the width of a picture on a sheet."""


class Camera:
    """The pictures of one film, in a folder of its own."""

    def __init__(self, page: Page, film: str) -> None:
        self._page = page
        self._folder = FOLDER / film
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        self._began = time.monotonic()
        self._taken: list[tuple[Path, str]] = []

    def take(self, caption: str = "") -> None:
        """Take a picture of what is on the screen, without scrolling."""
        seconds = time.monotonic() - self._began
        path = self._folder / f"{len(self._taken) + 1:03}.jpg"
        self._page.screenshot(path=path, type="jpeg", quality=QUALITY)
        self._taken.append((path, f"{seconds:.1f} s {caption}"))

    def roll(self, seconds: float, every: float = 0.4, caption: str = "") -> None:
        """Take a picture every so often for a while."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            self.take(caption)
            self._page.wait_for_timeout(max(0.0, every - (time.monotonic() - now)) * 1000)

    def sheets(self, browser: Browser) -> list[Path]:
        """Lay the pictures side by side, a dozen a sheet."""
        page = browser.new_page(viewport={"width": 4 * (THUMB + 12) + 12, "height": 400})
        made: list[Path] = []
        for first in range(0, len(self._taken), EACH_SHEET):
            figures = "".join(
                f'<figure><img src="{path.resolve().as_uri()}"><figcaption>{html.escape(caption)}</figcaption></figure>'
                for path, caption in self._taken[first : first + EACH_SHEET]
            )
            source = self._folder / "sheet.html"
            source.write_text(f"<meta charset=utf-8><style>{STYLE}</style><main>{figures}</main>", "utf-8")
            page.goto(source.resolve().as_uri())
            path = self._folder / f"sheet-{len(made) + 1:02}.png"
            page.screenshot(path=path, full_page=True)
            made.append(path)
        page.close()
        return made


class Reel(Camera):
    """A film that takes itself while the page is used: the browser sends its frames, and one every so often is kept."""

    def __init__(self, page: Page, film: str, every: float) -> None:
        super().__init__(page, film)
        self._every = every
        self._next = 0.0
        self.caption = ""
        """What is happening now."""
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": QUALITY})

    def _keep(self, frame: dict[str, Any]) -> None:
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        seconds = time.monotonic() - self._began
        if seconds < self._next:
            return
        self._next = seconds + self._every
        path = self._folder / f"{len(self._taken) + 1:03}.jpg"
        path.write_bytes(base64.b64decode(frame["data"]))
        self._taken.append((path, f"{seconds:.1f} s {self.caption}"))

    def stop(self) -> None:
        """Take no more."""
        self._session.remove_listener("Page.screencastFrame", self._keep)
        self._session.detach()


STYLE = f"""
body {{ margin: 6px; font: 14px sans-serif; }}
main {{ display: grid; grid-template-columns: repeat(4, {THUMB}px); gap: 12px; }}
figure {{ margin: 0; }}
img {{ width: 100%; border: 1px solid #888; }}
"""
