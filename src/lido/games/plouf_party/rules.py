"""The rules of Plouf Party on one record, compiled. See docs/laws/plouf-party.md.

A move is a small number: 0 to 17 takes the pawn on that space; `CLOCKWISE` and
`ANTICLOCKWISE` move the pawn in hand; `ACCUSE` + 6·seat + colour accuses; `DECLINE`.

Where the clauses leave a choice: a turn ends after its accusation, so a fortieth quiet turn
(PP-R11) may still end in one, and whatever drowns in it makes the turn not quiet; pawns
that drown together fall in the order of their spaces, clockwise from the diving board.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import MOST_SEATS
from lido.games.plouf_party.board import BOARD, DISTANCE, FIRST_OF_COLOUR, PAWNS, SPACES
from lido.kernel import Record, count_bits, jit, lowest_bit

DTYPE = np.dtype(
    (
        Record,
        [
            ("occupied", "<i4"),  # a mask of spaces
            ("dry", "<i4"),  # a mask of pawns, like the next two: those not in the water
            ("seen", "<i4"),  # those whose number has been shown to everybody
            ("faceup", "<i4"),  # those that show their number in the water
            ("numbers", "i1", (18,)),  # by pawn, 1 to 3; 0 is unknown
            ("ring", "i1", (18,)),  # by space: its pawn, or NONE
            ("water", "i1", (18,)),  # the drowned pawns in order, then NONE
            ("tokens", "i1", (6,)),  # by seat: its colour; NONE is unknown
            ("cleared", "i1", (6,)),  # by seat: a mask of colours that a wrong accusation proved it is not
            ("alive", "i1"),  # a mask of the seats still in
            ("players", "i1"),
            ("turn", "i1"),  # the seat that must act, from 0
            ("step", "i1"),
            ("taken", "i1"),  # the space of the pawn in hand, or NONE
            ("last", "i1"),  # the space of the pawn moved last, or NONE
            ("heading", "i1"),  # which way it went: 0 clockwise, 1 anticlockwise
            ("quiet", "i1"),  # turns in a row with no pawn drowned
            ("edition", "i1"),
            ("memory", "i1"),
        ],
    )
)

NONE = -1
PICK, DIRECT, ACCUSING, OVER = range(4)
FRENCH, ENGLISH = range(2)
AID, NO_AID = range(2)
PLAYING, LAST_PLAYER, COLOURS_LEFT = range(3)

CLOCKWISE = SPACES
ANTICLOCKWISE = SPACES + 1
ACCUSE = SPACES + 2
DECLINE = ACCUSE + 36
MOVES = DECLINE + 1
"""How many different moves there are: every move is a number below this."""
MOST_MOVES = 5 * 5 + 1
"""No position has more legal moves: five opponents, five colours, or to decline."""

QUIET_TURNS = 40


def start(
    colours: list[int], numbers: list[int], faceup: list[bool], tokens: list[int], edition: int, memory: int
) -> np.record:
    """The set-up: for every space from the diving board clockwise its pawn's colour, its number
    and whether it shows it in the water; for every seat its colour.
    """
    state: np.record = np.zeros(1, dtype=DTYPE)[0]
    state.occupied = (1 << SPACES) - 1
    state.dry = (1 << PAWNS) - 1
    state.ring = [3 * colour + colours[:space].count(colour) for space, colour in enumerate(colours)]
    for pawn, number, showing in zip(state.ring, numbers, faceup, strict=True):
        state.numbers[pawn] = number
        state.faceup |= int(showing) << int(pawn)
    state.water = NONE
    state.tokens = tokens + [NONE] * (MOST_SEATS - len(tokens))
    state.alive = (1 << len(tokens)) - 1
    state.players = len(tokens)
    state.taken = NONE
    state.last = NONE
    state.edition = edition
    state.memory = memory
    return state


@jit
def colours_left(state: Any) -> int:
    """The colours with a pawn at the poolside, as the pawn mask of their first pawns."""
    dry = int(state.dry)
    return (dry | dry >> 1 | dry >> 2) & FIRST_OF_COLOUR


@jit
def legal(state: Any, moves: NDArray[np.int16]) -> int:
    """Write the legal moves into `moves` and return how many there are; none when it is over."""
    if state.step == PICK:
        return pickable(state, moves)
    if state.step == DIRECT:
        return directions(state, moves)
    if state.step == ACCUSING:
        return accusations(state, moves)
    return 0


@jit
def pickable(state: Any, moves: NDArray[np.int16]) -> int:
    """The spaces to take a pawn from (PP-3, PP-7)."""
    spaces = int(state.occupied)
    if state.edition == ENGLISH and state.last != NONE:
        spaces &= ~(1 << int(state.last))
    count = 0
    while spaces:
        moves[count] = lowest_bit(spaces)
        count += 1
        spaces &= spaces - 1
    return count


@jit
def directions(state: Any, moves: NDArray[np.int16]) -> int:
    """Both ways, unless one would take back the last move (PP-6, PP-R2)."""
    if state.edition == FRENCH and state.taken == state.last:
        moves[0] = CLOCKWISE + int(state.heading)
        return 1
    moves[0] = CLOCKWISE
    moves[1] = ANTICLOCKWISE
    return 2


@jit
def accusations(state: Any, moves: NDArray[np.int16]) -> int:
    """Whom the seat to act may accuse of what, or to decline (PP-R6)."""
    seat = int(state.turn)
    colours = colours_left(state) & ~(1 << 3 * int(state.tokens[seat]))
    opponents = int(state.alive) & ~(1 << seat)
    count = 0
    while opponents:
        first = ACCUSE + 6 * lowest_bit(opponents)
        opponents &= opponents - 1
        named = colours
        while named:
            moves[count] = first + lowest_bit(named) // 3
            count += 1
            named &= named - 1
    moves[count] = DECLINE
    return count + 1


@jit
def play(state: Any, move: int) -> None:
    """Carry out `move`, which must be legal."""
    move = int(move)
    if move < CLOCKWISE:
        state.taken = move
        state.seen |= 1 << int(state.ring[move])
        state.step = DIRECT
    elif move < ACCUSE:
        walk(state, move - CLOCKWISE)
    elif move < DECLINE:
        accuse(state, (move - ACCUSE) // 6, (move - ACCUSE) % 6)
        end_turn(state)
    else:
        end_turn(state)


@jit
def arrival(state: Any, heading: int) -> int:
    """The space where the pawn in hand ends (PP-4)."""
    number = int(state.numbers[state.ring[state.taken]])
    return (int(state.taken) + (SPACES - number if heading else number)) % SPACES


@jit
def reaches_board(state: Any, heading: int) -> bool:
    """Whether the pawn in hand passes over the diving board or ends on it (PP-10, PP-R4)."""
    space = int(state.taken)
    steps = space - BOARD if heading else SPACES - space
    return 0 < steps <= int(state.numbers[state.ring[space]])


@jit
def walk(state: Any, heading: int) -> None:
    """Move the pawn in hand, push who is in its place, and see who is out (PP-R5)."""
    space = int(state.taken)
    pawn = state.ring[space]
    to = arrival(state, heading)
    reached = reaches_board(state, heading)
    pushed = int(state.ring[to])
    state.ring[space] = NONE
    state.ring[to] = pawn
    state.occupied = int(state.occupied) & ~(1 << space) | 1 << to
    state.taken = NONE
    state.last = to
    state.heading = heading
    state.quiet += 1
    if pushed != NONE:
        drown(state, pushed)
        eliminate_drowned(state, pushed // 3)
    if ending(state) != PLAYING:
        state.step = OVER
    elif reached and int(state.alive) >> int(state.turn) & 1:
        state.step = ACCUSING
    else:
        end_turn(state)


@jit
def drown(state: Any, pawn: int) -> None:
    """Put a pawn into the water, as it falls (PP-13, PP-R10)."""
    state.water[PAWNS - count_bits(state.dry)] = pawn
    state.dry &= ~(1 << pawn)
    state.seen |= int(state.faceup) & 1 << pawn
    state.quiet = 0


@jit
def eliminate_drowned(state: Any, colour: int) -> None:
    """The player whose three pawns are in the water is out (PP-9)."""
    if int(state.dry) >> 3 * colour & 0b111:
        return
    for seat in range(state.players):
        if state.tokens[seat] == colour:
            state.alive &= ~(1 << seat)


@jit
def accuse(state: Any, accused: int, colour: int) -> None:
    """The accused is out with all their pawns, or the accuser is (PP-11, PP-12)."""
    out = accused
    if state.tokens[accused] != colour:
        state.cleared[accused] |= 1 << colour
        out = int(state.turn)
    for space in range(SPACES):
        pawn = int(state.ring[space])
        if pawn != NONE and pawn // 3 == state.tokens[out]:
            state.ring[space] = NONE
            state.occupied &= ~(1 << space)
            drown(state, pawn)
            if state.last == space:
                state.last = NONE
    state.alive &= ~(1 << out)


@jit
def ending(state: Any) -> int:
    """Why the game stops here and now, if it does: PP-17 before PP-14 and PP-18 (PP-R5)."""
    if count_bits(state.alive) == 1:
        return LAST_PLAYER
    enough = 3 if state.players == 2 else 2
    return COLOURS_LEFT if count_bits(colours_left(state)) <= enough else PLAYING


@jit
def end_turn(state: Any) -> None:
    """Stop the game if it is over, or pass the turn to the next player still in."""
    if ending(state) != PLAYING or state.quiet >= QUIET_TURNS:
        state.step = OVER
        return
    later = int(state.alive) >> (int(state.turn) + 1) << (int(state.turn) + 1)
    state.turn = lowest_bit(later if later else int(state.alive))
    state.step = PICK


@jit
def over(state: Any) -> bool:
    """Whether the game has stopped."""
    return bool(state.step == OVER)


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    """What each seat receives: all to the player still in who is closest to the diving board.

    At equal distance the higher number, and if that is equal too the win is shared (PP-14 to
    PP-18, PP-R8, PP-R9). Who is out has no pawn left and who is in has one, so that is also PP-17.
    """
    best = 0
    winners = 0
    spaces = int(state.occupied)
    while spaces:
        space = lowest_bit(spaces)
        spaces &= spaces - 1
        pawn = int(state.ring[space])
        worth = 4 * (SPACES - DISTANCE[space]) + int(state.numbers[pawn])
        for seat in range(state.players):
            if state.tokens[seat] == pawn // 3 and worth >= best:
                winners = winners | 1 << seat if worth == best else 1 << seat
                best = worth
    for seat in range(state.players):
        out[seat] = (winners >> seat & 1) / count_bits(winners)
