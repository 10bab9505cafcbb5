"""Two people who do not know each other find a game, and a third finds it to watch."""

import random

from playwright.sync_api import Locator, Page, expect

from .conftest import LAPTOP, PHONE, Visit
from .people import play_one, resign, tap


def bar(page: Page) -> Locator:
    """What says that somebody is looked for."""
    return page.get_by_role("complementary", name="Looking for somebody")


def ask(page: Page, game: str = "Le Plouf") -> None:
    page.get_by_role("button", name="Play a stranger Whoever waits now").click()
    page.get_by_role("button", name=f"Play a stranger {game}", exact=True).click()


def seek(page: Page, game: str = "Le Plouf") -> None:
    ask(page, game)
    expect(bar(page)).to_contain_text(f"Looking for somebody to play {game}")


def test_two_strangers_are_paired_while_one_plays_a_bot(visit: Visit) -> None:
    phone, laptop, watcher = visit(device=PHONE), visit(device=LAPTOP), visit()
    phone.get_by_label("Your nickname").fill("Lola")
    expect(phone.get_by_text("Saved.")).to_be_visible()
    seek(phone)
    phone.get_by_role("button", name="Play now Bots are ready").tap()
    phone.get_by_role("button", name="Play now Le Plouf").tap()
    phone.wait_for_url("**/device/*")
    play_one(phone, random.Random(1), tap)
    expect(bar(phone)).to_be_visible()
    ask(laptop)
    for page in (phone, laptop):
        page.wait_for_url("**/t/*")
        expect(bar(page)).to_have_count(0)
        page.get_by_role("button", name="Resign").wait_for()
    assert phone.url == laptop.url
    watcher.goto(laptop.url[: laptop.url.index("/t/")] + "/watch")
    line = watcher.get_by_role("link").filter(has_text="Lola")
    expect(line).to_contain_text("Le Plouf")
    line.click()
    watcher.wait_for_url(laptop.url)
    resign(laptop)


def test_who_stops_looking_is_not_paired(visit: Visit) -> None:
    one, other = visit(), visit()
    seek(one, "Plouf Party")
    bar(one).get_by_role("button", name="Stop").click()
    expect(bar(one)).to_have_count(0)
    seek(other, "Plouf Party")
    expect(bar(other)).to_contain_text("0:02")
    assert "/t/" not in one.url + other.url
