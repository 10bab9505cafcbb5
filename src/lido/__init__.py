"""Lido: a digital table for pool-side board games, and an exact engine to study them.

>>> import lido
>>> match = lido.new("le-plouf", players=2, seed=7)
>>> match.play("c1")
[{'event': 'place', 'seat': 1, 'cell': 'c1'}]
"""

from lido.errors import BadPosition, BadRecord, BadSetup, IllegalMove, LidoError
from lido.game import Result
from lido.games import games
from lido.match import Match, new, replay
from lido.version import VERSION as __version__

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
