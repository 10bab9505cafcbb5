"""Writes the PTX of a game: `python -m lido.card.build GAME PLAYERS FILE`, run by `lido.card.games`."""

import sys
import warnings
from pathlib import Path

from numba.core.errors import NumbaWarning

from lido.card.code import ptx
from lido.planes import encoding


def main() -> None:
    """Write it beside the file first, so that nobody reads half of it."""
    warnings.simplefilter("ignore", NumbaWarning)  # that large tables are not cached
    game, players, file = sys.argv[1:]
    made = ptx(encoding(game, int(players)), int(players))
    new = Path(file).with_suffix(".new")
    new.write_text(made)
    new.replace(file)


if __name__ == "__main__":
    main()
