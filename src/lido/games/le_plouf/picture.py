"""Le Plouf as SVG: slabs around the water, swimmers on them and in it, the steps to walk."""

from collections.abc import Mapping
from typing import Any

from lido.games.le_plouf.board import CELL, CELLS, CORNERS, FILES, POOL_CELLS, RANKS
from lido.look import COLOURS as PAGE
from lido.look import HUES, document, element, patterns, swimmer, text, water

SIZE = 64
MARGIN = 26
BOARD = SIZE * 5
WIDTH = BOARD + 2 * MARGIN
HEIGHT = WIDTH + 46
SEATS = (
    (HUES["red"], "plain", "circle"),
    (HUES["amber"], "stripes", "triangle"),
    (HUES["navy"], "dots", "square"),
    (HUES["green"], "checks", "cross"),
)
"""The colour, the pattern and the sign of each seat."""


def svg(view: Mapping[str, Any]) -> str:
    """The board of a view."""
    body = [
        patterns(),
        element("rect", width=WIDTH, height=HEIGHT, rx=18, fill=PAGE["deck"]),
        *(_slab(name) for name in CELLS if name not in POOL_CELLS),
        water(MARGIN + SIZE + 3, MARGIN + SIZE + 3, 3 * SIZE - 6, 3 * SIZE - 6),
        _lanes(),
        _names(),
        *(_pawn(view, name, seat) for name, seat in view["cells"].items()),
        _track(view),
    ]
    return document(WIDTH, HEIGHT, f"Le Plouf: {view['position']}", body)


def _centre(name: str) -> tuple[int, int]:
    column, row = FILES.index(name[0]), 4 - RANKS.index(name[1])
    return MARGIN + column * SIZE + SIZE // 2, MARGIN + row * SIZE + SIZE // 2


def _slab(name: str) -> str:
    x, y = _centre(name)
    fill = PAGE["slab-corner" if CORNERS >> CELL[name] & 1 else "slab"]
    return element("rect", x=x - 31, y=y - 31, width=62, height=62, rx=9, fill=fill, stroke=PAGE["slab-edge"])


def _lanes() -> str:
    low, long = MARGIN + SIZE + 8, 3 * SIZE - 16
    lines = "".join(f"M{at} {low}v{long}M{low} {at}h{long}" for at in (MARGIN + 2 * SIZE, MARGIN + 3 * SIZE))
    dots = {"stroke_width": 2, "stroke_dasharray": "1 7", "stroke_linecap": "round", "opacity": 0.9}
    return element("path", d=lines, fill="none", stroke=PAGE["water-light"], **dots)


def _names() -> str:
    ink = PAGE["slab-ink"]
    files = (text(_centre(f + "1")[0], BOARD + MARGIN + 13, f, 13, ink, bold=False) for f in FILES)
    ranks = (text(MARGIN - 13, _centre("a" + r)[1], r, 13, ink, bold=False) for r in RANKS)
    return "".join([*files, *ranks])


def _pawn(view: Mapping[str, Any], name: str, seat: int) -> str:
    """Who stands looks at the middle of the pool, or has won; who swims looks up."""
    x, y = _centre(name)
    if name in POOL_CELLS:
        return swimmer(x, y, *SEATS[seat - 1], mood="floats", look=(0, -1), scale=1.14)
    payoffs = view["result"]["payoffs"] if view["result"] else ()
    mood = "wins" if payoffs and payoffs[seat - 1] == max(payoffs) > min(payoffs) else "calm"
    return swimmer(x, y, *SEATS[seat - 1], mood=mood, look=(WIDTH / 2 - x, WIDTH / 2 - y), scale=1.14)


def _track(view: Mapping[str, Any]) -> str:
    """How many steps to walk, now and in the next turns, and whose turn it is."""
    y = WIDTH + 16
    parts = []
    for number in (1, 2, 3):
        here = number == view["cursor"]
        x = MARGIN + 22 + (number - 1) * 46
        edge = {"stroke": PAGE["accent"], "stroke_width": 2}
        parts.append(element("circle", cx=x, cy=y, r=16, fill=PAGE["accent" if here else "card"], **edge))
        parts.append(text(x, y, number, 16, PAGE["accent-ink" if here else "accent"]))
    if view["turn"]:
        parts.append(swimmer(BOARD + MARGIN - 22, y, *SEATS[view["turn"] - 1], scale=0.8))
    return "".join(parts)
