"""How much a visit loads, and where the page may live."""

from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from tests.server.service import Service

from .conftest import Visit
from .people import to_move, with_bot

MOST_BYTES = 100_000


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_the_first_visit_to_a_running_game_is_light(visit: Visit, game: str) -> None:
    host = visit(None)
    with_bot(host, game)
    to_move(host).first.wait_for()
    loaded: list[Request] = []
    page = visit(None, locale="fr-FR", service_workers="allow", own=True)

    def finished(request: Request) -> None:
        loaded.append(request)

    page.on("requestfinished", finished)
    page.goto(host.url)
    page.locator("svg[role=group]").wait_for()
    page.wait_for_load_state("networkidle")
    sizes = {
        request.url: request.sizes()["responseBodySize"]
        for request in loaded
        if request.resource_type in ("script", "stylesheet", "font")
    }
    print(f"\n{game}: {sum(sizes.values()) / 1000:.1f} kB of script, style and font, {len(sizes)} files")
    assert 0 < sum(sizes.values()) <= MOST_BYTES


def test_the_page_lives_under_another_path(visit: Visit, tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", base_path="/games/lido") as service:
        page = visit("/", at=service, calm=False)
        page.get_by_role("button", name="Play now Le Plouf").click()
        page.wait_for_url("**/games/lido/device/*")
        to_move(page).first.wait_for()
        page.reload()
        to_move(page).first.wait_for()
        page.get_by_role("link", name="Lido").click()
        expect(page.get_by_role("heading", name="Continue where you left off")).to_be_visible()
