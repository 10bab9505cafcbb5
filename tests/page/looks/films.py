"""Whole games at their own speed, with a picture every so often: `make films`."""

import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import launched
from tests.page.conftest import LAPTOP, PHONE
from tests.page.looks import towers
from tests.page.looks.camera import FOLDER, Camera
from tests.page.people import choose, ending, seated, to_move
from tests.server.service import Service

EVERY = 0.4
"""Seconds between two pictures."""
LONGEST = 420.0
"""Seconds after which a film ends, whatever happens in it."""
AFTER = 4.0
"""Seconds that the ending is filmed."""
BOT_MS = 800
SEATS = {"le-plouf": 2, "plouf-party": 4, "croc-pool": 2}
HURRIED = {"croc-pool": "random"}
"""Games that a clumsy bot ends in a time that somebody will sit through."""


def film(browser: Browser, service: Service, game: str) -> None:
    """Play one game against bots from its first picture to its last."""
    device = LAPTOP if game == "croc-pool" else PHONE
    context = browser.new_context(locale="fr-FR" if game == "plouf-party" else "en-GB", **device)
    page = context.new_page()
    page.goto(service.address)
    players = SEATS[game]
    bots = {str(seat): HURRIED.get(game, "gentle") for seat in range(2, players + 1)}
    seated(page, game, players, bots=bots)
    camera = Camera(page, f"films/{game}")
    rng = random.Random(11)
    until = time.monotonic() + LONGEST
    while time.monotonic() < until and not ending(page).or_(page.locator(".ending")).count():
        _move(page, rng)
        camera.roll(EVERY, EVERY)
        print(f"\r{game}: {LONGEST - until + time.monotonic():.0f} s", end="", flush=True)
    camera.roll(AFTER, EVERY, "the end")
    print(f"\r{game}:", *(str(path.relative_to(FOLDER)) for path in camera.sheets(browser)))
    context.close()


def _move(page: Page, rng: random.Random) -> None:
    if to_move(page).count():
        choose(page, rng)


def main() -> None:
    """Film the games that are named, or all."""
    wanted = sys.argv[1:] or [*SEATS, *towers.HANDS]
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder) / "tables.db", bot_ms=BOT_MS) as service,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        for game in wanted:
            (towers.film if game in towers.HANDS else film)(browser, service, game)
        browser.close()


if __name__ == "__main__":
    main()
