"""The puzzle of the day on a phone: solved, and failed with the reason shown by play; and puzzles without a network."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from lido.puzzles import Puzzle, daily, find, puzzles

from .conftest import PHONE, Visit
from .people import spot


def of_today() -> Puzzle:
    found = find(daily(datetime.now(UTC).date()))
    assert found
    return found


READY = ".spot.open, .bar button, .accusation button:enabled"
"""What can be chosen when the solver is to move."""


def make(page: Page, move: str) -> None:
    """Make a move by tapping, as on a phone, and confirm it where that is asked."""
    expect(page.locator(READY).first).to_be_visible()
    if accusation := re.fullmatch(r"accuse (\d) (\w+)", move):
        dialog = page.get_by_role("dialog")
        if not dialog.is_visible():
            page.locator(".bar").get_by_role("button", name="Accuse").tap()
        dialog.get_by_role("button", name=f"Seat {accusation[1]}", exact=True).tap()
        dialog.get_by_role("button", name=re.compile(f"^{accusation[2]}$", re.I)).tap()
        dialog.locator(".button.main").tap()
    else:
        for place in re.split("[-=]", move):
            there = page.locator('.spot.open[data-spot^="bar-"]') if place == "bar" else spot(page, place)
            if "Selected" not in (there.get_attribute("aria-label") or ""):  # what alone can move is taken already
                there.tap()
    confirm = page.locator(".bar").get_by_role("button", name="Play", exact=True)
    if confirm.is_visible():
        confirm.tap()


def said(page: Page, text: str) -> None:
    expect(page.locator(".said")).to_contain_text(text)


@pytest.fixture
def puzzle() -> Puzzle:
    """One of Le Plouf with more than one move to find."""
    return next(each for each in puzzles("le-plouf").values() if len(each.answers) == 2 and "=" not in str(each.line))


def test_the_puzzle_of_the_day_is_solved_on_a_phone(visit: Visit) -> None:
    page, today = visit("/puzzles", PHONE), of_today()
    expect(page.get_by_text("A new streak begins today")).to_be_visible()
    for answer in today.answers:
        make(page, answer)
    said(page, "Solved!")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_text("Your rating was 25.0")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("1 day in a row")).to_be_visible()


def test_a_wrong_move_is_answered_by_play_and_can_be_taken_back(visit: Visit, puzzle: Puzzle) -> None:
    page = visit(f"/puzzles/{puzzle.id}", PHONE)
    wrong, replies = next(iter(puzzle.why[0].items()))
    make(page, wrong)
    said(page, "That is not it.")
    page.get_by_role("button", name="Why not?").tap()
    expect(page.get_by_role("button", name="Why not?")).to_be_hidden()
    said(page, "win is gone" if puzzle.kind == "win" else "other side wins")
    assert len(replies) > 1
    page.get_by_role("button", name="Try again").tap()
    for answer in puzzle.answers:
        make(page, answer)
    said(page, "Solved!")
    expect(page.get_by_text("Your rating was")).to_be_hidden()
    expect(page.locator(".solver")).to_contain_text(re.compile(r"Rating 2[0-4]\.\d"))


@pytest.mark.parametrize("game", ["plouf-party", "croc-pool"])
def test_puzzles_of_games_with_secrets_are_solved_too(visit: Visit, game: str) -> None:
    puzzle = next(iter(puzzles(game).values()))
    page = visit(f"/puzzles/{puzzle.id}", PHONE)
    for answer in puzzle.answers:
        make(page, answer)
    said(page, "Solved!")


def test_the_solution_is_shown_and_another_puzzle_follows(visit: Visit, puzzle: Puzzle) -> None:
    page = visit(f"/puzzles/{puzzle.id}", PHONE)
    page.get_by_role("button", name="Show the solution").tap()
    said(page, "That is the only way.")
    page.get_by_role("navigation", name="Another puzzle").get_by_role("button", name="Le Plouf").tap()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()


def test_a_puzzle_solved_without_a_network_counts_when_it_is_back(visit: Visit) -> None:
    page, today = visit("/puzzles", PHONE, calm=False, own=True), of_today()
    expect(page.locator(READY).first).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    for answer in today.answers:
        make(page, answer)
    said(page, "Solved!")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    page.unroute("**/api/**")
    page.reload()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    me = page.evaluate("fetch('/api/puzzles').then(answer => answer.json()).then(({ me }) => me)")
    assert (me["streak"], me["today"], me["solved"]) == (1, True, 1)
