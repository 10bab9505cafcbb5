"""Chance in Crocodile Pool Party: which crocodile a swimmer shows when it is turned over.

Nobody knows it before, so it is as good as drawn then. In a tie the swimmers in the bars are turned over
too (CP-R8), after the last move.
"""

import numpy as np

from lido.chance import Chance, Draw
from lido.game import copied
from lido.games.croc_pool.board import RED, YELLOW
from lido.games.croc_pool.rules import COLOUR, DIGIT, FLIP, NUMBER, PILES, PLACE, TILES, pile_on, unseen_numbers

SQUARE, BAR = "number", "bar"
IN_A_BAR = 2 * TILES
"""A bar has room for every tile of both sides."""


class CrocPoolChance(Chance[np.record]):
    """Outcomes are the numbers of crocodiles.

    A draw is of the number under the swimmer on a square, or of a tile in a bar (`IN_A_BAR`·side + place from the top).
    """

    most_outcomes = TILES + 1
    waits = range(FLIP, PLACE)

    def draw_before(self, state: np.record, move: int) -> Draw | None:
        if state.piles[pile_on(state, state.turn, move - FLIP)] & NUMBER:
            return None
        return Draw(SQUARE, move - FLIP)

    def draw_at_end(self, state: np.record) -> Draw | None:
        if state.heights[PILES + RED] != state.heights[PILES + YELLOW]:
            return None
        for side in (RED, YELLOW):
            for place in range(state.heights[PILES + side]):
                if not _tile(state, side, place) & NUMBER:
                    return Draw(BAR, IN_A_BAR * side + place)
        return None

    def outcomes(self, state: np.record, draw: Draw) -> list[tuple[int, float]]:
        side = state.turn if draw.kind == SQUARE else (_tile(state, *divmod(draw.of, IN_A_BAR)) & COLOUR) // COLOUR
        unseen = unseen_numbers(state, side)
        return [(number, 1 / unseen.bit_count()) for number in range(1, TILES + 1) if unseen >> number & 1]

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        if draw.kind == SQUARE:
            after.piles[pile_on(state, state.turn, draw.of)] |= outcome
        else:
            side, place = divmod(draw.of, IN_A_BAR)
            after.piles[PILES + side] |= outcome << DIGIT * place
        return after


def _tile(state: np.record, side: int, place: int) -> int:
    """The digit of a tile in a bar."""
    return int(state.piles[PILES + side]) >> DIGIT * place & (NUMBER | COLOUR)


CHANCE = CrocPoolChance
