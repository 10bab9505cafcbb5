"""A whole game of Splash! by mouse and by finger, in real time: somebody guides the hand, a bot is the neighbour."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError

from lido.games.splash.pieces import CORNERS, SIZES, shape
from lido.games.splash.space import rotated
from tests.page.conftest import LAPTOP, PHONE
from tests.page.guide import Finger, Guide, Mouse, Seen
from tests.page.hands import hand, open_tower, placements, take_up, until_held
from tests.page.looks.camera import FOLDER, Reel
from tests.page.people import ending
from tests.server.service import Service

EVERY = 0.5
"""Seconds between two pictures."""
LONGEST = 900.0
"""Seconds after which no more pieces are taken up, whatever the tower does."""
AFTER_MS = 4_000
"""How long the ending is filmed."""
LOOK_MS = 700
"""How long somebody looks at what they have done."""
STEP = 30.0
"""Pixels to carry a piece at first, to see where that leads."""
TIPS = 4
FLAT = 1.1
"""How much higher a piece may be than when it lies flat."""
HANDS: dict[str, tuple[dict[str, Any], type[Mouse | Finger]]] = {
    "splash": (LAPTOP, Mouse),
    "splash-phone": (PHONE, Finger),
}


class Person(Guide):
    """Somebody who lays a piece on its broadest side before they set it down."""

    def __init__(self, page: Page, seen: Seen, means: Mouse | Finger, look: Callable[[str], object]) -> None:
        super().__init__(page, seen, means, STEP, look)
        self._quarter = means.quarter

    def level(self) -> None:
        super().level()
        for turn in range(TIPS):
            if self._lies_flat:
                return
            if turn % 2:
                self._quarter()
            hand(self._page, "tip").click()
            self._look("turns it over")
            super().level()

    @property
    def _lies_flat(self) -> bool:
        kind, aim = shape(self._seen.view["held"]), self._seen.aim
        heights = [rotated((aim[3], aim[4], aim[5], aim[6]), corner)[2] for corner in CORNERS[kind]]
        return max(heights) - min(heights) < FLAT * min(SIZES[kind])


def film(browser: Browser, service: Service, name: str) -> None:
    """Film one of `HANDS` from the first gift to the ending."""
    device, means = HANDS[name]
    context = browser.new_context(locale="en-GB", **device)
    page = context.new_page()
    seen = Seen(page)
    page.goto(service.address)
    open_tower(page)
    reel = Reel(page, f"films/{name}", EVERY)

    def look(caption: str) -> None:
        reel.caption = caption
        page.wait_for_timeout(LOOK_MS)

    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        until_held(page, look)
        if ending(page).is_visible():
            break
        _place(page, Person(page, seen, means(page), look), look)
        print(f"\r{name}: {LONGEST - until + time.monotonic():.0f} s", end="", flush=True)
    reel.caption = "the end"
    page.wait_for_timeout(AFTER_MS)
    reel.stop()
    print(f"\r{name}:", *(str(path.relative_to(FOLDER)) for path in reel.sheets(browser)))
    context.close()


def _place(page: Page, guide: Guide, look: Callable[[str], object]) -> None:
    before = placements(page).count()
    look("has a piece")
    take_up(page)
    look("takes it up")
    try:
        guide.set_down()
    except TimeoutError:
        look("the hand has opened by itself")
    look("has let go")
    while placements(page).count() == before and not ending(page).is_visible():
        page.wait_for_timeout(LOOK_MS)
    look("looks")
