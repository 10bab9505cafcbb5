"""No screen changes unasked: every entry of the gallery looks as it did when somebody last looked at it.

`make accept-looks` keeps the pictures as they are now, and shows what has changed.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import needs

from .accept_looks import FOLDER, REFERENCES, changes, seen, show
from .gallery import Gallery, opened
from .pictures import Picture, read


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened(needs.tool("chromium", "apt-get install chromium")) as gallery:
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


STAGES = tuple(f"table-splash-{state}" for state in ("assist", "fallen", "gift", "giving", "holding", "keeping"))
"""Drawn in software, at a resolution that depends on how busy the machine is: they are looked at, not compared."""
TRIES = 3


def test_every_screen_looks_as_it_did(gallery: Gallery, after: dict[str, Picture]) -> None:
    before = read(REFERENCES)
    changed = [name for name in changes(before, after) if not name.startswith(STAGES)]
    for _ in range(TRIES):  # on a busy machine a choice that was made may be gone when the picture is taken
        for name in changed:
            entry, device, theme = name.rsplit(" ", 2)
            gallery.show(entry, device, theme)
            after[name] = gallery.picture()
        changed = changes({name: before[name] for name in changed if name in before}, {n: after[n] for n in changed})
    show(gallery, changed, before, after)
    assert gallery.complaints == []
    assert changed == [], f"see {FOLDER}; if it is meant to look so: make accept-looks"


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
