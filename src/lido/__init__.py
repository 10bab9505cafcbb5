"""Lido: a digital table for pool-side board games, and an exact engine to study them.

>>> import lido
>>> match = lido.new(lido.games()[0].id, players=2, seed=7)
>>> events = match.play(match.legal_moves()[0])
>>> match.turn
2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lido.version import VERSION as __version__

if TYPE_CHECKING:
    from lido.errors import BadPosition, BadRecord, BadSetup, IllegalMove, LidoError
    from lido.game import Result
    from lido.games import games
    from lido.match import Match, new, replay

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "IllegalMove",
    "LidoError",
    "Match",
    "Result",
    "__version__",
    "games",
    "new",
    "replay",
]

_HOMES = {
    "lido.errors": ("BadPosition", "BadRecord", "BadSetup", "IllegalMove", "LidoError"),
    "lido.game": ("Result",),
    "lido.match": ("Match", "new", "replay"),
}


def __getattr__(name: str) -> Any:
    """Load a name when it is first used: the compiler behind the rules takes a second to load."""
    if name == "games":
        return import_module("lido.games")
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'lido' has no attribute {name!r}")
