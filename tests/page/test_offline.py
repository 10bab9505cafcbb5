"""Without a network after one visit: whole games, a shared device, a lesson, an analysis; then, with one, the games are
given to the service.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import lido
from lido.verify import findings
from lido.words import say
from tests.server.service import Service

from .axe import serious
from .conftest import LAPTOP, PATIENCE_MS
from .people import CHOICES, MOST_CHOICES, begin_lesson, choose, ending, play_one, play_out, resign, spot, to_move

READY = """() => new Promise(resolve => {
    const look = () => navigator.serviceWorker.controller?.state === "activated" ? resolve() : setTimeout(look, 50);
    look();
})"""
"""Resolves when all files of the page are kept."""

OFFLINE = ("le-plouf", "plouf-party", "croc-pool")

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def installed(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser that has visited the page once; the network is off since."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **LAPTOP)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(service.address)
    page.evaluate(READY)
    page.close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def opened(installed: BrowserContext, service: Service) -> Iterator[Open]:
    """The page at an address, without a network; what it complains of fails the test."""
    complaints: list[str] = []

    def at(path: str = "/") -> Page:
        page = installed.pages[0] if installed.pages else installed.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(service.address + path)
        if path == "/":
            without_network(page)
        return page

    yield at
    for page in installed.pages:
        page.evaluate("sessionStorage.clear()")  # whatever was said before this is heard now
    assert complaints == []  # what a page cannot load while it is left does not count


def without_network(page: Page) -> None:
    """Wait until the first page knows that there is no network; when it was opened, there may still have been one."""
    expect(page.get_by_text("No network: you can still play")).to_be_visible()
    unreached = page.locator(".toast")
    if unreached.is_visible():
        unreached.get_by_role("button", name="Close").click()


def play_now(page: Page, game: str, level: str = "club", players: int | None = None) -> None:
    card = page.locator("article").filter(has=page.get_by_role("heading", name=game, exact=True))
    if players:
        card.get_by_label("Players").select_option(str(players))
    card.get_by_label("Level").select_option(level)
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/device/*")
    to_move(page).or_(ending(page)).first.wait_for()


def test_the_first_page_says_what_needs_a_network(opened: Open) -> None:
    page = opened()
    expect(page.get_by_role("heading", name="Come and play by the pool")).to_be_visible()
    expect(page.get_by_text("Games with people elsewhere need a network.")).to_be_visible()
    for game in lido.games():
        card = page.locator("article").filter(has=page.get_by_role("heading", name=say(f"{game.id}.name"), exact=True))
        expect(card.get_by_text("This game needs a network.")).to_have_count(int(game.id not in OFFLINE))
    assert serious(page) == []
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_text("Inviting friends needs a network.")).to_have_count(3)


@pytest.mark.parametrize("game", ["Le Plouf", "Plouf Party", "Crocodile Pool Party"])
def test_a_whole_game_is_played_against_club(opened: Open, game: str) -> None:
    page = opened()
    play_now(page, game)
    assert page.get_by_role("region", name="Chat").count() == 0
    play_out(page, random.Random(game))
    shown = ending(page)
    shown.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile("wins|win|draw")).first).to_be_visible()


def test_a_game_goes_on_after_the_page_was_closed_with_hints_undo_and_a_rematch(opened: Open) -> None:
    page = opened()
    play_now(page, "Le Plouf", players=2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("rect.advised")).to_have_count(1)
    spot(page, "c1").click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()
    address = page.url
    page.close()
    page = opened(re.sub(r"^https?://[^/]+", "", address))
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Take back").first.click()
    expect(page.locator("[data-piece]")).to_have_count(0)
    spot(page, "a1").click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    resign(page)
    expect(ending(page)).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(address)
    page.wait_for_url("**/device/*")
    to_move(page).first.wait_for()


def test_people_around_one_device_keep_their_secrets(opened: Open) -> None:
    page = opened("/new/plouf-party?here")
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_label("Name of the player at seat 2").fill("Zoé")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/device/*")
    rng, curtains = random.Random(8), 0
    secret = page.get_by_role("img", name="Your colour is")
    passed = page.get_by_role("button", name=re.compile("^I am "))
    for _ in range(MOST_CHOICES):
        page.locator(f"{CHOICES}, .curtain button, .ending").first.wait_for()
        if page.locator(".ending").is_visible():
            break
        if page.locator(".curtain").is_visible():
            expect(secret).to_have_count(0)
            expect(page.locator("[data-piece]")).to_have_count(0)
            passed.click()
            curtains += 1
        else:
            choose(page, rng)
    expect(ending(page)).to_contain_text("Zoé")
    assert curtains > 5


def test_a_lesson_is_learnt(opened: Open) -> None:
    page = opened("/learn/le-plouf")
    begin_lesson(page)


def test_a_game_is_analysed(opened: Open) -> None:
    page = opened()
    play_now(page, "Crocodile Pool Party", level="random")
    for _ in range(2):
        play_one(page, random.Random(2))
    to_move(page).first.wait_for()
    resign(page)
    ending(page).get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.get_by_role("img", name="Evaluation, move by move")).to_be_visible()
    expect(page.get_by_text("Best moves for Guest:")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse the game")).to_have_count(0)
    expect(page.get_by_text(re.compile("Analysing"))).to_have_count(0)


def kept(page: Page) -> Locator:
    return page.get_by_role("region", name="Games on this device")


def test_the_games_are_listed_saved_deleted_and_given_to_the_service(
    opened: Open, installed: BrowserContext, service: Service, tmp_path: Path
) -> None:
    for game in ("Le Plouf", "Plouf Party", "Crocodile Pool Party", "Le Plouf", "Le Plouf"):
        page = opened()
        play_now(page, game, level="random", players=None if game.startswith("Crocodile") else 2)
        to_move(page).first.wait_for()
        resign(page)
        ending(page).wait_for()
    page = opened("/me")
    games = kept(page).locator(".game")
    expect(games).to_have_count(4)
    kept(page).get_by_role("button", name="Show all").click()
    before = games.count()
    assert before > 4
    with page.expect_download() as coming:
        games.last.get_by_role("button", name="Download").click()
    file = tmp_path / "record.json"
    coming.value.save_as(file)
    assert list(findings(file.read_bytes()))
    games.first.get_by_role("button", name="Delete").click()
    games.first.get_by_role("button", name="Delete").click()
    expect(games).to_have_count(before - 1)
    expect(kept(page).get_by_role("button", name=re.compile("at the service too"))).to_have_count(0)
    installed.set_offline(False)
    try:
        page.reload()
        kept(page).get_by_role("button", name=re.compile("at the service too")).click()
        expect(kept(page).get_by_role("button", name=re.compile("at the service too"))).to_have_count(0)
        mine = page.evaluate("fetch('/api/me/tables').then(answer => answer.json())")
        assert {info["game"] for info in mine} == {"le-plouf", "plouf-party", "croc-pool"}
        assert {info["status"] for info in mine} == {"over"}
        for info in mine:
            record = page.evaluate(
                "id => fetch(`/api/tables/${id}/record`).then(answer => answer.json())", info["table"]
            )
            assert "verify.device" in [finding.code for finding in findings(json.dumps(record))]
    finally:
        installed.set_offline(True)


def test_the_puzzle_of_the_day_is_there(opened: Open) -> None:
    page = opened("/puzzles")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    expect(page.get_by_text("No network: what you solve now counts")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("That is the only way.")).to_be_visible()
    page.get_by_role("navigation", name="Another puzzle").get_by_role("button", name="Le Plouf").click()
    expect(page.get_by_text("Only one move")).to_be_visible()
