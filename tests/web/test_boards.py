"""The boards of the page, used as people use them: by click, drag, touch, keys, and by listening."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .boards import middle, played, spot
from .conftest import PHONE, WEB, Open

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("le-plouf", "plouf-party", "croc-pool")


def open_spots(page: Page) -> set[str]:
    return set(page.locator(".spot.open").evaluate_all("spots => spots.map(spot => spot.dataset.spot)"))


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


def test_a_crocodile_is_dragged_onto_the_swimmer_that_it_eats(show: Open) -> None:
    page = show("game=croc-pool&scene=eating&most=1&start=before")
    crocodile, eaten = page.locator('[data-piece="b7"]'), page.locator('[data-piece="e5"]')
    expect(spot(page, "e5")).to_have_attribute("aria-label", re.compile("swimmer of Lola"))
    page.mouse.move(*middle(spot(page, "b7")))
    page.mouse.down()
    page.mouse.move(*middle(spot(page, "d6")), steps=4)
    page.mouse.move(*middle(spot(page, "e5")), steps=4)
    expect(spot(page, "e5")).to_have_attribute("aria-label", re.compile("You can go here"))
    assert middle(crocodile) == pytest.approx(middle(eaten), abs=8)
    page.mouse.up()
    expect(played(page)).to_have_text("b7-e5")


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
    page.get_by_role("button", name="Accuser…").click()
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


def test_by_a_key_or_an_assistive_device_ones_own_colour_is_shown_for_a_moment(show: Open) -> None:
    page = show("game=plouf-party&scene=picking&most=1&shared=1", own=True)
    secret = page.locator(".secret")
    hidden = secret.get_attribute("aria-label") or ""
    page.clock.install()
    secret.focus()
    uses: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Enter"),
        lambda: secret.dispatch_event("click", {"detail": 0}),
    )
    for use in uses:
        use()
        expect(secret).to_have_attribute("aria-label", re.compile("Your colour is"))
        use()
        expect(secret).to_have_attribute("aria-label", hidden)
        use()
        expect(secret).to_have_attribute("aria-label", re.compile("Your colour is"))
        page.clock.run_for(4_100)
        expect(secret).to_have_attribute("aria-label", hidden)
    secret.press("Enter")
    spot(page, "0").focus()
    expect(secret).to_have_attribute("aria-label", hidden)


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
