"""Chance in Cannonball: the hands, dealt card by card before the first move."""

import numpy as np

from lido.chance import Chance, Draw
from lido.game import Json, Options, copied
from lido_cannonball.rules import CARDS, missing, unseen


class CannonballChance(Chance[np.record]):
    """A draw is the next card of a seat; its outcome is the card as the rules number it."""

    most_outcomes = CARDS

    def draws(self, state: np.record, options: Options, position: Json) -> list[Draw]:
        return [Draw("card", seat) for seat in range(state.players) for _ in range(missing(state, seat))]

    def outcomes(self, state: np.record, draw: Draw) -> list[tuple[int, float]]:
        cards = [card for card in range(CARDS) if unseen(state) >> card & 1]
        return [(card, 1 / len(cards)) for card in cards]

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        after.hands[draw.of] = int(after.hands[draw.of]) | 1 << outcome
        return after


CHANCE = CannonballChance
