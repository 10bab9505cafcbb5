"""The font that `web/tools/font.py` cuts for the page."""

import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
MADE = ROOT / "web" / "src" / "generated" / "font"
MOST_BYTES = 20_000


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(MADE / "lido.woff2")


def test_every_letter_of_the_sentences_is_in_the_font(font: TTFont) -> None:
    catalogues = (ROOT / "web" / "src" / "generated" / "words").glob("*/*.json")
    text = "".join(str(json.loads(catalogue.read_text("utf-8"))) for catalogue in catalogues)
    letters = {letter for letter in text if letter.isalnum() or letter in "«»’“”…–—!?.,;:()"}
    assert len(letters) > 80
    assert sorted(letters - {chr(code) for code in font.getBestCmap()}) == []


def test_the_font_is_light_and_has_the_weights_that_its_style_promises(font: TTFont) -> None:
    assert (MADE / "lido.woff2").stat().st_size < MOST_BYTES
    (axis,) = font["fvar"].axes
    found = re.search(r"font-weight: (\d+) (\d+);", (MADE / "font.css").read_text("utf-8"))
    assert found
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", *map(float, found.groups()))


def test_the_font_keeps_the_notice_of_its_authors(font: TTFont) -> None:
    assert "The Fredoka Project Authors" in str(font["name"].getName(0, 3, 1))
    assert "OFL" in str(font["name"].getName(14, 3, 1))
