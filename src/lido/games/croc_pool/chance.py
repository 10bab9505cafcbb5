"""Chance in Crocodile Pool Party: which crocodile a swimmer shows when it is turned over.

Nobody knows it before, so it is as good as drawn then.
"""

import numpy as np

from lido.chance import Chance, Draw
from lido.game import copied
from lido.games.croc_pool.rules import FLIP, NUMBER, PLACE, TILES, pile_on, unseen_numbers


class CrocPoolChance(Chance[np.record]):
    """Outcomes are the numbers of crocodiles; a draw is of the number under the swimmer on a square."""

    most_outcomes = TILES + 1

    def draw_before(self, state: np.record, move: int) -> Draw | None:
        if not FLIP <= move < PLACE or state.piles[pile_on(state, state.turn, move - FLIP)] & NUMBER:
            return None
        return Draw("number", move - FLIP)

    def outcomes(self, state: np.record, draw: Draw) -> list[tuple[int, float]]:
        unseen = unseen_numbers(state, state.turn)
        return [(number, 1 / unseen.bit_count()) for number in range(1, TILES + 1) if unseen >> number & 1]

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        after.piles[pile_on(state, state.turn, draw.of)] |= outcome
        return after


CHANCE = CrocPoolChance
