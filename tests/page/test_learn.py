"""Lessons and rules: every position exists, every task can be done, every picture is drawn."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import lido
from lido import registry, words

from .conftest import Visit
from .people import begin_lesson, spot

COURSES = {
    file.parent.name.replace("_", "-"): json.loads(file.read_text("utf-8"))
    for file in (Path(__file__).parents[2] / "src" / "lido" / "games").glob("*/lesson.json")
}
LESSONS = [(game, lesson) for game, course in COURSES.items() for lesson in course["lessons"]]


def begun(game: str, start: dict[str, Any]) -> lido.Match:
    position = start.get("position")
    deal = None if position else COURSES[game].get("deal")
    match = lido.new(game, players=start["players"], position=position, deal=deal)
    for move in start.get("moves", ()):
        match.play(move)
    return match


def answers(game: str, lesson: dict[str, Any]) -> Iterator[str]:
    """The moves that do what the lesson asks for."""
    for move in begun(game, lesson).legal_moves():
        events = begun(game, lesson).play(move)
        if move in lesson.get("answers", ()) or any(event["event"] == lesson.get("event") for event in events):
            yield move


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{game}-{lesson['id']}" for game, lesson in LESSONS])
def test_a_task_can_be_done_by_the_learner(game: str, lesson: dict[str, Any]) -> None:
    assert begun(game, lesson).turn == lesson["seat"]
    assert list(answers(game, lesson))
    for code in (f"{game}.lesson-{lesson['id']}", f"{game}.lesson-{lesson['id']}-done"):
        assert words.say(code, "fr") != words.say(code, "en")


@pytest.mark.parametrize("game", sorted(COURSES))
def test_every_chapter_of_the_rules_has_words_and_a_picture_that_exists(game: str) -> None:
    for chapter in COURSES[game]["chapters"]:
        assert "\n" in words.say(f"{game}.rules-{chapter['id']}").strip()
        if "picture" in chapter:
            begun(game, chapter["picture"])


def test_every_game_can_be_learnt() -> None:
    assert set(COURSES) == set(registry.own())


def test_a_learner_makes_the_move_and_goes_on(visit: Visit) -> None:
    page = visit("/learn/le-plouf")
    begin_lesson(page)
    page.get_by_role("button", name="Try again").click()
    spot(page, "b5").click()
    spot(page, "c5").click()
    expect(page.get_by_text("can no longer walk")).to_be_visible()


def test_the_rules_can_be_printed(visit: Visit) -> None:
    page = visit("/rules/le-plouf", color_scheme="dark", own=True)
    page.get_by_role("heading", name="Pushing").wait_for()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Le Plouf: the rules")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("body > header")).to_be_hidden()
    expect(page.locator("section").first).to_have_css("break-inside", "avoid")
