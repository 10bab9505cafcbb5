"""Bots on the page: which ones can be chosen, and what they advise."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from lido import bots
from tests.server.service import Service

from .conftest import Visit
from .people import seated, spot, to_move, with_bot


def offered(chooser: Locator) -> set[str]:
    """What a field lets one choose, once the server has told which bots there are."""
    chooser.locator('option[value="expert"]').wait_for(state="attached")
    return set(chooser.locator("option").evaluate_all("options => options.map(option => option.value)"))


def test_the_master_is_offered_for_le_plouf_for_two_alone(visit: Visit) -> None:
    page = visit("/new/le-plouf")
    other = page.get_by_label("Seat 2")
    other.select_option("master")
    expect(other.locator("option:checked")).to_contain_text("Octave (master) · ")
    page.get_by_role("button", name="3", exact=True).click()
    assert "master" not in offered(other)
    expect(other).to_have_value("friend")
    page.get_by_role("button", name="2", exact=True).click()
    expect(other).to_have_value("master")
    page.goto(page.url.replace("le-plouf", "croc-pool"))
    assert offered(page.get_by_label("Seat 2")) == {
        "here", "friend", "random", "gentle", "club", "expert", "match",
    }  # fmt: skip


def test_the_host_seats_a_master_at_an_open_table(visit: Visit) -> None:
    page = visit(None)
    seated(page, "le-plouf", 2)
    page.get_by_role("button", name="Leave the seat").wait_for()
    page.get_by_label("Bot level").select_option("master")
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_text("Octave (master)").first).to_be_visible()
    to_move(page).first.wait_for()


def test_a_hint_is_marked_on_the_board_until_one_moves(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "le-plouf")
    to_move(page).first.wait_for()
    marked = page.locator("rect.advised")
    expect(marked).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(marked).to_have_count(1)
    cell = page.get_by_text("A bot would play").inner_text().split()[-1].rstrip(".")
    assert cell in {"a1", "a5", "e1", "e5"}, "only a corner wins"
    ring, place = marked.bounding_box(), spot(page, cell).bounding_box()
    assert ring
    assert place
    assert abs(ring["x"] + ring["width"] / 2 - place["x"] - place["width"] / 2) < 2
    spot(page, cell).click()
    expect(marked).to_have_count(0)


def test_a_level_says_what_it_is_and_how_strong(visit: Visit) -> None:
    page = visit("/new/croc-pool")
    other = page.get_by_label("Seat 2")
    other.select_option("gentle")
    expect(other.locator("option:checked")).to_have_text(
        f"Puddle (easy) · {bots.ratings('croc-pool')['gentle'].mean:.0f}"
    )
    expect(page.get_by_text("The duck overlooks a lot, and forgives every mistake.")).to_be_visible()
    other.select_option("match")
    expect(page.get_by_text("The otter plays about as well as you do.")).to_be_visible()


def test_a_bot_of_my_level_follows_my_results(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('lido.strength', JSON.stringify({'le-plouf': {mean: 12.4, games: 3}}))")
    page.goto(page.url.rstrip("/") + "/new/le-plouf")
    page.get_by_label("Seat 2").select_option("match")
    page.get_by_role("button", name="Open the table").click()
    to_move(page).first.wait_for()
    expect(page.get_by_text("Pebble (12)").first).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('lido.strength'))['le-plouf'].games === 4")
    assert page.evaluate("JSON.parse(localStorage.getItem('lido.strength'))['le-plouf'].mean") < 12.4


def test_a_hint_says_what_is_expected_and_who_is_probably_who(visit: Visit, tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", bot_ms=1_000) as patient:  # in less a slow machine expects nothing
        page = visit(None, at=patient)
        with_bot(page, "plouf-party", 2)
        to_move(page).first.wait_for()
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_text("A bot would play")).to_be_visible()
        expect(page.get_by_text("Expected next:")).to_be_visible()
        expect(page.get_by_text(re.compile(r"most likely \w+ \(\d+.%\)"))).to_have_count(2)
        page.goto("about:blank")
