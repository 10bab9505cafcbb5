"""Whole games, finished by clicks alone."""

import random

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit
from .people import ending, open_table, play_out, spot, tap, to_move


@pytest.mark.parametrize(("game", "bots"), [("le-plouf", 3), ("plouf-party", 2), ("croc-pool", 1)])
def test_a_game_against_bots_is_played_to_its_end(visit: Visit, game: str, bots: int) -> None:
    page = visit()
    open_table(page, game, "here", *["random"] * bots)
    play_out(page, random.Random(game))
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()


@pytest.mark.parametrize("game", ["Le Plouf", "Plouf Party", "Crocodile Pool Party"])
def test_one_click_from_the_first_page_one_can_play(visit: Visit, game: str) -> None:
    page = visit()
    page.get_by_role("button", name=f"Play now {game}").click()
    to_move(page).first.wait_for()
    expect(page).to_have_title(f"● Your turn · {game} · Lido")


def test_a_game_is_played_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("/", PHONE)
    open_table(page, "plouf-party", "here", "random", "random")
    rng = random.Random(3)
    to_move(page).first.wait_for()
    spot(page, "5").tap()
    expect(page.locator(".spot.open")).to_have_count(2)
    expect(page.locator(".banner")).to_contain_text("which way?")
    page.locator(".spot.open").first.tap()
    expect(page.locator(".banner")).not_to_contain_text("which way?")
    play_out(page, rng, tap)
    expect(ending(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
