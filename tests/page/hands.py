"""What people do at a table of Splash!: give, drag the piece, lower it, let go; by mouse and by finger."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, WebSocket, expect

from .people import ending, seated

STEP = 40
"""Pixels between two places where the piece is looked for."""
PATIENCE_MS = 60_000


def open_tower(page: Page, seats: int = 2, **options: Any) -> None:
    """Open a table with the reader on the first seat and bots on the others, the pieces dealt."""
    bots = {str(seat): "gentle" for seat in range(2, seats + 1)}
    seated(page, "splash", seats, options={"draft": "deal"} | options, bots=bots)


def gifts(page: Page) -> Locator:
    """The pieces that may be given."""
    return page.locator(".pieces button.open")


def hand(page: Page, what: str) -> Locator:
    """A button of the hand."""
    return page.locator(f'[data-hand="{what}"]')


def story(page: Page) -> Locator:
    return page.get_by_role("list", name="Game log").get_by_role("listitem")


def until_held(page: Page) -> None:
    """Give, choose and wait until a piece is to be placed, or the game is over."""
    choices = page.locator('.choice [data-piece], [data-move^="base"]')
    keep = page.get_by_role("button", name=re.compile("^Take these"))
    while True:
        gifts(page).or_(choices).or_(hand(page, "take")).or_(ending(page)).first.wait_for(timeout=PATIENCE_MS)
        if hand(page, "take").is_visible() or ending(page).is_visible():
            return
        before = story(page).count()
        if gifts(page).count():
            gifts(page).first.click()
        elif keep.count():
            for piece in choices.all()[:3]:
                piece.click()
            keep.click()
        elif choices.count():
            choices.first.click()
        expect(story(page)).not_to_have_count(before, timeout=PATIENCE_MS)


def stage_points(page: Page) -> Iterator[tuple[float, float]]:
    """Places on the stage where the piece may be, those in the middle first."""
    box = page.locator(".stage").bounding_box()
    assert box
    for aside in (0, -1, 1, -2, 2, -3, 3):
        for down in range(STEP, int(box["height"]), STEP):
            yield box["x"] + box["width"] / 2 + 1.4 * STEP * aside, box["y"] + down


def take_up(page: Page) -> None:
    hand(page, "take").click()
    hand(page, "let-go").wait_for()


def grab(page: Page) -> tuple[float, float]:
    """Press the mouse on the piece in the hand; where."""
    for x, y in stage_points(page):
        page.mouse.move(x, y)
        page.mouse.down()
        if page.locator(".stage.leads").count():
            return x, y
        page.mouse.up()
    raise AssertionError("the piece is nowhere to be grabbed")


def drag(page: Page, across: float) -> None:
    """Drag the piece to the right and stay there."""
    x, y = grab(page)
    page.mouse.move(x + across, y, steps=12)
    page.mouse.up()


def lower(page: Page) -> None:
    """Lower the piece until it touches something."""
    hand(page, "lower").focus()
    for _ in range(60):
        page.keyboard.press("Enter")


def outcome(page: Page) -> str:
    """What is told of the next placement of the reader."""
    told = story(page).filter(has_text=re.compile(r"^Guest places"))
    before = told.count()
    hand(page, "let-go").click()
    expect(told).to_have_count(before + 1, timeout=PATIENCE_MS)
    return told.last.inner_text()


class Finger:
    """A finger on a touch screen."""

    def __init__(self, page: Page) -> None:
        self._line: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")


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
