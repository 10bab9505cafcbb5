"""How each game is searched. bench/README.md has the measurements behind the settings."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lido import loops
from lido.bots import tree
from lido.game import Event, RecordGame
from lido.games import part
from lido.match import PlayerView
from lido.network import Network


class OpponentModel(Protocol):
    """Estimates, from what happened, how likely each world is that a seat cannot rule out."""

    def belief(self, player_view: PlayerView) -> NDArray[np.float64]:
        """The probabilities of the possible worlds, in the form that the game's `draw` takes."""
        ...

    def believed(self, player_view: PlayerView) -> list[Event]:
        """The likeliest of what is hidden and how sure that is, as events that the words of the game tell."""
        ...


@dataclass(frozen=True)
class SearchConfig:
    """What the search needs to know about a game beyond its rules."""

    exploration: float = 0.7
    choose: Callable[..., Any] = loops.anything
    """How moves are chosen in playouts."""
    draw: Callable[..., None] | None = None
    """How a world is drawn from the belief of the opponent model; None draws uniformly, by `redeal`."""
    opponent_model: Callable[[float, Network | None], OpponentModel] | None = None
    """Makes the opponent model of a player with so good a `memory` (see `Level`), and with the network of the game if
    it is searched with one; None for a game without an opponent model."""
    longest: int = 500
    """A playout is cut after this many moves."""
    estimate: Callable[..., None] = tree.shared
    """The estimated payoffs of a playout that was cut."""
    guided: float | None = None
    """How widely a search guided by the game's network explores; None for a game without one."""
    responding: float = 0.0
    """In such a search, where seats have secrets: how often an opponent plays what has paid it most so far, and not as
    the network would in its place."""


def search_config(game: RecordGame, *, learned: bool = True) -> SearchConfig:
    """How a game is searched: the `CONFIG` of its module `search`, or the defaults; not `learned` without a network."""
    own = part(game.id, "search")
    config: SearchConfig = own.CONFIG if own else SearchConfig()
    return config if learned else replace(config, guided=None)
