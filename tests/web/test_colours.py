"""Whole boards of every game, late in a game, as people see them who do not see all colours.

Two players' pieces must differ by their colour or by their sign, and pawns a little by their colour alone; a place to
go from the ground that it lies on, and water from what surrounds it: by day and by night, for the three kinds of
colour blindness, as Chromium simulates them.
"""

from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import CDPSession, Page

from .conftest import PHONE, Open
from .pictures import taken

KINDS = ("protanopia", "deuteranopia", "tritanopia")
BOARDS = {
    "le-plouf": "scene=choosing&tap=e1",
    "plouf-party": "scene=late&most=2",
    "croc-pool": "scene=late&tap=b3",
    "splash": "scene=giving",
}
"""What is asked of the gallery: positions of all games there, the first with a piece that was tapped."""
POINTS = 24
"""Points of everything that is looked at, in each direction."""
DARKEST, LIGHTEST = 22.0, 93.0
"""The lightness of paint is between that of lines and signs."""
EDGE = np.pad(np.zeros((POINTS - 6, POINTS - 6), bool), 3, constant_values=True)
"""The points at the edge of a box."""
SCALE = 2
"""Pixels of a picture for one of the page: phones have more."""
COLOURS_APART = 20.0
"""The least difference of two colours that are told apart at a glance, in CIELAB; 2.3 can just be noticed."""
LEAST_APART = 9.0
"""The least difference of the colours of two pawns, whatever their signs are."""
SIGNS_APART = 0.08
"""The least difference of two signs or patterns, as a part of their area; of equal ones it is below 0.05."""
CLEAR = 30.0
"""By how much a sign that is clearly seen is lighter or darker than the piece, in CIELAB."""
TARGET_STANDS_OUT = 25.0
"""The same for a place to go and the ground."""

FLAT = "HTMLCanvasElement.prototype.getContext = () => null"
"""Splash! without three dimensions is drawn in the same colours with the same signs."""

THINGS = """() => {
    const found = [];
    const box = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left + scrollX, top + scrollY, width, height];
    };
    document.querySelectorAll("main section").forEach((section, board) => {
        const add = (group, name, body, ...signs) =>
            found.push({ group: `board ${board}, ${group}`, name, body, signs });
        for (const piece of section.querySelectorAll("[data-piece]")) {
            // The uppermost of a pile.
            const sign = [...piece.querySelectorAll(".plate, .head, .float")].at(-1);
            if (!sign) continue;
            const hue = sign.closest("[class*=hue-]").getAttribute("class").match(/hue-\\w+/)[0];
            const [left, top, width, height] = box(sign);
            const side = [left, top + height * 0.3, width * 0.2, height * 0.4];
            if (sign.matches(".head")) add("crocodiles", hue, box(sign), side);
            else if (sign.matches(".float")) add("tiles", hue, box(sign), box(sign));
            else {
                const where = piece.querySelector(".ripple") ? "in the water" : "at the side";
                const [x, y, wide, high] = box(piece.querySelector(".cap"));
                add(where, hue, box(sign), box(sign), [x + wide * 0.15, y + high * 0.35, wide * 0.4, high * 0.35]);
            }
        }
        for (const sign of section.querySelectorAll(".pieces .sign, .flat .sign")) {
            const [body, clip] = [sign.parentElement.querySelector("path"), sign.closest(".bar, .flat")];
            if (box(sign)[1] + box(sign)[3] > box(clip)[1] + box(clip)[3]) continue;  // scrolled away
            add(sign.closest(".flat") ? "tower" : "reserve", sign.getAttribute("d"), box(body), box(sign));
        }
        for (const target of section.querySelectorAll("svg[role=group] .free")) {
            const [left, top, width, height] = box(target);
            const middle = [left + width / 4, top + height / 4, width / 2, height / 2];
            add("targets", "", middle, [left - width / 2, top - height / 2, width * 2, height * 2]);
        }
        const [water, deck] = [section.querySelector(".coping + rect"), section.querySelector(".deck")];
        if (water) {
            const [left, top, width] = box(deck);
            add("grounds", "water", box(water));
            add("grounds", "deck", [left + width * 0.3, top + 3, width * 0.4, 4]);
        }
    });
    return found;
}"""


class Thing(NamedTuple):
    """Something on a board, of a group in which all of different names must be told apart."""

    group: str
    name: str
    body: NDArray[np.float64]
    """The picture of it, in CIELAB."""
    signs: list[NDArray[np.float64]]
    """The parts of it with its sign and its pattern; of a target, it and the ground around it."""


def lab(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    """A picture in CIELAB, where equal distances look equally different."""
    part = picture / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.moveaxis(linear @ to_xyz.T / [0.9505, 1.0, 1.089], -1, 0)
    fx, fy, fz = (np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116) for t in (x, y, z))
    return np.stack([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)], axis=-1)


def seen(page: Page, session: CDPSession, kind: str) -> list[Thing]:
    """Everything on the boards that must be told apart, as somebody with that kind of colour blindness sees it."""
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
    width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    whole = taken(session, width, height, SCALE)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})

    def part(box: list[float]) -> NDArray[np.float64]:
        """The points in a box: the box may begin between two pixels."""
        left, top, wide, high = (edge * SCALE for edge in box)
        rows, columns = (
            np.linspace(at, at + size, POINTS + 1)[:-1] + size / POINTS / 2
            for at, size in ((top - 0.5, high), (left - 0.5, wide))
        )
        y, x = rows.astype(int), columns.astype(int)
        down, right = (rows - y)[:, None, None], (columns - x)[None, :, None]
        above = whole[np.ix_(y, x)] * (1 - right) + whole[np.ix_(y, x + 1)] * right
        below = whole[np.ix_(y + 1, x)] * (1 - right) + whole[np.ix_(y + 1, x + 1)] * right
        return lab(above * (1 - down) + below * down)

    return [
        Thing(found["group"], found["name"], part(found["body"]), [part(sign) for sign in found["signs"]])
        for found in page.evaluate(THINGS)
    ]


