"""What a network is told about a position of Plouf Party, as one seat sees it.

A pawn is told by whose colour it has, not by the colour: the seat's own, that of the next player, and so on. Where
the colours of others are not known, the likeliest counts, if it is likely enough. The seats are counted from the one
that looks. The policy is given a view. The value is that of a world, in which all tokens are known, as the search
draws them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS, Rules
from lido.games.plouf_party import knowledge, reading, rules
from lido.games.plouf_party.board import COLOURS, NUMBERS, SPACES
from lido.games.plouf_party.reading import odds, remembered, suspect, suspicion
from lido.games.plouf_party.rules import ACCUSE, DECLINE, ENGLISH, NONE, OVER, QUIET_TURNS
from lido.kernel import count_bits, jit, lowest_bit

__all__ = ["ACTIONS", "FEATURES", "MOST_ACTIVE", "RULES", "TABLES", "WORLDS", "action", "active", "remembered"]

LIKELY = 0.6
"""How likely a colour must be to count as a player's."""
LEVELS = np.array([0.15, 0.25, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97])
"""Between these likelihoods the network tells no difference."""

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
SUSPECTED = ALIVE + MOST_SEATS
"""How likely the likeliest colour of a player is."""
READ = SUSPECTED + MOST_SEATS * (len(LEVELS) + 1)
"""How likely the others think the true colour of a player is."""

FEATURES = READ + MOST_SEATS * (len(LEVELS) + 1)
MOST_ACTIVE = SPACES + 5 + 2 * MOST_SEATS
ACTIONS = ACCUSE + MOST_SEATS + 1
UNLIKELY = ACTIONS - 1
"""To accuse anybody of a colour that is not their likeliest."""
WORLDS = True
TABLES = tuple((players, {"edition": edition}) for players in range(2, 7) for edition in ("fr", "en"))
"""The numbers of players and the options that it is trained with."""
RULES = Rules.of("plouf-party-reading", rules, knowledge, reading, hidden=True)
"""The rules on records with a memory."""


@jit
def level(likelihood: float) -> int:
    """How many of `LEVELS` it reaches."""
    found = 0
    for least in LEVELS:
        found += int(likelihood >= least)
    return found


@jit
def owners(view: Any, seat: int) -> int:
    """Whose each colour is, counted from `seat`: four bits a colour."""
    players = int(view.players)
    nobody = NOBODY
    known = 0
    found = 0
    for other in range(players):
        at = seat + other - players * (seat + other >= players)
        colour = int(view.tokens[at])
        if colour == NONE:
            nobody = UNKNOWN
            colour = suspect(view, at)
            if colour == NONE or suspicion(view, at, colour) < LIKELY:
                continue
        if not known >> colour & 1:
            known |= 1 << colour
            found |= other << 4 * colour
    for colour in range(len(COLOURS)):
        if not known >> colour & 1:
            found |= nobody << 4 * colour
    return found


@jit
def active(view: Any, seat: int, out: NDArray[np.int16]) -> int:
    """Write the features of a view or a world as `seat` sees it, and return how many there are."""
    whose = owners(view, seat)
    count = 0
    spaces = int(view.occupied)
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        pawn = int(view.ring[space])
        number = int(view.numbers[pawn]) if int(view.seen) >> pawn & 1 else 0
        left = count_bits(int(view.dry) >> pawn // 3 * 3 & 0b111)
        owner = whose >> 4 * (pawn // 3) & 15
        out[count] = ((space * OWNERS + owner) * SHOWN + number) * LEFT + left - 1
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
            colour = int(view.tokens[at])
            if colour == NONE:
                colour = suspect(view, at)
                out[count + 1] = SUSPECTED + (len(LEVELS) + 1) * other + level(suspicion(view, at, colour))
            else:
                out[count + 1] = READ + (len(LEVELS) + 1) * other + level(read(view, at, colour))
            count += 2
    return count


@jit
def read(view: Any, seat: int, colour: int) -> float:
    """How likely somebody who knows no token thinks it that `seat` has that colour."""
    first = len(COLOURS) * seat
    total = 0.0
    for other in range(len(COLOURS)):
        if int(view.dry) >> 3 * other & 0b111 and not int(view.cleared[seat]) >> other & 1:
            total += odds(int(view.evidence[first + other]) - int(view.evidence[first + colour]))
    return 1.0 / total


@jit
def action(view: Any, move: int, turn: int) -> int:
    """The number of a move among those that the network knows: an accusation is known by whom it accuses."""
    if move < ACCUSE:
        return move
    if move == DECLINE:
        return ACCUSE
    accused = (move - ACCUSE) // 6
    if accused >= view.players or suspect(view, accused) != (move - ACCUSE) % 6:
        return UNLIKELY
    return ACCUSE + (accused - turn if accused > turn else accused - turn + int(view.players))
