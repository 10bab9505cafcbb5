"""The swimmer of `Swimmer.svelte`, with its moods, patterns and signs."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from lido.look.colours import COLOURS, Hue
from lido.look.drawing import element


class Mood(NamedTuple):
    """How a swimmer holds the arms and the mouth; `eyes` where they are shut."""

    arms: str
    mouth: str
    eyes: str = ""
    is_open: bool = True
    """Whether the mouth is open."""


MOODS = {
    "calm": Mood("M-10 6Q-15 5 -14.5 9M10 6Q15 5 14.5 9", "M-3.6 -2.4q3.6 4.4 7.2 0z"),
    "teeters": Mood("M-10 6Q-17 4 -23 -3M10 6Q17 7 23 3", "M-4.8 -.6q1.6 -3.4 3.2 -.8t3.2 0t3.2 -.4", is_open=False),
    "floats": Mood("M-11 8Q-18 7 -18 12M11 8Q18 7 18 12", "M-3 -1.8q3 3 6 0", is_open=False),
    "wins": Mood(
        "M-10 6Q-19 2 -20 -11M10 6Q19 2 20 -11",
        "M-4.8 -3.4h9.6q-.4 6 -4.8 6t-4.8 -6z",
        "M-8.4 -7q3 -4.4 6 0M2.4 -7q3 -4.4 6 0",
    ),
}

PATTERNS = {
    "stripes": (8, 8, "M0 2h8"),
    "dots": (8, 8, ""),
    "bars": (8, 8, "M2 0v8"),
    "checks": (10, 10, "M0 0L10 10M10 0L0 10"),
    "waves": (10, 8, "M0 4l2.5 -3l5 6l2.5 -3"),
}
"""Width, height and lines of each pattern; `plain` has none, and dots are no lines."""

SIGNS = {
    "heart": "M0 .95C-1.35 .05 -1.1 -.9 -.5 -.9C-.2 -.9 0 -.65 0 -.48C0 -.65 .2 -.9 .5 -.9C1.1 -.9 1.35 .05 0 .95Z",
    "triangle": "M0 -.95L1 .75H-1Z",
    "star": "M0 -1.05L.27 -.36L1 -.32L.43 .14L.62 .85L0 .45L-.62 .85L-.43 .14L-1 -.32L-.27 -.36Z",
    "square": "M-.78 -.78H.78V.78H-.78Z",
    "drop": "M0 -1.1C.3 -.55 .8 -.1 .8 .35A.8 .8 0 0 1 -.8 .35C-.8 -.1 -.3 -.55 0 -1.1Z",
    "diamond": "M0 -1.1L.85 0L0 1.1L-.85 0Z",
    "circle": "M-.85 0A.85 .85 0 0 1 .85 0A.85 .85 0 0 1 -.85 0Z",
    "cross": "M-.32 -.95H.32V-.32H.95V.32H.32V.95H-.32V.32H-.95V-.32H-.32Z",
}
"""Around (0, 0), 2 wide."""

LEGS = "M-5.5 17v5M5.5 17v5"
BODY = "M-10.5 14V7q0 -4 10.5 -4t10.5 4v7z"
CAP = "M-14.3 -9.5A14.3 13.2 0 0 1 14.3 -9.5Q0 -17.5 -14.3 -9.5Z"
BAND = "M-13.2 -10.6Q0 -17.2 13.2 -10.6"
CHEEKS = "M-9.6 -3.4h.1M9.6 -3.4h-.1"
EYES = "M-5.4 -7.6h.01M5.4 -7.6h.01"
GLINTS = "M-6.2 -8.6h.01M4.6 -8.6h.01"
FRONT = "M-15.5 12A15.5 6 0 0 0 15.5 12"
TUBE = "M-15.5 11V12A15.5 6 0 0 0 15.5 12V11"
WATER = "M-21 17Q-10.5 21 0 21T21 17Q20 26 0 26T-21 17Z"
MOUTH = "#7c1f2c"
REACH = 1.5
"""How far the pupils go from the middle of the eyes."""

OUTLINE = COLOURS["outline"]


def patterns() -> str:
    """The definitions of the patterns: `fill="url(#dots)"`."""
    edge = COLOURS["piece-edge"]
    drawn = []
    for name, (width, height, lines) in PATTERNS.items():
        mark = (
            element("path", d=lines, fill="none", stroke=edge, stroke_width=2.6, opacity=0.55)
            if lines
            else element("circle", cx=4, cy=4, r=1.9, fill=edge, opacity=0.6)
        )
        drawn.append(element("pattern", mark, id=name, width=width, height=height, patternUnits="userSpaceOnUse"))
    return element("defs", *drawn)


def sign(name: str, x: float, y: float, size: float, fill: str) -> str:
    """A sign that needs no language, `size` being half its width."""
    return element("path", d=SIGNS[name], transform=f"translate({x:g} {y:g}) scale({size:g})", fill=fill)


def swimmer(
    x: float,
    y: float,
    hue: Hue,
    pattern: str,
    mark: str,
    *,
    mood: str = "calm",
    look: Sequence[float] = (0, 0),
    scale: float = 1,
) -> str:
    """A swimmer around a point, 48 wide and high, who looks in a direction. The picture must define `patterns`."""
    wet = mood == "floats"
    ground = _ripple() if wet else _feet(hue)
    lean = element("g", _person(hue, pattern, mark, MOODS[mood], look), transform="rotate(-9)")
    person = lean if mood == "teeters" else _person(hue, pattern, mark, MOODS[mood], look)
    surface = element("path", d=WATER, fill=COLOURS["water"], opacity=0.6) if wet else ""
    return element("g", ground, person, surface, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def _ripple() -> str:
    return element(
        "ellipse", cy=17, rx=26, ry=9, fill=COLOURS["water-light"], fill_opacity=0.35, stroke=COLOURS["foam"],
        stroke_width=1.6, stroke_opacity=0.8,
    )  # fmt: skip


def _feet(hue: Hue) -> str:
    shadow = element("ellipse", cx=4, cy=23, rx=17, ry=4, fill=COLOURS["shadow"], opacity=0.26)
    return shadow + _limbs(LEGS, hue)


def _limbs(path: str, hue: Hue) -> str:
    line = element("path", d=path, stroke=OUTLINE, stroke_width=6.2)
    limb = element("path", d=path, stroke=hue.skin, stroke_width=3.8)
    return element("g", line, limb, fill="none", stroke_linecap="round")


def _person(hue: Hue, pattern: str, mark: str, mood: Mood, look: Sequence[float]) -> str:
    fill = f"url(#{pattern})" if pattern in PATTERNS else None
    ring = {"cy": 12, "rx": 15.5, "ry": 6, "fill": "none"}
    return "".join([
        element("ellipse", **ring, stroke=OUTLINE, stroke_width=11.6),
        element("ellipse", **ring, stroke=hue.piece, stroke_width=9),
        '<g stroke="', OUTLINE, '" stroke-width="1.4">',
        element("path", d=BODY, fill=hue.skin),
        element("ellipse", cy=-9, rx=14.3, ry=13.5, fill=hue.skin),
        element("path", d=CAP, fill=hue.piece),
        "</g>",
        element("path", d=CAP, fill=fill) if fill else "",
        '<g fill="none">',
        element("path", d=BAND, stroke=COLOURS["piece-edge"], stroke_width=2),
        element("path", d=CHEEKS, stroke=COLOURS["joy"], stroke_width=4, stroke_linecap="round", opacity=0.55),
        _limbs(mood.arms, hue),
        _eyes(mood, look),
        element(
            "path", d=mood.mouth, fill=MOUTH if mood.is_open else None, stroke=OUTLINE,
            stroke_width=1.5 if mood.is_open else 2, stroke_linecap="round", stroke_linejoin="round",
        ),
        element("path", d=FRONT, stroke=OUTLINE, stroke_width=11.6),
        element("path", d=TUBE, stroke=hue.piece, stroke_width=9),
        element("path", d=TUBE, stroke=fill, stroke_width=9) if fill else "",
        element("circle", cy=16.2, r=8.2, fill=hue.piece, stroke=COLOURS["piece-edge"], stroke_width=1.6),
        "</g>",
        sign(mark, 0, 16.2, 5.5, hue.ink),
    ])  # fmt: skip


def _eyes(mood: Mood, look: Sequence[float]) -> str:
    if mood.eyes:
        return element("path", d=mood.eyes, stroke=OUTLINE, stroke_width=2, stroke_linecap="round")
    far = math.hypot(*look)
    dx, dy = (REACH * part / far if far else 0.0 for part in look)
    pupils = element("path", d=EYES, stroke=OUTLINE, stroke_width=5)
    glints = element("path", d=GLINTS, stroke="#fff", stroke_width=1.7)
    moved = element("g", pupils, glints, transform=f"translate({dx:.2f} {dy:.2f})")
    return element("g", element("path", d=EYES, stroke="#fff", stroke_width=8), moved, stroke_linecap="round")
