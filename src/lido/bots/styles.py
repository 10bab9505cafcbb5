"""How each game is searched: what was found to play best, see bench/README.md."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.bots import croc_pool, plouf_party, reading, tree
from lido.game import RecordGame
from lido.match import Sight


class Reader(Protocol):
    """Reads from what happened how likely the worlds are that a seat cannot tell apart."""

    def clues(self, sight: Sight) -> NDArray[np.float64]:
        """The clues that the game's `draw` takes."""
        ...


@dataclass(frozen=True)
class Style:
    """What the search needs to know of a game beyond its rules."""

    exploration: float = 0.7
    choose: Callable[..., Any] = loops.anything
    """How moves are chosen in playouts."""
    draw: Callable[..., None] | None = None
    """How a world is drawn from the clues of a reader; None draws any."""
    reader: Callable[[], Reader] | None = None
    """Who reads the clues."""
    longest: int = 500
    """A playout is cut after so many moves."""
    estimate: Callable[..., None] = tree.shared
    """What a game that was cut pays each seat."""


STYLES = {
    "plouf-party": Style(choose=plouf_party.choose, draw=reading.draw, reader=reading.Reader),
    "croc-pool": Style(exploration=0.35, choose=croc_pool.choose, longest=15, estimate=croc_pool.estimate),
}


def style_of(game: RecordGame) -> Style:
    """How a game is searched: a game that nothing was found out about is searched too."""
    return STYLES.get(game.id, Style())
