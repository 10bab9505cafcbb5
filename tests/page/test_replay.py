"""Finished games: step by step, as every seat saw them, with what they were worth."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit
from .people import ending, play_one, resign, seated, to_move


def finished(page: Page, game: str, *bots: str, moves: int = 4) -> None:
    """Play a little, give up if it is not over by then, and open the replay."""
    seated(page, game, len(bots) + 1, bots={str(seat): level for seat, level in enumerate(bots, start=2)})
    for _ in range(moves):
        play_one(page, random.Random(moves))
    to_move(page).or_(ending(page)).first.wait_for()
    if not ending(page).is_visible():
        resign(page)
    expect(ending(page)).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()


WIN_IN_ONE = "5/1ABA1/1BAB1/2BA1/AB3 1 A 2"
"""A pushes the pawn on b1 into the last free cell of the pool."""
LOST = "5/5/5/5/A4 1 B 2"
"""A has the first corner, and whatever B does A wins: the latest if B takes a corner too."""


def imported(page: Page, position: str, *moves: str) -> None:
    """Open a game of Le Plouf from a file."""
    record = {"format": 1, "game": "le-plouf", "players": 2, "position": position, "moves": list(moves)}
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_game_is_stepped_through_by_buttons_and_keys(visit: Visit) -> None:
    page = visit(None)
    finished(page, "le-plouf", "random")
    pieces = page.locator("[data-piece]")
    expect(pieces).to_have_count(0)
    page.get_by_role("button", name="Next move").click()
    expect(pieces).to_have_count(1)
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    expect(pieces).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(pieces).to_have_count(1)
    page.keyboard.press("End")
    expect(page.get_by_text("Nipper (random) wins")).to_be_visible()
    page.keyboard.press("Home")
    expect(pieces).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(pieces).to_have_count(2)


def test_a_game_is_seen_with_the_eyes_of_each_seat(visit: Visit) -> None:
    page = visit(None)
    finished(page, "plouf-party", "random", moves=2)
    secret = page.get_by_role("img", name="Your colour is")
    expect(secret).to_have_count(0)
    page.get_by_role("group", name="As seen by").get_by_role("button", name="Guest").click()
    expect(secret).to_be_visible()


def test_a_game_is_analysed(visit: Visit) -> None:
    page = visit(None)
    finished(page, "croc-pool", "random", moves=2)
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.get_by_role("img", name="Evaluation, move by move")).to_be_visible()
    expect(page.get_by_text("Best moves for Guest:")).to_be_visible()
    expect(page.get_by_text("exact value")).to_have_count(0)
    expect(page.get_by_role("button", name="Analyse the game")).to_have_count(0)


def test_where_a_game_is_solved_its_analysis_is_exact(visit: Visit) -> None:
    page = visit("/r")
    imported(page, WIN_IN_ONE, "a1-b1")
    page.get_by_role("button", name="Analyse the game").click()
    analysis = page.get_by_role("region", name="Analysis")
    expect(analysis.get_by_role("term")).to_have_text(["wins in 1 best", "draw"])
    expect(analysis.get_by_role("definition")).to_have_text(["a1-b1 (played)", "a1-a2"])
    expect(analysis.get_by_text("dots: exact value")).to_be_visible()
    expect(analysis.get_by_text("Nobody made a mistake")).to_be_visible()


def test_a_bad_move_is_marked_on_the_board_the_graph_and_in_the_lists(visit: Visit) -> None:
    page = visit("/r")
    imported(page, WIN_IN_ONE, "a1-a2")
    page.get_by_role("button", name="Analyse the game").click()
    page.get_by_role("button", name="Move 1, Seat 1: Blunder").press("Enter")
    expect(page.locator(".board .verdict")).to_have_text("??")
    expect(page.get_by_role("status").filter(has_text="Blunder. Better: a1-b1")).to_be_visible()
    listed = page.get_by_role("button", name="1. Seat 1: a1-a2")
    expect(listed.get_by_role("img", name="Blunder")).to_be_visible()
    page.get_by_text("Game log").click()
    expect(page.get_by_role("listitem").filter(has_text="b1").get_by_role("img", name="Blunder")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator(".board .verdict")).to_have_count(0)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_what_is_exact_is_said_in_french_on_a_phone(visit: Visit, colours: str) -> None:
    page = visit("/r", PHONE, locale="fr-FR", color_scheme=colours)
    imported(page, LOST)
    page.get_by_role("button", name="Analyser la partie").tap()
    analysis = page.get_by_role("region", name="Analyse")
    expect(analysis.get_by_role("term").first).to_have_text(re.compile(r"^\s*perd en \d+ meilleur coup\s*$"))
    expect(analysis.get_by_role("definition").first).to_have_text("a5, e1, e5")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_downloaded_and_opened_from_its_file(visit: Visit, tmp_path: Path) -> None:
    page = visit(None)
    finished(page, "croc-pool", "random", moves=2)
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "record.json"
    coming.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["game"] == "croc-pool"
    other = visit("/r")
    other.get_by_label("Open a file").set_input_files(file)
    expect(other.get_by_role("heading", name="Crocodile Pool Party")).to_be_visible()
    other.get_by_label("Open a file").set_input_files(
        {"name": "x.json", "mimeType": "text/plain", "buffer": b"nothing"}
    )
    expect(other.get_by_role("alert")).to_contain_text("not the record of a game")
