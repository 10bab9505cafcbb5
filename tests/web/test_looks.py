"""What the comparison of pictures notices. It is made for every entry in `test_every_entry.py`."""

import pytest

from .accept_looks import changes
from .gallery import Gallery

STAGED = "table-splash-fallen"


def test_a_stage_is_drawn_the_same_each_time_and_a_change_of_it_is_noticed(gallery: Gallery) -> None:
    """What is drawn in three dimensions is compared too: the picture is taken when it is at rest, and sharp."""
    gallery.show(STAGED)
    before = {STAGED: gallery.picture()}
    gallery.show("missing")
    gallery.show(STAGED)
    assert changes(before, {STAGED: gallery.picture()}) == []
    with gallery.full_size():
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
