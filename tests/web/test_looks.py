"""No screen changes unasked: every entry of the gallery looks as it did when somebody last looked at it.

`make accept-looks` keeps the pictures as they are now, and shows what has changed.
"""

from collections.abc import Iterator

import pytest

from tests import needs

from .accept_looks import FOLDER, REFERENCES, changes, seen
from .gallery import Gallery, opened
from .pictures import read


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened(needs.tool("chromium", "apt-get install chromium")) as gallery:
        yield gallery


def test_every_screen_looks_as_it_did(gallery: Gallery) -> None:
    changed = changes(gallery, read(REFERENCES), seen(gallery))
    assert gallery.complaints == []
    assert changed == [], f"see {FOLDER}; if it is meant to look so: make accept-looks"


def mutated(gallery: Gallery, entry: str, style: str) -> list[str]:
    """What has changed in an entry on a laptop by day, where its style is changed."""
    sheet = f"const sheet = new CSSStyleSheet(); sheet.replaceSync(`{style}`); document.adoptedStyleSheets = [sheet]"
    gallery.show(entry)
    gallery.page.evaluate(sheet)
    now = {f"{entry} laptop light": gallery.picture()}
    gallery.page.evaluate("document.adoptedStyleSheets = []")
    return changes(gallery, {name: read(REFERENCES)[name] for name in now}, now)


@pytest.mark.parametrize(
    "style",
    [
        ":root { --accent: light-dark(#2b6f9c, #6fdcec) !important; }",
        ":root { --joy: #ffa559 !important; }",
        ".posters .button { translate: 0 8px; }",
        ".posters .button { translate: 8px 0; }",
        "h1 { font-size: 26px !important; }",
        ".posters strong, .posters h3 { font-size: 110% !important; }",
        ".line:first-of-type { visibility: hidden; }",
    ],
)
def test_a_changed_colour_place_or_size_is_noticed(gallery: Gallery, style: str) -> None:
    assert mutated(gallery, "home", "") == []
    assert mutated(gallery, "home", style) == ["home laptop light"]
