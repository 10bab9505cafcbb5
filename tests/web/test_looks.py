"""No screen changes unasked: every entry of the gallery looks as it did when somebody last looked at it.

`make accept-looks` keeps the pictures as they are now, and shows what has changed.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .accept_looks import FOLDER, REFERENCES, changes, seen, show
from .gallery import Gallery, opened
from .pictures import Picture, read


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened() as gallery:
        yield gallery


SOURCES = Path(__file__).parents[2] / "web" / "src"
NOT_SHOWN = {
    # The gallery itself.
    "gallery/Gallery.svelte",
    "gallery/Screens.svelte",
    # The film of a game that has no poster: every game of Lido has one.
    "lib/Preview.svelte",
    "site/GamePreview.svelte",
}


@pytest.fixture(scope="module")
def after(gallery: Gallery) -> dict[str, Picture]:
    return seen(gallery)


def test_every_component_is_in_an_entry(gallery: Gallery, after: dict[str, Picture]) -> None:
    shown = set(gallery.page.evaluate("[...shown]"))
    components = {str(file.relative_to(SOURCES)) for file in SOURCES.rglob("*.svelte")}
    assert components - shown == NOT_SHOWN


def test_every_screen_looks_as_it_did(gallery: Gallery, after: dict[str, Picture]) -> None:
    before = read(REFERENCES)
    changed = changes(before, after)
    show(gallery, changed, before, after)
    assert gallery.complaints == []
    assert changed == [], f"see {FOLDER}; if it is meant to look so: make accept-looks"


STAGED = "table-splash-fallen"


def test_a_stage_is_drawn_the_same_each_time_and_a_change_of_it_is_noticed(gallery: Gallery) -> None:
    """What is drawn in three dimensions is compared too: the picture is taken when it is at rest, and sharp."""
    gallery.show(STAGED)
    before = {STAGED: gallery.picture()}
    gallery.show("missing")
    gallery.show(STAGED)
    assert changes(before, {STAGED: gallery.picture()}) == []
    gallery.page.locator(".choice [data-piece]").first.click()  # now one piece has an outline, and not all
    gallery.page.evaluate("gallery.settled()")
    assert changes(before, {STAGED: gallery.picture()}) == [STAGED]
    box = gallery.page.locator(".stage").bounding_box()
    assert box is not None
    gallery.page.mouse.move(box["x"] + 60, box["y"] + 60)
    gallery.show(STAGED)
    gallery.page.mouse.down()
    gallery.page.mouse.move(box["x"] + 68, box["y"] + 60)
    gallery.page.mouse.move(box["x"] + 84, box["y"] + 60)
    gallery.page.mouse.up()
    gallery.page.evaluate("gallery.settled()")
    assert changes(before, {STAGED: gallery.picture()}) == [STAGED]


STYLED = """style => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize(
    "style",
    [
        ":root { --sun: #ffb13f !important }",
        ":root { --joy: #ffa559 !important }",
        ".posters .button { translate: 0 8px }",
        ".posters .button { translate: 8px 0 }",
        "h1 { font-size: 26px !important }",
        "h2 { font-size: 115% !important }",
        ".line:first-of-type { visibility: hidden }",
    ],
)
def test_a_changed_colour_place_or_size_is_noticed(gallery: Gallery, style: str) -> None:
    gallery.show("home")
    before = {"home": gallery.picture()}
    gallery.page.evaluate(STYLED, style)
    after = {"home": gallery.picture()}
    gallery.page.evaluate(STYLED, "")
    assert changes(before, {"home": gallery.picture()}) == []
    assert changes(before, after) == ["home"]
