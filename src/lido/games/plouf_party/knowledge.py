"""What a seat knows in Plouf Party, and how the rest may be.

A seat has seen every number that was shown, every pawn in the water, every token of a player
who is out, and its own token while it is in. It knows of every player still in that their
colour has a pawn at the poolside and is none that a wrong accusation named. That an accuser
does not name their own colour (PP-R6) adds nothing: either the accused showed that very
colour, or the accuser has shown another.
"""

from typing import Any

from lido.games.plouf_party.board import COMPLETIONS, LETTERS, PAWNS, SPACES
from lido.games.plouf_party.rules import AID, NONE
from lido.kernel import count_bits, jit, lowest_bit
from lido.rng import Rng, below


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    """Copy what `seat` may know into `view`; a player who is out sees what a spectator, seat -1, does."""
    alive = int(state.alive)
    seen = int(state.seen)
    view.occupied = state.occupied
    view.dry = state.dry
    view.seen = state.seen
    view.faceup = int(state.faceup) & ~int(state.dry)
    for pawn in range(PAWNS):
        view.numbers[pawn] = state.numbers[pawn] if seen >> pawn & 1 else 0
        view.ring[pawn] = state.ring[pawn]
        view.water[pawn] = state.water[pawn]
    for other in range(len(state.tokens)):
        view.tokens[other] = NONE if alive >> other & 1 and other != seat else state.tokens[other]
        view.cleared[other] = state.cleared[other]
    view.alive = state.alive
    view.players = state.players
    view.turn = state.turn
    view.step = state.step
    view.taken = state.taken
    view.last = state.last
    view.heading = state.heading
    view.quiet = state.quiet
    view.edition = state.edition
    view.memory = state.memory


@jit
def showing(view: Any) -> int:
    """A mask of the pawns whose number the table shows (PP-R12)."""
    if view.memory == AID:
        return int(view.seen)
    pawns = int(view.faceup) & ~int(view.dry)
    if view.taken != NONE:
        pawns |= 1 << int(view.ring[view.taken])
    return pawns


@jit
def shuffle(view: Any, rng: Rng) -> None:
    """Set the pawns of a game that has not begun on spaces drawn anew (PP-1)."""
    for last in range(SPACES - 1, 0, -1):
        other = below(rng, last + 1)
        pawn = view.ring[last]
        view.ring[last] = view.ring[other]
        view.ring[other] = pawn
    placed = 0  # two bits a colour
    for space in range(SPACES):
        colour = int(view.ring[space]) // 3
        view.ring[space] = 3 * colour + (placed >> 2 * colour & 0b11)
        placed += 1 << 2 * colour


@jit
def redeal(view: Any, rng: Rng) -> None:
    """Fill the blanks of `view` with a world drawn uniformly among those it leaves possible.

    Tokens, numbers and falls do not bear on each other, so each is drawn by itself.
    """
    redeal_numbers(view, rng)
    redeal_tokens(view, rng)
    dry = int(view.dry)
    view.faceup = int(view.faceup) | below(rng, 1 << PAWNS) & dry


@jit
def redeal_numbers(view: Any, rng: Rng) -> None:
    """Each colour has one 1, one 2 and one 3."""
    draw = below(rng, 6**6)
    for first in range(0, PAWNS, 3):
        known = view.numbers[first], view.numbers[first + 1], view.numbers[first + 2]
        for place in range(3):
            view.numbers[first + place] = COMPLETIONS[known[0], known[1], known[2], draw % 6, place]
        draw //= 6


@jit
def redeal_tokens(view: Any, rng: Rng) -> None:
    """Give every player still in whose colour is unknown one that is possible for them, each set as likely.

    Those whom a wrong accusation cleared of a possible colour come first. There are three at
    most: each has cost an accuser the game, and six sit at the table. Whatever they get, the
    others can have the rest in the same number of ways, so they just draw.
    """
    pool = possible_colours(view)
    others = 0
    limited = 0
    allowed = 0  # six bits for each of the limited, the first lowest
    seats = 0  # three bits for each
    unknown = int(view.alive)
    while unknown:
        seat = lowest_bit(unknown)
        unknown &= unknown - 1
        if view.tokens[seat] != NONE:
            continue
        if int(view.cleared[seat]) & pool:
            allowed |= (pool & ~int(view.cleared[seat])) << 6 * limited
            seats |= seat << 3 * limited
            limited += 1
        else:
            others |= 1 << seat
    for after in range(limited - 1, -1, -1):
        colour = draw_limited(allowed, after, rng)
        view.tokens[seats & 0b111] = colour
        seats >>= 3
        allowed = (allowed & ~(0o10101 << colour)) >> 6
        pool &= ~(1 << colour)
    while others:
        colour = nth_bit(pool, below(rng, count_bits(pool)))
        view.tokens[lowest_bit(others)] = colour
        others &= others - 1
        pool &= ~(1 << colour)


@jit
def possible_colours(view: Any) -> int:
    """A mask of the colours that a player still in may have, less those known to be someone's."""
    colours = 0
    for colour in range(len(LETTERS)):
        if int(view.dry) >> 3 * colour & 0b111:
            colours |= 1 << colour
    for seat in range(view.players):
        if view.tokens[seat] != NONE:
            colours &= ~(1 << int(view.tokens[seat]))
    return colours


@jit
def draw_limited(allowed: int, after: int, rng: Rng) -> int:
    """A colour for the first of the limited, as likely as it leaves ways for the `after` others."""
    total = 0
    for colour in range(len(LETTERS)):
        if allowed >> colour & 1:
            total += ways(allowed >> 6 & ~(0o101 << colour), after)
    draw = below(rng, total)
    colour = 0
    while True:
        if allowed >> colour & 1:
            draw -= ways(allowed >> 6 & ~(0o101 << colour), after)
            if draw < 0:
                return colour
        colour += 1


@jit
def ways(allowed: int, count: int) -> int:
    """In how many ways `count` seats, two at most, can have different colours of those allowed to each."""
    if count == 0:
        return 1
    first = allowed & 0o77
    if count == 1:
        return count_bits(first)
    second = allowed >> 6 & 0o77
    return count_bits(first) * count_bits(second) - count_bits(first & second)


@jit
def nth_bit(mask: int, place: int) -> int:
    """The number of the bit of `mask` that has `place` others set below it."""
    for _ in range(place):
        mask &= mask - 1
    return lowest_bit(mask)
