"""Plouf Party as SVG: the pool with its diving board, the swimmers around it and in it, and the players' tokens."""

from collections.abc import Mapping
from typing import Any

from lido.look import COLOURS as PAGE
from lido.look import HUES, PATTERNS, document, element, patterns, sign, swimmer, text, water

SIZE = 64
MARGIN = 8
COLUMNS, ROWS = 8, 5
WIDTH = COLUMNS * SIZE + 2 * MARGIN
POOL_HEIGHT = ROWS * SIZE + 2 * MARGIN
HEIGHT = POOL_HEIGHT + 72

PLACES = [
    (0, 2), (0, 1),
    *((column, 0) for column in range(1, 7)),
    *((7, row) for row in (1, 2, 3)),
    *((column, 4) for column in range(6, 0, -1)),
    (0, 3),
]  # fmt: skip
"""The column and row of every space: the diving board on the left, then clockwise."""
BERTHS = sorted(((column, row) for row in (1, 2, 3) for column in range(1, 7)), key=lambda place: place == (1, 2))
"""Where pawns swim, in the order in which they fall; last where the diving board is."""

SIGNS = {
    "R": ("red", "plain", "heart"),
    "O": ("orange", "stripes", "triangle"),
    "Y": ("yellow", "dots", "star"),
    "G": ("green", "bars", "square"),
    "B": ("blue", "checks", "drop"),
    "P": ("purple", "waves", "diamond"),
}
"""By its letter: the hue, the pattern and the sign of each colour."""
COLOURS = {letter: HUES[hue].piece for letter, (hue, _, _) in SIGNS.items()}


def svg(view: Mapping[str, Any]) -> str:
    """The pool of a view, and what it shows of the players."""
    spaces = range(len(PLACES))
    body = [
        patterns(),
        element("rect", width=WIDTH, height=HEIGHT, rx=26, fill=PAGE["slab"], stroke=PAGE["slab-edge"], stroke_width=2),
        water(MARGIN + SIZE, MARGIN + SIZE, 6 * SIZE, 3 * SIZE),
        *(_space(space, view) for space in spaces),
        *(_swimmer(place, pawn) for place, pawn in enumerate(view["water"])),
        *(_standing(space, view) for space in spaces if view["ring"][space]),
        *(_player(seat, view) for seat in range(1, view["players"] + 1)),
    ]
    return document(WIDTH, HEIGHT, f"Plouf Party: {_told(view)}", body)


def _told(view: Mapping[str, Any]) -> str:
    """The pawns at the poolside as text, for readers who cannot see the picture."""
    standing = [(space, pawn) for space, pawn in enumerate(view["ring"]) if pawn]
    return ", ".join(f"{space} {pawn['colour']}{pawn['number'] or ''}" for space, pawn in standing)


def _square(column: int, row: int) -> tuple[int, int]:
    return MARGIN + column * SIZE + SIZE // 2, MARGIN + row * SIZE + SIZE // 2


def _space(space: int, view: Mapping[str, Any]) -> str:
    """A space with its number, beside the pawn that stands there; the last move is marked."""
    x, y = _square(*PLACES[space])
    edge: dict[str, object] = {"stroke": PAGE["slab-edge"]}
    if space == view["last"] and view["taken"] is None:
        edge = {"stroke": PAGE["mark-edge"], "stroke_width": 3, "stroke_dasharray": "5 4"}
    slab = element("circle", cx=x, cy=y, r=27, fill=PAGE["deck"], **edge) if space else _diving_board(x, y)
    if not view["ring"][space]:
        return slab + text(x, y, space, 14, PAGE["slab-ink"], bold=False)
    right, below = x > WIDTH - SIZE, y > POOL_HEIGHT - SIZE
    beside = x + (27 if right else -27), y + (26 if right or below else -25)
    return slab + text(*beside, space, 12, PAGE["slab-ink"], bold=False)


