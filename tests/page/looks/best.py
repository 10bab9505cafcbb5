"""The best moment of each game as a series of frames: `make best`.

The board games run in the gallery at a fraction of their speed until the board is at rest, so that a slow machine loses
no frame; Splash! runs at a table of its own in real time, where somebody lets a piece go beside the top of a tower.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launched
from tests.page.conftest import LAPTOP
from tests.page.hands import drag, hand, take_up
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
MOST_FRAMES = 200
AFTERWARDS = 12
"""Frames of the board at rest: whoever has won cheers."""
LEVELS = 7
ASIDE = 55.0
"""Pixels from the middle of the tower at which the piece is let go."""
SHARP_MS = 4_000
"""Until the picture of the tower is drawn as well as it can be."""
HOLDS_MS = 1_500
FALL_MS = 12_000


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
    """Film a tower that falls into the water."""
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
        page = at_a_tower(browser, service, LEVELS, **LAPTOP)
        page.wait_for_timeout(SHARP_MS)
        reel = Reel(page, f"best/{TOWER}", 0.2)
        reel.caption = "takes it up"
        take_up(page)
        reel.caption = "carries it too far"
        drag(page, ASIDE)
        page.wait_for_timeout(HOLDS_MS)
        reel.caption = "lets go"
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
