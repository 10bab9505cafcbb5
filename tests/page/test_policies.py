"""What the page lets people do at a table: take back, ask for hints, play again."""

import re

from playwright.sync_api import Page, expect

from .conftest import Visit
from .people import ending, seated, spot, to_move, with_bot


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def two_players(visit: Visit, game: str = "le-plouf") -> tuple[Page, Page]:
    """Two people at a table that has begun."""
    host, guest = visit(None), visit(None)
    seated(host, game, 2)
    host.get_by_role("button", name="Leave the seat").wait_for()
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    to_move(host).first.wait_for()
    return host, guest


def test_the_button_says_why_nothing_can_be_taken_back(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "le-plouf")
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("You have made no move yet")).to_be_visible()
    spot(page, "a1").click()
    expect(page.locator('[data-piece="a1"]')).to_have_count(1)
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-piece]")).to_have_count(0)


def test_there_are_no_hints_between_people(visit: Visit) -> None:
    host, _ = two_players(visit)
    expect(host.get_by_role("button", name="Resign")).to_be_visible()
    expect(host.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_rematch_tells_who_asked_and_starts_when_all_have_agreed(visit: Visit) -> None:
    host, guest = two_players(visit)
    give_up(host)
    before = guest.url
    guest.get_by_role("button", name="Rematch").click()
    expect(guest.get_by_text("The rematch starts when")).to_be_visible()
    expect(ending(host)).to_contain_text("asks for a rematch")
    host.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        expect(page).not_to_have_url(before)
        expect(page).to_have_url(re.compile("/t/"))
    to_move(guest).first.wait_for()


def test_whoever_asked_for_a_rematch_is_told_that_the_other_declined(visit: Visit) -> None:
    host, guest = two_players(visit, "croc-pool")
    give_up(host)
    expect(guest.get_by_role("button", name=re.compile("^Rematch"))).to_have_count(2)
    guest.get_by_role("button", name=re.compile("^Rematch")).first.click()
    host.get_by_role("button", name="Refuse").click()
    expect(guest.get_by_text("does not want a rematch")).to_be_visible()
