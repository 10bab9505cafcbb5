"""Splash! as SVG: the tower on its table in an axonometric view, and what every seat has."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from lido.game import SEAT_LETTERS, Event
from lido.games.splash.pieces import SIZES, colour, shape
from lido.games.splash.solids import ELEVATION, Frame, Point, Solid, back_to_front, drawn, seen, shadow_on_table, solids
from lido.games.splash.space import UP, Pose, about

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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="{label}">'
        '<defs><linearGradient id="air" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#eaf6fb"/>'
        '<stop offset="1" stop-color="#cfe8f1"/></linearGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="url(#air)"/>{_tower(view)}{_panel(view)}</svg>'
    )


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
    shadow = f'<path d="{shade}" fill="#12263a" fill-opacity=".2" clip-path="url(#table)"/>'
    return f'<g clip-path="url(#left)">{_table(frame, standing)}{shadow}{painted}</g>'


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
    return (
        f'<clipPath id="left"><rect width="{WIDTH - PANEL}" height="{HEIGHT}" rx="18"/></clipPath>'
        f'<clipPath id="table"><ellipse {size} cy="{level:.1f}"/></clipPath>'
        f'<ellipse {size} cy="{level + 6:.1f}" fill="#c9a876"/><ellipse {size} cy="{level:.1f}" fill="#ecd9b6"/>'
    )


def _panel(view: Mapping[str, Any]) -> str:
    """The seats with their drops and reserves, and the piece in the hand."""
    left = WIDTH - PANEL
    row = (HEIGHT - 90) / len(view["reserves"])
    seats = "".join(_seat(view, seat, left, 20 + row * (seat - 1)) for seat in range(1, len(view["reserves"]) + 1))
    ground = f'<rect x="{left}" width="{PANEL}" height="{HEIGHT}" rx="18" fill="#fff" fill-opacity=".72"/>'
    return ground + seats + _hand(view, left)


def _seat(view: Mapping[str, Any], seat: int, left: float, y: float) -> str:
    turn = view["turn"] == seat
    won = bool(view["result"] and view["result"]["payoffs"][seat - 1])
    badge = "#1f7a8c" if turn else "#e2a72e" if won else "#8aa4ae"
    parts = [
        f'<circle cx="{left + 28}" cy="{y + 14}" r="13" fill="{badge}"/>'
        f'<text x="{left + 28}" y="{y + 14}" dy=".36em" text-anchor="middle" font-size="14" font-weight="700" '
        f'fill="#fff">{SEAT_LETTERS[seat - 1]}</text>'
    ]
    for drop in range(view["drops"][seat - 1]):
        parts.append(f'<path d="{DROP}" transform="translate({left + 56 + 15 * drop} {y + 14})" fill="#3aa0d8"/>')
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
    return (
        f'<rect x="{left + 14}" y="{HEIGHT - 70}" width="{PANEL - 28}" height="56" rx="12" fill="#dff0f6"/>'
        f"{drawn(solid, Frame(left + PANEL / 2, HEIGHT - 42, 1500.0))}"
    )


def _icon(piece: str, x: float, y: float) -> str:
    return drawn(Solid.of(piece, Pose((0.0, 0.0, 0.0))), Frame(x, y, SMALL))
