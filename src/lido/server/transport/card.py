"""The picture of a link, 1200 by 630: the board as everybody may see it, the name of the game, and who sits there."""

import base64
import re
from collections.abc import Sequence
from typing import NamedTuple

from lido.look import COLOURS, HUES, avatar, bot, document, element, patterns, swimmer, text

WIDTH, HEIGHT = 1200, 630
BOARD = (50.0, 96.0, 690.0, 480.0)
"""Left, top, width and height of the place for the board."""
LEFT, RIGHT = 788, 1160
"""Where the column with the names begins and ends."""
LETTER = 0.56
"""The width of a letter, of its size, on average."""
LONGEST = 40
"""Letters of a line that are drawn at most; what is longer ends in dots."""
SCALLOP = 50
BEFORE_SIGN = re.compile(r"\s(?=[:;!?»])")
"""Where French has a space at which no line may end."""
VIEW_BOX = re.compile(r'^<svg[^>]* viewBox="0 0 ([1-9][\d.]*) ([1-9][\d.]*)"')


class Sitter(NamedTuple):
    """Who sits on a seat: the seed of a face, or the level of a bot; neither where it is free."""

    name: str
    face: int | None = None
    level: str | None = None
    won: bool = False


def card(title: str, sitters: Sequence[Sitter], board: str | None, about: str = "") -> str:
    """The picture as SVG; `board` is the picture of the game, which stands alone as a document."""
    lines = wrapped(title, 56, RIGHT - LEFT, 2)
    rows = min(76.0, 316 / max(1, len(sitters)))
    top = 196 + 62 * (len(lines) - 1)
    body = [
        _ground(),
        _water(592) + _board(board) if board else _swimmers() + _water(560),
        *(text(LEFT, 150 + 62 * at, line, 56, COLOURS["ink"], anchor="start") for at, line in enumerate(lines)),
        *(
            text(LEFT, top + 20 + 42 * at, line, 30, COLOURS["muted"], bold=False, anchor="start")
            for at, line in enumerate(wrapped(about, 30, RIGHT - LEFT, 7))
        ),
        '<clipPath id="face"><circle r="24"/></clipPath>',
        *(_sitter(each, top + rows * (at + 0.5), rows) for at, each in enumerate(sitters)),
        _mark(),
    ]
    return document(WIDTH, HEIGHT, title, body)


def home() -> str:
    """The picture of the page itself, and of a table that nobody knows."""
    name = text(LEFT - 6, 320, "Lido", 170, COLOURS["ink"], anchor="start")
    return document(WIDTH, HEIGHT, "Lido", [_ground(), _swimmers(), _water(560), name])


def wrapped(words: str, size: float, width: float, most: int) -> list[str]:
    """The words in at most so many lines that are about as wide as they may be."""
    fits = int(width / (size * LETTER))
    lines = [""]
    for word in BEFORE_SIGN.sub("\xa0", words).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= fits or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [shortened(line, fits + 2) for line in lines[:most] if line]


