"""Whole games, finished by clicks alone."""

import random
import re

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit
from .people import ending, open_table, play_one, play_out, spot, tap, to_move, with_bot


@pytest.mark.parametrize(
    ("game", "bots"), [("le-plouf", ["random"] * 3), ("plouf-party", ["random"] * 2), ("croc-pool", ["club"])]
)
def test_a_game_against_bots_is_played_to_its_end(visit: Visit, game: str, bots: list[str]) -> None:
    page = visit()
    open_table(page, game, "here", *bots)
    play_out(page, random.Random(game))
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()


@pytest.mark.parametrize("game", ["Le Plouf", "Plouf Party", "Crocodile Pool Party"])
def test_one_click_from_the_first_page_one_can_play(visit: Visit, game: str) -> None:
    page = visit()
    page.get_by_role("button", name=f"Play now {game}").click()
    to_move(page).first.wait_for()
    expect(page).to_have_title(f"● Your turn · {game} · Lido")


@pytest.mark.parametrize("height", [844, 640])
def test_seats_and_actions_are_on_the_screen_of_a_phone(visit: Visit, height: int) -> None:
    still = {**PHONE, "reduced_motion": "reduce"}  # seats rise a little when it is their turn
    page = visit(None, {**still, "viewport": {"width": 390 if height > 700 else 320, "height": height}})
    with_bot(page, "plouf-party", 2)
    to_move(page).first.wait_for()
    dock = page.locator(".dock").bounding_box()
    assert dock
    for seat in page.get_by_role("region", name="Players").get_by_role("listitem").all():
        box = seat.bounding_box()
        assert box
        assert box["y"] + box["height"] <= dock["y"] + 1
    for name in ("Take back", "Resign"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Resign").tap()
    expect(page.get_by_role("alertdialog").get_by_role("button", name="Resign")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_played_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit(None, PHONE)
    with_bot(page, "plouf-party", 2)
    rng = random.Random(3)
    to_move(page).first.wait_for()
    spot(page, "5").tap()
    expect(page.locator(".spot.open")).to_have_count(2)
    expect(page.locator(".banner")).to_contain_text("which way?")
    page.locator(".spot.open").first.tap()
    expect(page.locator(".banner")).not_to_contain_text("which way?")
    play_one(page, rng, tap)  # after a few moves more a bot may have guessed one's colour
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_end_says_who_won_and_why_and_opens_the_moment_that_decided_it(visit: Visit) -> None:
    page = visit(None, PHONE)
    with_bot(page, "le-plouf")
    play_out(page, random.Random(5), tap)
    shown = ending(page)
    expect(shown).to_be_in_viewport()
    expect(shown).to_contain_text(re.compile("Pawns on the rim: you|The same position has occurred three times"))
    expect(page.locator("main")).not_to_contain_text("LP-")
    shown.get_by_text("Why?").tap()
    expect(shown).to_contain_text(re.compile("law LP-(14|R6)"))
    shown.get_by_role("link", name="Turning point").tap()
    expect(page.get_by_text("The game turned here.")).to_be_visible()
    page.get_by_role("button", name="Try other moves").tap()
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Back to the game").tap()
    expect(to_move(page)).to_have_count(0)


def test_the_rules_and_the_aim_are_at_the_table_and_tips_come_once(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "croc-pool")
    banner = page.locator(".banner")
    expect(banner).to_contain_text("Your turn")
    expect(banner).to_contain_text("Bring more tiles than the other player")
    tip = page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text("Choose one of your swimmers")
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    page.reload()
    expect(banner).to_contain_text("Your turn")
    expect(tip).to_have_count(0)
    banner.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("The aim")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tip_stays_when_something_else_is_touched_and_when_its_moment_was_short(visit: Visit) -> None:
    page = visit(None, own=True)
    page.clock.set_fixed_time(page.evaluate("Date.now()"))  # as if the move came at once
    with_bot(page, "le-plouf")
    tip = page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text("corners are safe")
    page.locator(".banner").click()
    spot(page, "b1").click()
    expect(page.locator('[data-piece="b1"]')).to_be_attached()
    assert tip.is_visible()
    assert tip.evaluate("element => getComputedStyle(element).opacity") == "1"


@pytest.mark.parametrize("players", [3, 4, 6])
def test_on_a_phone_all_seats_and_whose_turn_it_is_are_seen_without_scrolling(visit: Visit, players: int) -> None:
    page = visit(None, PHONE, locale="fr-FR")
    with_bot(page, "plouf-party", players - 1)
    to_move(page).first.wait_for()
    page.locator(".got").tap()
    seats = page.get_by_role("region", name="Joueurs").get_by_role("listitem")
    expect(seats).to_have_count(players)
    dock = page.locator(".dock").bounding_box()
    assert dock
    for seat in seats.all():
        box = seat.bounding_box()
        assert box
        assert box["y"] + box["height"] <= dock["y"]
    expect(page.locator('[aria-current="step"]')).to_contain_text("vous")


def test_a_table_that_takes_its_time_says_so(visit: Visit) -> None:
    page = visit(None, own=True)
    with_bot(page, "le-plouf")
    to_move(page).first.wait_for()
    page.route_web_socket("**/socket*", lambda _: None)
    page.reload()
    expect(page.get_by_text("Opening the table …")).to_be_visible()


def test_the_last_choice_at_play_now_is_remembered(visit: Visit) -> None:
    page = visit()
    card = page.locator("article").filter(has=page.get_by_role("heading", name="Plouf Party", exact=True))
    expect(card.get_by_label("Players")).to_have_value("4")
    card.get_by_label("Players").select_option("3")
    card.get_by_label("Level").select_option("random")
    card.get_by_label("My seat").select_option("2")
    page.reload()
    expect(card.get_by_label("Players")).to_have_value("3")
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("region", name="Players").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("region", name="Players").get_by_role("listitem").nth(1)).to_contain_text("(you)")
