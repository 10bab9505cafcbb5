"""Crocodile Pool Party as SVG: the long pool with its bars and ladders, swimmers, crocodiles and stacks."""

from collections.abc import Mapping, Sequence
from typing import Any

from lido.games.croc_pool.board import BAR_SQUARES, FILES, IS_WATER, LADDERS, RANKS, SLABS, SQUARE, SQUARES
from lido.games.croc_pool.rules import QUIET_TURNS
from lido.look import COLOURS as PAGE
from lido.look import HUES, document, element, sign, text, water

SIZE = 46
EDGE = 30
WIDTH, POOL_HEIGHT = len(RANKS) * SIZE + 2 * EDGE, len(FILES) * SIZE + 2 * EDGE
HEIGHT = POOL_HEIGHT + 40
SIDES = ((HUES["red"], "circle", "#70a05a"), (HUES["amber"], "triangle", "#80ad52"))
"""By side: its hue, its sign, and the skin of its crocodiles, a little of its hue in it."""
OUTLINE, TOOTH = PAGE["outline"], "#fffdf2"
CREAM = "#fff8ea"

LIMBS = "M-5 4Q-10 6 -14.5 2M5 4Q10 6 14.5 2M-4 13v3M4 13v3"
SHIRT = "M-7.5 13V6q0 -5 7.5 -5t7.5 5v7q-7.5 3 -15 0z"
CAP = "M-8 -7.5A8 8 0 0 1 8 -7.5Q0 -12.5 -8 -7.5Z"
GLASSES = "M-6 -9h12v1.6q-.5 3 -3 3t-2.6 -2.6h-.8q-.1 2.6 -2.6 2.6t-3 -3z"
SNOUT = "M-14 8V-7q0 -6 6 -6h16q6 0 6 6V8q0 7 -14 7T-14 8z"
MOUTH = "M-11.5 -6.5h23V8q0 5.5 -11.5 5.5T-11.5 8z"
TEETH = "M-11 -6.5l2.75 4.5l2.75 -4.5l2.75 4.5l2.75 -4.5l2.75 4.5l2.75 -4.5l2.75 4.5l2.75 -4.5z"
LADDER = "M-6 -8v16M6 -8v16M-6 -5h12M-6 0h12M-6 5h12"

Tile = Mapping[str, Any]


def svg(view: Mapping[str, Any]) -> str:
    """The pool of a view, drawn across: rank 1 at the left."""
    deck = {"fill": PAGE["slab"], "stroke": PAGE["slab-edge"], "stroke_width": 2}
    body = [
        element("rect", width=WIDTH, height=HEIGHT, rx=18, **deck),
        water(EDGE, EDGE, WIDTH - 2 * EDGE, POOL_HEIGHT - 2 * EDGE),
        *(_square(name) for name in SQUARES if IS_WATER[SQUARE[name]]),
        _names(),
        _slabs() if view["step"] == "place" else "",
        *(_bar(view, side) + _ladders(side) for side in (0, 1)),
        _must(view["must"]),
        *(_stack(name, stack["tiles"]) for name, stack in view["squares"].items()),
        _foot(view),
    ]
    return document(WIDTH, HEIGHT, f"Crocodile Pool Party: {view['position']}", body)


def _at(file: float, rank: float) -> tuple[float, float]:
    """The middle of a square, or of a place beyond the edge, by file and rank from 0."""
    return EDGE + (rank + 0.5) * SIZE, EDGE + (file + 0.5) * SIZE


def _centre(name: str) -> tuple[float, float]:
    return _at(FILES.index(name[0]), int(name[1:]) - 1)


def _box(x: float, y: float, width: float, height: float, **style: object) -> str:
    """A rectangle around its centre."""
    return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, **style)


def _square(name: str) -> str:
    x, y = _centre(name)
    return _box(x, y, SIZE - 2, SIZE - 2, rx=5, fill="none", stroke=PAGE["water-light"], stroke_width=1.2, opacity=0.5)


def _names() -> str:
    ink = PAGE["slab-ink"]
    files = (text(*_at(file, -0.84), name, 13, ink, bold=False) for file, name in enumerate(FILES))
    ranks = (text(*_at(-0.84, rank), name, 13, ink, bold=False) for rank, name in enumerate(RANKS))
    return "".join([*files, *ranks])


def _slabs() -> str:
    """Dots along the edge: how many swimmers each side may place in a rank."""
    drawn = []
    for side, (hue, _, _) in enumerate(SIDES):
        look: dict[str, object] = {"stroke": PAGE["slab-ink"], "fill": hue.piece}
        if side:
            look = {"stroke": hue.piece, "fill": PAGE["deck"], "stroke_width": 3}
        for rank in range(len(RANKS)):
            count = int(SLABS[side, rank])
            for slab in range(count):
                x, y = _at(len(FILES) - 0.14, rank + (slab - (count - 1) / 2) * 0.42)
                drawn.append(element("circle", cx=x, cy=y, r=5.5, **look))
    return "".join(drawn)


