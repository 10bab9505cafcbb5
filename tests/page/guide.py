"""Somebody who guides the hand of Splash! by looking: carries the piece over, levels it, lowers it, lets go.

What they see of the page is what goes over its socket: where they aim, and where the piece really is.
"""

import json
import math
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import CDPSession, Locator, Page, WebSocket

from lido.games.splash.pieces import CORNERS, SIDES, shape
from lido.games.splash.space import Quaternion, Vector, rotated

from .hands import hand

CLOSE = 0.0004
"""Metres off the target that are good enough."""
LEVEL = math.radians(1.0)
TURNS = 60
DISH, RIM, PAD = 34, math.pi / 6, 128
"""As in web/src/lib/boards/splash/Level.svelte."""
TILT, SPIN = 0.006, 0.0017
"""Radians for each pixel of a right drag, and of a wheel with Shift: web/src/lib/boards/splash/Stage.svelte."""
RING = 0.41
"""How far from the middle of the level its ring is, as a share of its width."""
TAP_CARRY, TAP_TILT = 0.022 * 0.03, 0.5 * 0.03
"""Metres and radians for each tap of a key: web/src/lib/boards/splash/keys.ts."""
NEAR = 24
"""Taps that a key is released before the goal: a held one moves fast, and a slow browser is late."""


SENT = "() => new Promise((done) => setTimeout(done, 1000 / 60))"
"""What a hand holds back is sent after that time at the latest, before whatever is asked of the page later:
web/src/lib/boards/splash/hand.svelte.ts."""


def sent(page: Page) -> None:
    """Wait until the last movement has been sent."""
    page.evaluate(SENT)


class Seen:
    """What goes over the socket of a page from now on: the last view, aim and frame."""

    def __init__(self, page: Page) -> None:
        self.view: dict[str, Any] = {}
        self.aim: list[float] = []
        self.frame: dict[str, Any] = {}
        self.touches: list[float] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)
        socket.on("framesent", self._sent)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "frame":
            self.frame = {**message, "pieces": {**self.frame.get("pieces", {}), **message["pieces"]}}
            if message.get("touch"):
                self.touches.append(message["touch"])
        for seat in (message.get("views") or {}).values():
            self.view = seat.get("view") or self.view
            self.frame = {} if message["type"] == "news" else self.frame

    def _sent(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message.get("do") == "steer":
            self.aim = message["pose"]

    @property
    def goal(self) -> tuple[float, float]:
        """Where the middle of the target is, or of the table."""
        found = [each["pos"] for each in self.view["pieces"] if each["piece"] in self.view["targets"][:1]]
        return (found[0][0], found[0][1]) if found else (0.0, 0.0)


class Means(Protocol):
    """What the hand is guided with."""

    def carry(self, right: float, away: float) -> None:
        """Carry the piece, in steps of its own."""

    def tilt(self, right: float, away: float) -> None:
        """Make the piece lean so much more, in radians."""

    def lower(self) -> None:
        """Lower it a little."""


class Finger:
    """A thumb on a touch screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, where: Locator, across: float, down: float, start: tuple[float, float] = (0.5, 0.5)) -> None:
        """Drag from a place of an element, given as shares of its size."""
        box = where.bounding_box()
        assert box
        x, y = box["x"] + box["width"] * start[0], box["y"] + box["height"] * start[1]
        steps = max(2, math.ceil(math.hypot(across, down) / 8))
        self._touch("touchStart", (x, y))
        for step in range(1, steps + 1):
            self._touch("touchMove", (x + across * step / steps, y + down * step / steps))
        self._touch("touchEnd")

    def carry(self, right: float, away: float) -> None:
        self.drag(self._page.locator(".stage"), right, -away, (0.5, 0.4))

    def tilt(self, right: float, away: float) -> None:
        pad = hand(self._page, "level")
        box = pad.bounding_box()
        assert box
        pixels = DISH / RIM * box["width"] / PAD
        self.drag(pad, -right * pixels, away * pixels)

    def lower(self) -> None:
        self.drag(hand(self._page, "lever"), 0, 18)

    def quarter(self) -> None:
        """Turn the piece by a quarter about the vertical."""
        level = hand(self._page, "level")
        box = level.bounding_box()
        assert box
        reach = RING * box["width"]
        self.drag(level, -reach, reach, (0.5 + RING, 0.5))


class Mouse:
    """A mouse with a wheel and two buttons."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def _drag(self, across: float, down: float, button: Any = "left", each: float = 8) -> None:
        """Drag by so many pixels, `each` of them in one movement."""
        box = self._page.locator(".stage").bounding_box()
        assert box
        x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4
        self._page.mouse.move(x, y)
        self._page.mouse.down(button=button)
        self._page.mouse.move(x + across, y + down, steps=max(2, math.ceil(math.hypot(across, down) / each)))
        self._page.mouse.up(button=button)

    def carry(self, right: float, away: float) -> None:
        self._drag(right, -away)

    def swing(self, right: float) -> None:
        """Carry the piece so quickly that the hand cannot follow, however seldom the page draws."""
        self._drag(right, 0, each=abs(right))

    def tilt(self, right: float, away: float) -> None:
        self._drag(right / TILT, -away / TILT, "right")

    def lower(self) -> None:
        box = self._page.locator(".stage").bounding_box()
        assert box
        self._page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4)
        self._page.mouse.wheel(0, 100)

    def quarter(self) -> None:
        """Turn the piece by a quarter about the vertical."""
        self._page.keyboard.down("Shift")
        self._page.mouse.wheel(0, math.pi / 2 / SPIN)
        self._page.keyboard.up("Shift")


