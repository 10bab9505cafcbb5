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
SIDES = ((HUES["red"], "circle"), (HUES["amber"], "triangle"))
"""By side: its hue and its sign."""
OUTLINE, TOOTH = PAGE["outline"], "#fffdf2"
CREAM = "#fff8ea"
SHALLOWS = "#d6f5fa"
"""The water inside a ring, the same by day and by night, so that faces stand out."""

CAP = "M-9 -3A9.2 9.2 0 0 1 9 -3Q0 -7.5 -9 -3Z"
EYES = "M-4 -.6v1.2M4 -.6v1.2"
SMILE = "M-3.4 3.4q3.4 3.6 6.8 0"
HEAD = (
    "M-11 -13H11Q17 -13 17 -7V10Q17 19.5 7 19.5H-7Q-17 19.5 -17 10V-7Q-17 -13 -11 -13Z"
    "M-17 -12.6a7.5 7.5 0 0 1 15 0a7.5 7.5 0 0 1 -15 0zM2 -12.6a7.5 7.5 0 0 1 15 0a7.5 7.5 0 0 1 -15 0z"
)
KNOBS = (
    "M-20.4 -3a3.2 3.2 0 0 1 6.4 0a3.2 3.2 0 0 1 -6.4 0zM-20.4 4a3.2 3.2 0 0 1 6.4 0a3.2 3.2 0 0 1 -6.4 0z"
    "M14 -3a3.2 3.2 0 0 1 6.4 0a3.2 3.2 0 0 1 -6.4 0zM14 4a3.2 3.2 0 0 1 6.4 0a3.2 3.2 0 0 1 -6.4 0z"
)
SPIKES = "M-16 -6.5v7l-5.4 -3.5zM-16 .5v7l-5.4 -3.5zM16 -6.5l5.4 3.5l-5.4 3.5zM16 .5l5.4 3.5l-5.4 3.5z"
MOUTH = "M-14 9.5H14V11Q14 17 7 17H-7Q-14 17 -14 11Z"
TEETH = "M-14 9.5l3.5 5.5l3.5 -5.5l3.5 5.5l3.5 -5.5l3.5 5.5l3.5 -5.5l3.5 5.5l3.5 -5.5z"
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
        *(_ladders(side) + _bar(view, side) for side in (0, 1)),
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
    for side, (hue, _) in enumerate(SIDES):
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
    hue, mark = SIDES[side]
    (x, y1), (_, y2) = (_centre(name) for name in BAR_SQUARES[side])
    y = (y1 + y2) / 2
    wood = {"fill": PAGE["wood"], "stroke": PAGE["wood-dark"], "stroke_width": 2}
    planks = "".join(f"M{x + part * SIZE:g} {y - SIZE + 3:g}v{2 * SIZE - 6}" for part in (-0.3, -0.1, 0.1, 0.3))
    deck = _box(x, y, SIZE - 2, 2 * SIZE - 2, rx=7, **wood)
    deck += element("path", d=planks, stroke=PAGE["wood-dark"], opacity=0.55)
    if view["result"] and view["bars"][side]:
        return deck + _turned(x, y, view["bars"][side])
    table = {"fill": CREAM, "stroke": PAGE["wood-dark"]}
    glass = f"M{x - 9:g} {y - 32:g}h18l-9 11zM{x:g} {y - 21:g}v9m-6 0h12"
    return "".join([
        deck,
        element("circle", cx=x, cy=y - 23, r=17, **table),
        element("path", d=glass, fill=hue.piece, stroke=hue.dark, stroke_width=2),
        element("circle", cx=x, cy=y + 23, r=17, **table),
        text(x, y + 19.6, view["scores"][side], 21, "#33240c"),
        sign(mark, x, y + 33.4, 4, hue.dark),
        "" if view["open"] else _padlock(x + 14, y + 14),
    ])  # fmt: skip


