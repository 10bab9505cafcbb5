"""Looking ahead: cutting branches off changes nothing."""

import numpy as np

from lido.games.le_plouf import GAME, rules
from lido.games.le_plouf.master import looked_ahead
from lido.games.le_plouf.solution import net, search
from tests.solution.positions import some_numbers, state_of


def plainly(state: np.record, depth: int) -> float:
    """What a position is worth, every branch looked at."""
    if depth == 0 or rules.over(state):
        return search.leaf(net.loaded(), state, np.zeros(2), depth, np.zeros((net.LAYERS, net.UNITS), dtype=np.float32))
    return max(
        -plainly(GAME.play(state, GAME.move_text(state, move), {}).state, depth - 1) for move in GAME.legal(state)
    )


def test_every_move_is_worth_what_it_is_with_every_branch_looked_at() -> None:
    for state in map(state_of, some_numbers(6)):
        if state.to_place == 0 and not rules.over(state):
            for move, worth in looked_ahead(state, 3).items():
                after = GAME.play(state, GAME.move_text(state, move), {}).state
                assert abs(worth + plainly(after, 2)) < 1e-9
