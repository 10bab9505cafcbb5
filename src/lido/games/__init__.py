"""The games: in the folders here, and in other packages (`lido.registry`).

A game is a package with a `GAME`. Whatever else Lido can show or do with it is a module of that
package with a fixed name (`picture`, `terminal`, `planes`, …; CONTRIBUTING.md lists them), loaded
when it is first needed. A game without one of them does without what that module would give.
"""

import sys
import warnings
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from lido.errors import BadSetup
from lido.game import Game
from lido.registry import packages


@cache
def find(game: str) -> Game[Any]:
    """The game with that id, or BadSetup."""
    if game not in packages():
        raise BadSetup("match.game", game=game, allowed=", ".join(packages()))
    try:
        found: Game[Any] = import_module(packages()[game]).GAME
    except (ImportError, AttributeError) as error:
        raise BadSetup("match.game-broken", game=game, package=packages()[game], why=error) from error
    return found


@cache
def part(game: str, name: str) -> ModuleType | None:
    """The module `name` of a game's package, or None where the game has no such part."""
    find(game)
    module = f"{packages()[game]}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


def needed_part(game: str, name: str) -> ModuleType:
    """The module `name` of a game's package, or BadSetup with the sentence that says what is missing."""
    found = part(game, name)
    if found is None:
        raise BadSetup(f"match.no-{name}", game=game)
    return found


def games() -> list[Game[Any]]:
    """Every game there is, in the order of `Game.list_order`. One that cannot be loaded is left out with a warning."""
    found = []
    for game in packages():
        try:
            found.append(find(game))
        except BadSetup as error:
            warnings.warn(str(error), stacklevel=2)
    return sorted(found, key=lambda game: (game.list_order, game.id))


class _Games(ModuleType):
    """The package `lido.games` is also what `lido.games()` calls, however and whenever it was loaded."""

    def __call__(self) -> list[Game[Any]]:
        return games()


sys.modules[__name__].__class__ = _Games
