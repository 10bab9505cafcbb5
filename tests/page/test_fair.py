"""The deal before everybody's eyes: its number, who is waited for, and the proof at the end."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Visit
from .people import ending, open_table, resign, seated, to_move, with_bot

Record = dict[str, Any]


def test_whoever_was_away_when_all_sat_down_is_waited_for(visit: Visit) -> None:
    host, away, last = visit(None), visit(), visit(None)
    away.get_by_label("Your nickname").fill("Lola")
    expect(away.get_by_text("Saved.")).to_be_visible()
    seated(host, "le-plouf", 3)
    number = host.locator("dd code")
    expect(number).to_have_text(re.compile(r"^[0-9a-f]{4}( [0-9a-f]{4}){3}$"))
    for guest in (away, last):
        guest.goto(host.url)
        expect(guest.locator("dd code")).to_have_text(number.inner_text())
        guest.get_by_role("button", name="Sit down").first.click()
        if guest is away:
            away.get_by_role("button", name="Leave the seat").wait_for()
            away.goto("about:blank")
    for page in (host, last):
        expect(page.get_by_text("Waiting for Lola to open the page")).to_be_visible()
        expect(page.get_by_role("button", name="Leave the seat")).to_have_count(0)
    expect(host.get_by_role("button", name="Close the table")).to_be_visible()
    away.goto(host.url)
    to_move(host).first.wait_for()


def played(page: Page, path: str = "le-plouf") -> None:
    """A game against a bot, which is given up at once."""
    with_bot(page, path)
    to_move(page).first.wait_for()
    resign(page)
    ending(page).wait_for()


def test_the_page_checks_the_proof_by_itself(visit: Visit) -> None:
    page = visit(None)
    played(page)
    expect(ending(page)).to_contain_text("The deal was fair: checked")
    page.reload()
    expect(ending(page)).to_contain_text("The deal was fair: checked")


def test_people_at_one_device_all_reveal(visit: Visit) -> None:
    page = visit()
    open_table(page, "le-plouf", "here", "here")
    to_move(page).first.wait_for()


def cut(record: Record) -> None:
    del record["log"][2]


def another_bot(record: Record) -> None:
    record["strings"][1] = "chosen"


@pytest.mark.parametrize(
    ("forge", "said"), [(cut, "the log of this table is broken"), (another_bot, "other than what it had committed to")]
)
def test_a_forged_record_is_found_out_by_the_page(visit: Visit, forge: Callable[[Record], None], said: str) -> None:
    page = visit(None, own=True)

    def answer(route: Route) -> None:
        record = route.fetch().json()
        forge(record)
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.route("**/api/tables/*/record", answer)
    played(page)
    expect(ending(page).get_by_role("alert")).to_contain_text(said)
