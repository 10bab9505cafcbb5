"""Splash! as SVG: the tower on its table in an axonometric view, and what every seat has."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from lido.game import SEAT_LETTERS, Event
from lido.games.splash.pieces import SIZES, colour, shape
from lido.games.splash.solids import ELEVATION, Frame, Point, Solid, back_to_front, drawn, seen, shadow_on_table, solids
from lido.games.splash.space import UP, Pose, about
from lido.look import COLOURS, document, element, text

WIDTH, HEIGHT = 720, 560
PANEL = 300
"""The width of the part with the seats."""
MARGIN = 34
LARGEST = 5_200.0
"""Pixels to a metre at most: a single piece does not fill the picture."""
SMALL = 1_050.0
"""Pixels to a metre in the reserves."""
LEAST_TABLE = 0.075
"""Metres from the middle of the table to its edge, at least."""
SHAPES = list(SIZES)
DROP = "M0 -7C3 -2 5 0 5 3A5 5 0 0 1 -5 3C-5 0 -3 -2 0 -7Z"


def svg(view: Mapping[str, Any]) -> str:
    """The table of a view."""
    label = f"Splash!: {view['levels']} levels, step {view['step']}"
    return document(WIDTH, HEIGHT, label, [_place(), _tower(view), _panel(view)])


def _place() -> str:
    """The side of a pool: sky, water with light on it, and the deck on which the table stands."""
    c = COLOURS
    stops = element("stop", offset=0, stop_color=c["page-far"]) + element("stop", offset=1, stop_color=c["page"])
    waves = "".join(
        f"M{x} {y}q9 -8 18 0t18 0" for y, first in ((290, 30), (318, 120), (344, 60)) for x in range(first, 440, 170)
    )
    foam = {"fill": "none", "stroke": c["foam"], "stroke_width": 3, "stroke_linecap": "round", "opacity": 0.8}
    return "".join([
        "<defs>",
        element("linearGradient", stops, id="sky", x2=0, y2=1),
        element("clipPath", element("rect", width=WIDTH, height=HEIGHT, rx=18), id="frame"),
        "</defs>",
        '<g clip-path="url(#frame)">',
        element("rect", width=WIDTH, height=HEIGHT, fill="url(#sky)"),
        element("circle", cx=64, cy=66, r=34, fill=c["sun"]),
        element("rect", y=250, width=WIDTH, height=130, fill=c["water"]),
        element("rect", y=250, width=WIDTH, height=10, fill=c["water-deep"], opacity=0.6),
        element("path", d=waves, **foam),
        element("rect", y=366, width=WIDTH, height=14, fill=c["coping"]),
        element("rect", y=378, width=WIDTH, height=HEIGHT - 378, fill=c["deck"]),
        "</g>",
    ])  # fmt: skip


def before(view: Mapping[str, Any], events: Sequence[Event]) -> dict[str, str]:
    """A picture of the fallen tower, where a placement brought it down."""
    for event in events:
        if event["event"] == "place" and not event["stands"]:
            return {"fall": svg({**view, "pieces": event["pieces"]})}
    return {}


def _tower(view: Mapping[str, Any]) -> str:
    """The tower and its shadow on the table, as large as it fits."""
    standing = solids(view["pieces"])
    frame = _fitted([point for solid in standing for point in solid.outline])
    shade = "".join(frame.path(shadow_on_table(solid)) for solid in standing)
    painted = "".join(drawn(solid, frame, standing) for solid in back_to_front(standing))
    shadow = f'<path d="{shade}" fill="#12263a" fill-opacity=".26" clip-path="url(#table)"/>'
    return f'<g clip-path="url(#frame)">{_table(frame, standing)}{shadow}{painted}</g>'


def _fitted(points: Sequence[Point]) -> Frame:
    """The frame in which all points are in the left part of the picture, low and in the middle."""
    room, tall = WIDTH - PANEL - 2 * MARGIN, HEIGHT - 3 * MARGIN
    if not points:
        return Frame(MARGIN + room / 2, HEIGHT - 3 * MARGIN, LARGEST)
    xs, ys = zip(*points, strict=True)
    scale = min(LARGEST, room / (max(xs) - min(xs)), tall / (max(ys) - min(ys)))
    x = MARGIN + room / 2 - scale * (max(xs) + min(xs)) / 2
    return Frame(x, HEIGHT - 2 * MARGIN - scale * max(ys), scale)


def _table(frame: Frame, standing: Sequence[Solid]) -> str:
    """A round of wood under everything, which shadows end at."""
    corners = [corner for solid in standing for corner in solid.corners]
    reach = max([LEAST_TABLE, *(1.3 * max(abs(x), abs(y)) for x, y, _ in corners)])
    # A circle on the table is an ellipse with level axes to this eye.
    wide, high = reach * frame.scale, reach * frame.scale * math.sin(ELEVATION)
    x, y = seen((0.0, 0.0, 0.0))
    size = f'cx="{frame.x + frame.scale * x:.1f}" rx="{wide:.1f}" ry="{high:.1f}"'
    level = frame.y + frame.scale * y
    rings = "".join(
        element("ellipse", cx=frame.x + frame.scale * x, cy=level, rx=wide * part, ry=high * part)
        for part in (0.88, 0.7, 0.5, 0.27)
    )
    return (
        f'<clipPath id="table"><ellipse {size} cy="{level:.1f}"/></clipPath>'
        f'<ellipse {size} cy="{level + 12:.1f}" fill="{COLOURS["shadow"]}" opacity=".2"/>'
        f'<ellipse {size} cy="{level + 7:.1f}" fill="{COLOURS["wood-dark"]}"/>'
        f'<ellipse {size} cy="{level:.1f}" fill="{COLOURS["wood"]}"/>'
        f'<g fill="none" stroke="{COLOURS["wood-dark"]}" stroke-width="1.6" opacity=".35">{rings}</g>'
    )


def _panel(view: Mapping[str, Any]) -> str:
    """The seats with their drops and reserves, and the piece in the hand."""
    left = WIDTH - PANEL
    row = (HEIGHT - 110) / len(view["reserves"])
    seats = "".join(_seat(view, seat, left, 26 + row * (seat - 1)) for seat in range(1, len(view["reserves"]) + 1))
    ground = element(
        "rect", x=left, y=10, width=PANEL - 10, height=HEIGHT - 20, rx=18, fill=COLOURS["card"], fill_opacity=0.86
    )
    return ground + seats + _hand(view, left)


def _seat(view: Mapping[str, Any], seat: int, left: float, y: float) -> str:
    turn = view["turn"] == seat
    won = bool(view["result"] and view["result"]["payoffs"][seat - 1])
    parts = [
        element("circle", cx=left + 28, cy=y + 14, r=17, fill=COLOURS["sun"]) if turn or won else "",
        element("circle", cx=left + 28, cy=y + 14, r=13, fill=COLOURS["accent"]),
        text(left + 28, y + 14, SEAT_LETTERS[seat - 1], 14, COLOURS["accent-ink"]),
    ]
    for drop in range(view["drops"][seat - 1]):
        place = f"translate({left + 58 + 15 * drop} {y + 14})"
        parts.append(element("path", d=DROP, transform=place, fill=COLOURS["water-deep"]))
    pieces = sorted(view["reserves"][seat - 1], key=lambda piece: (SHAPES.index(shape(piece)), colour(piece)))
    for number, piece in enumerate(pieces):
        column, line = number % 8, number // 8
        parts.append(_icon(piece, left + 28 + 34 * column, y + 44 + 25 * line))
    return "".join(parts)


def _hand(view: Mapping[str, Any], left: float) -> str:
    """The piece in the hand, large, at the foot of the panel."""
    if not view["held"]:
        return ""
    solid = Solid.of(view["held"], Pose((0.0, 0.0, 0.0), about(UP, 0.0)))
    return element(
        "rect", x=left + 14, y=HEIGHT - 78, width=PANEL - 38, height=56, rx=12, fill=COLOURS["page"]
    ) + drawn(solid, Frame(left + PANEL / 2 - 5, HEIGHT - 50, 1500.0))


def _icon(piece: str, x: float, y: float) -> str:
    return drawn(Solid.of(piece, Pose((0.0, 0.0, 0.0))), Frame(x, y, SMALL))
