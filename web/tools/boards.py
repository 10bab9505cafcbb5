"""Writes the pieces of Splash! and the bounds of a hand as JSON, for the page to draw and to keep to."""

import json

from lido.games.splash.physics.path import FASTEST, HIGHEST, REACH
from lido.games.splash.pieces import COLOURS, CORNERS, FACES, SIDES, SIZES
from lido.games.splash.solids import PAINTS
from tools.games import GENERATED

FILE = GENERATED / "pieces.json"


def main() -> None:
    """Write the file anew. Lengths are in metres, rotations unit quaternions (w, x, y, z)."""
    shapes = {name: {"size": SIZES[name], "corners": CORNERS[name], "sides": SIDES[name]} for name in SIZES}
    content = {
        "colours": {colour: PAINTS[colour] for colour in COLOURS},
        "shapes": shapes,
        "faces": FACES,
        "hand": {"reach": REACH, "highest": HIGHEST, "fastest": FASTEST},
    }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(content, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()
