"""What the board of the page is built from: the shapes and colours of the pieces, and the reach of the hand."""

from typing import Any

from lido.games.splash.physics.path import FASTEST, HIGHEST, REACH
from lido.games.splash.pieces import COLOURS, CORNERS, FACES, SIDES, SIZES
from lido.games.splash.solids import PAINTS


def data() -> dict[str, Any]:
    """As JSON; lengths are in metres, rotations unit quaternions (w, x, y, z)."""
    return {
        "colours": {colour: PAINTS[colour] for colour in COLOURS},
        "shapes": {name: {"size": SIZES[name], "corners": CORNERS[name], "sides": SIDES[name]} for name in SIZES},
        "faces": FACES,
        "hand": {"reach": REACH, "highest": HIGHEST, "fastest": FASTEST},
    }
