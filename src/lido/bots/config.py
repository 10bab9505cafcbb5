"""How each game is searched: what was found to play best, see bench/README.md."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.bots import tree
from lido.game import RecordGame
from lido.games import part
from lido.match import PlayerView


class OpponentModel(Protocol):
    """Reads from what happened how likely the worlds are that a seat cannot tell apart."""

    def belief(self, player_view: PlayerView) -> NDArray[np.float64]:
        """The belief that the game's `draw` takes."""
        ...


@dataclass(frozen=True)
class SearchConfig:
    """What the search needs to know of a game beyond its rules."""

    exploration: float = 0.7
    choose: Callable[..., Any] = loops.anything
    """How moves are chosen in playouts."""
    draw: Callable[..., None] | None = None
    """How a world is drawn from the belief of a opponent_model; None draws any."""
    opponent_model: Callable[[], OpponentModel] | None = None
    """Who reads the belief."""
    longest: int = 500
    """A playout is cut after so many moves."""
    estimate: Callable[..., None] = tree.shared
    """What a game that was cut pays each seat."""


def search_config(game: RecordGame) -> SearchConfig:
    """How a game is searched: by the `CONFIG` of its module `search`, or as any game can be."""
    own = part(game.id, "search")
    return own.CONFIG if own else SearchConfig()
