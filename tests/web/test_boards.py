"""The boards of the page, used as people use them: by click, drag, touch, keys, and by listening."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, WEB, Open

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("le-plouf", "plouf-party", "croc-pool")


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def open_spots(page: Page) -> set[str]:
    return set(page.locator(".spot.open").evaluate_all("spots => spots.map(spot => spot.dataset.spot)"))


def replayed(page: Page) -> Locator:
    """The board with its last move in motion."""
    board = page.locator("svg[role=group]")
    page.get_by_role("button", name="replay").click()
    expect(board).to_have_attribute("aria-busy", "true")
    return board


def played(page: Page) -> Locator:
    """The move that the board has handed over."""
    return page.locator("small").first


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pawn_is_tapped_and_then_where_it_goes(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1")
    assert open_spots(page) == {"b5", "d5", "a1", "b1", "e1"}
    spot(page, "d5").click()
    assert open_spots(page) == {"c5"}
    spot(page, "c5").click()
    expect(played(page)).to_have_text("d5-c5")


def test_what_leads_nowhere_drops_the_choice(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1")
    before = open_spots(page)
    spot(page, "d5").click()
    spot(page, "c3").click(force=True)
    assert open_spots(page) == before
    expect(played(page)).to_be_empty()


def test_a_pawn_is_dragged(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1")
    page.mouse.move(*middle(spot(page, "d5")))
    page.mouse.down()
    page.mouse.move(*middle(spot(page, "c4")), steps=4)
    page.mouse.move(*middle(spot(page, "c5")), steps=4)
    page.mouse.up()
    expect(played(page)).to_have_text("d5-c5")


def test_a_pawn_that_is_dragged_astray_goes_home(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1")
    home = page.locator('[data-piece="d5"]').get_attribute("transform")
    page.mouse.move(*middle(spot(page, "d5")))
    page.mouse.down()
    page.mouse.move(*middle(spot(page, "c3")), steps=4)
    assert page.locator('[data-piece="d5"]').get_attribute("transform") != home
    page.mouse.up()
    assert page.locator('[data-piece="d5"]').get_attribute("transform") == home
    expect(played(page)).to_be_empty()


def test_by_touch_a_move_is_asked_for_once_more(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1&confirm", PHONE)
    spot(page, "d5").tap()
    spot(page, "c5").tap()
    expect(played(page)).to_be_empty()
    page.get_by_role("button", name="Cancel").tap()
    spot(page, "d5").tap()
    spot(page, "c5").tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(played(page)).to_have_text("d5-c5")


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes from one point to another."""
    finger = page.context.new_cdp_session(page)
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_a_pawn_that_can_move_and_scrolls_elsewhere(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=2", PHONE)
    swipe(page, middle(spot(page, "d5").first), middle(spot(page, "c5").first))
    expect(played(page)).to_have_text("d5-c5")
    assert page.evaluate("scrollY") == 0
    x, y = middle(spot(page, "c3").first)
    swipe(page, (x, y), (x, y - 150))
    expect(page.locator("html")).not_to_have_js_property("scrollTop", 0)


def test_by_keys_alone_a_swimmer_moves(show: Open) -> None:
    page = show("game=croc-pool&scene=swimming&most=1")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "d2, water: swimmer of Lola. Selectable.")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "d3, water: free. You can go here.")
    page.keyboard.press("Enter")
    expect(played(page)).to_have_text("d2-d3")


def test_a_swimmer_is_turned_over_by_a_button(show: Open) -> None:
    page = show("game=croc-pool&scene=swimming&most=1")
    spot(page, "d2").click()
    page.get_by_role("button", name="Turn it over").click()
    expect(played(page)).to_have_text("flip d2")


def test_a_crocodile_that_must_move_is_chosen_already(show: Open) -> None:
    page = show("game=croc-pool&scene=turning&most=1")
    goals = open_spots(page)
    assert len(goals) == 8
    spot(page, min(goals)).click()
    expect(played(page)).to_have_text(f"d10-{min(goals)}")


def test_the_pawn_in_hand_goes_one_way_or_the_other(show: Open) -> None:
    page = show("game=plouf-party&scene=directing&most=1")
    assert open_spots(page) == {"cw", "ccw"}
    spot(page, "ccw").click()
    expect(played(page)).to_have_text("ccw")


def test_an_accusation_names_a_player_and_a_colour(show: Open) -> None:
    page = show("game=plouf-party&scene=accusing&most=1&lang=fr")
    page.get_by_role("button", name="Accuser quelqu'un").click()
    panel = page.get_by_role("dialog", name="Accuser quelqu'un")
    expect(panel).to_contain_text("En cas d'erreur")
    panel.get_by_role("button", name="Zoé").click()
    panel.get_by_role("button", name="vert", exact=True).click()
    panel.get_by_role("button", name="Accuser Zoé d'être vert").click()
    expect(played(page)).to_have_text("accuse 3 green")


