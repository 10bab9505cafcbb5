"""A table fits its window: nothing covers the board, and nothing that is always needed must be scrolled to."""

from collections.abc import Iterator

import pytest

from .gallery import Gallery, opened


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened() as gallery:
        yield gallery


def tables(gallery: Gallery) -> list[str]:
    """Tables with a board of their own that is not drawn on a canvas, while a game is played and at its end."""
    return [
        entry
        for entry in gallery.entries
        if entry.startswith(("table-", "ending-"))
        and not entry.startswith(("table-splash-", "table-without", "table-any"))
    ]


LONGER = """() => [document.documentElement, document.querySelector(".side")]
    .map((box) => box.scrollHeight - box.clientHeight).map((more) => Math.max(0, more - 1))"""


def test_all_of_a_table_is_in_the_window_of_a_laptop(gallery: Gallery) -> None:
    found = {}
    for entry in tables(gallery):
        gallery.show(entry, "laptop")
        found[entry] = gallery.page.evaluate(LONGER)
    assert {entry: longer for entry, longer in found.items() if any(longer)} == {}


COVERED = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [board, under, dock] = [box(".main .board svg[role=group]"), box(".side > *"), box(".dock")];
    const asks = document.querySelector(".pace.stays") ? 60 : 0;
    return [
        ...(under.top < board.bottom ? ["lies over the board"] : []),
        ...(under.top - board.bottom - asks > 16 ? [`${under.top - board.bottom} px below the board`] : []),
        ...(under.bottom > dock.top ? [`${under.bottom - dock.top} px under the dock`] : []),
    ];
}"""


def test_on_a_phone_players_and_results_stand_between_the_board_and_the_dock(gallery: Gallery) -> None:
    found = {}
    for entry in tables(gallery):
        # Whoever chooses an accusation, reads rules or the board as text does not see the players.
        if entry not in ("table-plouf-party-accusation", "table-rules", "table-text"):
            gallery.show(entry, "phone")
            found[entry] = gallery.page.evaluate(COVERED)
    assert {entry: covered for entry, covered in found.items() if covered} == {}


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
