"""Every screen in every language on a phone: no text is cut, too wide or broken, and nothing scrolls sideways."""

import pytest

from lido.words import LANGUAGES

from .gallery import Gallery

PHONES = ((390, 844), (320, 568))
DRAWINGS = ("pieces-", "notices-", "people")
"""Entries without sentences, or always in English."""

MISFITS = """async (languages) => {
    const found = {};
    for (const language of languages) {
        await gallery.speak(language);
        for (const what of gallery.misfits()) (found[what] ??= []).push(language);
    }
    return Object.entries(found).map(([what, languages]) => `${languages.join(" ")}: ${what}`);
}"""


def test_everything_fits_on_a_phone_in_every_language(gallery: Gallery) -> None:
    found = []
    for entry in gallery.entries:
        if entry.startswith(DRAWINGS):
            continue
        gallery.show(entry, "phone")
        for width, height in PHONES:
            gallery.resize(width, height)
            said = gallery.page.evaluate(MISFITS, list(LANGUAGES))
            found += [f"{entry} at {width} px, {what}" for what in said]
    assert found == []


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