def test_the_list_of_an_accusation_does_not_give_ones_own_colour_away(show: Open) -> None:
    page = show("game=plouf-party&scene=accusing&most=1")
    own = (page.get_by_role("img", name="Your colour is").get_attribute("aria-label") or "").split()[-1]
    page.get_by_role("button", name="Accuse somebody").click()
    panel = page.get_by_role("dialog", name="Accuse somebody")
    panel.get_by_role("button", name="Zoé").click()
    panel.get_by_role("button", name=own, exact=True).click()
    expect(panel.get_by_role("status")).to_contain_text("your own colour")
    expect(panel.get_by_role("button", name="Accuse somebody")).to_be_disabled()


def test_ones_own_colour_is_in_plain_sight_with_its_name(show: Open) -> None:
    page = show("game=plouf-party&scene=picking&most=1")
    assert page.locator(".secret").count() == 0
    expect(page.get_by_role("img", name="Your colour is")).to_have_text(
        re.compile("You are ?(red|orange|yellow|green|blue|purple)")
    )


def test_on_a_shared_screen_ones_own_colour_is_shown_only_while_it_is_pressed(show: Open) -> None:
    page = show("game=plouf-party&scene=picking&most=1&shared=1")
    secret = page.locator(".secret")
    assert secret.text_content() == "?"
    hidden = secret.get_attribute("aria-label")
    page.mouse.move(*middle(secret))
    page.mouse.down()
    assert secret.get_attribute("aria-label") != hidden
    page.mouse.up()
    assert secret.text_content() == "?"
    assert show("game=plouf-party&scene=picking&most=1&seat=0").locator(".secret").count() == 0


def test_a_verdict_is_a_scene_that_ends_by_itself_or_by_a_click(show: Open) -> None:
    page = show("game=plouf-party&scene=accused&most=1")
    page.get_by_role("button", name="replay").click()
    expect(page.locator(".theatre")).to_contain_text("Lola is right!")
    expect(page.locator(".theatre")).to_have_count(0)
    page.get_by_role("button", name="replay").click()
    page.locator(".theatre").click()
    expect(page.locator(".theatre")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "scene"), [("le-plouf", "climbing"), ("plouf-party", "falling"), ("croc-pool", "eating")]
)
def test_the_last_move_is_set_in_motion_and_leaves_no_trace(show: Open, game: str, scene: str) -> None:
    page = show(f"game={game}&scene={scene}&most=1")
    rest = page.locator("svg[role=group]").inner_html()
    board = replayed(page)
    assert page.evaluate("document.getAnimations().some(one => !one.animationName && one.playState == 'running')")
    expect(board).to_have_attribute("aria-busy", "false")
    assert board.inner_html() == rest


def test_a_tap_ends_the_motion_at_once(show: Open) -> None:
    page = show("game=le-plouf&scene=climbing&most=1")
    board = replayed(page)
    spot(page, "c3").click(force=True)
    assert board.get_attribute("aria-busy") == "false"
    assert page.locator(".layer > *").count() == 0


def test_nothing_moves_for_those_who_want_no_motion(show: Open) -> None:
    page = show("game=le-plouf&scene=climbing&most=1", reduced_motion="reduce")
    page.get_by_role("button", name="replay").click()
    expect(page.locator('[data-piece="e2"]')).to_have_count(1)
    expect(page.locator('[data-piece="e2"]')).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0


def test_in_words_a_board_is_a_table_and_a_line_for_moves(show: Open) -> None:
    page = show("game=le-plouf&scene=walking&most=1&text")
    expect(page.get_by_role("row", name="5 Max Lola free Lola Max")).to_be_visible()
    page.get_by_label("Your move").fill("d5-c5")
    page.keyboard.press("Enter")
    expect(played(page)).to_have_text("d5-c5")


@pytest.mark.parametrize("form", ["theme=light", "theme=dark&wide", "theme=dark&text"])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_can_be_used_by_all(show: Open, game: str, form: str) -> None:
    page = show(f"game={game}&{form}&most=2")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run('section').then(it => it.violations.map(one => [one.id, one.nodes[0].html]))")
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_every_scene_is_shown_to_every_seat(show: Open, game: str) -> None:
    for seat in (0, 1, 2):
        page = show(f"game={game}&seat={seat}&wide")
        assert page.locator("svg[role=group]").count() == page.locator("section").count() > 9
