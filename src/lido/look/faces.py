"""The faces of people, made from a seed as in `Avatar.svelte`, and of bots, as in `BotFace.svelte`."""

from typing import NamedTuple

from lido.look.colours import COLOURS
from lido.look.drawing import element

KINDS = {
    "ground": 8, "scene": 4, "skin": 6, "hair": 10, "tint": 8, "gaze": 4, "wear": 6, "mouth": 4, "extra": 6, "shirt": 8,
}  # fmt: skip
"""How many kinds there are of each part. The order matters: another order gives everybody another face."""
PAINTS = [COLOURS[name] for name in ("red", "orange", "yellow", "green", "blue", "purple", "joy", "navy")]
SKINS = ["#fbe3cf", COLOURS["fair"], COLOURS["tan"], COLOURS["brown"], COLOURS["dark"], "#8b5636"]
HAIR = ["#2b1d16", "#5a3620", "#8f5a2b", "#d9a441", "#c2552d", "#e9e4da", "#3d3d46", "#e0567f"]
STRAW = "#f2c76b"
SHORT = "M-13 -3Q-15 -18 0 -18T13 -3Q10 -11 1 -11T-13 -3Z"
CAP = "M-13 -4A13 13.4 0 0 1 13 -4Q0 -12 -13 -4Z"
TOPS = [
    ("", CAP),
    ("", SHORT),
    ("M-15 8Q-17 -19 0 -19T15 8Q0 14 -15 8Z", "M-13 -3Q-12 -18 4 -17T13 -3Q5 -6 2 -11Q-4 -4 -13 -3Z"),
    ("M-15 20Q-18 -19 0 -19T15 20Z", SHORT),
    (
        "M-13 -4a6 6 0 0 1 2 -9a6.5 6.5 0 0 1 11 -5a6.5 6.5 0 0 1 11 5a6 6 0 0 1 2 9z",
        "M-13 -4Q-8 -13 0 -10T13 -4Q13 -15 0 -16T-13 -4Z",
    ),
    ("M-6 -20a6 5.5 0 1 1 12 0a6 5.5 0 1 1 -12 0z", SHORT),
    ("", "M-4 -11Q-7 -21 2 -24Q7 -18 4 -11Q0 -13 -4 -11Z"),
    ("", ""),
    ("", "M-10 -11Q-10 -22 0 -22T10 -11L20 -8Q0 -13 -20 -8Z"),
    ("M-19 -2a5 5 0 1 1 7 0a5 5 0 1 1 -7 0zM12 -2a5 5 0 1 1 7 0a5 5 0 1 1 -7 0z", SHORT),
]
"""Hair or a cap, behind the face and before it."""
IN_A_CAP, IN_A_HAT = 0, 8
SCENES = [
    "",
    "M-28 -8L-8 -28M-28 14L14 -28M-28 36L36 -28M-6 36L36 -6M16 36L36 16",
    "M-28 -15q7 -6 14 0t14 0t14 0t14 0M-28 -3q7 -6 14 0t14 0t14 0t14 0M-28 9q7 -6 14 0t14 0t14 0t14 0",
    "M0 -3V-40M0 -3L26 -30M0 -3H40M0 -3L-26 -30M0 -3H-40",
]
MOUTHS = ["M-4 4q4 4.6 8 0z", "M-4 4.6q4 3.4 8 0", "M-5 3.4h10q-.4 6 -5 6t-5 -6z", "M-3 5.6q4 1.6 6 -1"]
LOOKS = [(0.0, 0.0), (1.5, 0.0), (-1.5, 0.0), (0.0, -1.5)]
SUNGLASSES = "M-11 -5h22v2q-.6 5 -5 5t-4.8 -4.4h-2.4q-.4 4.4 -4.8 4.4t-5 -5z"
FRECKLES = "M-10 1.6h.01M-7.6 3h.01M-9.4 4.6h.01M10 1.6h.01M7.6 3h.01M9.4 4.6h.01"
MOUSTACHE = "M0 2.4Q-3 .4 -7 4.4Q-3 5.6 0 3.6Q3 5.6 7 4.4Q3 .4 0 2.4Z"
BEARD = "M-13 0Q-13 13 0 13.4T13 0Q9 3.4 6 2.6Q0 .8 -6 2.6Q-9 3.4 -13 0ZM-4 5.4q4 3 8 0z"
EARRINGS = "M-13.6 3.6h.01M13.6 3.6h.01"
GOGGLES = "M-10.6 -1.6a5.4 4.8 0 1 1 10.8 0a5.4 4.8 0 1 1 -10.8 0zM-.2 -1.6a5.4 4.8 0 1 1 10.8 0a5.4 4.8 0 1 1 -10.8 0z"
MASK = "M-11.5 -6.5h23v6q0 4.4 -4.6 4.4q-3 0 -4.4 -3h-5q-1.4 3 -4.4 3q-4.6 0 -4.6 -4.4z"
OUTLINE = COLOURS["outline"]


