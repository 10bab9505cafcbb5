import numpy as np

from lido.chance import Chance, Draw
from lido.game import Json, Options, copied
from tests.toys.cards import CARDS


class ShownChance(Chance[np.record]):
    most_outcomes = CARDS + 1

    def draws(self, state: np.record, options: Options, position: Json) -> list[Draw]:
        return [Draw("hand", seat) for seat in range(state.players)]

    def outcomes(self, state: np.record, draw: Draw) -> list[tuple[int, float]]:
        cards = [card for card in range(1, CARDS + 1) if card not in state.hands]
        return [(card, 1 / len(cards)) for card in cards]

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        after.hands[draw.of] = outcome
        return after


CHANCE = ShownChance
