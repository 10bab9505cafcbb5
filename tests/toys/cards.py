"""A toy with secrets: each seat holds a card nobody else sees, and guesses the card of the next seat.

A right guess wins at once. A wrong one is remembered by all. When everybody has guessed as often
as the option `rounds` says, the game is shared. The move `4` is the guess that the next seat holds 4.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.deal import Draws
from lido.errors import BadPosition, BadSetup, IllegalMove
from lido.game import Event, Json, Options, RecordGame, Rules, Start, blank
from lido.kernel import jit
from lido.rng import Rng, below

CARDS = 6

WORDS = {
    "cards.card": {"en": "{card} is no card.", "fr": "{card} n'est pas une carte."},
    "cards.own": {"en": "You hold that card.", "fr": "Vous avez cette carte."},
    "cards.said": {"en": "{card} was said before.", "fr": "{card} a déjà été dit."},
    "cards.deal": {"en": "A deal is one card a seat.", "fr": "Une donne est une carte par place."},
    "cards.position": {"en": "A position is a deal.", "fr": "Une position est une donne."},
}

DTYPE = np.dtype(
    (
        np.record,
        [
            ("hands", "i1", (4,)),  # the card of each seat from 1, or 0 where it is not known
            ("wrong", "<i4", (4,)),  # by seat: the cards it was wrongly said to hold, as a mask
            ("guesses", "i1"),  # how many are left in all
            ("turn", "i1"),
            ("players", "i1"),
            ("winner", "i1"),  # from 1, or 0
        ],
    )
)


@jit
def over(state: Any) -> bool:
    return bool(state.winner > 0 or state.guesses == 0)


@jit
def legal(state: Any, moves: NDArray[np.int16]) -> int:
    count = 0
    if over(state):
        return 0
    target = (int(state.turn) + 1) % int(state.players)
    for card in range(1, CARDS + 1):
        if card != state.hands[state.turn] and not int(state.wrong[target]) >> card & 1:
            moves[count] = card
            count += 1
    return count


@jit
def play(state: Any, move: int) -> None:
    target = (int(state.turn) + 1) % int(state.players)
    state.guesses -= 1
    if state.hands[target] == move:
        state.winner = int(state.turn) + 1
    else:
        state.wrong[target] |= 1 << int(move)
    state.turn = target


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    for seat in range(state.players):
        if state.winner > 0:
            out[seat] = 1.0 if seat + 1 == state.winner else 0.0
        else:
            out[seat] = 1.0 / state.players


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    view.wrong[:] = state.wrong
    view.guesses = state.guesses
    view.turn = state.turn
    view.players = state.players
    view.winner = state.winner
    if seat >= 0:
        view.hands[seat] = state.hands[seat]


@jit
def fits(view: Any, seat: int, card: int) -> bool:
    """Whether the seat may hold the card, beside the hands filled in so far."""
    for other in range(view.players):
        if view.hands[other] == card:
            return False
    return not int(view.wrong[seat]) >> card & 1


@jit
def redeal(view: Any, rng: Rng) -> None:
    """Draw hands until all of them fit, so that every world that does is as likely."""
    known = view.hands.copy()
    filled = False
    while not filled:
        view.hands[:] = known
        filled = True
        for seat in range(view.players):
            if view.hands[seat] == 0:
                card = 1 + below(rng, CARDS)
                filled = filled and fits(view, seat, card)
                view.hands[seat] = card


class Cards(RecordGame):
    id = "cards"
    players = (2, 3, 4)
    options = {"rounds": (2, 1)}  # noqa: RUF012
    rules = Rules("cards", DTYPE, CARDS + 1, CARDS, legal, play, over, payoffs, observe, redeal)

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return draws.shuffled(range(1, CARDS + 1))[:players]

    def start(self, start: Start, draws: Draws) -> np.record:
        hands = start.deal if start.position is None else start.position
        if not (isinstance(hands, list) and len(hands) == len(set(hands) & set(range(1, 7))) == start.players):
            raise BadSetup("cards.deal") if start.position is None else BadPosition("cards.position")
        state = blank(DTYPE)
        state.hands[: start.players] = hands
        state.players = start.players
        state.guesses = start.players * int(start.options["rounds"])
        return state

    def parse_move(self, state: np.record, text: str) -> int:
        if text not in tuple("123456"):
            raise IllegalMove("cards.card", card=text)
        return int(text)

    def move_text(self, state: np.record, move: int) -> str:
        return str(move)

    def refusal(self, state: np.record, move: int) -> IllegalMove:
        return IllegalMove("cards.own") if move == state.hands[state.turn] else IllegalMove("cards.said", card=move)

    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        return [{"event": "guess", "seat": int(before.turn) + 1, "card": move, "right": bool(after.winner)}]

    def view(self, observation: np.record, seat: int) -> dict[str, Json]:
        return {"hands": observation.hands.tolist(), "wrong": observation.wrong.tolist()}

    def position(self, state: np.record, start: Start, moves: Sequence[str]) -> Json:
        return state.hands[: state.players].tolist()

    def reason(self, state: np.record) -> str:
        return "guessed" if state.winner else "shared"


GAME = Cards()