class Drawing(NamedTuple):
    """An animal: shapes from the back to the front, where its eyes are (apart, and down), and its mouth."""

    ground: str
    shapes: tuple[tuple[str, str], ...]
    eyes: tuple[float, float]
    mouth: str


DRAWINGS = {
    "crab": Drawing(
        "#fbe3c0",
        (
            (
                "#e5484d",
                "M-14 8Q-22 4 -19 -6Q-16 -14 -9 -12Q-13 -9 -12 -6Q-9 -8 -8 -4Q-10 2 -14 8Z"
                "M14 8Q22 4 19 -6Q16 -14 9 -12Q13 -9 12 -6Q9 -8 8 -4Q10 2 14 8Z",
            ),
            ("#e5484d", "M-4 0L-6 -10M4 0L6 -10"),
            ("#f0625f", "M-16 10Q-14 -2 0 -2T16 10Q14 19 0 19T-16 10Z"),
        ),
        (6, -9),
        "M-5 9q5 5 10 0z",
    ),
    "duck": Drawing(
        "#6fd6e8",
        (
            ("#ffd23f", "M-18 26Q-20 13 0 13T18 26Z"),
            ("#ffd23f", "M-14 0a14 15 0 1 1 28 0a14 15 0 1 1 -28 0zM-1 -15Q-4 -20 1 -22Q0 -19 4 -19Q4 -16 2 -15Z"),
            ("#f28a2e", "M-9 4Q0 -1 9 4Q11 8 0 10T-9 4Z"),
        ),
        (6, -3),
        "M-8 5.4Q0 8 8 5.4",
    ),
    "seal": Drawing(
        "#a6e6d0",
        (
            ("#6f8796", "M-18 26Q-18 12 0 12T18 26Z"),
            ("#7f98a7", "M-15.5 0a15.5 15.5 0 1 1 31 0a15.5 15.5 0 1 1 -31 0z"),
            ("#dfe8ec", "M0 4Q-9 3 -9 8T0 12T9 8T0 4Z"),
            ("#17303a", "M-3 3.4h6Q2 7 0 7T-3 3.4Z"),
        ),
        (6.6, -3),
        "M-4 9.4Q-2 11 0 9T4 9.4M-7 8L-14 7M-7 10L-13 12M7 8L14 7M7 10L13 12",
    ),
    "shark": Drawing(
        "#2f7fd1",
        (
            ("#5d7385", "M-4 -10Q-4 -22 6 -23Q4 -16 8 -10Z"),
            ("#6f8799", "M-19 26Q-19 -14 0 -14T19 26Z"),
            ("#eef4f6", "M-13 26Q-15 4 0 4T13 26Z"),
            ("#6b1526", "M-10 9Q0 3 10 9Q6 18 0 18T-10 9Z"),
            ("#ffffff", "M-9 8.6L-6.4 12.4L-4.4 7L-1.8 11.6L0 6.2L1.8 11.6L4.4 7L6.4 12.4L9 8.6Q0 3 -9 8.6Z"),
        ),
        (8, -3),
        "M-12 -8L-5 -6M12 -8L5 -6",
    ),
    "octopus": Drawing(
        "#ffd9a8",
        (
            (
                "#8a4fc4",
                "M-12 6Q-24 4 -22 15Q-21 19 -16 17Q-19 14 -16 13Q-14 14 -14 18Q-13 24 -7 22Q0 20 -2 12Z"
                "M12 6Q24 4 22 15Q21 19 16 17Q19 14 16 13Q14 14 14 18Q13 24 7 22Q0 20 2 12Z",
            ),
            ("#9c63d6", "M-13 8C-24 -26 24 -26 13 8Q9 16 0 16T-13 8Z"),
        ),
        (6, 0),
        "M-4 8.6q4 3 8 0M-10 -10q3 -3 6 -1M10 -10q-3 -3 -6 -1",
    ),
    "otter": Drawing(
        "#c9ecf5",
        (
            ("#7a5236", "M-18 26Q-18 12 0 12T18 26Z"),
            ("#8a5f40", "M-15 -9a4 4 0 1 1 6 -4Q0 -18 9 -13a4 4 0 1 1 6 4Q17 2 13 9Q8 15 0 15T-13 9Q-17 2 -15 -9Z"),
            ("#ecd8bd", "M0 1Q-10 0 -11 7Q-9 14 0 14T11 7Q10 0 0 1Z"),
            ("#2b1d16", "M-3.4 1.6h6.8Q2.4 5.6 0 5.6T-3.4 1.6Z"),
        ),
        (6.2, -4),
        "M0 5.6V8M-4.6 8.4Q-2.4 11 0 8.4T4.6 8.4M-8 6L-15 4M-8 8.6L-14 10M8 6L15 4M8 8.6L14 10",
    ),
    "turtle": Drawing(
        "#bfe8f2",
        (
            ("#b98a4a", "M-23 27Q-25 -9 0 -9T23 27Z"),
            ("#d9b36c", "M-20 8L-14 1L-11 12L-17 18ZM20 8L14 1L11 12L17 18Z"),
            ("#7cc46a", "M-9 27Q-9 10 0 10T9 27Z"),
            ("#7cc46a", "M-13.5 0a13.5 15 0 1 1 27 0a13.5 15 0 1 1 -27 0z"),
        ),
        (5.6, -2),
        "M-5 7q5 4 10 0M-9 -2a4.4 4.4 0 1 1 8.8 0a4.4 4.4 0 1 1 -8.8 0M.2 -2a4.4 4.4 0 1 1 8.8 0a4.4 4.4 0 1 1 -8.8 0",
    ),
}


