"""What is found of texts that are cut, too wide or broken. Every screen in every language: `test_every_entry.py`."""

import pytest

from .gallery import Gallery

STYLED = """style => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
    return gallery.misfits();
}"""


@pytest.mark.parametrize(
    ("style", "what"),
    [
        ("h1 { width: 120px; overflow: hidden; white-space: nowrap }", "wider than h1"),
        ("h1 { height: 12px; overflow: hidden }", "cut by h1"),
        ("h1 { width: 20px; overflow-wrap: anywhere }", "is broken"),
        (".button { height: 9px !important; min-height: 0 !important; padding: 0 !important }", "higher than"),
        ("select { width: 30px !important }", "cut by select"),
        ("main { width: 500px }", "the page is"),
    ],
)
def test_what_does_not_fit_is_found(gallery: Gallery, style: str, what: str) -> None:
    gallery.show("home", "phone")
    assert gallery.page.evaluate(STYLED, "") == []
    found = gallery.page.evaluate(STYLED, style)
    gallery.page.evaluate(STYLED, "")
    assert any(what in one for one in found), found
