"""The pictures of README.md and of the documentation, made anew from the program itself: `make pictures`."""

import json
import random
import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

import lido
from lido import bots, pictures
from tests.chromium import launched
from tests.page.conftest import LAPTOP, PHONE
from tests.page.looks import look, terminal
from tests.page.looks.palette import small
from tests.page.looks.tower import at_a_tower
from tests.page.people import play_one, seated, to_move
from tests.server.service import Service

FOLDER = Path("docs/pictures")
MOST_KB = 200
SHARP_NIGHT: dict[str, Any] = {"color_scheme": "dark", "device_scale_factor": 2}
LEVELS = 6
"""How high the tower on the page is."""


def kept(browser: Browser, name: str, png: bytes) -> None:
    """Save a picture of the page, small."""
    path = FOLDER / f"{name}.png"
    path.write_bytes(small(browser, png))
    size = path.stat().st_size / 1000
    print(f"{path} {size:.0f} kB{' (too large)' if size > MOST_KB else ''}")


def drawings() -> None:
    """The pictures that Python draws: positions of Le Plouf, which say themselves what they show, and a tower."""
    for path in sorted(FOLDER.glob("le-plouf-*.svg")):
        found = re.search(r'aria-label="Le Plouf: ([^"]+)"', path.read_text("utf-8"))
        assert found
        position = found[1]
        path.write_text(pictures.svg(lido.new("le-plouf", players=2, position=position).view(0)), "utf-8")
        print(path)
    record = json.loads(Path("tests/records/splash/6-players-reserve.json").read_text("utf-8"))
    views = [lido.replay({**record, "moves": record["moves"][:count], "result": None}).view(0) for count in range(40)]
    path = FOLDER / "splash.svg"
    path.write_text(pictures.svg(max(views, key=lambda view: (view["levels"], bool(view["held"])))), "utf-8")
    print(path)


def table(browser: Browser, service: Service, name: str, game: str, players: int, moves: int, **device: Any) -> None:
    """A game against bots after some moves, when it is the reader's turn."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **device)
    page = context.new_page()
    page.goto(service.address)
    named(page, "Ana")
    seated(page, game, players, bots={str(seat): "gentle" for seat in range(2, players + 1)})
    draws = random.Random(name)
    for _ in range(moves):
        play_one(page, draws)
    to_move(page).first.wait_for()
    # Without motion a verdict stays until it has been read.
    for verdict in page.locator(".theatre").all():
        verdict.click()
    page.mouse.move(0, 0)
    page.locator("main").focus()
    page.wait_for_load_state("networkidle")
    kept(browser, name, page.screenshot())
    context.close()


def named(page: Any, name: str) -> None:
    """Give the visitor a name."""
    page.wait_for_load_state("networkidle")
    page.evaluate(
        """name => fetch("/api/me", {
            method: "PATCH", headers: {"content-type": "application/json"}, body: JSON.stringify({name, face: 5})
        })""",
        name,
    )


def analysis(browser: Browser, service: Service) -> None:
    """The replay of a game of Le Plouf at its turning point."""
    match = lido.new("le-plouf", players=2, seed="pictures")
    levels = [bots.bot("club", seed=1), bots.bot("gentle", seed=2)]
    while not match.result:
        assert match.turn
        match.play(levels[match.turn - 1].choose(match.player_view(match.turn), iterations=400))
    record = json.dumps(match.record(["Ana", "Ben"])).encode()
    page = browser.new_page(locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 860})
    page.goto(f"{service.address}/r")
    file: Any = {"name": "game.json", "mimeType": "application/json", "buffer": record}
    page.locator("input[type=file]").set_input_files(file)
    slider = page.get_by_role("slider")
    slider.wait_for()
    slider.fill(str(min(18, len(match.moves) - 2)))
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_text(re.compile("^Thinking"))).to_have_count(0, timeout=300_000)
    page.mouse.move(0, 0)
    kept(browser, "page-analysis", page.screenshot())
    page.close()


def tower(browser: Browser, service: Service) -> None:
    """A piece to set on a tower of Splash!"""
    page, _ = at_a_tower(browser, service, LEVELS, reduced_motion="reduce", **LAPTOP)
    page.wait_for_timeout(6_000)
    kept(browser, "page-splash", page.screenshot())
    page.context.close()


def take_terminal(browser: Browser, folder: Path) -> None:
    """A game in the terminal."""
    page = browser.new_page(device_scale_factor=1.5)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{terminal.picture(folder)}")
    kept(browser, "terminal", page.locator("svg").screenshot())
    page.close()


def home(browser: Browser, service: Service) -> None:
    """The home page on a laptop."""
    page = browser.new_page(locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 1000})
    page.goto(service.address)
    page.locator("article svg").last.wait_for()
    page.wait_for_load_state("networkidle")
    kept(browser, "page-home", page.screenshot())
    page.close()


def link(browser: Browser, service: Service) -> None:
    """What a chat shows of a link to the rules of a game."""
    page = browser.new_page()
    kept(browser, "look-link", page.request.get(f"{service.address}/share/en/g/plouf-party.png").body())
    page.close()


def main() -> None:
    """Make all pictures."""
    drawings()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, browser = Path(name), launched(playwright)
        with Service(folder / "tables.db") as service:
            take_terminal(browser, folder)
            home(browser, service)
            table(browser, service, "page-croc-pool", "croc-pool", 2, 9, **LAPTOP)
            table(browser, service, "page-phone", "plouf-party", 4, 4, **PHONE, **SHARP_NIGHT)
            analysis(browser, service)
            tower(browser, service)
            link(browser, service)
        look.take_all(browser, kept)
        browser.close()


if __name__ == "__main__":
    main()
