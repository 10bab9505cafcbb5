"""Chance in Plouf Party: who stands where, the players' colours, and of each colour the numbers and how its pawns fall.

All of it is drawn before the first move, for the players know different parts of it.
"""

from collections import Counter
from functools import lru_cache
from itertools import permutations

import numpy as np

from lido.chance import Chance, Draw
from lido.game import Json, Options, copied
from lido.games.plouf_party.board import COLOURS, NUMBERS, SPACES
from lido.games.plouf_party.knowledge import possible_colours
from lido.games.plouf_party.rules import AID, NONE

SPACE, TOKEN, PAWNS_OF = "space", "token", "pawns"
ORDERS = tuple(permutations(NUMBERS))
FALLS = 1 << len(NUMBERS)


class PloufPartyChance(Chance[np.record]):
    """Outcomes: a colour for a space or a seat; for a colour 8·order of its numbers + those that fall face up."""

    most_outcomes = FALLS * len(ORDERS)

    def begin(self, players: int, options: Options, position: Json) -> np.record:
        view = super().begin(players, options, position)
        if position is None:
            view.ring = NONE
            view.occupied = 0
        return view

    def draws(self, state: np.record, options: Options, position: Json) -> list[Draw]:
        spaces = range(SPACES) if position is None else ()
        unknown = [seat for seat in range(state.players) if state.tokens[seat] == NONE]
        return [
            *(Draw(SPACE, space) for space in spaces),
            *(Draw(TOKEN, seat) for seat in unknown),
            *(Draw(PAWNS_OF, colour) for colour in range(len(COLOURS))),
        ]

    def outcomes(self, state: np.record, draw: Draw) -> list[tuple[int, float]]:
        if draw.kind == SPACE:
            placed = _set(state)
            return _shares({colour: len(NUMBERS) - placed[colour] for colour in range(len(COLOURS))})
        if draw.kind == TOKEN:
            return _shares({colour: _ways(state, draw.of, colour) for colour in range(len(COLOURS))})
        first = len(NUMBERS) * draw.of
        known = state.numbers[first : first + len(NUMBERS)].tolist()
        falls = _falls(state, draw.of)
        orders = [n for n, order in enumerate(ORDERS) if all(a in (0, b) for a, b in zip(known, order, strict=True))]
        return _shares({FALLS * order + up: 1 for order in orders for up in range(FALLS) if up & ~falls == 0})

    def drawn(self, first: np.record, world: np.record, draw: Draw) -> int | None:
        if draw.kind == SPACE:
            return None
        if draw.kind == TOKEN:
            return int(world.tokens[draw.of])
        begin = len(NUMBERS) * draw.of
        order = ORDERS.index(tuple(world.numbers[begin : begin + len(NUMBERS)].tolist()))
        return FALLS * order + (int(world.faceup) >> begin & _falls(first, draw.of))

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        if draw.kind == SPACE:
            after.ring[draw.of] = len(NUMBERS) * outcome + _set(state)[outcome]
            after.occupied |= 1 << draw.of
        elif draw.kind == TOKEN:
            after.tokens[draw.of] = outcome
        else:
            order, falls = divmod(outcome, FALLS)
            first = len(NUMBERS) * draw.of
            after.numbers[first : first + len(NUMBERS)] = ORDERS[order]
            after.faceup |= falls << first
        return after


def _falls(state: np.record, colour: int) -> int:
    """A mask of the pawns of a colour of which it matters how they fall."""
    falls = int(state.dry) >> len(NUMBERS) * colour & FALLS - 1
    if state.memory == AID:  # how a pawn falls whose number is known is of no account
        falls &= ~(int(state.seen) >> len(NUMBERS) * colour)
    return falls


def _shares(weights: dict[int, int]) -> list[tuple[int, float]]:
    """Outcomes with probabilities by weight, without the impossible ones."""
    whole = sum(weights.values())
    return [(outcome, weight / whole) for outcome, weight in weights.items() if weight]


def _set(state: np.record) -> Counter[int]:
    """How many pawns of each colour have been set on a space."""
    return Counter(pawn // len(NUMBERS) for pawn in state.ring.tolist() if pawn != NONE)


def _ways(state: np.record, seat: int, colour: int) -> int:
    """In how many ways the unknown colours can be assigned if this seat has that one."""
    possible, cleared, tokens = possible_colours(state), state.cleared.tolist(), state.tokens.tolist()
    if not possible >> colour & 1 or cleared[seat] >> colour & 1:
        return 0
    others = tuple(cleared[s] for s in range(int(state.players)) if s != seat and tokens[s] == NONE)
    return _assignments(int(possible) & ~(1 << colour), others)


@lru_cache(4096)
def _assignments(free: int, cleared: tuple[int, ...]) -> int:
    """In how many ways seats that were cleared of these colours can have different ones of those that are free."""
    colours = [colour for colour in range(len(COLOURS)) if free >> colour & 1]
    return sum(
        not any(gone >> colour & 1 for gone, colour in zip(cleared, assigned, strict=True))
        for assigned in permutations(colours, len(cleared))
    )


CHANCE = PloufPartyChance
