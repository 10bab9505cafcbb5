"""Crocodile Pool Party as SVG: the long pool with its bars, ladders and slabs, swimmers, crocodiles and stacks."""

from collections.abc import Mapping, Sequence
from typing import Any

from lido.games.croc_pool.board import BAR_SQUARES, FILES, IS_WATER, LADDERS, RANKS, SLABS, SQUARE, SQUARES
from lido.games.croc_pool.rules import QUIET_TURNS

SIZE = 44
LEFT, TOP = 52, 26
POOL_WIDTH, POOL_HEIGHT = SIZE * len(FILES), SIZE * len(RANKS)
PANEL = LEFT + POOL_WIDTH + 44
WIDTH, HEIGHT = PANEL + 150, TOP + POOL_HEIGHT + 40
COLOURS = ("#d1495b", "#edae49")
DARK = ("#8f2436", "#9a6410")
TILE = 34
SMALL = 20
STONE = "#8a7350"
SHOULDERS = "M-8 5q8 -11 16 0z"
WAVE = "M-10 9q2.5 -4 5 0t5 0t5 0t5 0"
TEETH = "M-14 -14" + "l3.5 6l3.5 -6" * 4 + "M-14 14" + "l3.5 -6l3.5 6" * 4

Tile = Mapping[str, Any]


def svg(view: Mapping[str, Any]) -> str:
    """The pool of a view, and what lies in the bars."""
    squares = "".join(_water(name) for name in SQUARES if IS_WATER[SQUARE[name]])
    bars = "".join(_bar(side) + _ladders(side) for side in (0, 1))
    stacks = "".join(_stack(name, stack["tiles"]) for name, stack in view["squares"].items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="Crocodile Pool Party: {view["position"]}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#f6efe2"/>'
        f'<rect x="{LEFT - 8}" y="{TOP - 8}" width="{POOL_WIDTH + 16}" height="{POOL_HEIGHT + 16}" rx="12" '
        f'fill="#d8c7a6"/>'
        f"{_names()}{_slabs()}{squares}{bars}{_must(view['must'])}{stacks}{_panel(view)}</svg>"
    )


def _centre(name: str) -> tuple[float, float]:
    file, rank = FILES.index(name[0]), int(name[1:])
    return LEFT + (file + 0.5) * SIZE, TOP + (len(RANKS) - rank + 0.5) * SIZE


def _attributes(facts: Mapping[str, object]) -> str:
    return " ".join(f'{name.replace("_", "-")}="{fact}"' for name, fact in facts.items())


def _box(x: float, y: float, width: float, height: float, **style: object) -> str:
    """A rectangle around its centre."""
    left, top = x - width / 2, y - height / 2
    return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" {_attributes(style)}/>'


def _text(x: float, y: float, text: object, size: float, **style: object) -> str:
    """Text around its centre."""
    place = f'x="{x:g}" y="{y:g}" dy=".36em" text-anchor="middle" font-size="{size:g}"'
    return f"<text {place} {_attributes(style)}>{text}</text>"


def _names() -> str:
    files = (_text(_centre(file + "1")[0], HEIGHT - 20, file, 13, fill=STONE) for file in FILES)
    ranks = (_text(16, _centre("a" + rank)[1], rank, 13, fill=STONE) for rank in RANKS)
    return "".join([*files, *ranks])


def _slabs() -> str:
    """The coloured slabs along the edge: how many swimmers each side may place in a rank."""
    drawn = []
    for side in (0, 1):
        for rank in RANKS:
            count = int(SLABS[side, int(rank) - 1])
            for slab in range(count):
                y = _centre("a" + rank)[1] + (slab - (count - 1) / 2) * 18
                for x in (LEFT - 15, LEFT + POOL_WIDTH + 15):
                    drawn.append(_box(x, y, 9, 15, rx=3, fill=COLOURS[side]))
    return "".join(drawn)


def _water(name: str) -> str:
    x, y = _centre(name)
    wave = f"M{x - 14:g} {y + 8:g}q3.5 -5 7 0t7 0t7 0t7 0"
    square = _box(x, y, SIZE - 1.5, SIZE - 1.5, rx=4, fill="#8fd3e8", stroke="#6bbbd6")
    return f'{square}<path d="{wave}" fill="none" stroke="#c9edf7" stroke-width="2.5"/>'


def _bar(side: int) -> str:
    """A wooden deck over both squares of a bar, with a drink in its owner's colour."""
    (x1, y), (x2, _) = (_centre(name) for name in BAR_SQUARES[side])
    x = (x1 + x2) / 2
    planks = "".join(_box(x, y - 16 + 8 * row, 2 * SIZE - 4, 1, fill="#a97c46") for row in range(5))
    glass = f"M{x - 9:g} {y - 9:g}h18l-9 11z"
    deck = _box(x, y, 2 * SIZE - 2, SIZE - 2, rx=6, fill="#c99a5b", stroke="#8f6633", stroke_width=2)
    return (
        f"{deck}{planks}"
        f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="#fff8ea" stroke="#8f6633"/>'
        f'<path d="{glass}M{x:g} {y + 2:g}v10m-6 0h12" fill="{COLOURS[side]}" stroke="{DARK[side]}" stroke-width="2"/>'
    )


