"""Lines that break, servers that die: the page says so, heals, and loses nothing."""

import random
import re
from pathlib import Path

from playwright.sync_api import expect

from lido.server.store.file import backup
from tests.server.service import Service

from .axe import serious
from .conftest import Visit
from .people import choose, ending, play_one, resign, spot, to_move, with_bot


def test_a_reload_in_the_middle_changes_nothing(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, "croc-pool")
    rng = random.Random(2)
    for _ in range(3):
        play_one(page, rng)
    to_move(page).first.wait_for()
    before = page.locator("[data-piece]").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece).sort()")
    told = page.get_by_role("list", name="Game log").text_content()
    page.get_by_label("Your message").fill("half a sent")
    page.reload()
    to_move(page).first.wait_for()
    after = page.locator("[data-piece]").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece).sort()")
    assert after == before
    assert page.get_by_role("list", name="Game log").text_content() == told
    expect(page.get_by_label("Your message")).to_have_value("half a sent")
    choose(page, rng)


def test_the_server_dies_in_the_middle_and_the_page_heals(visit: Visit, tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:
        page = visit(None, at=service, calm=False)
        with_bot(page, "le-plouf")
        spot(page, "a1").click()
        expect(page.locator("[data-piece]")).to_have_count(2)
        to_move(page).first.wait_for()
        service.kill()
        lost = page.get_by_text("No connection.")
        expect(lost).to_be_visible()
        assert serious(page) == []
        page.get_by_label("Your message").fill("still here")
        free = page.locator(".spot.open").first
        name = free.get_attribute("data-spot")
        free.click()
        service.start()
        expect(lost).to_be_hidden()
        expect(page.locator(f'[data-piece="{name}"]')).to_be_attached()
        expect(page.locator("[data-piece]")).to_have_count(4)
        expect(page.get_by_label("Your message")).to_have_value("still here")
        to_move(page).first.wait_for()


def test_a_service_that_is_restored_takes_the_page_back_with_it(visit: Visit, tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with Service(database) as service:
        page = visit(None, at=service, calm=False)
        with_bot(page, "le-plouf")
        pawns, log = page.locator("[data-piece]"), page.get_by_role("list", name="Game log")
        spot(page, "a1").click()
        expect(pawns).to_have_count(2)
        to_move(page).first.wait_for()
        before = log.inner_text()
        backup(database, copy)
        page.locator(".spot.open").first.click()
        expect(pawns).to_have_count(4)
        service.kill()
        for beside in database.parent.glob("tables.db-*"):
            beside.unlink()
        copy.replace(database)
        service.start()
        expect(pawns).to_have_count(2)
        expect(log).to_have_text(before, use_inner_text=True)
        page.locator(".spot.open").first.click()
        expect(pawns).to_have_count(4)
        to_move(page).first.wait_for()
        assert log.get_by_role("listitem").count() == len(before.splitlines()) + 2


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    page = visit("/t/nothing")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    for path in ("/nowhere/at/all", "/rules/nothing", "/new/nothing", "/learn/nothing", "/practice/le-plouf"):
        page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1{path}", page.url))
        expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()


def test_without_a_connection_the_page_says_so_and_tries_again(visit: Visit, service: Service) -> None:
    page = visit(None, calm=False, own=True)
    page.route("**/api/**", lambda route: route.abort())
    page.goto(service.address)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert serious(page) == []
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Come and play by the pool")).to_be_visible()


def test_the_ending_comes_though_there_was_no_network_when_it_was_first_loaded(visit: Visit) -> None:
    page = visit(None, calm=False, own=True)
    with_bot(page, "le-plouf")
    to_move(page).first.wait_for()
    with page.expect_event("requestfailed"):
        page.context.set_offline(True)
        choose(page, random.Random(1))
    page.context.set_offline(False)
    resign(page)
    expect(ending(page)).to_be_visible()


def test_the_ending_comes_though_nothing_could_be_loaded_when_the_game_ended(visit: Visit) -> None:
    page = visit(None, calm=False, own=True)
    with_bot(page, "le-plouf")
    to_move(page).first.wait_for()
    page.get_by_role("button", name="Resign").click()
    sure = page.get_by_role("alertdialog").get_by_role("button", name="Resign")
    sure.wait_for()
    page.route(re.compile("/assets/|/api/me"), lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/me")):
        sure.click()
    page.unroute_all()
    expect(ending(page)).to_be_visible()
