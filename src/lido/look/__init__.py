"""How Lido looks (docs/look.md), for pictures drawn by Python: the colours of the day, people, water, frames as SVG.

The page draws the same from its own sources, `web/src/styles` and `web/src/lib`; `tests/test_look.py` compares them.
"""

from lido.look.colours import COLOURS, HUES, Hue
from lido.look.drawing import document, element, text, water
from lido.look.faces import animal, avatar, bot, parts
from lido.look.swimmer import MOODS, PATTERNS, SIGNS, patterns, sign, swimmer

__all__ = [
    "COLOURS", "HUES", "MOODS", "PATTERNS", "SIGNS", "Hue", "animal", "avatar", "bot", "document", "element", "parts",
    "patterns", "sign", "swimmer", "text", "water",
]  # fmt: skip