def _bar(view: Mapping[str, Any], side: int) -> str:
    """A wooden deck with a drink and how many tiles lie there; a lock while it is shut, at the end its tiles."""
    hue, mark, _ = SIDES[side]
    (x, y1), (_, y2) = (_centre(name) for name in BAR_SQUARES[side])
    y = (y1 + y2) / 2
    wood = {"fill": PAGE["wood"], "stroke": PAGE["wood-dark"], "stroke_width": 2}
    planks = "".join(f"M{x + part * SIZE:g} {y - SIZE + 3:g}v{2 * SIZE - 6}" for part in (-0.3, -0.1, 0.1, 0.3))
    deck = _box(x, y, SIZE - 2, 2 * SIZE - 2, rx=7, **wood)
    deck += element("path", d=planks, stroke=PAGE["wood-dark"], opacity=0.55)
    if view["result"] and view["bars"][side]:
        return deck + "".join(_turned(x, y, at, tile) for at, tile in enumerate(view["bars"][side]))
    table = {"fill": CREAM, "stroke": PAGE["wood-dark"]}
    glass = f"M{x - 9:g} {y - 32:g}h18l-9 11zM{x:g} {y - 21:g}v9m-6 0h12"
    return "".join([
        deck,
        element("circle", cx=x, cy=y - 23, r=17, **table),
        element("path", d=glass, fill=hue.piece, stroke=hue.dark, stroke_width=2),
        element("circle", cx=x, cy=y + 23, r=15, **table),
        text(x, y + 22, view["scores"][side], 17, "#33240c"),
        sign(mark, x, y + 32.6, 3.4, hue.dark),
        "" if view["open"] else _padlock(x + 12, y + 16),
    ])  # fmt: skip


