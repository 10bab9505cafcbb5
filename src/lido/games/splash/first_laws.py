"""What was different under the first laws.

Pieces that touched belonged to one pile, on the table or not, and piles were measured in levels (SP-R8). A piece
set wrongly had no rule of its own (SP-R14), and the player with a piece to place could be at fault (SP-R13).
"""

from collections.abc import Collection

from lido.games.splash.judge import Carried, Judgement, Pile, Piles, Rulings, Touching, levels
from lido.games.splash.pieces import Scene


class FirstRulings(Rulings):
    """What the first laws made of a fall."""

    placer_at_fault = True
    remembers_base = False

    def piles(self, scene: Scene, touching: Touching, carried: Carried, base: str | None) -> Piles:
        every: list[Pile] = []
        left = set(scene)
        while left:
            every.append(touching.joined(min(left)))
            left -= every[-1]
        heights = {pile: levels(pile, scene, carried) for pile in every}
        every.sort(key=lambda pile: (-heights[pile], min(pile)))
        return Piles(tuple(every), tuple(pile for pile in every if heights[pile] == heights[every[0]]))

    def falls_alone(self, new: str, down: Collection[str]) -> bool:
        return False

    def comes_apart(self, touching: Touching, judgement: Judgement) -> bool:
        return len(judgement.piles) > 1
