"""The rules of Cannonball on one record, compiled. The clauses are in the README.

A set of cards is a mask: bit 0 is card 1. A move is the bit of the card that is played.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.kernel import Record, count_bits, jit, lowest_bit
from lido.rng import Rng, below

CARDS = 12
MOST_PLAYERS = 4
ALL = (1 << CARDS) - 1
HAND_SIZES = np.array([0, 0, 5, 4, 3])
"""The cards that each player is dealt, by the number of players."""

DTYPE = np.dtype(
    (
        Record,
        [
            ("hands", "<i2", (MOST_PLAYERS,)),  # a mask of cards a seat
            ("played", "<i2"),  # a mask of all cards played so far
            ("jumps", "<i2", (MOST_PLAYERS,)),  # the mask of the card that each seat played in this round, or 0
            ("taken", "i1", (MOST_PLAYERS,)),  # how many rounds each seat has taken
            ("turn", "i1"),  # the seat that must act, from 0
            ("players", "i1"),
        ],
    )
)
MOVES = CARDS
MOST_MOVES = 5


def start(hands: list[int]) -> np.record:
    """The state in which a game begins, from the masks of the hands."""
    state: np.record = np.zeros(1, dtype=DTYPE)[0]
    state.players = len(hands)
    state.hands[: len(hands)] = hands
    return state


@jit
def legal(state: Any, moves: NDArray[np.int16]) -> int:
    """Write the legal moves into `moves` and return their number: any card of the hand (CB-2)."""
    hand = int(state.hands[state.turn])
    count = 0
    while hand:
        moves[count] = lowest_bit(hand)
        count += 1
        hand &= hand - 1
    return count


@jit
def taker(state: Any) -> int:
    """The seat that takes a round in which all have played (CB-3)."""
    best = 0
    cards = 0
    for seat in range(state.players):
        cards |= int(state.jumps[seat])
        if state.jumps[seat] > state.jumps[best]:
            best = seat
    if cards & 1 and cards >> CARDS - 1 & 1:
        for seat in range(state.players):
            if state.jumps[seat] == 1:
                best = seat
    return best


@jit
def play(state: Any, move: int) -> None:
    """Play a card, which must be legal, and close the round if it was the last of it."""
    card = 1 << int(move)
    seat = int(state.turn)
    state.hands[seat] = int(state.hands[seat]) & ~card
    state.played = int(state.played) | card
    state.jumps[seat] = card
    state.turn = (seat + 1) % int(state.players)
    if state.jumps[state.turn]:
        winner = taker(state)
        state.taken[winner] += 1
        state.jumps[:] = 0
        state.turn = winner


@jit
def over(state: Any) -> bool:
    """Whether every round has been taken (CB-5)."""
    return bool(state.taken.sum() == HAND_SIZES[state.players])


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    """The most rounds win; players who are tied share (CB-5)."""
    most = state.taken.max()
    winners = 0
    for seat in range(state.players):
        winners += int(state.taken[seat] == most)
    for seat in range(state.players):
        out[seat] = int(state.taken[seat] == most) / winners


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    """Copy what a seat may know into `view`: everything but the hands of the others. Seat -1 is a spectator."""
    for other in range(MOST_PLAYERS):
        view.hands[other] = state.hands[other] if other == seat else 0
        view.jumps[other] = state.jumps[other]
        view.taken[other] = state.taken[other]
    view.played = state.played
    view.turn = state.turn
    view.players = state.players


@jit
def missing(view: Any, seat: int) -> int:
    """How many cards of a seat's hand are blank in a view."""
    held = HAND_SIZES[view.players] - view.taken.sum() - int(view.jumps[seat] != 0)
    return int(held) - count_bits(int(view.hands[seat]))


@jit
def unseen(view: Any) -> int:
    """The cards that are neither played nor in a hand of the view, as a mask."""
    cards = ALL & ~int(view.played)
    for seat in range(view.players):
        cards &= ~int(view.hands[seat])
    return cards


@jit
def redeal(view: Any, rng: Rng) -> None:
    """Fill the blank hands from the unseen cards, every way to do so being as likely."""
    cards = unseen(view)
    for seat in range(view.players):
        for _ in range(missing(view, seat)):
            rest = cards
            for _ in range(below(rng, count_bits(cards))):
                rest &= rest - 1
            card = rest & -rest
            view.hands[seat] = int(view.hands[seat]) | card
            cards &= ~card
