"""Writes the PTX of a game: `python -m lido.card.build MAKER GAME PLAYERS FILE`, run by `lido.card.games`."""

import sys
import warnings
from importlib import import_module
from pathlib import Path

from numba.core.errors import NumbaWarning

from lido.card.code import ptx


def main() -> None:
    """Write it beside the file first, so that nobody reads half of it."""
    warnings.simplefilter("ignore", NumbaWarning)  # that large tables are not cached
    maker, game, players, file = sys.argv[1:]
    module, _, function = maker.partition(":")
    made = ptx(getattr(import_module(module), function)(game, int(players)), int(players))
    new = Path(file).with_suffix(".new")
    new.write_text(made)
    new.replace(file)


if __name__ == "__main__":
    main()
