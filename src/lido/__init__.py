"""Lido: a digital table for pool-side board games, and an exact engine to study them.

>>> import lido
>>> match = lido.new(lido.games()[0].id, players=2, seed=7)
>>> events = match.play(match.legal_moves()[0])
>>> match.turn
2

The public names::

    games()               every game: its id, its numbers of players, its options
    new(game, …)          a new Match
    replay(record)        the Match of a record: a mapping, JSON text, or a path to a file
    Match                 a game being played
    PlayerView            what one seat has seen of it: what bots are given
    Result                how a game ended
    bots                  bots, and what moves are worth: bots.bot("club"), bots.judged(…)
    vector                thousands of games at once: vector.make(…)
    LidoError             whatever Lido refuses; the kinds of it are IllegalMove, BadSetup, BadPosition, BadRecord
"""

from typing import TYPE_CHECKING

from lido.version import VERSION as __version__

if TYPE_CHECKING:
    from lido import bots, vector
    from lido.errors import BadPosition, BadRecord, BadSetup, IllegalMove, LidoError
    from lido.game import Result
    from lido.games import games
    from lido.match import Match, PlayerView, new, replay

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "IllegalMove",
    "LidoError",
    "Match",
    "PlayerView",
    "Result",
    "__version__",
    "bots",
    "games",
    "new",
    "replay",
    "vector",
]

_HOMES = {
    "lido.errors": ("BadPosition", "BadRecord", "BadSetup", "IllegalMove", "LidoError"),
    "lido.game": ("Result",),
    "lido.match": ("Match", "PlayerView", "new", "replay"),
}
_MODULES = ("bots", "games", "vector")


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # a type checker must not take a misspelt name for one of these

    def __getattr__(name: str) -> object:
        """Load a name when it is first used: the compiler behind the rules takes a second to load."""
        from importlib import import_module  # noqa: PLC0415 - so that it is no name of this module

        if name in _MODULES:
            return import_module(f"lido.{name}")
        for module, names in _HOMES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module 'lido' has no attribute {name!r}")
