"""Splash! in real browsers: the hand by mouse, by finger and by keyboard, and what others see of it."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .axe import serious
from .conftest import PHONE, Visit
from .guide import Finger, Guide, Keys, Means, Mouse, Seen, lean, sent
from .hands import (
    PATIENCE_MS,
    SELDOM,
    Frames,
    drag,
    gifts,
    give,
    hand,
    open_tower,
    outcome,
    placements,
    story,
    take_up,
    until_held,
)
from .people import ending, seated

ASIDE = 170
"""Pixels that are too far from the tower to land on it."""
WINDOW: dict[str, Any] = {"viewport": {"width": 760, "height": 560}}
"""A small one: where a processor draws the water, every pixel takes its time."""
NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
MEANS: dict[str, tuple[dict[str, Any], Callable[[Page, Seen], Means], float]] = {
    "finger": (PHONE, lambda page, _: Finger(page), 30.0),
    "mouse": (WINDOW, lambda page, _: Mouse(page), 30.0),
    "keys": ({"viewport": {"width": 480, "height": 480}}, Keys, 4.0),
}
"""What the hand is guided with: on which device, and how far to carry a piece to see where that leads."""


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """Somebody opens the page in a browser that draws seldom."""

    def visited(path: str | None = "/", *given: Any, **more: Any) -> Page:
        page = visit(None, *given, **more, own=True)
        page.add_init_script(SELDOM)
        if path is not None:
            page.goto(path)
        return page

    return visited


@pytest.mark.parametrize("by", [by if by == "finger" else pytest.param(by, marks=pytest.mark.slow) for by in MEANS])
def test_a_piece_is_guided_to_its_target_and_set_down_gently(visit: Visit, by: str) -> None:
    device, means, step = MEANS[by]
    page = visit(None, device)
    seen = Seen(page)
    open_tower(page, hand="steady")
    until_held(page)
    take_up(page)
    expect(page.get_by_role("timer")).to_be_visible()
    guide = Guide(page, seen, means(page, seen), step)
    guide.set_down()
    assert guide.off < 0.0005
    assert max(map(abs, guide.leaning)) < 0.02
    assert seen.touches
    assert max(seen.touches) < 0.9
    expect(placements(page)).to_have_count(1)
    expect(placements(page)).to_contain_text("stands")


@pytest.mark.slow
def test_a_game_against_bots_is_finished_by_dragging_pieces_aside(visit: Visit) -> None:
    page = visit(None, WINDOW)
    open_tower(page, 3)
    while True:
        until_held(page)
        if ending(page).is_visible():
            break
        take_up(page)
        drag(page, ASIDE)
        outcome(page)
    expect(ending(page)).to_contain_text("win")


@pytest.mark.slow
def test_a_piece_is_turned_over_and_around(visit: Visit) -> None:
    page = visit(None, PHONE)
    seen = Seen(page)
    open_tower(page)
    until_held(page)
    take_up(page)
    finger = Finger(page)
    finger.carry(10, 0)
    before = list(seen.aim)
    hand(page, "tip").tap()
    sent(page)
    turned = abs(sum(one * other for one, other in zip(before[3:], seen.aim[3:], strict=True)))
    assert turned == pytest.approx(0.5**0.5, abs=0.01), "a quarter turn"
    between = list(seen.aim)
    finger.drag(hand(page, "level"), 0, 40, (0.91, 0.5))
    sent(page)
    assert seen.aim[3:] != between[3:]
    leans = [math.hypot(*lean(seen.view["held"], aim[3:])) for aim in (between, seen.aim)]
    assert leans[0] == pytest.approx(leans[1], abs=0.001), "the ring does not tilt"


def test_a_piece_is_placed_by_keyboard_with_assistance(visit: Visit) -> None:
    page = visit(None, WINDOW)
    open_tower(page, hand="steady")
    until_held(page)
    hand(page, "assist").focus()
    page.keyboard.press("Enter")
    page.get_by_label("To the right, in mm").focus()
    page.keyboard.press("ArrowRight")
    for label in ("To the back, in mm", "Rotation, in degrees"):
        page.keyboard.press("Tab")
        expect(page.get_by_label(label)).to_be_focused()
    page.keyboard.press("ArrowRight")
    hand(page, "place").focus()
    page.keyboard.press("Enter")
    expect(placements(page)).to_have_count(1)
    expect(placements(page)).to_contain_text("stands")


@pytest.mark.slow
def test_a_spot_is_chosen_on_the_map(visit: Visit) -> None:
    page = visit(None, PHONE)
    open_tower(page)
    until_held(page)
    hand(page, "assist").tap()
    map = page.get_by_role("img", name=re.compile("^The target from above"))
    box = map.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] * 0.95, box["y"] + box["height"] / 2)
    assert float(page.get_by_label("To the right, in mm").input_value()) == 20
    hand(page, "place").tap()
    expect(placements(page)).to_have_count(1)
    expect(placements(page)).to_contain_text("splash!")


@pytest.mark.slow
def test_a_gift_is_shown_over_its_target_before_it_is_given(visit: Visit) -> None:
    page = visit(None, WINDOW)
    seen = Seen(page)
    open_tower(page, hand="steady")
    until_held(page)
    take_up(page)
    Guide(page, seen, Mouse(page), 30.0).set_down()
    gifts(page).first.wait_for()
    hardness = {gift["move"]: gift["hardness"] for gift in seen.view["gifts"]}
    offered = [hardness[move] for move in gifts(page).evaluate_all("all => all.map(one => one.dataset.move)")]
    assert offered == sorted(offered, reverse=True), "the nastiest first"
    gifts(page).first.click()
    told = page.locator(".chosen").get_by_role("status")
    expect(told).to_contain_text("goes on")
    expect(told).to_contain_text(re.compile("easy|tricky|nasty"))
    page.locator("[data-give]").click()
    expect(gifts(page)).to_have_count(0)


@pytest.mark.slow
def test_a_spectator_sees_the_same_fall(visit: Visit) -> None:
    page = visit(None, WINDOW)
    open_tower(page)
    until_held(page)
    guest = visit(path=None, device=WINDOW)
    watched = Frames(guest)
    guest.goto(page.url)
    guest.locator(".stage").wait_for()
    own = Frames(page)
    page.reload()
    take_up(page)
    drag(page, ASIDE)
    assert "splash!" in outcome(page)
    expect(placements(guest).filter(has_text="splash!")).to_have_count(1)
    fall, seen = ([frame for frame in frames.seen if frame["held"] is None] for frames in (own, watched))
    assert fall
    assert fall == seen


def test_a_reload_in_the_middle_of_a_placement_gives_the_piece_back(visit: Visit) -> None:
    page = visit(None, WINDOW)
    open_tower(page)
    until_held(page)
    take_up(page)
    drag(page, 30)
    page.reload()
    hand(page, "let-go").wait_for()
    drag(page, ASIDE)
    assert "splash!" in outcome(page)


def two_pieces_high(host: Page, guest: Page) -> tuple[Page, Page]:
    """Let two people build until a piece stands on another; who must give then, and the other."""
    giver, placer = host, guest
    for turn in range(9):
        give(giver)
        hand(placer, "assist").click()
        hand(placer, "place").click()
        told = story(host).filter(has_text=re.compile(r"^(Lola|Guest) places"))
        expect(told).to_have_count(turn + 1, timeout=PATIENCE_MS)
        giver, placer = placer, giver
        if turn and "stands" in (told.last.text_content() or ""):
            break
    gifts(giver).first.wait_for()
    return giver, placer


@pytest.mark.clause("SP-20", "SP-R13")
@pytest.mark.slow
def test_one_of_two_people_declares_an_accident_and_the_other_refuses_then_agrees(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.get_by_label("Your nickname").fill("Lola")
    expect(host.get_by_text("Saved.")).to_be_visible()
    seated(host, "splash", 2, options={"draft": "deal", "hand": "steady"})
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    gifts(host).first.wait_for()
    accident = re.compile("^An accident")
    expect(host.get_by_role("button", name=accident)).to_have_count(0)
    giver, placer = two_pieces_high(host, guest)
    placer.get_by_role("button", name=accident).click()
    placer.get_by_role("button", name="Nobody's fault").click()
    giver.locator('[data-accident="question"]').get_by_role("button", name="Refuse").click()
    for page in (giver, placer):
        expect(page.get_by_text("Not everybody agreed")).to_be_visible()
    give(giver)
    hand(placer, "take").wait_for()
    at_fault, innocent = ("Lola", "Guest") if giver is host else ("Guest", "Lola")
    knocked = story(host).filter(has_text=f"{at_fault} knocks the tower by accident.")
    stands = host.get_by_text("The tower was knocked and still stands")
    for _ in range(9):
        placer.get_by_role("button", name=accident).click()
        asking = placer.get_by_role("alertdialog", name=accident)
        expect(asking.get_by_role("button", name=innocent, exact=True)).to_have_count(0)
        asking.get_by_role("button", name=at_fault, exact=True).click()
        question = giver.get_by_role("alert").filter(has_text=f"{innocent} declares an accident. At fault: {at_fault}")
        expect(question).to_be_visible()
        assert serious(giver) == []
        expect(placer.get_by_text("The others are asked")).to_be_visible()
        question.get_by_role("button", name="Accept").click()
        knocked.or_(stands).first.wait_for(timeout=PATIENCE_MS)
        if knocked.count():
            break
    expect(story(guest).filter(has_text=f"{at_fault} knocks the tower by accident.")).to_have_count(1)
    bases = giver.locator(".choice [data-piece]")
    if bases.count():
        bases.first.click()
        giver.locator('[data-move^="base"]').click()
    hand(placer, "take").wait_for()


def test_the_server_says_why_a_piece_may_not_be_given(visit: Visit) -> None:
    page = visit(None, WINDOW)
    open_tower(page)
    expect(gifts(page)).to_have_count(15)
    page.locator(".pieces button").first.click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(gifts(page)).to_have_count(15)


def test_the_tower_is_drawn_flat_where_nothing_else_can_be(visit: Visit) -> None:
    page = visit(None, WINDOW)
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    open_tower(page)
    until_held(page)
    box = page.get_by_role("img", name="From above").bounding_box()
    assert box
    take_up(page)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".stage.leads")).to_be_visible()
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()
    outcome(page)


@pytest.mark.slow
def test_practice_remembers_the_highest_guided_tower(visit: Visit) -> None:
    page = visit("/practice/splash")
    page.wait_for_load_state("networkidle")
    assert "left" not in page.locator(".practice").inner_text().split(), "there are no neighbours"
    again = page.get_by_role("button", name="Build another")
    seen = Seen(page)
    page.reload()
    for turn in range(3):
        give(page)
        take_up(page)
        guide = Guide(page, seen, Mouse(page), 30.0)
        if turn:
            drag(page, ASIDE)
            hand(page, "let-go").click()
        else:
            guide.set_down()
        gifts(page).or_(again).first.wait_for()
        if again.is_visible():
            break
    expect(page.get_by_role("alert").filter(has_text="the highest tower")).to_be_visible()
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="mm")).to_have_count(1)


@pytest.mark.slow
def test_a_tower_that_the_program_built_is_not_on_the_list(visit: Visit) -> None:
    page = visit("/practice/splash")
    again = page.get_by_role("button", name="Build another")
    for turn in range(9):
        give(page)
        hand(page, "assist").click()
        if turn:
            page.get_by_label("To the right, in mm").fill("20")
        hand(page, "place").click()
        gifts(page).or_(again).first.wait_for()
        if again.is_visible():
            break
    expect(page.get_by_role("alert").filter(has_text="not on the list")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="mm")).to_have_count(0)


@pytest.mark.parametrize(("device", "scheme"), [(NARROW, "light"), (WINDOW, "dark")], ids=["narrow", "window"])
def test_axe_finds_nothing_serious(visit: Visit, device: dict[str, object], scheme: str) -> None:
    page = visit(None, device, color_scheme=scheme)
    open_tower(page, 4, teams=2)
    gifts(page).first.click()
    assert serious(page) == []
    until_held(page)
    assert serious(page) == []
    hand(page, "assist").click()
    assert serious(page) == []
    page.get_by_role("button", name="Steer instead").click()
    take_up(page)
    assert serious(page) == []
    page.goto(re.sub(r"/t/.*", "/practice/splash", page.url))
    gifts(page).first.wait_for()
    assert serious(page) == []