ANIMALS = {
    "random": "crab", "gentle": "duck", "club": "seal", "expert": "shark", "master": "octopus", "perfect": "turtle",
}  # fmt: skip


def parts(seed: int) -> dict[str, int]:
    """Which kind of each part a face has. Only the lower 32 bits of the seed count."""
    return {part: _scrambled(seed + (at + 1) * 0x9E3779B9) % kinds for at, (part, kinds) in enumerate(KINDS.items())}


def _scrambled(value: int) -> int:
    """A number of 32 bits that changes everywhere when the given one changes anywhere (the finisher of MurmurHash3)."""
    value &= 0xFFFFFFFF
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16


def animal(level: str) -> str:
    """The animal that plays at a level: always the same, for a level that is not known here too."""
    if level.partition("-")[0] == "match":  # one that plays as well as somebody with a rating
        return "otter"
    return ANIMALS.get(level) or list(ANIMALS.values())[sum(map(ord, level)) % len(ANIMALS)]


def avatar(seed: int) -> str:
    """The face of a person in a square of 48 around (0, 0), to be clipped to a circle."""
    made = parts(seed)
    back, front = TOPS[made["hair"]]
    tints = {IN_A_CAP: PAINTS[made["tint"]], IN_A_HAT: STRAW}
    top = tints.get(made["hair"], HAIR[made["tint"]])
    skin = SKINS[made["skin"]]
    ground = PAINTS[(made["ground"] + 3) % 8 if made["ground"] == made["shirt"] else made["ground"]]
    return "".join([
        element("rect", x=-24, y=-24, width=48, height=48, fill=ground, opacity=0.75),
        _stroke(SCENES[made["scene"]], "#fff", 6, opacity=0.3),
        '<g stroke="', OUTLINE, '" stroke-width="1.3" stroke-linejoin="round">',
        element("path", d=back, fill=top) if back else "",
        element("path", d="M-19 26Q-19 12 0 12T19 26Z", fill=PAINTS[made["shirt"]]),
        element("path", d="M-5 9v5q5 4 10 0V9z", fill=skin),
        element("ellipse", cy=-2, rx=13.4, ry=12.8, fill=skin),
        "</g>",
        _stroke("M-9 3.4h.1M9 3.4h-.1", COLOURS["joy"], 4, opacity=0.55),
        _person_eyes(made),
        _stroke(MOUTHS[made["mouth"]], OUTLINE, 1.8, fill="#7c1f2c" if made["mouth"] % 2 == 0 else "none"),
        _extra(made),
        element("path", d=front, fill=top, stroke=OUTLINE, stroke_width=1.3, stroke_linejoin="round") if front else "",
        _stroke("M-12.2 -5Q0 -12 12.2 -5", "#fff", 1.8) if made["hair"] == IN_A_CAP else "",
        _glasses(made),
    ])  # fmt: skip


