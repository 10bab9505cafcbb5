"""For everybody: small phones, fingers, and no need to see colours. What every entry must be: `test_every_entry.py`."""

from itertools import combinations

import numpy as np
import pytest

from .checks import SHOWN_WHOLE
from .gallery import Gallery
from .pictures import Picture, averaged

DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
"""The kinds of colour blindness; the last is a picture in grey."""
APART = 24.0
"""The least difference of two pieces that are told apart, from 0 to 255, in the part where they differ most."""
PART = 25
"""That part is one in so many points: about as many as a sign has."""


OVERLAPPING = """() => [...document.querySelectorAll(".side li:has([role=timer])")].flatMap((seat) => {
    const box = (one) => one.getBoundingClientRect();
    const outer = box(seat);
    // The piece stands before the face; a name that has no room is only read aloud.
    const parts = [...seat.querySelectorAll(":scope > *:not(.mark)")].filter((one) => box(one).width > 1);
    const out = parts.filter((one) => box(one).left < outer.left - 1 || box(one).right > outer.right + 1);
    const over = parts.filter((one) => parts.some((other) => other !== one
        && box(one).left < box(other).right - 1 && box(other).left < box(one).right - 1
        && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1));
    return [...out.map((one) => `out: ${one.textContent}`), ...over.map((one) => `over: ${one.textContent}`)];
})"""


@pytest.mark.parametrize("entry", ["table-crowded", "table-deserted"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (320, 780), (360, 780)])
def test_six_seats_with_clocks_and_buttons_fit_a_small_phone(
    gallery: Gallery, entry: str, width: int, height: int
) -> None:
    gallery.show(entry, "phone")
    gallery.resize(width, height)
    gallery.page.evaluate("gallery.settled()")
    seats = gallery.page.locator(".side li:has([role=timer])").count()
    found = [*gallery.page.evaluate(OVERLAPPING), *gallery.page.evaluate(SHOWN_WHOLE)]
    assert (seats, found) == (6, [])


def test_every_link_on_the_home_page_is_large_enough_for_a_finger(gallery: Gallery) -> None:
    gallery.show("home", "phone")
    small = gallery.page.locator("main a").evaluate_all(
        """all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
            .map(one => `${one.textContent.trim()}: ${one.getBoundingClientRect().height}`)"""
    )
    assert small == []


def pieces(gallery: Gallery) -> dict[tuple[str, str], Picture]:
    """The picture of each piece of the entry on the screen, by its kind and its colour."""
    boxes = gallery.page.locator("[data-kind]").evaluate_all(
        """all => all.map(one => {
            const { left, top, width, height } = one.getBoundingClientRect();
            return [one.dataset.kind, one.dataset.colour, left, top + scrollY, width, height].map(String);
        })"""
    )
    whole = gallery.full_picture()
    found = {}
    for kind, colour, *place in boxes:
        left, top, width, height = (round(float(part)) for part in place)
        found[kind, colour] = averaged(whole[top : top + height, left : left + width], 2)
    return found


def unlike(one: Picture, other: Picture) -> float:
    """How much two pieces differ where they differ most."""
    points = np.sort(np.abs(one.astype(np.int16) - other.astype(np.int16)).mean(axis=2), axis=None)
    return float(points[-len(points) // PART :].mean())


def alike(gallery: Gallery) -> list[str]:
    """The pairs of pieces of the entry on the screen that differ in colour alone, and look alike to somebody."""
    found = []
    for deficiency in DEFICIENCIES:
        gallery.session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        seen = pieces(gallery)
        for (kind, one), (other_kind, other) in combinations(seen, 2):
            if kind == other_kind:
                apart = unlike(seen[kind, one], seen[kind, other])
                found += [f"{kind}: {one}, {other}, {deficiency}: {apart:.1f}"] if apart < APART else []
    gallery.session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_are_told_apart_without_their_colour(gallery: Gallery, theme: str) -> None:
    for entry in gallery.entries:
        if entry.startswith("pieces-"):
            gallery.show(entry, theme=theme)
            assert alike(gallery) == []


def test_colour_alone_would_not_do(gallery: Gallery) -> None:
    gallery.show("pieces-plouf-party")
    hidden = "[data-kind] :is([fill^=url], [stroke^=url], .plate + path), [data-kind=token] path"
    gallery.page.evaluate(
        """hidden => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`${hidden} { visibility: hidden }`);
            document.adoptedStyleSheets = [sheet];
        }""",
        hidden,
    )
    found = alike(gallery)
    gallery.page.evaluate("document.adoptedStyleSheets = []")
    assert {deficiency for deficiency in DEFICIENCIES if any(deficiency in each for each in found)} == {*DEFICIENCIES}
