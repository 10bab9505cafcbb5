"""Chance in Plouf Party: who stands where, the players' colours, and of each colour the numbers and how its pawns fall.

All of it is drawn before the first move, for the players know different parts of it.
"""

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
OF_EACH = len(NUMBERS)
"""How many pawns there are of each colour."""
FALLS = 1 << OF_EACH


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
            return list(_of_those_left(tuple(_set(state, draw.of))))
        if draw.kind == TOKEN:
            return list(_shares(_ways(state, draw.of)))
        first = OF_EACH * draw.of
        known = state["numbers"][first : first + OF_EACH].tolist()
        return list(_shares(_fits(tuple(known), _falls(state, draw.of))))

    def drawn(self, first: np.record, world: np.record, draw: Draw) -> int | None:
        if draw.kind == SPACE:
            return None
        if draw.kind == TOKEN:
            return int(world.tokens[draw.of])
        begin = OF_EACH * draw.of
        order = ORDERS.index(tuple(world.numbers[begin : begin + OF_EACH].tolist()))
        return FALLS * order + (int(world.faceup) >> begin & _falls(first, draw.of))

    def decide(self, state: np.record, draw: Draw, outcome: int) -> np.record:
        after = copied(state)
        if draw.kind == SPACE:
            after["ring"][draw.of] = OF_EACH * outcome + _set(state, draw.of)[outcome]
            after["occupied"] |= 1 << draw.of
        elif draw.kind == TOKEN:
            after["tokens"][draw.of] = outcome
        else:
            order, falls = divmod(outcome, FALLS)
            first = OF_EACH * draw.of
            after["numbers"][first : first + OF_EACH] = ORDERS[order]
            after["faceup"] |= falls << first
        return after


def _falls(state: np.record, colour: int) -> int:
    """A mask of the pawns of a colour of which it matters how they fall."""
    falls = int(state["dry"]) >> OF_EACH * colour & FALLS - 1
    if state["memory"] == AID:  # how a pawn falls whose number is known is of no account
        falls &= ~(int(state["seen"]) >> OF_EACH * colour)
    return falls


@lru_cache(4096)
def _shares(weights: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """Outcomes with probabilities by weight, without the impossible ones."""
    whole = sum(weights)
    return tuple((outcome, weight / whole) for outcome, weight in enumerate(weights) if weight)


@lru_cache(4096)
def _of_those_left(placed: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """The colours of the pawns that are not set yet."""
    return _shares(tuple(OF_EACH - count for count in placed))


@lru_cache(4096)
def _fits(known: tuple[int, ...], falls: int) -> tuple[int, ...]:
    """Of every outcome for the pawns of a colour, whether it is possible: the numbers that are known, 0 for others."""
    return tuple(
        int(up & ~falls == 0 and all(a in (0, b) for a, b in zip(known, order, strict=True)))
        for order in ORDERS
        for up in range(FALLS)
    )


def _set(state: np.record, spaces: int) -> list[int]:
    """How many pawns of each colour have been set on the first spaces."""
    placed = [0] * len(COLOURS)
    for pawn in state["ring"][:spaces].tolist():
        placed[pawn // OF_EACH] += 1
    return placed


def _ways(state: np.record, seat: int) -> tuple[int, ...]:
    """For each colour, in how many ways the unknown colours can be assigned if this seat has that one."""
    possible, cleared, tokens = int(possible_colours(state)), state["cleared"].tolist(), state["tokens"].tolist()
    others = tuple(cleared[s] for s in range(int(state["players"])) if s != seat and tokens[s] == NONE)
    mine = possible & ~cleared[seat]
    return tuple(
        _assignments(possible & ~(1 << colour), others) if mine >> colour & 1 else 0 for colour in range(len(COLOURS))
    )


@lru_cache(4096)
def _assignments(free: int, cleared: tuple[int, ...]) -> int:
    """In how many ways seats that were cleared of these colours can have different ones of those that are free."""
    colours = [colour for colour in range(len(COLOURS)) if free >> colour & 1]
    return sum(
        not any(gone >> colour & 1 for gone, colour in zip(cleared, assigned, strict=True))
        for assigned in permutations(colours, len(cleared))
    )


CHANCE = PloufPartyChance
