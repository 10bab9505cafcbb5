"""The colours of the page by day, by the names of `web/src/styles/tokens.css`, and what a piece of each colour uses."""

from typing import NamedTuple

COLOURS = {
    "page": "#e4f5fa",
    "page-far": "#c5ebf6",
    "tile": "#dbf1f8",
    "card": "#ffffff",
    "ink": "#0b2f3a",
    "muted": "#456069",
    "line": "#b4d9e2",
    "accent": "#0b6b7d",
    "accent-ink": "#ffffff",
    "sun": "#ffcf3f",
    "sun-ink": "#3a2500",
    "sun-edge": "#d79a00",
    "joy": "#ff6f59",
    "awning-pale": "#fffaf0",
    "deck": "#f6d3ae",
    "slab": "#fdeacb",
    "slab-edge": "#dfb27f",
    "slab-corner": "#f4b183",
    "slab-ink": "#5f3d1c",
    "water-bright": "#a6f0f2",
    "water": "#4ccfe0",
    "water-deep": "#1ea7c6",
    "water-light": "#effeff",
    "water-line": "#0f86a8",
    "foam": "#ffffff",
    "coping": "#fffdf7",
    "coping-line": "#8fd6e2",
    "wood": "#d99a5b",
    "wood-dark": "#9a6230",
    "steel": "#566a73",
    "shadow": "#3c1d00",
    "mark": "#fff6c9",
    "mark-edge": "#8a5a00",
    "target": "#083b46",
    "outline": "#17303a",
    "piece-edge": "#ffffff",
    "red": "#d93848",
    "amber": "#f5a623",
    "navy": "#2f5290",
    "green": "#24804b",
    "orange": "#f28a2e",
    "yellow": "#f9cf3a",
    "blue": "#2777c6",
    "purple": "#6d33a3",
    "unknown": "#64757c",
    "on-dark": "#ffffff",
    "on-light": "#3a2500",
    "red-dark": "#8f1f33",
    "amber-dark": "#85520b",
    "fair": "#f9d7b8",
    "tan": "#eab586",
    "brown": "#c68554",
    "dark": "#a66a42",
    "crocodile": "#4fae5d",
    "crocodile-dark": "#2a7a45",
}


class Hue(NamedTuple):
    """The colour of a piece, of what is written on it, a darker shade, and the skin of its swimmer."""

    piece: str
    ink: str
    dark: str
    skin: str


def _hue(piece: str, ink: str, skin: str, dark: str | None = None) -> Hue:
    return Hue(COLOURS[piece], COLOURS[ink], COLOURS[dark or piece], COLOURS[skin])


HUES = {
    "red": _hue("red", "on-dark", "fair", "red-dark"),
    "amber": _hue("amber", "on-light", "brown", "amber-dark"),
    "navy": _hue("navy", "on-dark", "tan"),
    "green": _hue("green", "on-dark", "dark"),
    "orange": _hue("orange", "on-light", "tan"),
    "yellow": _hue("yellow", "on-light", "dark"),
    "blue": _hue("blue", "on-dark", "fair"),
    "purple": _hue("purple", "on-dark", "brown"),
    "unknown": _hue("unknown", "on-dark", "fair"),
}
