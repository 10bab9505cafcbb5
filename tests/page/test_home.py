"""The home page: the visitor's face, the ways to play, and the tables of others."""

import pytest
from playwright.sync_api import Page, expect

import lido

from .conftest import PHONE, Visit


def face(page: Page) -> int:
    """The visitor's face, as the service has it."""
    seed: int = page.evaluate("async () => (await (await fetch('/api/me')).json()).face")
    return seed


def test_a_tap_on_ones_own_face_draws_another_which_stays(visit: Visit) -> None:
    page = visit()
    own = page.get_by_role("button", name="Another face")
    own.locator(".ground").wait_for()  # faces are loaded later
    before, drawn = face(page), own.inner_html()
    with page.expect_response("**/api/me"):
        own.click()
    assert face(page) != before
    assert own.inner_html() != drawn
    shown = own.locator("svg").first.inner_html()
    page.reload()
    own.locator(".ground").wait_for()
    assert own.locator("svg").first.inner_html() == shown


def test_nothing_is_cut_at_the_edge_of_a_small_phone(visit: Visit) -> None:
    page = visit("/", {"viewport": {"width": 320, "height": 640}})
    page.get_by_role("button", name="Another face").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.get_by_label("Your nickname").bounding_box()
    assert box
    assert box["x"] + box["width"] <= 320


WORDS_ON_TWO_LINES = """() => [...document.querySelectorAll("nav .name")].flatMap(({ firstChild: text }) => {
    const broken = ({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    };
    return [...text.data.matchAll(/\\S+/g)].filter(broken).map(([word]) => word);
})"""


def test_no_name_of_a_game_is_broken_on_a_small_phone(visit: Visit) -> None:
    page = visit("/new/croc-pool", {"viewport": {"width": 320, "height": 640}})
    expect(page.locator("nav .name", has_text="Crocodile")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(WORDS_ON_TWO_LINES) == []


@pytest.mark.parametrize("language", ["xx", "constructor", 7])
def test_a_language_that_the_page_has_no_more_falls_back_to_that_of_the_browser(visit: Visit, language: object) -> None:
    page = visit("/", locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.evaluate("language => localStorage.setItem('lido', JSON.stringify({ language }))", language)
    page.reload()
    expect(page.get_by_role("button", name="Jouer Le Plouf")).to_be_visible()


def test_to_pass_the_device_gives_every_seat_to_this_device(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Pass the device").click()
    page.get_by_role("link", name="Pass the device Le Plouf").click()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("here")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("here")


def test_the_posters_leave_no_gap_on_a_tablet_and_their_buttons_are_in_line(visit: Visit) -> None:
    page = visit("/", {"viewport": {"width": 768, "height": 1024}})
    cards, buttons = page.locator("article"), page.get_by_role("button", name="Play now ")
    expect(cards).to_have_count(len(lido.games()))
    tops = [box["y"] for card in cards.all() if (box := card.bounding_box())]
    assert (tops[0], tops[2]) == (tops[1], tops[3])
    main = [box["y"] for button in buttons.filter(has=page.locator(".sr-only")).all() if (box := button.bounding_box())]
    assert (main[0], main[2]) == (main[1], main[3])


def test_tables_that_wait_for_players_are_seen_at_once_on_a_phone(visit: Visit) -> None:
    host = visit()
    host.wait_for_load_state("networkidle")
    host.evaluate(
        """async () => fetch("/api/tables", {
            method: "POST", headers: {"content-type": "application/json"},
            body: JSON.stringify({game: "croc-pool", players: 2, public: true})
        })"""
    )
    page = visit("/", PHONE)
    waiting = page.get_by_role("region", name="At the pool now").get_by_role("link", name="Crocodile Pool Party").first
    expect(waiting).to_be_in_viewport()
