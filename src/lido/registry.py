"""Which games there are, and where their packages are. Nothing of a game is loaded to know that.

A game that comes with Lido is a folder of `lido.games`. A game of another distribution names its
package under the entry point `lido.games`.
"""

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ENTRY_POINTS = "lido.games"
OWN = Path(__file__).parent / "games"


@cache
def packages() -> dict[str, str]:
    """The package of every game by the game's id; a package of others cannot take an id of ours."""
    own = {
        folder.name.replace("_", "-"): f"lido.games.{folder.name}"
        for folder in sorted(OWN.iterdir())
        if (folder / "__init__.py").is_file()
    }
    return {entry.name: entry.module for entry in entry_points(group=ENTRY_POINTS)} | own


def folder(game: str) -> Path | None:
    """The folder of a game's package, or None where it cannot be found."""
    package = packages()[game]
    if package.startswith("lido.games."):
        return OWN / package.removeprefix("lido.games.")
    try:
        spec = find_spec(package)
    except ImportError:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None
