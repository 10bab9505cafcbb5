"""What the board of the page is built from: the way around the rim, and the cell that decides a tie."""

from typing import Any

from lido.games.le_plouf.board import CELLS, CENTRE, RIM_CELLS


def data() -> dict[str, Any]:
    """As JSON; the rim is clockwise from a1."""
    return {"rim": RIM_CELLS, "middle": CELLS[CENTRE]}
