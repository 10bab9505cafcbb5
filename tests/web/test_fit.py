"""What fits on phones, and is large enough there. What every table must be: `test_every_entry.py`."""

import pytest
from playwright.sync_api import Page

from lido import words

from .checks import SMALLEST, UNDER_THE_DOCK
from .gallery import Gallery


def at_smallest(gallery: Gallery, entry: str) -> Page:
    """An entry on the smallest phone."""
    gallery.show(entry, "phone")
    gallery.resize(*SMALLEST)
    gallery.page.evaluate("gallery.settled()")
    return gallery.page


@pytest.mark.parametrize("entry", ["ending-won", "ending-shared"])
def test_the_rules_can_be_opened_after_a_game_on_the_smallest_phone(gallery: Gallery, entry: str) -> None:
    page = at_smallest(gallery, entry)
    with gallery.full_size():
        page.locator(".banner").get_by_role("button", name="Rules").click()
        page.get_by_role("dialog").wait_for()


@pytest.mark.parametrize(
    ("game", "scene"), [("le-plouf", "placing"), ("plouf-party", "accusing"), ("croc-pool", "swimming")]
)
def test_on_the_smallest_phone_the_longest_tip_leaves_room_for_the_players(
    gallery: Gallery, game: str, scene: str
) -> None:
    tips = [code for code in words.catalogue() if code.startswith(f"{game}.tip-")]
    page = at_smallest(gallery, f"table-{game}-{scene}")
    found = {}
    for language in words.LANGUAGES:
        longest = max((words.say(tip, language) for tip in tips), key=len)
        page.locator(".tip p").evaluate("(tip, text) => tip.lastChild.data = ` ${text}`", longest)
        page.evaluate("gallery.settled()")
        found[language] = page.evaluate(UNDER_THE_DOCK)
    assert found == dict.fromkeys(words.LANGUAGES, 0)


BESIDE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [board, asks, header] = [box(".main .board svg[role=group]"), box(".accusation"), box("body > header")];
    return { covered: Math.max(0, board.bottom - asks.top, header.bottom - board.top), high: board.height };
}"""


def test_on_every_phone_all_of_the_board_is_seen_above_an_accusation(gallery: Gallery) -> None:
    gallery.show("table-plouf-party-accusation", "phone")
    usual = gallery.page.evaluate(BESIDE)
    smallest = at_smallest(gallery, "table-plouf-party-accusation").evaluate(BESIDE)
    assert [usual["covered"], smallest["covered"]] == [0, 0]
    assert min(usual["high"], smallest["high"]) >= 180


SQUARE = """() => document.querySelector("[data-spot=c3]").getBoundingClientRect().width"""
LETTERS = """() => [...document.querySelectorAll(".main .board svg text.name")].map((one) =>
    parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""


def test_squares_and_letters_of_the_longest_board_are_large_enough_on_a_phone(gallery: Gallery) -> None:
    for entry in ("table-croc-pool-over", "table-croc-pool-late"):
        gallery.show(entry, "phone")
        assert gallery.page.evaluate(SQUARE) >= 34
    assert min(gallery.page.evaluate(LETTERS)) >= 10
    gallery.resize(320, 640)
    gallery.page.evaluate("gallery.settled()")
    assert min(gallery.page.evaluate(LETTERS)) >= 10


PICTURES = """() => [...document.querySelectorAll(".picture svg[role=group]")].map((board) =>
    board.getBoundingClientRect().width / board.closest("[role=img]").clientWidth)"""


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_on_a_phone_the_boards_of_the_rules_are_as_wide_as_the_text(gallery: Gallery, game: str) -> None:
    gallery.show(f"rules-{game}", "phone")
    parts = gallery.page.evaluate(PICTURES)
    assert len(parts) > 3
    assert min(parts) > 0.95


REACHED = """() => {
    const hidden = [];
    for (const one of document.querySelectorAll("form :is(button, summary, input, a)")) {
        if (one.closest(".go") || one.closest("details:not([open])") && one.localName !== "summary") continue;
        scrollTo(0, 0);
        one.focus();
        const foot = document.querySelector(".go").getBoundingClientRect().top;
        const { bottom } = one.getBoundingClientRect();
        if (bottom > foot) hidden.push(one.textContent.trim());
    }
    return hidden;
}"""
FOOT = "() => document.querySelector('.go').offsetHeight / innerHeight"


def test_the_foot_of_a_new_table_is_low_and_covers_nothing_that_is_chosen(gallery: Gallery) -> None:
    for entry in ("new-choices", "new-plouf-party"):
        gallery.show(entry, "phone")
        assert (gallery.page.evaluate(REACHED), gallery.page.evaluate(FOOT) < 0.13) == ([], True)
        page = at_smallest(gallery, entry)
        assert (page.evaluate(REACHED), page.evaluate(FOOT) < 0.13) == ([], True)
