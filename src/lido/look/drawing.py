"""SVG by small functions: element, text, the frame of a picture, and water."""

import html
from collections.abc import Iterable

from lido.look.colours import COLOURS

FONT = "Lido, Fredoka, system-ui, sans-serif"
CAUSTICS = (
    "M-24 18Q-10 8 8 14Q28 16 40 4Q54 18 72 18Q86 8 104 14M-6 48Q10 36 24 42Q42 52 58 46Q74 38 90 48Q106 36 120 42"
    "M-26 76Q-8 64 6 74Q24 84 38 78Q52 66 70 76Q88 64 102 74M40 4Q28 22 24 42M72 18Q86 30 90 48M58 46Q44 58 38 78"
    "M24 42Q8 56 6 74M70 76Q76 94 72 114M70 -20Q76 -2 72 18M6 74Q2 92 8 110M6 -22Q2 -4 8 14"
)
GLINTS = ((0.18, 0.24), (0.72, 0.12), (0.86, 0.55), (0.38, 0.62), (0.14, 0.84), (0.64, 0.88))
"""Where the sun glitters, in parts of the pool."""


def element(name: str, *children: str, **attributes: object) -> str:
    """One element: a name of several words has underscores; an attribute that is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def _written(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else html.escape(str(value))


def text(
    x: float, y: float, words: object, size: float, fill: str, *, bold: bool = True, anchor: str = "middle"
) -> str:
    """A line of text around its middle (or from its `anchor`); signs of SVG in it are only letters."""
    return element(
        "text",
        html.escape(str(words)),
        x=float(x),
        y=float(y),
        dy=".36em",
        text_anchor=None if anchor == "start" else anchor,
        font_size=size,
        font_weight=600 if bold else None,
        fill=fill,
    )


def document(width: float, height: float, label: str, body: Iterable[str]) -> str:
    """A whole picture, with `label` for readers who cannot see it."""
    return element(
        "svg",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family=FONT,
        role="img",
        aria_label=label,
    )


def water(x: float, y: float, width: float, height: float) -> str:
    """A pool with its edge: light on the ground, glitter, and shade at the upper left. At most one in a picture."""
    c = COLOURS
    depth = "".join(
        element("stop", offset=offset, stop_color=c[name])
        for offset, name in ((0, "water-bright"), (0.45, "water"), (1, "water-deep"))
    )
    light = element("path", d=CAUSTICS, fill="none", stroke=c["water-light"], stroke_width=3, opacity=0.3)
    box = {"x": x, "y": y, "width": width, "height": height, "rx": 10}
    edge = {"x": x - 5, "y": y - 5, "width": width + 10, "height": height + 10, "rx": 14}
    shade = f"M{x:g} {y + height:g}V{y:g}h{width:g}v7H{x + 17:g}q-10 0 -10 10V{y + height:g}z"
    glints = "".join(f"M{x + width * across - 9:g} {y + height * down:g}q4.5 -5 9 0t9 0" for across, down in GLINTS)
    foam = {"fill": "none", "stroke": c["foam"], "stroke_width": 2.6, "stroke_linecap": "round", "opacity": 0.75}
    return "".join([
        "<defs>",
        element("radialGradient", depth, id="depth", cx=0.42, cy=0.36, r=0.85),
        element("pattern", light, id="light", width=96, height=96, patternUnits="userSpaceOnUse"),
        element("clipPath", element("rect", **box), id="basin"),
        "</defs>",
        element("rect", **edge, fill=c["coping"], stroke=c["coping-line"], stroke_width=3, stroke_dasharray="7 2"),
        element("rect", **box, fill="url(#depth)"),
        element("rect", **box, fill="url(#light)"),
        element("path", d=shade, fill=c["water-line"], opacity=0.4, clip_path="url(#basin)"),
        element("path", d=glints, **foam),
    ])  # fmt: skip
