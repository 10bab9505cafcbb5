"""Splash! in real browsers: the hand by mouse, by finger and by keyboard, and what others see of it."""

import re

import pytest
from playwright.sync_api import expect

from .axe import serious
from .conftest import PHONE, Visit
from .hands import (
    Finger,
    Frames,
    drag,
    gifts,
    hand,
    lower,
    open_tower,
    outcome,
    stage_points,
    story,
    take_up,
    until_held,
)
from .people import ending

ASIDE = 170
"""Pixels that are too far from the tower to land on it."""


def test_a_game_against_bots_is_finished_by_dragging_pieces(visit: Visit) -> None:
    page = visit()
    open_tower(page, 3)
    until_held(page)
    take_up(page)
    drag(page, 4)
    lower(page)
    outcome(page)
    while True:
        until_held(page)
        if ending(page).is_visible():
            break
        take_up(page)
        drag(page, ASIDE)
        assert "splash!" in outcome(page)
    expect(ending(page)).to_contain_text("win")


def test_a_piece_is_placed_by_a_finger(visit: Visit) -> None:
    page = visit(device=PHONE)
    finger = Finger(page)
    open_tower(page)
    until_held(page)
    hand(page, "take").tap()
    hand(page, "let-go").wait_for()
    for x, y in stage_points(page):
        finger.down(x, y)
        if page.locator(".stage.leads").count():
            break
        finger.up()
    for step in range(1, 30):
        finger.move(x + 6 * step, y)
    finger.up()
    assert "splash!" in outcome(page)


def test_a_piece_is_placed_by_keyboard_with_assistance(visit: Visit) -> None:
    page = visit()
    open_tower(page)
    until_held(page)
    hand(page, "assist").focus()
    page.keyboard.press("Enter")
    page.get_by_label("To the right, in mm").focus()
    page.keyboard.press("ArrowUp")
    for label in ("To the front, in mm", "Rotation, in degrees"):
        page.keyboard.press("Tab")
        expect(page.get_by_label(label)).to_be_focused()
    page.keyboard.press("Enter")
    expect(story(page).filter(has_text=re.compile("^Guest places"))).to_have_count(1, timeout=30_000)


def test_a_spectator_sees_the_same_fall(visit: Visit) -> None:
    page = visit()
    open_tower(page)
    until_held(page)
    guest = visit(path=None)
    watched = Frames(guest)
    guest.goto(page.url)
    guest.locator(".stage").wait_for()
    own = Frames(page)
    page.reload()
    take_up(page)
    drag(page, ASIDE)
    assert "splash!" in outcome(page)
    expect(story(guest).filter(has_text="splash!")).to_have_count(1)
    fall, seen = ([frame for frame in frames.seen if frame["held"] is None] for frames in (own, watched))
    assert fall
    assert fall == seen


def test_a_reload_in_the_middle_of_a_placement_gives_the_piece_back(visit: Visit) -> None:
    page = visit()
    open_tower(page)
    until_held(page)
    take_up(page)
    drag(page, 30)
    page.reload()
    hand(page, "let-go").wait_for()
    drag(page, ASIDE)
    assert "splash!" in outcome(page)


def test_the_server_says_why_a_piece_may_not_be_given(visit: Visit) -> None:
    page = visit()
    open_tower(page)
    expect(gifts(page)).to_have_count(15)
    page.locator(".pieces button:not(.open)").first.click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(gifts(page)).to_have_count(15)


def test_the_tower_is_drawn_flat_where_nothing_else_can_be(visit: Visit) -> None:
    page = visit()
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    open_tower(page)
    until_held(page)
    expect(page.get_by_role("img", name="From above")).to_be_visible()
    take_up(page)
    box = page.get_by_role("img", name="From above").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".stage.leads")).to_be_visible()
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()
    assert "splash!" in outcome(page)


def test_practice_remembers_the_highest_tower(visit: Visit) -> None:
    page = visit("/practice/splash")
    for aside in (0, ASIDE, ASIDE):
        gifts(page).first.click()
        take_up(page)
        drag(page, aside)
        lower(page)
        hand(page, "let-go").click()
        hand(page, "let-go").wait_for(state="detached")
        gifts(page).or_(page.get_by_role("button", name="Build another")).first.wait_for()
        if page.get_by_role("button", name="Build another").is_visible():
            break
    expect(page.get_by_role("alert").filter(has_text="the highest tower")).to_be_visible()
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="mm")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, scheme: str) -> None:
    page = visit(device=PHONE, color_scheme=scheme)
    open_tower(page, 4, teams=2)
    until_held(page)
    for button in (None, "assist"):
        if button:
            hand(page, button).click()
        assert serious(page) == []
