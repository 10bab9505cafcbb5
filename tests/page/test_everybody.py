"""For everybody: languages, keys alone, and a board in words. What axe finds: `tests/web/test_every_entry.py`."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .people import open_table, to_move, told, with_bot

MOST_KEYS = 300


def test_the_page_speaks_french_to_the_french_and_english_on_demand(visit: Visit) -> None:
    page = visit(locale="fr-FR")
    expect(page.get_by_role("heading", name="Venez jouer au bord de l'eau")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.get_by_role("button", name="Jouer Le Plouf").click()
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Plateau en texte").click()
    page.get_by_label("Votre coup").fill("c3")
    page.get_by_label("Votre coup").press("Enter")
    refused = page.get_by_role("alert").filter(has_text=re.compile("."))
    expect(refused).to_contain_text("les pions se posent sur le bord")
    page.get_by_label("Langue").select_option(label="English")
    expect(refused).to_contain_text("pawns are placed on the rim")
    expect(page.get_by_role("list", name="Game log")).to_contain_text("Everybody is here")


def test_the_language_follows_the_browser_until_another_is_chosen(visit: Visit) -> None:
    page = visit("/rules/le-plouf", locale="de-AT")
    expect(page.get_by_role("heading", name="Le Plouf: die Regeln")).to_be_visible()
    told = page.request.get(page.url, headers={"accept-language": "de-AT"}).text()
    assert '<html lang="de">' in told
    assert "<title>Le Plouf: die Regeln</title>" in told
    page.get_by_label("Sprache").select_option(label="Nederlands")
    expect(page.get_by_role("heading", name="Le Plouf: de regels")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Le Plouf: de regels")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "nl"


FOCUSED = """() => {
    const one = document.activeElement;
    const words = one === document.body ? "" : `${one.ariaLabel} ${one.textContent}`;
    return [words, getComputedStyle(one).outlineStyle !== "none" || one instanceof SVGElement];
}"""
"""What has the focus (nothing does where the page itself has it), and whether it is seen to have it."""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something of that name has the focus; it must be seen that it has."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused, is_seen = page.evaluate(FOCUSED)
        if "".join(name.split()) in "".join(focused.split()):
            assert is_seen
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def test_the_keyboard_alone_is_enough(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now Le Plouf").wait_for()
    tab_to(page, "Play now Le Plouf")
    page.keyboard.press("Enter")
    to_move(page).first.wait_for()
    tab_to(page, "Selectable")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()
    tab_to(page, "Text board")
    page.keyboard.press("Enter")
    page.get_by_label("Your move").wait_for()
    for _ in range(80):
        if page.evaluate("document.activeElement.matches('form input')"):
            break
        page.keyboard.press("Shift+Tab")
    mine = page.get_by_role("cell", name="Guest")
    taken = mine.count()
    page.keyboard.type(page.locator("form input").first.get_attribute("placeholder") or "")
    page.keyboard.press("Enter")
    expect(mine).to_have_count(taken + 1)


@pytest.mark.parametrize("game", ["Le Plouf", "Plouf Party", "Crocodile Pool Party"])
def test_every_board_is_played_by_keys_alone(visit: Visit, game: str) -> None:
    page, rng = visit(), random.Random(2)
    page.get_by_role("button", name=f"Play now {game}").wait_for()
    tab_to(page, f"Play now {game}")
    page.keyboard.press("Enter")
    for _ in range(2):
        to_move(page).first.wait_for()
        before = told(page)
        while not page.evaluate("document.activeElement.matches('[data-spot]')"):
            page.keyboard.press("Tab")
        for _ in range(MOST_KEYS):
            if told(page) > before:
                break
            if re.search("Selectable|You can go here", page.evaluate("document.activeElement.ariaLabel") or ""):
                page.keyboard.press("Enter")
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]))
        assert told(page) > before


def test_after_a_direction_is_chosen_the_focus_stays_where_the_pawn_went(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "plouf-party")
    to_move(page).first.wait_for()
    focused = page.locator(":focus")
    page.locator('[data-spot="5"]').focus()
    page.keyboard.press("Enter")
    clockwise = page.locator('[data-spot="cw"]')
    clockwise.wait_for()
    space = re.match(r"\d+", clockwise.get_attribute("aria-label") or "")
    assert space
    clockwise.focus()
    page.keyboard.press("Enter")
    there = page.locator(f'[data-spot="{space[0]}"]')
    expect(there).to_be_focused()
    expect(there).to_have_attribute("tabindex", "0")
    expect(page.locator("[data-spot][tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("data-spot", re.compile("."))
    expect(there).not_to_be_focused()


def test_the_secret_can_be_heard_by_those_who_read_the_board(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "plouf-party")
    page.get_by_role("button", name="Text board").click()
    expect(page.get_by_text("Your colour is")).to_be_visible()
    open_table(page, "plouf-party", "here", "here")
    page.locator(".curtain button").click()
    expect(page.get_by_text("Your colour is")).to_have_count(0)
    page.get_by_role("button", name="My secret").click()
    expect(page.get_by_text("Your colour is")).to_be_visible()