def shortened(words: str, most: int) -> str:
    """The words, or their beginning and dots."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _ground() -> str:
    """Sky over tiles, and an awning above."""
    c = COLOURS
    stops = element("stop", offset=0, stop_color=c["page-far"]) + element("stop", offset=1, stop_color=c["page"])
    tile = element("path", d="M0 0H60M0 0V60", stroke=c["tile"], stroke_width=4)
    scallops = "".join(
        element(
            "path",
            d=f"M{x} 0h{SCALLOP}v30a25 22 0 0 1 -{SCALLOP} 0z",
            fill=c["awning-pale" if at % 2 else "joy"],
        )
        for at, x in enumerate(range(0, WIDTH, SCALLOP))
    )
    shade = "".join(f"M{x} 0h{SCALLOP}v36a25 22 0 0 1 -{SCALLOP} 0z" for x in range(0, WIDTH, SCALLOP))
    return "".join([
        "<defs>",
        element("linearGradient", stops, id="sky", x2=0, y2=1),
        element("pattern", tile, id="tiles", width=60, height=60, patternUnits="userSpaceOnUse"),
        "</defs>",
        element("rect", width=WIDTH, height=HEIGHT, fill="url(#sky)"),
        element("rect", y=200, width=WIDTH, height=HEIGHT - 200, fill="url(#tiles)"),
        element("path", d=shade, fill=c["ink"], opacity=0.15),
        scallops,
    ])  # fmt: skip


def _water(level: int) -> str:
    """Water below, up to a level."""
    waves = f"M0 {level}" + "q15 -14 30 0t30 0" * (WIDTH // 60)
    foam = element("path", d=waves, fill="none", stroke=COLOURS["foam"], stroke_width=6, opacity=0.8)
    return element("path", d=f"{waves}V{HEIGHT}H0z", fill=COLOURS["water"], opacity=0.92) + foam


def _board(svg: str) -> str:
    """The picture of a game as an image of its own, so that nothing in it meets anything of the card."""
    x, y, width, height = BOARD
    data = base64.b64encode(svg.encode()).decode()
    image = element("image", x=x, y=y, width=width, height=height, href=f"data:image/svg+xml;base64,{data}")
    found = VIEW_BOX.search(svg)
    if not found:
        return image
    scale = min(width / float(found[1]), height / float(found[2]))
    wide, high = float(found[1]) * scale, float(found[2]) * scale
    left, top = x + (width - wide) / 2, y + (height - high) / 2
    frame = {"x": left - 10, "width": wide + 20, "height": high + 20, "rx": 26}
    shadow = element("rect", y=top - 4, **frame, fill=COLOURS["line"])
    return shadow + element("rect", y=top - 10, **frame, fill=COLOURS["card"]) + image


def _swimmers() -> str:
    """Three swimmers in the sun, where there is no board to show."""
    c = COLOURS
    rays = "".join(element("path", d="M0 -128V-160", transform=f"rotate({turn})") for turn in range(0, 360, 30))
    rays = element("g", rays, stroke=c["sun"], stroke_width=12, stroke_linecap="round")
    sun = element("circle", r=100, fill=c["sun"])
    return "".join([
        patterns(),
        element("g", rays, sun, transform="translate(250 260)"),
        swimmer(180, 452, HUES["red"], "plain", "heart", mood="calm", look=(1, 0.2), scale=5),
        swimmer(600, 452, HUES["amber"], "stripes", "triangle", mood="calm", look=(-1, -0.3), scale=5),
        swimmer(390, 476, HUES["blue"], "checks", "drop", mood="wins", scale=6),
    ])  # fmt: skip


def _sitter(sitter: Sitter, y: float, room: float) -> str:
    """A face and a name; whoever has won has a yellow ring."""
    scale = min(1.3, room / 54)
    radius = 24 * scale
    x = LEFT + radius + 4
    at = f"translate({x:.1f} {y:.1f}) scale({scale:.3f})"
    size = min(34.0, room * 0.52)
    if sitter.level is not None or sitter.face is not None:
        face = bot(sitter.level) if sitter.level is not None else avatar(sitter.face or 0)
        edge = {"fill": COLOURS["sun"]} if sitter.won else {"fill": COLOURS["card"]}
        drawn = element("circle", r=27.5, **edge) + element("g", face, clip_path="url(#face)")
    else:
        line = {"stroke": COLOURS["muted"], "stroke_width": 2.5, "stroke_dasharray": "5 5"}
        drawn = element("circle", r=23, fill="none", **line)
    fits = int((RIGHT - x - radius - 16) / (size * LETTER))
    known = COLOURS["ink" if sitter.level is not None or sitter.face is not None else "muted"]
    return element("g", drawn, transform=at) + text(
        x + radius + 16, y, shortened(sitter.name, min(fits, LONGEST)), size, known, anchor="start"
    )


def _mark() -> str:
    """The name of the page, with a swimmer."""
    name = text(1076, 548, "Lido", 40, COLOURS["accent"], anchor="start")
    return patterns() + swimmer(1042, 548, HUES["red"], "plain", "heart", mood="wins") + name
