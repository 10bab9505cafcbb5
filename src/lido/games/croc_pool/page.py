"""What the board of the page is built from: bars, ladders and slabs, and when a game without progress ends."""

from typing import Any

from lido.games.croc_pool.board import BAR_SQUARES, LADDERS, SLABS
from lido.games.croc_pool.rules import QUIET_TURNS


def data() -> dict[str, Any]:
    """As JSON. By side: the squares of its bar, those with its ladders, how many swimmers it may place in each rank."""
    return {"bars": BAR_SQUARES, "ladders": LADDERS, "slabs": SLABS.tolist(), "quiet": QUIET_TURNS}