def main_colour(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colour that most of a picture has."""
    points = picture.reshape(-1, 3)
    steps = (points // 6 + 50).astype(int) @ [10_000, 100, 1]
    _, which, counts = np.unique(steps, return_inverse=True, return_counts=True)
    colour: NDArray[np.float64] = points[which == counts.argmax()].mean(axis=0)
    return colour


def paint(piece: NDArray[np.float64]) -> NDArray[np.float64]:
    """The main colour of a piece without its white and its dark lines."""
    light = piece[:, :, 0]
    painted = (light > DARKEST) & (light < LIGHTEST)
    return main_colour(piece[painted] if painted.any() else piece)


def drawn(sign: NDArray[np.float64], colour: NDArray[np.float64]) -> NDArray[np.float64]:
    """How clearly each point of a sign or a pattern is lighter or darker than its piece, from 0 to 1."""
    clear: NDArray[np.float64] = np.minimum(np.abs(sign[:, :, 0] - colour[0]) / CLEAR, 1)
    return clear


def unlike(signs: list[NDArray[np.float64]], others: list[NDArray[np.float64]]) -> float:
    """By how much the sign or the pattern of two pieces differ, whichever differs more."""
    return max((float(np.abs(one - other).mean()) for one, other in zip(signs, others, strict=True)), default=0.0)


def confused(things: list[Thing]) -> list[str]:
    """What neither colours nor signs tell apart, and targets that do not stand out."""
    found = []
    groups: dict[str, list[tuple[str, NDArray[np.float64], list[NDArray[np.float64]]]]] = {}
    for thing in things:
        if thing.group.endswith("targets"):
            light = abs(main_colour(thing.body)[0] - main_colour(thing.signs[0][EDGE])[0])
            found += [f"{thing.group}: {light:.0f}"] if light < TARGET_STANDS_OUT else []
        else:
            colour = main_colour(thing.body) if thing.group.endswith("grounds") else paint(thing.body)
            groups.setdefault(thing.group, []).append(
                (thing.name, colour, [drawn(sign, colour) for sign in thing.signs])
            )
    for group, members in groups.items():
        for (one, colour, signed), (other, other_colour, other_signed) in combinations(members, 2):
            apart = float(np.linalg.norm(colour - other_colour))
            differs = unlike(signed, other_signed)
            if one != other and apart < COLOURS_APART and differs < SIGNS_APART:
                found.append(f"{group}: {one}, {other}: colours {apart:.0f}, signs {differs:.2f}")
    return found


def looked_at(show: Open, game: str) -> tuple[Page, CDPSession]:
    """The boards of a game on a phone."""
    page = show(f"game={game}&{BOARDS[game]}", PHONE, reduced_motion="reduce", first=FLAT, drawn=True)
    page.evaluate("gallery.settled()")
    return page, page.context.new_cdp_session(page)


@pytest.mark.parametrize("game", BOARDS)
def test_what_players_must_tell_apart_differs_without_all_colours(show: Open, game: str) -> None:
    page, session = looked_at(show, game)
    found = {}
    for theme, kind in product(("light", "dark"), KINDS):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        things = seen(page, session, kind)
        assert len({thing.name for thing in things}) > 1
        found[theme, kind] = confused(things)
    assert {seen_by: what for seen_by, what in found.items() if what} == {}


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party"])
def test_no_two_pawns_are_told_apart_by_their_signs_alone(show: Open, game: str) -> None:
    page, session = looked_at(show, game)
    found = {}
    for kind in KINDS:
        paints = {thing.name: paint(thing.body) for thing in seen(page, session, kind) if thing.name.startswith("hue-")}
        for (one, colour), (other, other_colour) in combinations(sorted(paints.items()), 2):
            found[kind, one, other] = round(float(np.linalg.norm(colour - other_colour)))
    assert len(found) >= len(KINDS)
    assert {pair: apart for pair, apart in found.items() if apart < LEAST_APART} == {}


ONE_COLOUR = "[data-piece], [data-piece] * { --piece: #8a8a8a !important; --piece-ink: #fff !important }"
NO_SIGNS = """[data-piece] :is(.plate + path, .blocks, .float ~ path:last-of-type, [fill^=url], [stroke^=url])
    { visibility: hidden } [data-piece] .head { d: path("M-15 -13H15V19H-15Z") }"""
NO_WATER = ":root { --water: #f6d3ae !important; --water-deep: #f6d3ae !important; --water-bright: #f6d3ae !important }"
NO_TARGETS = ":root { --target: #4ccfe0 !important }"


@pytest.mark.parametrize(
    ("game", "style", "groups"),
    [
        ("plouf-party", ONE_COLOUR, set[str]()),
        ("plouf-party", NO_SIGNS, {"at the side", "in the water"}),
        ("croc-pool", ONE_COLOUR + NO_SIGNS + NO_TARGETS, {"crocodiles", "targets"}),  # tiles by their skins
        ("le-plouf", NO_WATER, {"grounds"}),
    ],
)
def test_signs_are_enough_and_what_takes_them_or_colours_away_is_found(
    show: Open, game: str, style: str, groups: set[str]
) -> None:
    page, session = looked_at(show, game)
    page.evaluate(
        """style => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets = [sheet];
        }""",
        style,
    )
    found = confused(seen(page, session, "deuteranopia"))
    assert {one.split(", ")[1].split(":")[0] for one in found} == groups
