"""Pictures of a game as SVG, drawn from a view: what a seat may not know cannot be in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from lido.errors import BadSetup
from lido.game import Event
from lido.games import needed_part, part


def has_picture(game: str) -> bool:
    """Whether a game draws pictures."""
    return part(game, "picture") is not None


def svg(view: Mapping[str, Any]) -> str:
    """The view as one self-contained SVG document; BadSetup where the game draws no pictures."""
    if not isinstance(view, Mapping) or "game" not in view:
        raise BadSetup("match.picture-of", given=repr(view))
    document: str = needed_part(view["game"], "picture").svg(view)
    return document


def drawn(view: Mapping[str, Any]) -> str | None:
    """The same, or None where the game draws no pictures: what a notebook asks for."""
    return svg(view) if has_picture(view["game"]) else None


def before(view: Mapping[str, Any], events: Sequence[Event]) -> dict[str, str]:
    """Pictures of what happened in a move on the way to `view`, by a name for each; most games have none."""
    own = getattr(needed_part(view["game"], "picture"), "before", None)
    documents: dict[str, str] = own(view, events) if own else {}
    return documents
