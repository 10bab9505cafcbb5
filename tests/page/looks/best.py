"""The best moment of each game as a series of frames: `make best`.

The board games run in the gallery at a fraction of their speed until the board is at rest, so that a slow machine loses
no frame; Splash! runs at a table of its own in real time, where somebody is too quick beside a tower.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launched
from tests.page.conftest import LAPTOP
from tests.page.guide import Guide, Mouse, sent
from tests.page.hands import hand, take_up
from tests.page.looks.camera import FOLDER, Camera, Reel
from tests.page.looks.tower import at_a_tower
from tests.server.service import Service
from tests.web.serving import served

SCENES = {
    "le-plouf": ("a pawn pushed into the pool at the end", "game=le-plouf&scene=over&most=1"),
    "plouf-party": ("an accusation that hits", "game=plouf-party&scene=accused&most=1"),
    "croc-pool": ("a crocodile that eats", "game=croc-pool&scene=eating&most=1"),
}
TOWER = "splash"
SPEED = 0.35
SLOW_TIMERS = f"""
const timer = setTimeout;
window.setTimeout = (work, ms = 0, ...facts) => timer(work, ms / {SPEED}, ...facts);
"""
"""What a timer begins stays in step with the animations."""
MOST_FRAMES = 500
"""More than any scene has."""
AFTERWARDS = 12
"""Frames of the board at rest: whoever has won cheers."""
LEVELS = 6
STEP = 30.0
"""Pixels to carry a piece at once."""
CLEAR = 0.045
"""Metres beside the middle of a tower where nothing touches it."""
HIT = 0.6
"""How high the piece is when it hits the tower, as a share of the height at which it hung over it."""
MOST_STEPS = 40
SHARP_MS = 4_000
"""Until the picture of the tower is drawn as well as it can be."""
HIT_MS = 600
FALL_MS = 16_000


def scene(browser: Browser, address: str, game: str) -> None:
    """Film a scene of the gallery, frame by frame."""
    caption, asked = SCENES[game]
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{address}?{asked}")
    page.wait_for_selector("html[data-complete]", state="attached")
    page.evaluate(SLOW_TIMERS)
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": SPEED})
    page.evaluate("document.querySelector('h2 button').click()")
    moving = page.locator("svg[role=group][aria-busy=true]")
    moving.wait_for()
    camera = Camera(page, f"best/{game}")
    rests = 0
    for _ in range(MOST_FRAMES):
        rests += not moving.count()
        if rests > AFTERWARDS:
            break
        now = page.evaluate("Math.max(0, ...document.getAnimations().map(one => one.currentTime ?? 0))")
        camera.take(f"{caption}, {now:.0f} ms")
    print(game, *(path.relative_to(FOLDER) for path in camera.sheets(browser)))
    page.close()


def fall(browser: Browser) -> None:
    """Film a tower that somebody hits with the piece in their hand."""
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
        page, seen = at_a_tower(browser, service, LEVELS, **LAPTOP)
        page.wait_for_timeout(SHARP_MS)
        take_up(page)
        mouse = Mouse(page)
        guide = Guide(page, seen, mouse, STEP)
        guide.carry()
        high, steps = seen.aim[2], 0
        while guide.off < CLEAR and steps < MOST_STEPS:
            steps += 1
            mouse.carry(STEP, 0)
            sent(page)
        for _ in range(MOST_STEPS):
            if seen.aim[2] < HIT * high:
                break
            mouse.lower()
            sent(page)
        reel = Reel(page, f"best/{TOWER}", 0.15)
        reel.caption = "is too quick"
        mouse.swing(-2 * steps * STEP)
        page.wait_for_timeout(HIT_MS)
        reel.caption = "lets go"
        if hand(page, "let-go").is_visible():
            hand(page, "let-go").click()
        page.wait_for_timeout(FALL_MS)
        reel.stop()
        print(TOWER, *(path.relative_to(FOLDER) for path in reel.sheets(browser)))
        page.context.close()


def main() -> None:
    """Film the games that are named, or all."""
    wanted = sys.argv[1:] or [*SCENES, TOWER]
    with served() as port, sync_playwright() as playwright:
        browser = launched(playwright)
        for game in wanted:
            if game == TOWER:
                fall(browser)
            else:
                scene(browser, f"http://127.0.0.1:{port}/gallery.html", game)
        browser.close()


if __name__ == "__main__":
    main()
