"""A slow game over days: people come and go, find it among their games, and run out of time in the end."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.club.moved import hours_file
from tests.server.service import Service

from .conftest import PHONE, Visit
from .people import ending, play_one


class Days:
    """A service whose clock the test moves, with those of the browsers."""

    def __init__(self, service: Service, database: Path) -> None:
        self.service = service
        self._database = database
        self._gone = 0.0

    def pass_(self, hours: float, *pages: Page) -> None:
        """Let hours pass."""
        self._gone += hours
        hours_file(self._database).write_text(str(self._gone))
        for page in pages:
            page.clock.set_system_time(datetime.now(UTC) + timedelta(hours=self._gone))


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    database = tmp_path / "tables.db"
    with Service(database, module="tests.server.club.moved") as service:
        yield Days(service, database)


def my_games(page: Page, service: Service) -> None:
    page.goto(f"{service.address}/me")


def test_a_slow_game_over_three_days(days: Days, visit: Visit) -> None:
    service, rng = days.service, random.Random(3)
    lola, max_ = visit("/new/le-plouf", at=service), visit(at=service, device=PHONE)
    lola.get_by_text("More choices").click()
    lola.get_by_role("button", name="3 days per move").click()
    lola.get_by_role("button", name="Open the table").click()
    lola.wait_for_url("**/t/*")
    table = lola.url
    game = f'a[href$="{table.rpartition("/")[2]}"]'
    # Max comes when Lola is gone: the game waits for her, and nobody is thrown out.
    link = lola.get_by_role("textbox", name="Invitation link").input_value()
    lola.goto(service.address)
    max_.goto(link)
    max_.get_by_role("button", name="Sit down").tap()
    expect(max_.get_by_role("status").filter(has_text="Guest")).to_be_visible()
    max_.goto(service.address)
    days.pass_(20, lola, max_)
    lola.goto(service.address)
    lola.locator(game).click()
    lola.wait_for_url(table)
    play_one(lola, rng)

    pages = [max_, lola]
    for day in range(1, 4):
        for page in pages:
            days.pass_(12, *pages)
            my_games(page, service)
            line = page.locator(game)
            expect(line).to_contain_text("Your turn")
            expect(line).to_contain_text("2 days left")
            line.click()
            page.wait_for_url(table)
            expect(page.get_by_role("button", name=re.compile("Let a bot play"))).to_have_count(0)
            play_one(page, rng)
            my_games(page, service)
            expect(page.locator(game)).not_to_contain_text("Your turn")
        print(f"day {day}: both have moved")

    days.pass_(71, *pages)
    my_games(max_, service)
    expect(max_.get_by_role("link", name=re.compile("Your turn"))).to_contain_text(re.compile("(59|60) minutes left"))
    days.pass_(2, *pages)
    lola.goto(table)
    expect(ending(lola)).to_contain_text("You win")
    expect(ending(lola)).to_contain_text("time")
