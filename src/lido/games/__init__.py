"""The games of the table. To add one, see CONTRIBUTING.md."""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from lido.errors import BadSetup
from lido.game import Game

MODULES = {
    "le-plouf": "lido.games.le_plouf",
    "plouf-party": "lido.games.plouf_party",
    "croc-pool": "lido.games.croc_pool",
    "splash": "lido.games.splash",
}
"""Where the rules of each game are; loaded when first asked for."""


@cache
def find(game: str) -> Game[Any]:
    """The game with that id, or BadSetup."""
    if game not in MODULES:
        raise BadSetup("match.game", game=game, allowed=", ".join(MODULES))
    found: Game[Any] = import_module(MODULES[game]).GAME
    return found


def games() -> list[Game[Any]]:
    """Every game there is, in the order of the table."""
    return [find(game) for game in MODULES]


class _Games(ModuleType):
    """The package `lido.games` is also what `lido.games()` calls, however and whenever it was loaded."""

    def __call__(self) -> list[Game[Any]]:
        return games()


sys.modules[__name__].__class__ = _Games
