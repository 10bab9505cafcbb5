"""The tower of the day on a phone: built until it falls, in the table, and watched by somebody else."""

import re

from playwright.sync_api import Page, expect

from lido.games.splash.challenge import COUNT

from .axe import serious
from .conftest import PHONE, Visit
from .hands import SELDOM, hand

FLAT = """
const context = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind === "webgl2" ? null : context.call(this, kind, ...more);
};
"""
"""A browser that cannot draw in three dimensions: what it shows can be asked for."""


def place(page: Page, aside: int = 0) -> None:
    """Have the piece placed, so many millimetres beside the middle."""
    hand(page, "assist").tap()
    page.get_by_label("To the right, in mm").fill(str(aside))
    hand(page, "place").tap()


def at(page: Page, number: int) -> None:
    """Wait until the piece of that number is to be placed."""
    expect(page.get_by_text(f"Piece {number} of {COUNT}")).to_be_visible()
    expect(hand(page, "take")).to_be_visible()


def row(page: Page, name: str) -> str:
    """The row of a person in the table of today."""
    return page.locator("table").first.get_by_role("row").filter(has_text=name).inner_text()


def test_a_tower_is_built_on_a_phone_until_it_falls_and_others_watch_its_ghost(visit: Visit) -> None:
    ann = visit(None, PHONE, own=True)
    ann.add_init_script(SELDOM)
    ann.goto("/")
    ann.get_by_label("Nickname").fill("Ann")
    ann.keyboard.press("Enter")
    ann.get_by_role("region", name="Tower of the day").get_by_role("link", name="Build it").tap()
    expect(ann.get_by_text("3 tries left today")).to_be_visible()
    expect(ann.get_by_role("list", name="The pieces of today").get_by_role("listitem")).to_have_count(COUNT)
    assert serious(ann) == []
    ann.get_by_role("button", name="Build it").tap()
    for number in (1, 2):
        at(ann, number)
        place(ann)
    at(ann, 3)
    place(ann, 20)
    expect(ann.get_by_text("Splash! The tower before that counts.")).to_be_visible()
    expect(ann.get_by_text(re.compile(r"Your best tower is number 1 of \d+ today"))).to_be_visible()
    expect(ann.get_by_text("2 tries left today")).to_be_visible()
    assert re.search(r"Ann\s.*mm", row(ann, "Ann"), re.S)
    expect(ann.get_by_text("1 day in a row")).to_be_visible()
    assert serious(ann) == []

    bob = visit(None, PHONE, reduced_motion="no-preference", own=True)
    bob.add_init_script(FLAT)
    bob.goto("/challenge/splash")
    bob.get_by_role("button", name="Watch how Ann built").tap()
    expect(bob.get_by_role("heading", name="Ann's tower")).to_be_visible()
    expect(bob.locator('.watch[data-shown="2"]')).to_be_visible()
    expect(bob.get_by_text("for beauty")).to_be_visible()
    expect(bob.locator(".front .piece")).to_have_count(2)
    bob.get_by_role("button", name="Once more").tap()
    bob.get_by_role("button", name="To the end").tap()
    expect(bob.locator('.watch[data-shown="2"]')).to_be_visible()
    bob.get_by_role("button", name="Back to the list").tap()
    bob.get_by_role("button", name="Build it").tap()
    at(bob, 1)
    expect(bob.locator(".front .veil")).to_have_count(1)
    place(bob)
    at(bob, 2)
    expect(bob.locator(".front .veil")).to_have_count(2)
    bob.get_by_role("button", name="Stop here").tap()
    expect(bob.get_by_text("It stands, and it counts.")).to_be_visible()
    assert row(bob, "Ann")


def test_a_try_is_gone_on_with_after_the_page_was_left(visit: Visit) -> None:
    page = visit(None, PHONE, own=True)
    page.add_init_script(FLAT)
    page.goto("/challenge/splash")
    page.get_by_role("button", name="Build it").tap()
    at(page, 1)
    place(page)
    at(page, 2)
    page.goto("/challenge/splash")
    page.get_by_role("button", name="Go on with your tower").tap()
    at(page, 2)
    expect(page.locator(".front .piece")).not_to_have_count(0)


def test_without_the_service_it_says_that_it_needs_it(visit: Visit) -> None:
    page = visit("/", PHONE, calm=False, own=True)
    expect(page.get_by_role("region", name="Tower of the day")).to_be_visible()
    page.get_by_role("link", name="Build it").tap()
    expect(page.get_by_text("3 tries left today")).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("The tower of the day needs the service")).to_be_visible()
