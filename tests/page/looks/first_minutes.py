"""The first minute of ten people, each a script that uses only what is on the screen: `make first-minutes`."""

import random
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launched
from tests.page.conftest import LAPTOP, PHONE
from tests.page.hands import gifts, hand
from tests.page.looks.camera import FOLDER, Camera
from tests.page.people import choose, click, tap, to_move
from tests.server.service import Service

SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
GAMES = {"le-plouf": "Le Plouf", "plouf-party": "Plouf Party", "croc-pool": "Crocodile Pool Party", "splash": "Splash!"}
PLAY = {"en": "Play now", "fr": "Jouer"}
FRIENDS = {"en": "With friends", "fr": "Entre amis"}
PASS = {"en": "Pass the device", "fr": "Sur cet appareil"}
OPEN = {"en": "Open the table", "fr": "Ouvrir la table"}
SIT = {"en": "Sit down", "fr": "Prendre cette place"}
NICKNAME = {"en": "Your nickname", "fr": "Votre pseudo"}
A_TABLE = re.compile(r"/(t|device)/\w+$")
PATIENCE_MS = 60_000
MOST_WAITS = 30
TURNS = 3
"""Turns that somebody plays in a first minute."""


class Person:
    """Somebody with a device who has never been here, and a camera over their shoulder."""

    def __init__(self, browser: Browser, service: Service, name: str, device: dict[str, Any], language: str) -> None:
        context = browser.new_context(locale={"en": "en-GB", "fr": "fr-FR"}[language], **device)
        self.page = context.new_page()
        self.language = language
        self.name = name
        self.use = tap if device.get("has_touch") else click
        self.service = service
        self.camera = Camera(self.page, f"minute-{name}")

    def arrive(self, path: str = "/") -> None:
        """Open the page, or a link that somebody sent."""
        self.page.goto(self.service.address + path if path.startswith("/") else path)
        self.page.wait_for_load_state("networkidle")
        self.camera.take("arrives")

    def press(self, words: dict[str, str], game: str = "") -> None:
        """Press a button or follow a link that says this, beside the game if one is meant."""
        text = f"{words[self.language]} {GAMES[game]}" if game else words[self.language]
        place = self.page.get_by_role("button", name=text).or_(self.page.get_by_role("link", name=text)).first
        place.evaluate("place => place.scrollIntoView({ block: 'nearest' })")
        self.camera.take(f"presses {text}")
        self.use(place)

    def play(self, turns: int = TURNS) -> None:
        """Play a few turns, looking at whatever happens in between."""
        rng = random.Random(self.name)
        for _ in range(turns):
            to_move(self.page).or_(self.page.locator(".ending, .curtain")).first.wait_for(timeout=PATIENCE_MS)
            if not to_move(self.page).count():
                return
            self.camera.roll(1.2, 0.6, "my turn")
            for _ in range(8):
                if not to_move(self.page).count():
                    break
                choose(self.page, rng, self.use)
                self.camera.take("chooses")
            self.camera.roll(2.0, 0.5, "looks")

    def write(self, label: dict[str, str], text: str) -> None:
        """Fill in what is asked for."""
        self.page.get_by_label(label[self.language]).first.fill(text)
        self.camera.take(f"writes {text}")


def alone(person: Person, game: str) -> None:
    """A first visit: one game against bots."""
    person.arrive()
    person.press(PLAY, game)
    person.page.wait_for_url(A_TABLE)
    person.camera.roll(2.4, 0.6, "at the table")
    if game == "splash":
        build(person)
    else:
        person.play()


def build(person: Person) -> None:
    """Give a piece, watch the neighbour set it, and set one."""
    page = person.page
    gifts(page).first.wait_for(timeout=PATIENCE_MS)
    person.use(gifts(page).first)
    person.camera.roll(1.6, 0.8, "looks at a gift")
    person.use(page.locator("[data-give]"))
    for _ in range(MOST_WAITS):
        if hand(page, "take").is_visible():
            break
        person.camera.roll(1.5, 1.5, "watches")
    person.use(hand(page, "take"))
    person.camera.roll(3.0, 0.8, "holds it")
    person.use(hand(page, "let-go"))
    person.camera.roll(4.0, 0.8, "looks")


def around_one_device(person: Person, game: str) -> None:
    """Three people with names around one device."""
    person.arrive()
    person.press(PASS)
    person.press(PASS, game)
    person.page.get_by_role("button", name="3", exact=True).click()
    for seat, name in ((2, "Zoé"), (3, "Tom")):
        person.write({"en": f"Name of the player at seat {seat}", "fr": f"Nom du joueur à la place {seat}"}, name)
    person.press(OPEN)
    person.page.wait_for_url(A_TABLE)
    for _ in range(4):
        person.camera.roll(1.2, 0.6, "looks")
        curtain = person.page.locator(".curtain button")
        if curtain.count():
            person.use(curtain)
            person.camera.roll(1.2, 0.6, "behind the curtain")
        person.play(1)


def invited(host: Person, guest: Person, game: str) -> None:
    """One opens a table and sends the link; the other follows it."""
    host.arrive()
    host.press(FRIENDS)
    host.press(FRIENDS, game)
    host.press(OPEN)
    host.page.wait_for_url(A_TABLE)
    host.camera.roll(1.2, 0.6, "waits")
    guest.arrive(host.page.url)
    guest.write(NICKNAME, guest.name)
    guest.press(SIT)
    guest.camera.roll(1.2, 0.6, "sits")
    for _ in range(2):
        host.play(1)
        guest.play(1)


def main() -> None:
    """Let the people come who are named, or all."""
    cast: list[tuple[str, dict[str, Any], str, Callable[..., None], str]] = [
        ("anna", PHONE, "en", alone, "le-plouf"),
        ("bruno", PHONE, "fr", alone, "plouf-party"),
        ("chloe", SMALL, "fr", alone, "croc-pool"),
        ("david", SMALL, "en", alone, "splash"),
        ("emma", TABLET, "en", alone, "plouf-party"),
        ("farid", TABLET, "fr", around_one_device, "le-plouf"),
        ("gina", LAPTOP, "en", alone, "croc-pool"),
        ("hugo", LAPTOP, "fr", alone, "splash"),
        ("iris", PHONE, "fr", invited, "croc-pool"),
        ("jonas", PHONE, "en", around_one_device, "plouf-party"),
    ]
    wanted = sys.argv[1:]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        service = stack.enter_context(Service(Path(folder) / "tables.db", bot_ms=800))
        browser = launched(stack.enter_context(sync_playwright()))
        for name, device, language, script, game in cast:
            if wanted and name not in wanted:
                continue
            people = [Person(browser, service, name, device, language)]
            if script is invited:
                people.insert(0, Person(browser, service, f"{name}-host", LAPTOP, "en"))
            script(*people, game)
            for person in people:
                print(f"{person.name}:", *(str(path.relative_to(FOLDER)) for path in person.camera.sheets(browser)))
                person.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
