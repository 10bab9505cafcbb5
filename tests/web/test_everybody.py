"""Every entry of the gallery for everybody: what axe finds, no motion, large letters, and no need to see colours."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from tests.page.axe import serious

from .gallery import Gallery, opened
from .pictures import Picture, averaged

DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
"""The kinds of colour blindness; the last is a picture in grey."""
APART = 24.0
"""The least difference of two pieces that are told apart, from 0 to 255, in the part where they differ most."""
PART = 25
"""That part is one in so many points: about as many as a sign has."""
DRAWN_FOR = ("pieces-", "notices-", "people")


@pytest.fixture(scope="module")
def gallery() -> Iterator[Gallery]:
    with opened() as gallery:
        yield gallery


def screens(gallery: Gallery) -> list[str]:
    """The entries that are screens of the page."""
    return [entry for entry in gallery.entries if not entry.startswith(DRAWN_FOR)]


def test_axe_finds_nothing_serious_and_nothing_moves_for_those_who_want_no_motion(gallery: Gallery) -> None:
    found = []
    for number, entry in enumerate(gallery.entries):
        gallery.show(entry, ("phone", "laptop")[number % 2])
        names = gallery.page.evaluate("document.getAnimations().map(one => one.animationName ?? one.id)")
        found += [f"{entry} moves: {name}" for name in names]
        if not entry.startswith(DRAWN_FOR):
            found += [f"{entry}: {violation}" for violation in serious(gallery.page)]
            # At night only the colours are different.
            gallery.dress("dark")
            found += [f"{entry} by night: {violation}" for violation in serious(gallery.page, "color-contrast")]
    assert found == []


SHOWN_WHOLE = """() => {
    const wide = document.documentElement.scrollWidth > innerWidth;
    const cut = [...document.querySelectorAll("main a, main button, main h1, main h2, main label, main input")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr-only, [inert], dialog"))
        .filter((one) => {
            const { left, right, width } = one.getBoundingClientRect();
            return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(one);
        });
    function scrolls(one) {
        for (let box = one.parentElement; box; box = box.parentElement)
            if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
        return false;
    }
    return [...(wide ? ["scrolls sideways"] : []), ...cut.map((one) => `cut: ${one.textContent.trim().slice(0, 40)}`)];
}"""


SMALL = ((640, 400, 100), (320, 640, 100), (390, 844, 200))
"""Width and height of a window, and the size of its letters in percent: a laptop at 200 %, the narrowest window that a
page must fit into, and a phone with letters of twice the size."""


def test_large_letters_and_small_windows_hide_nothing(gallery: Gallery) -> None:
    found = []
    for entry in screens(gallery):
        gallery.show(entry, "phone")
        for width, height, letters in SMALL:
            gallery.resize(width, height)
            gallery.page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{letters}%")
            gallery.page.evaluate("gallery.settled()")
            hidden = [*gallery.page.evaluate(SHOWN_WHOLE), *_unreachable(gallery)]
            found += [f"{entry}, {width} × {height}, letters of {letters} %: {what}" for what in hidden]
        gallery.page.evaluate("document.documentElement.style.fontSize = ''")
    assert found == []


def _unreachable(gallery: Gallery) -> list[str]:
    """The main action of a screen, where it cannot be pressed once it is scrolled to."""
    main = gallery.page.locator("main .button.main:enabled:visible").first
    if not main.count():
        return []
    reached = main.evaluate(
        """button => {
            for (const toast of document.querySelectorAll(".toast")) toast.remove();  // it goes by itself
            button.scrollIntoView({ block: "center" });
            const { x, y, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    return [] if reached else ["the main action is covered"]


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
