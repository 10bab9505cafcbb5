"""The games: in the folders here, and in other packages (`lido.registry`).

A game is a package with a `GAME`. Whatever else Lido can show or do with it is a module of that
package with a fixed name (`picture`, `terminal`, `planes`, …; CONTRIBUTING.md lists them), loaded
when it is first needed. A game that lacks one of them lacks only what that module provides.
"""

import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from lido.errors import BadSetup
from lido.game import MOST_SEATS, Game
from lido.registry import packages


@cache
def find(game: str) -> Game[Any]:
    """The game with that id, or BadSetup where there is none or its package is broken."""
    if game not in packages():
        raise BadSetup("match.game", game=game, allowed=", ".join(packages()))
    package = packages()[game]
    try:
        found: Game[Any] = import_module(package).GAME
    except Exception as error:  # a package of others may fail in any way; the other games go on
        raise BadSetup("match.game-broken", game=game, package=package, why=_why(error)) from error
    if not isinstance(found, Game) or found.id != game:
        raise BadSetup("match.game-other", game=game, package=package)
    if not found.players or not set(found.players) <= set(range(2, MOST_SEATS + 1)):
        raise BadSetup("match.game-players", game=game, package=package, most=MOST_SEATS)
    return found


@cache
def part(game: str, name: str) -> ModuleType | None:
    """The module `name` of a game's package, None where the game has no such part, or BadSetup where it is broken."""
    find(game)
    module = f"{packages()[game]}.{name}"
    try:
        return import_module(module)
    except Exception as error:  # as in `find`
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            return None
        raise BadSetup("match.part-broken", game=game, module=module, why=_why(error)) from error


def needed_part(game: str, name: str) -> ModuleType:
    """The module `name` of a game's package, or BadSetup with the sentence that says what is missing."""
    found = part(game, name)
    if found is None:
        raise BadSetup(f"match.no-{name}", game=game)
    return found


def parts(name: str) -> Iterator[tuple[str, ModuleType]]:
    """The id and the module `name` of every game that has one. A broken one is left out with a warning."""
    for game in games():
        try:
            found = part(game.id, name)
        except BadSetup as error:
            warnings.warn(str(error), stacklevel=2)
        else:
            if found:
                yield game.id, found


def games() -> list[Game[Any]]:
    """Every game, in the order of `Game.list_order`. One that cannot be loaded is left out with a warning."""
    found = []
    for game in packages():
        try:
            found.append(find(game))
        except BadSetup as error:
            warnings.warn(str(error), stacklevel=2)
    return sorted(found, key=lambda game: (game.list_order, game.id))


def _why(error: Exception) -> str:
    """The error as the last line of a traceback says it."""
    return f"{type(error).__name__}: {error}"


class _Games(ModuleType):
    """Makes `lido.games()` a call although `lido.games` is this package, however and whenever it was loaded."""

    def __call__(self) -> list[Game[Any]]:
        return games()


sys.modules[__name__].__class__ = _Games
