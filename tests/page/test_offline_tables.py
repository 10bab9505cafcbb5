"""A level that needs the tables of its game: they are loaded when it is wanted, and kept from then on."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.server.service import Service

from .conftest import LAPTOP, PATIENCE_MS
from .people import ending, play_one, resign, spot, to_move
from .test_offline import READY, play_now, without_network


@pytest.fixture
def visited(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser that has visited the page once, with a network."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **LAPTOP)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(service.address)
    page.evaluate(READY)
    assert not [address for address in loaded if address.endswith(".tables")]
    page.close()
    yield context
    context.close()


def level(page: Page, name: str, game: str = "Le Plouf") -> Locator:
    """The choice of a level for a game of two."""
    card = page.locator("article").filter(has=page.get_by_role("heading", name=game, exact=True))
    card.get_by_label("Players").select_option("2")
    return card.get_by_label("Level").locator(f"option[value={name}]")


def wanted(page: Page, game: str, name: str) -> None:
    """Play against a level whose tables come for it."""
    with page.expect_event("requestfinished", lambda request: request.url.endswith(".tables")):
        play_now(page, game, level=name, players=2)


def open_page(context: BrowserContext, service: Service) -> Page:
    page = context.new_page()
    page.goto(service.address)
    return page


def test_a_level_whose_tables_never_came_is_not_offered_without_a_network(
    visited: BrowserContext, service: Service
) -> None:
    visited.set_offline(True)
    page = open_page(visited, service)
    without_network(page)
    expect(level(page, "master")).to_be_disabled()
    expect(level(page, "master")).to_have_text(re.compile(r"Octave \(master\) · \d+: only with a network"))
    expect(level(page, "expert", "Plouf Party")).to_have_text(re.compile(r"Finn \(expert\) · \d+: only with a network"))
    expect(level(page, "club", "Plouf Party")).to_be_enabled()
    page.evaluate("localStorage.setItem('lido.quick', JSON.stringify({'le-plouf': {level: 'master', players: 2}}))")
    page.reload()
    card = page.locator("article").filter(has=page.get_by_role("heading", name="Le Plouf", exact=True))
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Without a network, Octave (master) cannot play on this device.")).to_be_visible()


def test_a_level_that_was_wanted_once_plays_and_judges_exactly_without_a_network(
    visited: BrowserContext, service: Service
) -> None:
    page = open_page(visited, service)
    wanted(page, "Le Plouf", "master")
    page.close()
    visited.set_offline(True)
    page = open_page(visited, service)
    without_network(page)
    expect(level(page, "master")).to_be_enabled()
    play_now(page, "Le Plouf", level="master", players=2)
    spot(page, "c1").click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()
    resign(page)
    ending(page).get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.get_by_text("With best play")).to_be_visible()


def test_experts_that_were_wanted_once_play_without_a_network(visited: BrowserContext, service: Service) -> None:
    for game in ("Plouf Party", "Le Plouf"):
        page = open_page(visited, service)
        wanted(page, game, "expert")
        page.close()
    visited.set_offline(True)
    page = open_page(visited, service)
    without_network(page)
    expect(level(page, "expert")).to_be_enabled()
    expect(level(page, "expert", "Plouf Party")).to_be_enabled()
    play_now(page, "Plouf Party", level="expert", players=2)
    rng = random.Random(3)
    for _ in range(3):
        play_one(page, rng)
    to_move(page).or_(ending(page)).first.wait_for()
