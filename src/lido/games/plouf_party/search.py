"""Search settings of Plouf Party: playouts, and the opponent model."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.bots.config import SearchConfig
from lido.games.plouf_party.opponents import OpponentModel, draw
from lido.games.plouf_party.rules import ACCUSING
from lido.kernel import jit
from lido.rng import Rng, below


@jit
def choose(state: Any, moves: NDArray[np.int16], count: int, rng: Rng) -> int:
    """The move of a playout: any move but an accusation, which at random mostly loses."""
    return int(moves[count - 1] if state.step == ACCUSING else moves[below(rng, count)])


CONFIG = SearchConfig(choose=choose, draw=draw, opponent_model=OpponentModel, guided=0.5, responding=0.5)
