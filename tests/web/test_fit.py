"""Squares and letters are large enough on a phone. What every table must be: `test_every_entry.py`."""

from collections.abc import Iterator

import pytest

from .gallery import Gallery, opened


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened() as gallery:
        yield gallery


SQUARE = """() => document.querySelector("[data-spot=c3]").getBoundingClientRect().width"""
LETTERS = """() => [...document.querySelectorAll(".main .board svg text.name")].map((one) =>
    parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""


def test_squares_and_letters_of_the_longest_board_are_large_enough_on_a_phone(gallery: Gallery) -> None:
    gallery.show("table-croc-pool-late", "phone")
    assert gallery.page.evaluate(SQUARE) >= 34
    assert min(gallery.page.evaluate(LETTERS)) >= 10
    gallery.resize(320, 640)
    gallery.page.evaluate("gallery.settled()")
    assert min(gallery.page.evaluate(LETTERS)) >= 10
