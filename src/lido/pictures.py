"""Pictures of a game as SVG, drawn from a view: what a seat may not know cannot be in them."""

from collections.abc import Mapping
from typing import Any

from lido.games import needed_part


def svg(view: Mapping[str, Any]) -> str:
    """The view as one self-contained SVG document; BadSetup where the game draws no pictures."""
    drawn: str = needed_part(view["game"], "picture").svg(view)
    return drawn
