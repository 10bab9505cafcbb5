"""Cannonball in text: moves and deals, read strictly and written in one way only."""

from typing import Any

import numpy as np

from lido.deal import Draws
from lido.errors import BadSetup, IllegalMove
from lido.game import Json
from lido_cannonball.rules import CARDS, HAND_SIZES, start

NAMES = [str(card) for card in range(1, CARDS + 1)]


def parse_move(text: str) -> int:
    """The number of the move written so, legal or not."""
    if text not in NAMES:
        raise IllegalMove("cannonball.not-a-move", move=text)
    return NAMES.index(text)


def refusal(move: int) -> IllegalMove:
    """Why a card that is not in the hand cannot be played."""
    return IllegalMove("cannonball.not-in-hand", card=NAMES[move])


def cards(mask: int) -> list[int]:
    """The cards of a mask, the lowest first."""
    return [card for card in range(1, CARDS + 1) if mask >> card - 1 & 1]


def draw_deal(players: int, draws: Draws) -> dict[str, Json]:
    """A deal drawn by chance (CB-1)."""
    size = int(HAND_SIZES[players])
    order = draws.shuffled(range(1, CARDS + 1))
    return {"hands": [sorted(order[size * seat : size * seat + size]) for seat in range(players)]}


def parse_deal(deal: Json, players: int) -> np.record:
    """The state that a deal gives, or BadSetup."""
    if not isinstance(deal, dict) or set(deal) != {"hands"} or not _is_hands(deal["hands"], players):
        raise BadSetup("cannonball.deal", players=players, size=HAND_SIZES[players])
    return start([sum(1 << card - 1 for card in hand) for hand in deal["hands"]])


def _is_hands(hands: Any, players: int) -> bool:
    """Whether these are hands of the right size in the right order, no card in two of them."""
    if not isinstance(hands, list) or len(hands) != players or not all(isinstance(hand, list) for hand in hands):
        return False
    dealt = [card for hand in hands for card in hand]
    known = all(type(card) is int and 1 <= card <= CARDS for card in dealt)
    in_order = known and all(hand == sorted(hand) for hand in hands)
    return in_order and len(set(dealt)) == len(dealt) and all(len(hand) == HAND_SIZES[players] for hand in hands)
