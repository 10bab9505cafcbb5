"""Every screen in every language on a phone: no text is cut, too wide or broken, and nothing scrolls sideways."""

from collections.abc import Iterator

import pytest

from lido.words import LANGUAGES

from .gallery import Gallery, opened

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


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened() as gallery:
        yield gallery


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
