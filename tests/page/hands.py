"""What people do at a table of Splash!: give, take a piece up, drag it aside, let go; for guiding it see `guide`."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from .people import ending, seated

PATIENCE_MS = 60_000
SELDOM = """
window.requestAnimationFrame = (work) => setTimeout(() => work(performance.now()), 100);
window.cancelAnimationFrame = clearTimeout;
Object.defineProperty(window, "devicePixelRatio", { value: 0.25 });
"""
"""Ten frames a second of few pixels: where a processor draws the water, every frame takes its time too."""


def open_tower(page: Page, seats: int = 2, **options: Any) -> None:
    """Open a table with the reader on the first seat and bots on the others, the pieces dealt."""
    bots = {str(seat): "gentle" for seat in range(2, seats + 1)}
    seated(page, "splash", seats, options={"draft": "deal"} | options, bots=bots)


def gifts(page: Page) -> Locator:
    """The pieces that may be given."""
    return page.locator(".gifts [data-move]")


def give(page: Page, look: Callable[[str], object] = str) -> None:
    """Choose a gift, and give it; `look` is told what has been done."""
    gifts(page).first.click()
    look("looks at a gift")
    page.locator("[data-give]").click()


def hand(page: Page, what: str) -> Locator:
    """A part of what guides the hand."""
    return page.locator(f'[data-hand="{what}"]')


def story(page: Page) -> Locator:
    return page.get_by_role("list", name="Game log").get_by_role("listitem")


def until_held(page: Page, look: Callable[[str], object] = str) -> None:
    """Give, choose and wait until a piece is to be placed, or the game is over; `look` is told what has been done."""
    choices = page.locator(".choice [data-piece]")
    keep = page.get_by_role("button", name=re.compile("^Take these"))
    while True:
        gifts(page).or_(choices).or_(hand(page, "take")).or_(ending(page)).first.wait_for(timeout=PATIENCE_MS)
        if hand(page, "take").is_visible() or ending(page).is_visible():
            return
        before = story(page).count()
        if gifts(page).count():
            give(page, look)
        elif keep.count():
            for piece in choices.all()[:3]:
                piece.click()
            look("keeps three")
            keep.click()
        elif choices.count():
            choices.first.click()
            look("chooses the base")
            base = page.locator('[data-move^="base"]')
            if base.count():
                base.click()
        expect(story(page)).not_to_have_count(before, timeout=PATIENCE_MS)


def take_up(page: Page) -> None:
    hand(page, "take").click()
    hand(page, "let-go").wait_for()


def drag(page: Page, across: float) -> None:
    """Drag the piece to the right and stay there; where on the stage the pointer begins does not matter."""
    box = page.locator(".stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".stage.leads")).to_be_visible()
    page.mouse.move(x + across, y, steps=12)
    page.mouse.up()


def outcome(page: Page) -> str:
    """Let go; what is told of that placement."""
    told = placements(page)
    before = told.count()
    hand(page, "let-go").click()
    expect(told).to_have_count(before + 1, timeout=PATIENCE_MS)
    return told.last.text_content() or ""


def placements(page: Page) -> Locator:
    """What is told of the reader's placements."""
    return story(page).filter(has_text=re.compile(r"^Guest places"))


class Frames:
    """All that a browser is shown of the hand, from now on."""

    def __init__(self, page: Page) -> None:
        self.seen: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "frame":
            self.seen.append(message)
