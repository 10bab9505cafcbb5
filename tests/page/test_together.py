"""Several people: by a link, at one device, at the chat."""

import random
import statistics
import time

from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit
from .people import ending, open_table, play_one, resign, seated, spot, to_move

CELLS = ("a1", "a2", "a3", "a4", "a5", "b5", "c5", "d5", "e5", "e4")


def test_two_browsers_play_through_an_invite_link(visit: Visit) -> None:
    lola, max_ = visit(), visit()
    lola.get_by_label("Your nickname").fill("Lola")
    expect(lola.get_by_text("Saved.")).to_be_visible()
    open_table(lola, "le-plouf", "here", "friend")
    max_.goto(lola.get_by_role("textbox", name="Invitation link").input_value())
    expect(max_.get_by_text("Lola")).to_be_visible()
    expect(lola.get_by_role("img", name="QR code")).to_be_visible()
    expect(max_.get_by_role("img", name="QR code")).to_have_count(0)
    name, sit = (
        place.bounding_box()
        for place in (max_.get_by_label("Your nickname"), max_.get_by_role("button", name="Sit down"))
    )
    assert name
    assert sit
    assert name["y"] < sit["y"]
    max_.get_by_role("button", name="Sit down").click()

    took = []
    players = [lola, max_]
    for cell in CELLS:
        mover, other = players
        spot(mover, cell).locator("xpath=self::*[contains(@class,'open')]").wait_for()
        box = spot(mover, cell).bounding_box()
        assert box
        began = time.perf_counter()
        mover.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        other.locator(f'[data-piece="{cell}"]').wait_for()
        took.append(time.perf_counter() - began)
        players.reverse()
    print(f"\nfrom a click to the move in the other browser: median {statistics.median(took) * 1000:.0f} ms")

    resign(lola)
    expect(ending(max_)).to_contain_text("You win")
    expect(ending(max_)).to_contain_text("Lola resigned.")
    expect(ending(lola)).to_contain_text("Guest wins")
    expect(ending(lola)).to_contain_text("You resigned.")
    max_.get_by_role("button", name="Rematch").click()
    lola.get_by_role("button", name="Accept").click()
    to_move(max_).first.wait_for()


def personal_link(page: Page) -> str:
    """A link that makes another device the visitor's own."""
    page.get_by_role("button", name="Create a link").click()
    return page.get_by_role("textbox", name="Do not share this link").input_value()


def named(page: Page, name: str) -> None:
    page.get_by_label("Your nickname").fill(name)
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_a_personal_link_asks_whoever_already_is_somebody(visit: Visit) -> None:
    lola, max_, phone = visit("/me"), visit("/me"), visit()
    named(lola, "Lola")
    named(max_, "Max")
    link = personal_link(lola)
    max_.goto(link)
    question = max_.get_by_role("region", name="Use this personal link?")
    expect(question).to_contain_text("On this device you are Max.")
    assert "#" not in max_.url
    question.get_by_role("button", name="Stay Max").click()
    expect(question).to_have_count(0)
    expect(max_.get_by_role("heading", name="Max")).to_be_visible()
    max_.goto(link)
    question.get_by_role("button", name="Use the link").click()
    expect(max_.get_by_role("heading", name="Lola")).to_be_visible()

    lola.reload()  # the link that is shown was used
    phone.goto(personal_link(lola))  # a newcomer has nothing to lose
    expect(phone.get_by_role("heading", name="Lola")).to_be_visible()
    expect(phone.get_by_role("region", name="Use this personal link?")).to_have_count(0)


def test_what_is_said_is_heard_and_can_be_muted(visit: Visit) -> None:
    host, guest = visit(None), visit(None)
    seated(host, "le-plouf", 2)
    guest.goto(host.url)
    guest.get_by_label("Your message").fill("Hello there")
    guest.get_by_role("button", name="Send", exact=True).click()
    heard = host.get_by_role("log", name="Chat")
    expect(heard).to_contain_text("Hello there")
    face = guest.get_by_role("button", name="Another face").locator("svg path").first
    assert heard.locator("svg path").first.get_attribute("d") == face.get_attribute("d")
    host.get_by_role("button", name="Mute chat").click()
    expect(host.get_by_text("Hello there")).to_have_count(0)


def test_a_curtain_falls_between_players_at_one_device(visit: Visit) -> None:
    page = visit()
    open_table(page, "plouf-party", "here", "here", "here")
    rng = random.Random(1)
    for name in ("Guest 1", "Guest 2", "Guest 3", "Guest 1"):
        expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        expect(page.locator("svg[role=group]")).to_have_count(0)
        page.get_by_role("button", name=f"I am {name}").click()
        secret = page.get_by_role("button", name="Hold to see your colour")
        box = secret.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(page.get_by_role("button", name="Your colour is")).to_be_visible()
        page.mouse.up()
        expect(secret).to_be_visible()
        while not page.locator(".curtain").is_visible():
            play_one(page, rng)
            page.locator(".curtain").or_(to_move(page).first).first.wait_for()


def test_without_secrets_a_device_is_shared_without_a_curtain(visit: Visit) -> None:
    page = visit()
    open_table(page, "le-plouf", "here", "here")
    for cell in CELLS[:4]:
        spot(page, cell).click()
        expect(page.locator(f'[data-piece="{cell}"]')).to_be_attached()
    expect(page.locator(".curtain")).to_have_count(0)


def test_the_curtain_swings_without_making_a_phone_s_page_wider(visit: Visit) -> None:
    page = visit("/new/plouf-party?here", PHONE, reduced_motion="no-preference")
    page.get_by_role("button", name="Open the table").click()
    towel = page.locator(".towel")
    towel.wait_for()
    towel.evaluate("towel => Promise.all(towel.getAnimations().map(swing => swing.finished))")
    assert page.evaluate("innerWidth") == PHONE["viewport"]["width"]
