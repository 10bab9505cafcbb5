"""The page as an app: what browsers ask of one that can be installed, and new versions, which never break a game."""

import struct
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import BrowserContext, Page, expect

import lido
from tests.server.service import Service

from .conftest import Visit
from .people import ending, resign, spot, to_move
from .test_offline import READY, installed

__all__ = ["installed"]  # a fixture

PICTURES = Path(lido.__file__).parent / "page"
PNG = b"\x89PNG\r\n\x1a\n"


def manifest(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json())"
    )
    return found


def size(name: str) -> tuple[int, int]:
    """The size of a picture."""
    content = (PICTURES / name).read_bytes()
    assert content.startswith(PNG)
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_the_page_can_be_installed(visit: Visit) -> None:
    page = visit("/", service_workers="allow", own=True)
    page.evaluate(READY)
    said = manifest(page)
    assert {"id", "name", "short_name", "description", "start_url", "scope", "theme_color", "background_color"} <= set(
        said
    )
    assert said["display"] == "standalone"
    icons = {(icon["purpose"], icon["sizes"]): icon["src"] for icon in said["icons"]}
    for purpose in ("any", "maskable"):
        for side in (192, 512):
            assert size(icons[purpose, f"{side}x{side}"]) == (side, side)
    assert size("apple-touch-icon.png") == (180, 180)
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_the_app_starts_without_a_network(installed: BrowserContext, service: Service) -> None:
    page = installed.new_page()
    page.goto(service.address)
    start = urljoin(page.url, manifest(page)["start_url"])
    answer = page.goto(start)
    assert answer
    assert answer.from_service_worker
    expect(page.get_by_role("heading", name="Come and play by the pool")).to_be_visible()
    page.close()


def updated(page: Page) -> None:
    """Look for a new version, and wait until it is there."""
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            await registration.update();
            while (!registration.waiting) await new Promise(soon => setTimeout(soon, 50));
        }"""
    )


def version(page: Page) -> str | None:
    found = page.locator("meta[name=version]")
    return found.get_attribute("content") if found.count() else None


def test_a_new_version_comes_while_a_game_runs_and_changes_nothing_there(visit: Visit, tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with Service(database) as service:
        game = visit("/", at=service, calm=False, service_workers="allow")
        game.evaluate(READY)
        game.get_by_role("button", name="Play now Le Plouf").click()
        spot(game, "c1").click()
        expect(game.locator("[data-piece]")).to_have_count(2)
    with Service(database, module="tests.page.next_version", port=urlsplit(service.address).port):
        to_move(game).first.wait_for()
        game.evaluate("window.untouched = true")
        updated(game)
        expect(game.get_by_text("A new version of Lido is ready.")).to_have_count(0)
        game.locator(".spot.open").first.click()
        expect(game.locator("[data-piece]")).to_have_count(4)
        other = game.context.new_page()
        other.goto(service.address)
        assert version(other) is None, "as long as the old version is open"
        other.get_by_role("button", name="Use it now").click()
        other.locator("meta[name=version]").wait_for(state="attached")
        assert version(other) == "next"
        # The window of the old version plays on, with files that it loads only now.
        to_move(game).first.wait_for()
        resign(game)
        ending(game).get_by_role("link", name="Replay").click()
        expect(game.get_by_role("slider")).to_be_visible()
        assert game.evaluate("window.untouched")
        assert version(game) is None
        game.reload()
        assert version(game) == "next"
        expect(game.get_by_role("slider")).to_be_visible()