def _diving_board(x: int, y: int) -> str:
    steel = {"stroke": PAGE["steel"], "stroke_width": 2}
    plank = element("rect", x=x - 28, y=y - 24, width=92, height=48, rx=9, fill=PAGE["coping"], **steel)
    return plank + element("path", d=f"M{x + 40} {y - 17}v34m8 -34v34m8 -34v34", opacity=0.5, **steel)


def _standing(space: int, view: Mapping[str, Any]) -> str:
    """A pawn that looks at the middle of the pool; it trembles in a hand, and cheers if its colour has won."""
    x, y = _square(*PLACES[space])
    payoffs = view["result"]["payoffs"] if view["result"] else ()
    best = max(payoffs) if len(set(payoffs)) > 1 else None  # in a draw nobody cheers
    winners = [token for token, payoff in zip(view["tokens"], payoffs, strict=False) if payoff == best]
    pawn = view["ring"][space]
    mood = "teeters" if space == view["taken"] else "wins" if pawn["colour"] in winners else "calm"
    return _pawn(x, y, pawn, mood, (WIDTH / 2 - x, POOL_HEIGHT / 2 - y))


def _swimmer(place: int, pawn: Mapping[str, Any]) -> str:
    return _pawn(*_square(*BERTHS[place]), pawn, "floats", (0, -1))


def _pawn(x: int, y: int, pawn: Mapping[str, Any], mood: str, look: tuple[float, float]) -> str:
    """A pawn, with its number where that is shown."""
    hue, pattern, mark = SIGNS[pawn["colour"]]
    drawn = swimmer(x, y, HUES[hue], pattern, mark, mood=mood, look=look)
    if not pawn["number"]:
        return drawn
    badge = element("circle", cx=x + 18, cy=y - 16, r=10, fill="#fff", stroke=PAGE["outline"], stroke_width=1.6)
    return drawn + badge + text(x + 18, y - 16, pawn["number"], 15, PAGE["outline"])


def _player(seat: int, view: Mapping[str, Any]) -> str:
    """A player's number, token where it is known, and whether they are out, to act or the winner."""
    room = (WIDTH - 40) / view["players"]
    x, y = 20 + (seat - 0.5) * room, POOL_HEIGHT + 28
    won = view["result"] is not None and view["result"]["payoffs"][seat - 1] > 0
    marked = won or seat == view["turn"]
    frame = element("circle", cx=x, cy=y, r=25, fill=PAGE["sun"], stroke=PAGE["sun-edge"]) if marked else ""
    drawn = frame + _token(x, y, view["tokens"][seat - 1])
    drawn += text(x + 36, y, seat, 17, PAGE["slab-ink"], bold=seat in (view["turn"], view["seat"]))
    if view["in"][seat - 1]:
        return drawn
    stroke = {"stroke": PAGE["outline"], "stroke_width": 2.5}
    return element("g", drawn, element("path", d=f"M{x - 19:g} {y + 19:g}l38 -38", **stroke), opacity=0.6)


def _token(x: float, y: float, letter: str | None) -> str:
    """A colour token with its pattern and sign, or a question mark."""
    hue, pattern, mark = SIGNS[letter] if letter else ("unknown", "plain", "")
    body = {"cx": x, "cy": y, "r": 21, "stroke": PAGE["piece-edge"], "stroke_width": 2.5}
    painted = HUES[hue]
    return "".join([
        element("circle", **body, fill=painted.piece),
        element("circle", cx=x, cy=y, r=20, fill=f"url(#{pattern})") if pattern in PATTERNS else "",
        element("circle", cx=x, cy=y, r=13, fill=painted.piece),
        sign(mark, x, y, 8, painted.ink) if mark else text(x, y, "?", 19, painted.ink),
    ])  # fmt: skip


def ink(letter: str) -> str:
    """The colour of a letter on a pawn of that colour."""
    return HUES[SIGNS[letter][0]].ink
