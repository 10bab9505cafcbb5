"""The entries of the gallery, one after the other in one page of a real Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.chromium import opened

from .pictures import DRAWN, Picture, small, taken
from .serving import GALLERY, HOST

DEVICES = {"laptop": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
PATIENCE_MS = 60_000
SILENT = """window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 1, 44100); }
    resume() { return Promise.resolve(); }
};"""
"""Nobody hears the gallery: once something has sounded, silence would be computed until the last test has ended."""


class Gallery:
    """A page in which an entry is shown on a device, by day or by night, with motion stopped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.complaints: list[str] = []
        self.size, self.theme = (0, 0), ""
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"http://{HOST}/gallery.html?screen=missing")
        page.wait_for_selector("html[data-complete]", state="attached")
        self.entries: list[str] = page.evaluate("gallery.entries()")

    def show(self, entry: str, device: str = "laptop", theme: str = "light") -> None:
        """Show an entry; when this returns it is complete."""
        self.resize(*DEVICES[device])
        self._dye(theme)
        self.page.evaluate("name => gallery.show(name)", entry)

    def dress(self, theme: str) -> None:
        """Show the same entry in the other theme."""
        self._dye(theme)
        # A picture of more than the window was taken in a larger one, from which the page comes back now.
        self.page.evaluate("gallery.settled()")

    def resize(self, width: int, height: int) -> None:
        """Show the same entry in a window of another size."""
        if (width, height) != self.size:
            self._draw(width, height, 1 / DRAWN)
            self.page.wait_for_function(
                "size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height]
            )
        self.size = width, height

    @contextmanager
    def full_size(self) -> Iterator[None]:
        """Draw the window as large as it is: otherwise a mouse does not find its places."""
        self._draw(*self.size, 1)
        yield
        self.page.mouse.move(0, 0)
        self.page.keyboard.press("F12")  # what has the focus is marked again, as before the mouse was pressed
        self._draw(*self.size, 1 / DRAWN)

    def _draw(self, width: int, height: int, scale: float) -> None:
        """Give the window a size, and draw it smaller, as its pictures are: that takes a sixteenth of the work."""
        size = {"width": width, "height": height, "scale": scale}
        self.session.send("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": False})

    def _dye(self, theme: str) -> None:
        if theme != self.theme:
            self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
        self.theme = theme

    def picture(self) -> Picture:
        """The small picture of the whole page."""
        return small(self.session, *self._whole())

    def full_picture(self) -> Picture:
        """The page as it is seen."""
        width, height, beyond = self._whole()
        return taken(self.session, width, height, beyond=beyond)

    def _whole(self) -> tuple[int, int, bool]:
        """Width and height of the page, and whether it is longer than the window: for a picture of that, Chromium lays
        it out twice more. Of a page with a canvas, which would be drawn anew for it, only what is in the window counts.
        """
        seen = "document.querySelector('canvas') ? innerHeight : document.documentElement.scrollHeight"
        width, window = self.size
        height = int(self.page.evaluate(seen))
        return width, height, height > window


def entered(browser: Browser) -> Gallery:
    """The gallery in a page of its own, which is closed with the browser."""
    assert GALLERY.is_dir(), "the gallery is not built: make web/gallery-dist/gallery.html"
    page = browser.new_page(reduced_motion="reduce", locale="en-GB")
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(SILENT)
    return Gallery(page)


@contextmanager
def alone() -> Iterator[Gallery]:
    """The gallery in a browser of its own."""
    with opened() as browsers:
        yield entered(browsers.drawing)