def _turned(x: float, y: float, tiles: Sequence[Tile]) -> str:
    """The tiles of a bar at the end of the game, turned over: six large ones, or up to twelve smaller ones."""
    drawn, rows = [], 3 if len(tiles) <= 6 else 6
    tall = 84 / rows
    for at, tile in enumerate(tiles):
        hue, mark = SIDES[tile["side"] - 1]
        left, top = x + (at % 2 - 0.5) * 21, y + (at // 2 - (rows - 1) / 2) * (tall + 0.8)
        drawn.append(_box(left, top, 20, tall - 0.6, rx=3.5, fill=hue.piece, stroke=CREAM, stroke_width=1.5))
        if rows == 3:
            drawn.append(sign(mark, left, top - 7.6, 3.4, hue.ink))
            drawn.append(text(left, top + 4.4, tile["number"] or "?", 19, hue.ink))
        else:
            drawn.append(sign(mark, left - 5.6, top, 3, hue.ink))
            drawn.append(text(left + 3.6, top, tile["number"] or "?", 15, hue.ink))
    return "".join(drawn)


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
        place = f"translate({0.6 * x + 0.4 * bar_x:g} {0.6 * y + 0.4 * bar_y:g}) rotate({90 if bar_y == y else 0})"
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
    lift = min(5.5, 11 / height)
    drawn = [element("ellipse", cx=x, cy=y + 3, rx=22, ry=20.5, fill=PAGE["water-line"], opacity=0.4)]
    drawn += [_tile(x, y + (height - 1) * lift / 2 - level * lift, tile) for level, tile in enumerate(tiles)]
    if height > 1:
        drawn.append(_box(x + 12.5, y + 16, 22, 14, rx=7, fill=OUTLINE, stroke="#fff", stroke_width=1.6))
        drawn.append(text(x + 12.5, y + 16, f"×{height}", 13.5, "#fff"))
    return "".join(drawn)


def _tile(x: float, y: float, tile: Tile) -> str:
    """A tile in the colour of its side with a light rim: a swimmer's face in a ring, or a crocodile's head."""
    draw = _crocodile if tile["crocodile"] else _swimmer
    return element("g", draw(tile), transform=f"translate({x:.4g} {y:.4g}) scale(0.95)")


def _crocodile(tile: Tile) -> str:
    hue, _ = SIDES[tile["side"] - 1]
    eyes = {"fill": "none", "stroke_linecap": "round"}
    rim = {"stroke": PAGE["piece-edge"], "stroke_width": 4.4, "stroke_linejoin": "round", "paint_order": "stroke"}
    return "".join([
        element("path", d=HEAD + (KNOBS, SPIKES)[tile["side"] - 1], fill=hue.piece, **rim),
        element("path", d="M-9.5 -12.8h.01M9.5 -12.8h.01", **eyes, stroke=TOOTH, stroke_width=10.4),
        element("path", d="M-8.6 -14.2v2.8M8.6 -14.2v2.8", **eyes, stroke=OUTLINE, stroke_width=4.2),
        element("path", d=MOUTH, fill=hue.dark),
        element("path", d=TEETH, fill=TOOTH),
        text(0, 0.8, tile["number"], 24, hue.ink),
    ])  # fmt: skip


def _swimmer(tile: Tile) -> str:
    hue, mark = SIDES[tile["side"] - 1]
    lines = {"fill": "none", "stroke": OUTLINE, "stroke_linecap": "round"}
    blocks = {"fill": "none", "stroke": PAGE["piece-edge"], "stroke_width": 4, "stroke_dasharray": "5 11.755"}
    return "".join([
        element("circle", r=20, fill=hue.piece, stroke=PAGE["piece-edge"], stroke_width=2.6),
        element("circle", r=16, **blocks, stroke_dashoffset=2.5) if tile["side"] == 2 else "",
        element("circle", r=12, fill=SHALLOWS, stroke=PAGE["piece-edge"], stroke_width=1.4),
        element("circle", cy=-0.5, r=9.2, fill=hue.skin),
        element("path", d=CAP, fill=hue.piece),
        element("path", d=EYES, **lines, stroke_width=3),
        element("path", d=SMILE, **lines, stroke_width=1.8),
        sign(mark, 0, 15.6, 3.2, hue.ink) if tile["number"] is None else _known(tile["number"], hue.dark),
    ])  # fmt: skip


def _known(number: int, ink: str) -> str:
    """The number under a swimmer, when the game is over."""
    return element("circle", cy=14.4, r=8.2, fill="#fff", stroke=ink) + text(0, 14.2, number, 15, ink)


def _foot(view: Mapping[str, Any]) -> str:
    """Under the pool: whose turn it is, the score with the crocodiles in it, and the quiet turns."""
    y, ink = POOL_HEIGHT + 10, PAGE["slab-ink"]
    drawn = [text(WIDTH / 2, y, f"{view['quiet']} / {QUIET_TURNS}", 14, ink, bold=False)]
    for side, (hue, mark) in enumerate(SIDES):
        x = WIDTH * (side + 0.5) / 2 + (60 if side else -60)
        if view["turn"] == side + 1:
            drawn.append(element("circle", cx=x, cy=y, r=21, fill=PAGE["sun"], stroke=PAGE["sun-edge"]))
        drawn.append(element("circle", cx=x, cy=y, r=16, fill=hue.piece, stroke=OUTLINE, stroke_width=1.3))
        drawn.append(sign(mark, x, y, 7, hue.ink))
        drawn.append(text(x + 30, y, f"{view['scores'][side]} ({view['crocodiles'][side]})", 16, ink, anchor="start"))
    return "".join(drawn)