def _turned(x: float, y: float, at: int, tile: Tile) -> str:
    """A tile of a bar at the end of the game, turned over."""
    hue, mark, _ = SIDES[tile["side"] - 1]
    left, top = x + (at % 2 - 0.5) * 21, y + (at // 2 - 2.5) * 14.8
    plate = _box(left, top, 19, 13.6, rx=3, fill=hue.dark, stroke=CREAM)
    return plate + sign(mark, left - 5.2, top, 2.6, "#fff") + text(left + 4, top, tile["number"] or "?", 11, "#fff")


def _padlock(x: float, y: float) -> str:
    shackle = element(
        "path", d=f"M{x - 4:g} {y - 4:g}v-3a4 4 0 0 1 8 0v3", fill="none", stroke="#2e3d45", stroke_width=2.2
    )
    return shackle + _box(x, y, 12, 9, rx=2, fill="#2e3d45", stroke=CREAM, stroke_width=0.8)


def _ladders(side: int) -> str:
    """Two rails and three rungs from each ladder square onto the bar."""
    drawn = []
    for ladder in LADDERS[side]:
        x, y = _centre(ladder)
        bar_x, bar_y = min(map(_centre, BAR_SQUARES[side]), key=lambda bar: abs(bar[0] - x) + abs(bar[1] - y))
        place = f"translate({(x + bar_x) / 2:g} {(y + bar_y) / 2:g}) rotate({90 if bar_y == y else 0})"
        drawn.append(element("path", d=LADDER, transform=place, fill="none", stroke=PAGE["steel"], stroke_width=2.5))
    return "".join(drawn)


def _must(square: str | None) -> str:
    """A frame around the crocodile that has just been turned over."""
    if square is None:
        return ""
    return _box(*_centre(square), SIZE - 2, SIZE - 2, rx=6, fill=PAGE["mark"], stroke=PAGE["mark-edge"], stroke_width=3)


def _stack(name: str, tiles: Sequence[Tile]) -> str:
    """The tiles one above the other, and how many there are."""
    x, y = _centre(name)
    height = len(tiles)
    lift = min(4.0, 13 / height)
    drawn = [element("ellipse", cx=x, cy=y + 3, rx=21, ry=20, fill=PAGE["water-line"], opacity=0.28)]
    drawn += [_tile(x, y + (height - 1) * lift / 2 - level * lift, tile) for level, tile in enumerate(tiles)]
    if height > 1:
        drawn.append(element("circle", cx=x + 16, cy=y + 14, r=8.5, fill="#1d2b33", stroke="#fff", stroke_width=1.5))
        drawn.append(text(x + 16, y + 14, height, 12, "#fff"))
    return "".join(drawn)


def _tile(x: float, y: float, tile: Tile) -> str:
    """A swimmer in a ring, seen from above, or a crocodile with its number between its teeth."""
    draw = _crocodile if tile["crocodile"] else _swimmer
    return element("g", draw(tile), transform=f"translate({x:.4g} {y:.4g})", stroke=OUTLINE, stroke_width=1.3)


def _rim(tile: Tile, shape: str, **place: object) -> str:
    """The line on a ring or a tile: thin for the first side, blocks for the second."""
    line = {"stroke_width": 4, "stroke_dasharray": "4.5 5"} if tile["side"] == 2 else {"stroke_width": 1.6}
    return element(shape, **place, fill="none", stroke=PAGE["piece-edge"], **line)


def _crocodile(tile: Tile) -> str:
    hue, mark, scales = SIDES[tile["side"] - 1]
    eyes = {"fill": "none", "stroke_linecap": "round"}
    return "".join([
        element("rect", x=-18.5, y=-18, width=37, height=37, rx=11, fill=hue.piece),
        _rim(tile, "rect", x=-16.2, y=-15.7, width=32.4, height=32.4, rx=9) if tile["side"] == 2 else "",
        element("path", d=SNOUT, fill=scales),
        *(element("circle", cx=x, cy=-15, r=5.6, fill=scales) for x in (-8.5, 8.5)),
        element("path", d="M-8.5 -15.4h.01M8.5 -15.4h.01", **eyes, stroke=TOOTH, stroke_width=7.4),
        element("path", d="M-7.9 -16.4v2M7.9 -16.4v2", **eyes, stroke_width=2.8),
        element("path", d=MOUTH, fill="#6b1526", stroke=PAGE["crocodile-dark"]),
        '<g stroke="none">',
        element("path", d=TEETH, fill=TOOTH),
        text(0, 4.6, tile["number"], 16, "#fff"),
        element("circle", cx=13.6, cy=-4.6, r=5.6, fill=hue.piece, stroke=TOOTH),
        sign(mark, 13.6, -4.6, 3.6, hue.ink),
        "</g>",
    ])  # fmt: skip


def _swimmer(tile: Tile) -> str:
    hue, mark, _ = SIDES[tile["side"] - 1]
    limbs = {"d": LIMBS, "fill": "none", "stroke_linecap": "round"}
    return "".join([
        element("circle", r=18, fill=hue.piece),
        _rim(tile, "circle", r=14.5),
        element("circle", r=11, fill=PAGE["water-deep"]),
        element("path", **limbs, stroke_width=5.6),
        element("path", **limbs, stroke=hue.skin, stroke_width=3.4),
        element("path", d=SHIRT, fill=TOOTH),
        element("circle", cy=-6.5, r=8, fill=hue.skin),
        element("path", d=CAP, fill=hue.piece),
        element("path", d=GLASSES, fill=OUTLINE, stroke="none"),
        element("path", d="M-2.6 -2.6q2.6 2.4 5.2 0", fill="none", stroke_width=1.6, stroke_linecap="round"),
        '<g stroke="none">',
        sign(mark, 0, 8, 4.4, hue.dark),
        _known(tile["number"]) if tile["number"] is not None else "",
        "</g>",
    ])  # fmt: skip


def _known(number: int) -> str:
    """The number under a swimmer, when the game is over."""
    return element("circle", cx=12, cy=-12, r=8, fill=OUTLINE, stroke="#fff") + text(12, -12, number, 11.5, "#fff")


def _foot(view: Mapping[str, Any]) -> str:
    """Under the pool: whose turn it is, the score with the crocodiles in it, and the quiet turns."""
    y, ink = POOL_HEIGHT + 10, PAGE["slab-ink"]
    drawn = [text(WIDTH / 2, y, f"{view['quiet']} / {QUIET_TURNS}", 14, ink, bold=False)]
    for side, (hue, mark, _) in enumerate(SIDES):
        x = WIDTH * (side + 0.5) / 2 + (60 if side else -60)
        if view["turn"] == side + 1:
            drawn.append(element("circle", cx=x, cy=y, r=21, fill=PAGE["sun"], stroke=PAGE["sun-edge"]))
        drawn.append(element("circle", cx=x, cy=y, r=16, fill=hue.piece, stroke=OUTLINE, stroke_width=1.3))
        drawn.append(sign(mark, x, y, 7, hue.ink))
        drawn.append(text(x + 30, y, f"{view['scores'][side]} ({view['crocodiles'][side]})", 16, ink, anchor="start"))
    return "".join(drawn)
