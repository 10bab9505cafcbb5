"""What the board of the page is built from: when a game without progress ends."""

from typing import Any

from lido.games.croc_pool.rules import QUIET_TURNS


def data() -> dict[str, Any]:
    """As JSON."""
    return {"quiet": QUIET_TURNS}
