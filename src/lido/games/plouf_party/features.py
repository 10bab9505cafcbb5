"""What a network is told about a position of Plouf Party, as one seat sees it.

A pawn is told by whose colour it has, not by the colour: the seat's own, that of the next player, and so on, or
unknown; `NOBODY` where all players are known and it is none of theirs. The seats are counted from the one that looks.
The policy is given a view. The value is that of a world, in which all tokens are known, as the search draws them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS
from lido.games.plouf_party.board import COLOURS, NUMBERS, SPACES
from lido.games.plouf_party.rules import ACCUSE, DECLINE, ENGLISH, NONE, OVER, QUIET_TURNS
from lido.kernel import count_bits, jit, lowest_bit

UNKNOWN = MOST_SEATS
NOBODY = UNKNOWN + 1
OWNERS = NOBODY + 1
SHOWN = len(NUMBERS) + 1
"""A number, or none."""
LEFT = 3
"""How many pawns of its colour are at the poolside."""

TAKEN = SPACES * OWNERS * SHOWN * LEFT
LAST = TAKEN + SPACES * SHOWN
STEP = LAST + 4 * SPACES
QUIET = STEP + OVER
QUIET_STEP = 5
PLAYERS = QUIET + QUIET_TURNS // QUIET_STEP + 1
ALIVE = PLAYERS + MOST_SEATS + 1
CLEARED = ALIVE + MOST_SEATS

FEATURES = CLEARED + MOST_SEATS * len(COLOURS)
MOST_ACTIVE = SPACES + 5 + 2 * MOST_SEATS
ACTIONS = ACCUSE + MOST_SEATS
WORLDS = True
TABLES = tuple((players, {"edition": edition}) for players in range(2, 7) for edition in ("fr", "en"))
"""The numbers of players and the options that it is trained with."""


@jit
def owner(view: Any, seat: int, colour: int) -> int:
    """Whose colour it is, counted from `seat`."""
    players = int(view.players)
    unknown = NOBODY
    for other in range(players):
        at = seat + other - players * (seat + other >= players)
        if view.tokens[at] == colour:
            return other
        if view.tokens[at] == NONE:
            unknown = UNKNOWN
    return unknown


@jit
def active(view: Any, seat: int, out: NDArray[np.int16]) -> int:
    """Write the features of a view or a world as `seat` sees it, and return how many there are."""
    count = 0
    spaces = int(view.occupied)
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        pawn = int(view.ring[space])
        number = int(view.numbers[pawn]) if int(view.seen) >> pawn & 1 else 0
        left = count_bits(int(view.dry) >> pawn // 3 * 3 & 0b111)
        out[count] = ((space * OWNERS + owner(view, seat, pawn // 3)) * SHOWN + number) * LEFT + left - 1
        count += 1
    return around(view, seat, out, count)


@jit
def around(view: Any, seat: int, out: NDArray[np.int16], count: int) -> int:
    """Write the features that are not about pawns, after `count` others."""
    players = int(view.players)
    if view.taken != NONE:
        out[count] = TAKEN + SHOWN * int(view.taken) + int(view.numbers[view.ring[view.taken]])
        count += 1
    if view.last != NONE:
        out[count] = LAST + SPACES * (2 * int(view.edition == ENGLISH) + int(view.heading)) + int(view.last)
        count += 1
    out[count] = STEP + int(view.step)
    out[count + 1] = QUIET + int(view.quiet) // QUIET_STEP
    out[count + 2] = PLAYERS + players
    count += 3
    for other in range(players):
        at = seat + other - players * (seat + other >= players)
        if int(view.alive) >> at & 1:
            out[count] = ALIVE + other
            count += 1
            if view.cleared[at]:
                out[count] = CLEARED + len(COLOURS) * other + count_bits(int(view.cleared[at])) - 1
                count += 1
    return count


@jit
def action(move: int, turn: int, players: int) -> int:
    """The number of a move among those that the network knows: an accusation is known by whom it accuses."""
    if move < ACCUSE:
        return move
    if move == DECLINE:
        return ACCUSE
    accused = (move - ACCUSE) // 6
    return ACCUSE + (accused - turn if accused > turn else accused - turn + players)
