"""The rules of Le Plouf on one record, compiled. See docs/laws/le-plouf.md.

A move is a small number: 0 to 15 places a pawn on that rim cell; `WALK` + 2·cell +
direction walks it (direction 0 clockwise, 1 anticlockwise); `DIVE` + 9·(2·cell +
direction) + pool cell is the walk that ends in the pool because the line aimed at
cannot move (LP-11); `PASS`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import CENTRE, CORNERS, FULL_LINES, LINES, PAWNS, POOL, POOL_SIZE, RIM, RIM_SIZE
from lido.kernel import Record, count_bits, jit, lowest_bit
from lido.rng import Rng

DTYPE = np.dtype(
    (
        Record,
        [
            ("pawns", "<i4", (4,)),  # a mask of cells a seat
            ("turn", "i1"),  # the seat that must act, from 0
            ("players", "i1"),
            ("cursor", "i1"),  # 1 to 3
            ("to_place", "i1"),  # pawns of all players still to be placed; 0 is phase 2
        ],
    )
)

WALK = RIM_SIZE
DIVE = WALK + 2 * RIM_SIZE
PASS = DIVE + 2 * RIM_SIZE * POOL_SIZE
MOVES = PASS + 1
"""How many different moves there are: every move is a number below this."""
MOST_MOVES = 2 * 5 * POOL_SIZE
"""No position has more legal moves: five pawns, two directions, nine cells to dive into."""

POWERS = np.array([5**cell for cell in range(RIM_SIZE + POOL_SIZE)], dtype=np.int64)


def start(players: int) -> np.record:
    """The empty board."""
    state: np.record = np.zeros(1, dtype=DTYPE)[0]
    state.players = players
    state.cursor = 1
    state.to_place = players * PAWNS[players]
    return state


@jit
def occupied(state: Any) -> int:
    """The cells with a pawn on them, as a mask."""
    return int(state.pawns[0] | state.pawns[1] | state.pawns[2] | state.pawns[3])


@jit
def blocked(taken: int) -> int:
    """The occupied side cells whose pawn cannot fall, because its line cannot move (LP-11)."""
    full = FULL_LINES[taken >> RIM_SIZE] & taken
    stuck = 0
    while full:
        side = lowest_bit(full)
        full &= full - 1
        if taken >> LINES[side, 4] & 1:
            stuck |= 1 << side
    return stuck


@jit
def legal(state: Any, moves: NDArray[np.int16]) -> int:
    """Write the legal moves into `moves` and return how many there are; none when it is over."""
    taken = occupied(state)
    count = 0
    if taken & POOL == POOL:
        return 0
    if state.to_place > 0:
        free = RIM & ~taken
        while free:
            moves[count] = lowest_bit(free)
            count += 1
            free &= free - 1
        return count
    own = int(state.pawns[state.turn]) & RIM
    stuck = blocked(taken)
    for direction in range(2):
        steps = RIM_SIZE - int(state.cursor) if direction else int(state.cursor)
        targets = (own << steps | own >> (RIM_SIZE - steps)) & RIM & ~(taken & CORNERS)
        walks = targets & ~stuck
        while walks:
            cell = (lowest_bit(walks) - steps) & 15
            walks &= walks - 1
            moves[count] = WALK + 2 * cell + direction
            count += 1
        dives = targets & stuck
        while dives:
            cell = (lowest_bit(dives) - steps) & 15
            dives &= dives - 1
            free = (POOL & ~taken) >> RIM_SIZE
            while free:
                moves[count] = DIVE + POOL_SIZE * (2 * cell + direction) + lowest_bit(free)
                count += 1
                free &= free - 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@jit
def arrival(state: Any, walk: int) -> int:
    """The rim cell that `walk` (2·cell + direction) aims at under the cursor."""
    steps = -int(state.cursor) if walk & 1 else int(state.cursor)
    return ((walk >> 1) + steps) & 15


@jit
def first_free(side: int, taken: int) -> int:
    """How far along the line of `side` its first free cell is; the line must have one."""
    free = 0
    while taken >> LINES[side, free] & 1:
        free += 1
    return free


@jit
def push(state: Any, side: int, taken: int) -> None:
    """Slide the pawn on `side` and those in its way along the line, up to the first free cell."""
    free = first_free(side, taken)
    for seat in range(state.players):
        pawns = int(state.pawns[seat])
        for step in range(free, 0, -1):
            here = pawns >> LINES[side, step - 1] & 1
            pawns = pawns & ~(1 << LINES[side, step]) | here << LINES[side, step]
        state.pawns[seat] = pawns & ~(1 << side)


@jit
def play(state: Any, move: int) -> None:
    """Carry out `move`, which must be legal."""
    seat = int(state.turn)
    move = int(move)
    if move < WALK:
        state.pawns[seat] |= 1 << move
        state.to_place -= 1
    elif move < DIVE:
        walk = move - WALK
        to = arrival(state, walk)
        taken = occupied(state)
        state.pawns[seat] ^= 1 << (walk >> 1)
        if taken >> to & 1:
            push(state, to, taken)
        state.pawns[seat] |= 1 << to
    elif move < PASS:
        walk, cell = divmod(move - DIVE, POOL_SIZE)
        state.pawns[seat] ^= 1 << (walk >> 1) | 1 << (RIM_SIZE + cell)
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
        if move >= WALK:
            state.cursor = state.cursor % 3 + 1


@jit
def over(state: Any) -> bool:
    """Whether all nine pool cells are occupied (LP-13)."""
    return bool(occupied(state) & POOL == POOL)


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    """What each seat receives when the pool is full (LP-14, LP-15, LP-R7)."""
    most = 0
    for seat in range(state.players):
        most = max(most, count_bits(state.pawns[seat] & RIM))
    tied = 0
    for seat in range(state.players):
        if count_bits(state.pawns[seat] & RIM) == most:
            tied |= 1 << seat
    if count_bits(tied) > 1:
        for seat in range(state.players):
            if state.pawns[seat] >> CENTRE & 1:
                tied &= ~(1 << seat)
    for seat in range(state.players):
        out[seat] = (tied >> seat & 1) / count_bits(tied)


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    """Copy what `seat` may know into `view`: in this game, everything."""
    view.pawns[:] = state.pawns
    view.turn = state.turn
    view.players = state.players
    view.cursor = state.cursor
    view.to_place = state.to_place


@jit
def redeal(view: Any, rng: Rng) -> None:
    """Nothing is hidden, so the view is the only world there is."""


@jit
def key(state: Any) -> int:
    """A number that two positions of one game share only if cells, cursor and player to move are the same."""
    if state.players == 2:  # two masks fit side by side, which is quicker
        masks = int(state.pawns[0]) << RIM_SIZE + POOL_SIZE | int(state.pawns[1])
        return (masks << 2 | int(state.cursor)) << 2 | int(state.turn)
    cells = 0
    for seat in range(state.players):
        pawns = int(state.pawns[seat])
        while pawns:
            cells += (seat + 1) * POWERS[lowest_bit(pawns)]
            pawns &= pawns - 1
    return (int(cells) * 3 + int(state.cursor) - 1) * 4 + int(state.turn)