def _ladders(side: int) -> str:
    """Two rails and three rungs from each ladder square onto the bar."""
    drawn = []
    for ladder in LADDERS[side]:
        x, y = _centre(ladder)
        nearest = min(BAR_SQUARES[side], key=lambda bar: _distance(bar, ladder))
        bar_x, bar_y = _centre(nearest)
        turn = 90 if bar_x != x else 0
        rails = "M-6 -8v16M6 -8v16M-6 -5h12M-6 0h12M-6 5h12"
        place = f"translate({(x + bar_x) / 2:g} {(y + bar_y) / 2:g}) rotate({turn})"
        drawn.append(f'<path transform="{place}" d="{rails}" stroke="#5b6d75" stroke-width="2.5" fill="none"/>')
    return "".join(drawn)


def _distance(one: str, other: str) -> float:
    (x1, y1), (x2, y2) = _centre(one), _centre(other)
    return abs(x1 - x2) + abs(y1 - y2)


def _must(square: str | None) -> str:
    """A ring around the crocodile that has just been turned over."""
    if square is None:
        return ""
    x, y = _centre(square)
    return _box(x, y, SIZE - 2, SIZE - 2, rx=6, fill="#fff3b0", stroke="#e07a1f", stroke_width=3)


def _stack(name: str, tiles: Sequence[Tile]) -> str:
    """The tiles one above the other, and how many there are."""
    x, y = _centre(name)
    height = len(tiles)
    lift = min(4.0, 13 / height)
    drawn = [_tile(x, y + (height - 1) * lift / 2 - level * lift, tile, TILE) for level, tile in enumerate(tiles)]
    if height > 1:
        badge = f'<circle cx="{x + 15:g}" cy="{y - 15:g}" r="9" fill="#22333b" stroke="#fff" stroke-width="1.5"/>'
        drawn.append(badge + _text(x + 15, y - 15, height, 12, fill="#fff", font_weight=700))
    return "".join(drawn)


def _tile(x: float, y: float, tile: Tile, size: float) -> str:
    """A swimmer with its arms up, or a crocodile with its number between its teeth."""
    side, unit = tile["side"] - 1, size / TILE
    place = f'<g transform="translate({x:g} {y:g}) scale({unit:g})">'
    if not tile["crocodile"]:
        ring = _box(0, 0, TILE, TILE, rx=TILE / 2, fill=COLOURS[side], stroke="#fff", stroke_width=2)
        figure = f'<circle cy="-7" r="5" fill="#fff"/><path d="{SHOULDERS}" fill="#fff"/>'
        return f'{place}{ring}{figure}<path d="{WAVE}" fill="none" stroke="#fff" stroke-width="2.5"/></g>'
    skin = _box(0, 0, TILE - 2, TILE - 2, rx=7, fill=DARK[side], stroke=COLOURS[side], stroke_width=3.5)
    number = _text(0, 0, tile["number"], 19, fill="#fff", font_weight=800)
    return f'{place}{skin}<path d="{TEETH}" fill="#fff"/>{number}</g>'


def _panel(view: Mapping[str, Any]) -> str:
    """Beside the pool: what each bar holds, whose turn it is, whether the bars are open, the quiet turns."""
    middle = TOP + POOL_HEIGHT / 2
    return (
        _bar_contents(view, 0, TOP + 12) + _bar_contents(view, 1, TOP + POOL_HEIGHT - 130)
        + _padlock(PANEL + 24, middle - 40, view["open"])
        + _box(PANEL + 66, middle + 22, 120, 12, rx=6, fill="#fff", stroke="#cbb48a")
        + f'<rect x="{PANEL + 6}" y="{middle + 16:g}" width="{2 * view["quiet"]}" height="12" rx="6" fill="#5fb6d3"/>'
        + _text(PANEL + 66, middle + 42, f"{view['quiet']} / {QUIET_TURNS}", 13, fill=STONE)
    )  # fmt: skip


def _bar_contents(view: Mapping[str, Any], side: int, top: float) -> str:
    """A side's score and the tiles in its bar, in order of arrival; an arrow where it has the turn."""
    head = (
        f'<circle cx="{PANEL + 18}" cy="{top + 12:g}" r="15" fill="{COLOURS[side]}" stroke="#fff" stroke-width="2.5"/>'
        + _text(PANEL + 18, top + 12, "RY"[side], 15, fill="#fff", font_weight=700)
        + _text(PANEL + 62, top + 12, view["scores"][side], 30, fill=DARK[side], font_weight=800)
        + _text(PANEL + 104, top + 14, f"({view['crocodiles'][side]})", 15, fill=STONE)
    )
    if view["turn"] == side + 1:
        head += f'<path d="M{PANEL - 18} {top + 3:g}l14 9l-14 9z" fill="#22333b"/>'
    tiles = (
        _tile(PANEL + 12 + 25 * (place % 5), top + 48 + 26 * (place // 5), tile, SMALL)
        for place, tile in enumerate(view["bars"][side])
    )
    return head + "".join(tiles)


def _padlock(x: float, y: float, is_open: bool) -> str:
    """A padlock, open or shut."""
    shackle = f"M{x - 8:g} {y - 8:g}v-8a8 8 0 0 1 16 0v{2 if is_open else 8}"
    body = _box(x, y + 2, 26, 20, rx=4, fill="#4f9d69" if is_open else STONE)
    return f'<path d="{shackle}" fill="none" stroke="#5b6d75" stroke-width="4"/>{body}'
