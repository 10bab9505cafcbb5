"""What the board of the page is built from: the way around the rim, its corners, and the cell that decides a tie."""

from typing import Any

from lido.games.le_plouf.board import CELLS, CENTRE, CORNERS, RIM_CELLS


def data() -> dict[str, Any]:
    """As JSON; the rim is clockwise from a1."""
    corners = [cell for number, cell in enumerate(RIM_CELLS) if CORNERS >> number & 1]
    return {"rim": RIM_CELLS, "corners": corners, "middle": CELLS[CENTRE]}