def _stroke(path: str, stroke: str, width: float, fill: str = "none", opacity: float | None = None) -> str:
    if not path:
        return ""
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=path, fill=fill, stroke=stroke, stroke_width=width, **ends, opacity=opacity)


def _person_eyes(made: dict[str, int]) -> str:
    if made["wear"] == 4:
        return element("path", d=SUNGLASSES, fill=OUTLINE)
    dx, dy = LOOKS[made["gaze"]]
    eyes = "M-5 -1.6h.01M5 -1.6h.01"
    moved = _stroke(eyes, OUTLINE, 4.8) + _stroke("M-5.8 -2.6h.01M4.2 -2.6h.01", "#fff", 1.6)
    return _stroke(eyes, "#fff", 7.4) + element("g", moved, transform=f"translate({dx:g} {dy:g})")


def _extra(made: dict[str, int]) -> str:
    """Freckles, a moustache, a beard, earrings, or nothing."""
    hair = HAIR[made["tint"]]
    return {
        2: _stroke(FRECKLES, OUTLINE, 1.3, opacity=0.55),
        3: element("path", d=MOUSTACHE, fill=OUTLINE),
        4: element("path", d=BEARD, fill=hair, fill_rule="evenodd", stroke=OUTLINE, stroke_width=1.3),
        5: _stroke(EARRINGS, COLOURS["sun"], 3.6),
    }.get(made["extra"], "")


def _glasses(made: dict[str, int]) -> str:
    """Goggles, or a mask with a tube."""
    glass = {"fill": "#b9f0ff", "fill_opacity": 0.28, "stroke": OUTLINE, "stroke_width": 1.8}
    if made["wear"] == 3:
        return _stroke("M-13 -2H13", OUTLINE, 1.8) + element("path", d=GOGGLES, **glass)
    if made["wear"] == 5:
        return _stroke("M12 6Q18 4 18 -4V-19", COLOURS["sun"], 4) + element("path", d=MASK, **glass)
    return ""


def bot(level: str) -> str:
    """The animal of a level in a square of 48 around (0, 0), to be clipped to a circle."""
    drawing = DRAWINGS[animal(level)]
    apart, down = drawing.eyes
    eyes = f"M{-apart:g} {down:g}h.01M{apart:g} {down:g}h.01"
    return "".join([
        element("rect", x=-24, y=-24, width=48, height=48, fill=drawing.ground),
        *(_stroke(path, OUTLINE, 1.3, fill=fill) for fill, path in drawing.shapes),
        _stroke(eyes, "#fff", 7.6),
        _stroke(eyes, OUTLINE, 5.2),
        element("g", _stroke(eyes, "#fff", 1.7), transform="translate(-1 -1.2)"),
        _stroke(drawing.mouth, OUTLINE, 1.7),
    ])  # fmt: skip
