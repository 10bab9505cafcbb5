"""A tournament of eight, four of them bots, from opening to the final table on the page for the wall."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.service import Service

from .conftest import LAPTOP, PHONE, Visit
from .people import ending, resign

NAMES = ("Lola", "Max", "Zoé", "Karim")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path / "tables.db", module="tests.server.club.soon") as service:
        yield service


def named(page: Page, name: str) -> None:
    page.get_by_label("Your nickname").fill(name)
    expect(page.get_by_text("Saved.")).to_be_visible()


def give_up(page: Page) -> None:
    """Resign the game where one sits, unless it was won meanwhile, and go back."""
    page.get_by_role("button", name="Resign").or_(ending(page)).first.wait_for()
    if not ending(page).is_visible():
        resign(page)
    ending(page).get_by_role("link", name="To the tournament").click()
    page.wait_for_url("**/cup/*")


def test_a_tournament_of_eight_on_the_wall(evening: Service, visit: Visit) -> None:
    host = visit("/", at=evening)
    named(host, NAMES[0])
    host.get_by_role("link", name="Open a tournament").click()
    host.get_by_label("Its name").fill("Friday at the pool")
    host.get_by_role("button", name="Le Plouf").click()
    host.get_by_role("button", name="Swiss rounds").click()
    host.get_by_role("button", name="Open a tournament").click()
    host.wait_for_url("**/cup/*")
    link = host.get_by_role("textbox", name="The link to the tournament").input_value()
    wall = visit(re.sub(r"^https?://[^/]+/cup", "/wall", link), at=evening, device=LAPTOP)
    expect(wall.get_by_text("Scan to take part")).to_be_visible()
    host.get_by_role("button", name="Take part").click()
    guests = [visit(re.sub(r"^https?://[^/]+", "", link), at=evening, device=PHONE) for _ in NAMES[1:]]
    for guest, name in zip(guests, NAMES[1:], strict=True):
        named(guest, name)
        guest.get_by_role("button", name="Take part").tap()
        expect(host.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    host.get_by_label("Bot level").select_option("random")
    for _ in range(4):
        before = host.get_by_role("listitem").count()
        host.get_by_role("button", name="Add this bot").click()
        expect(host.get_by_role("listitem")).to_have_count(before + 1)
    expect(wall.get_by_role("row")).to_have_count(9)
    for name in NAMES:
        expect(wall.get_by_role("row").filter(has_text=name)).to_have_count(1)
    host.get_by_role("button", name="Begin").click()

    for number in (1, 2, 3):
        expect(wall.get_by_role("heading", name=f"Round {number} of 3").first).to_be_visible()
        for page in (host, *guests):
            expect(page.get_by_role("heading", name=f"Round {number} of 3")).to_be_visible()
            page.get_by_role("link", name=re.compile("^Play ")).click()
            page.wait_for_url("**/t/*")
        for page in (host, *guests):
            give_up(page)
    expect(wall.get_by_text("The tournament is over")).to_be_visible()
    points = wall.locator("tbody td.points").all_inner_texts()
    assert sum(float(text.replace("½", ".5") if text != "½" else 0.5) for text in points) == 12
    expect(wall.get_by_role("heading", name="Earlier rounds")).to_be_visible()
    expect(host.get_by_text("The tournament is over")).to_be_visible()
    expect(wall.get_by_role("button", name="Print")).to_be_visible()
    wall.emulate_media(media="print")
    expect(wall.get_by_role("button", name="Print")).to_be_hidden()
    expect(wall.get_by_role("table")).to_be_visible()
