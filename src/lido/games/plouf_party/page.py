"""What the board of the page is built from: the diving board, and how far every space is from it."""

from typing import Any

from lido.games.plouf_party.board import BOARD, DISTANCE


def data() -> dict[str, Any]:
    """As JSON."""
    return {"board": BOARD, "distance": DISTANCE.tolist()}
