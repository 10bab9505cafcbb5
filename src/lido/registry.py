"""Which games there are, and where their packages are. Nothing of a game is loaded to find that out.

A game that comes with Lido is a folder of `lido.games`. A game of another distribution names its
package under the entry point `lido.games`.
"""

import re
import warnings
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ENTRY_POINTS = "lido.games"
OWN = Path(__file__).parent / "games"
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""An id is part of addresses, file names and codes of sentences."""


@cache
def own() -> dict[str, str]:
    """The package of every game that comes with Lido, by the game's id."""
    folders = sorted(folder for folder in OWN.iterdir() if (folder / "__init__.py").is_file())
    return {folder.name.replace("_", "-"): f"lido.games.{folder.name}" for folder in folders}


@cache
def packages() -> dict[str, str]:
    """The package of every game by the game's id. Another distribution cannot take an id of ours."""
    others = {}
    for entry in entry_points(group=ENTRY_POINTS):
        if not ID.fullmatch(entry.name):
            warnings.warn(f"{entry.name!r} of {entry.module} cannot be the id of a game", stacklevel=2)
        elif entry.name not in own():
            others[entry.name] = entry.module
    return own() | others


def folder(game: str) -> Path | None:
    """The folder of a game's package, or None where it cannot be found."""
    package = packages()[game]
    if game in own():
        return OWN / package.rpartition(".")[2]
    try:
        spec = find_spec(package)
    except ImportError:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None