class Keys:
    """A keyboard alone: a key is held for a long way, and tapped for a short one."""

    def __init__(self, page: Page, seen: Seen) -> None:
        self._page, self._seen = page, seen

    def _tap(self, one: str, other: str, count: float) -> None:
        self._page.locator(".stage").focus()
        for _ in range(min(NEAR, round(abs(count)))):
            self._page.keyboard.press(one if count > 0 else other)

    def _go(self, one: str, other: str, count: float) -> None:
        """Go so many taps far, or most of that way."""
        if abs(count) <= 2 * NEAR:
            self._tap(one, other, count)
            return
        key, start, far = one if count > 0 else other, self._seen.aim[:2], (abs(count) - NEAR) * TAP_CARRY
        self._page.keyboard.down(key)
        while math.dist(start, self._seen.aim[:2]) < far and hand(self._page, "let-go").is_visible():
            sent(self._page)
        self._page.keyboard.up(key)

    def carry(self, right: float, away: float) -> None:
        self._go("ArrowRight", "ArrowLeft", right)
        self._go("ArrowUp", "ArrowDown", away)

    def tilt(self, right: float, away: float) -> None:
        self._tap("Shift+ArrowRight", "Shift+ArrowLeft", right / TAP_TILT)
        self._tap("Shift+ArrowUp", "Shift+ArrowDown", away / TAP_TILT)

    def lower(self) -> None:
        touches = self._page.get_by_text("It touches.").first
        if touches.is_visible():
            self._tap("PageUp", "PageDown", -6)
            return
        self._page.keyboard.down("PageDown")
        touches.wait_for()
        self._page.keyboard.up("PageDown")


class Guide:
    """Guides a piece that is in the hand to its target."""

    def __init__(self, page: Page, seen: Seen, means: Means, step: float, look: Callable[[str], object] = str) -> None:
        """`step` is how far to carry at first to see where that leads; `look` is told what has been done."""
        self._page, self._seen, self._means, self._step, self._look = page, seen, means, step, look
        self._right: tuple[float, float] = (1.0, 0.0)
        self._scale = (0.0, 0.0)

    @property
    def off(self) -> float:
        """Metres from the aim to the goal, seen from above."""
        x, y = self._seen.goal
        return math.hypot(self._seen.aim[0] - x, self._seen.aim[1] - y)

    def set_down(self) -> None:
        """Bring the piece to its target and down, and let go."""
        self.carry()
        self._look("carried over")
        self.level()
        self._look("levelled")
        self.carry()
        self.lower()
        self._look("lowered")
        hand(self._page, "let-go").click()

    def carry(self) -> None:
        self._learn()
        for _ in range(TURNS):
            x, y = self._seen.goal
            east, north = x - self._seen.aim[0], y - self._seen.aim[1]
            if math.hypot(east, north) < CLOSE:
                return
            right = east * self._right[0] + north * self._right[1]
            away = -east * self._right[1] + north * self._right[0]
            self._means.carry(_bounded(right / self._scale[0]), _bounded(away / self._scale[1]))
            sent(self._page)

    def _learn(self) -> None:
        """See which way the piece goes, and how far."""
        self._means.carry(self._step, 0)
        sent(self._page)
        before = list(self._seen.aim)
        self._means.carry(self._step, 0)
        sent(self._page)
        between = list(self._seen.aim)
        self._means.carry(0, self._step)
        sent(self._page)
        east, north = between[0] - before[0], between[1] - before[1]
        size = math.hypot(east, north)
        self._right = (east / size, north / size)
        self._scale = (size / self._step, math.dist(self._seen.aim[:2], between[:2]) / self._step)

    def level(self) -> None:
        """Level the piece on the face that is nearest to the table."""
        for _ in range(TURNS):
            east, north = self.leaning
            if math.hypot(east, north) < LEVEL:
                return
            right = east * self._right[0] + north * self._right[1]
            away = -east * self._right[1] + north * self._right[0]
            self._means.tilt(-right, -away)
            sent(self._page)

    @property
    def leaning(self) -> tuple[float, float]:
        """Which way the aim leans, and how far."""
        return lean(self._seen.view["held"], self._seen.aim[3:])

    def lower(self) -> None:
        """Lower the piece until it goes no farther."""
        for _ in range(TURNS):
            before = self._seen.aim[2]
            self._means.lower()
            sent(self._page)
            if before - self._seen.aim[2] < 1e-6:
                return


def lean(piece: str, quat: list[float]) -> tuple[float, float]:
    """Which way the upper face of a piece leans, and how far."""
    turn: Quaternion = (quat[0], quat[1], quat[2], quat[3])
    x, y, z = max((rotated(turn, normal) for normal in _normals(shape(piece))), key=lambda each: each[2])
    flat = math.hypot(x, y)
    angle = math.atan2(flat, z)
    return (x / flat * angle, y / flat * angle) if flat else (0.0, 0.0)


def _normals(kind: str) -> list[Vector]:
    found: list[Vector] = []
    for side in SIDES[kind]:
        a, b, c = (CORNERS[kind][corner] for corner in side[:3])
        u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(b, c, strict=True)]
        x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        size = math.hypot(x, y, z)
        found.append((x / size, y / size, z / size))
    return found


def _bounded(steps: float) -> float:
    return max(-120.0, min(120.0, steps))
