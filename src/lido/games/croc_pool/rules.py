"""The rules of Crocodile Pool Party on one record, compiled. See docs/laws/croc-pool.md.

Tiles 0 to 5 are Red's, 6 to 11 Yellow's. A pile is named after the tile on top of it, which
stays on top until the pile is eaten; piles 12 and 13 are what lies in Red's and in Yellow's
bar. A pile is a number with one digit of five bits a tile, the top (or the last to come)
lowest: colour, crocodile side up, number.

A move is a small number: 84·from + to, where a bar is the square that stands for it;
`FLIP` + square turns a swimmer over; `PLACE` + square places one; `PASS`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.croc_pool.board import (
    BARS,
    BIT_HI,
    BIT_LO,
    FIRST_LAYOUT,
    FIRST_WAY,
    OUT,
    RED,
    SIZE,
    SLABS,
    SQUARE,
    SWIMMER,
    WAYS,
    WIDTH,
    WORD,
    YELLOW,
)
from lido.kernel import Record, jit, lowest_bit
from lido.rng import Rng, below

TILES = 6
PILES = 2 * TILES
DTYPE = np.dtype(
    (
        Record,
        [
            ("piles", "<i8", (PILES + 2,)),
            ("heights", "i1", (PILES + 2,)),  # how many tiles each pile has
            ("squares", "i1", (PILES,)),  # where each pile stands; OUT for none
            ("turn", "i1"),  # the side that must act, from 0
            ("players", "i1"),
            ("must", "i1"),  # the square of the crocodile just turned over; OUT for none
            ("open", "i1"),  # whether single tiles may enter the bars (CP-18)
            ("quiet", "i1"),  # turns in a row in which nothing happened (CP-R9)
            ("to_place", "i1"),  # swimmers of both sides still to be placed
        ],
    )
)

FLIP = SIZE * SIZE
PLACE = FLIP + SIZE
PASS = PLACE + SIZE
MOVES = PASS + 1
"""How many different moves there are: every move is a number below this."""

DIGIT = 5
NUMBER, UP, COLOUR = 0b00111, 0b01000, 0b10000
EVERY_DIGIT = sum(1 << DIGIT * place for place in range(PILES))
QUIET_TURNS = 60


def _most_goals(kind: int) -> int:
    """The most squares that a tile of that kind can reach from anywhere."""
    goals = 0
    for square in range(SIZE):
        ways = WAYS[2:, FIRST_WAY[SIZE * kind + square] : FIRST_WAY[SIZE * kind + square + 1]]
        goals = max(goals, len(set(zip(*ways.tolist(), strict=True))))
    return goals


MOST_MOVES = sum(max(_most_goals(SWIMMER) + 1, _most_goals(number)) for number in range(1, TILES + 1))
"""No position has more legal moves: each tile goes everywhere, or swims everywhere and turns over."""


def blank() -> np.record:
    """No tile anywhere, and Red to move."""
    state: np.record = np.zeros(1, dtype=DTYPE)[0]
    state.players = 2
    state.squares[:] = OUT
    state.must = OUT
    return state


def start(numbers: Sequence[Sequence[int]], placed: bool) -> np.record:
    """The beginning: each side's hidden numbers, in the first layout or still to be placed."""
    state = blank()
    state.to_place = 0 if placed else PILES
    for side in (RED, YELLOW):
        for tile in range(TILES):
            pile = TILES * side + tile
            state.piles[pile] = side * COLOUR + numbers[side][tile]
            state.heights[pile] = 1
            if placed:
                state.squares[pile] = SQUARE[FIRST_LAYOUT[side][tile]]
    return state


@jit
def held(state: Any, side: int) -> tuple[int, int]:
    """The squares of the pool where that side's piles stand."""
    lo = 0
    hi = 0
    for pile in range(TILES * side, TILES * side + TILES):
        lo |= BIT_LO[state.squares[pile]]
        hi |= BIT_HI[state.squares[pile]]
    return lo, hi


@jit
def reach(kind: int, square: int, lo: int, hi: int) -> tuple[int, int]:
    """Where a tile of that kind can get from `square` when it may not cross the squares `lo`, `hi`."""
    first = FIRST_WAY[SIZE * kind + square]
    last = FIRST_WAY[SIZE * kind + square + 1]
    ways = WAYS[:, first:last]
    goals_lo = 0
    goals_hi = 0
    for way in range(ways.shape[1]):
        # All ones or all zeros: without a branch, many ways are looked at in one instruction.
        free = -int(ways[0, way] & lo | ways[1, way] & hi == 0)
        goals_lo |= ways[2, way] & free
        goals_hi |= ways[3, way] & free
    return goals_lo, goals_hi


@jit
def kind_of(state: Any, pile: int) -> int:
    """What stands on top of a pile: `SWIMMER`, or the number of a crocodile turned over."""
    top = int(state.piles[pile])
    return top & NUMBER if top & UP else SWIMMER


@jit
def goals(state: Any, pile: int, own_lo: int, own_hi: int, other_lo: int, other_hi: int) -> tuple[int, int]:
    """Where a pile in the pool may go, its own bar included (CP-6 to CP-18)."""
    side = pile // TILES
    kind = kind_of(state, pile)
    lo, hi = reach(kind, int(state.squares[pile]), own_lo | other_lo, own_hi | other_hi)
    lo &= ~own_lo
    hi &= ~own_hi
    if kind == SWIMMER:
        lo &= ~other_lo
        hi &= ~other_hi
    enters = state.open or state.heights[pile] > 1
    if side == RED or not enters:
        lo &= ~BIT_LO[BARS[YELLOW]]
    if side == YELLOW or not enters:
        hi &= ~BIT_HI[BARS[RED]]
    return lo, hi


@jit
def placements(state: Any, moves: NDArray[np.int16]) -> int:
    """Write the squares where a swimmer may be placed (CP-3, CP-4)."""
    side = int(state.turn)
    count = 0
    for rank in range(SIZE // WIDTH):
        if SLABS[side, rank] <= placed_in(state, side, rank):
            continue
        for square in range(WIDTH * rank, WIDTH * rank + WIDTH):
            if pile_on(state, side, square) < 0:  # the ranks of the other side are others
                moves[count] = PLACE + square
                count += 1
    return count


@jit
def placed_in(state: Any, side: int, rank: int) -> int:
    """How many piles of that side stand in a rank, counted from 0."""
    count = 0
    for pile in range(TILES * side, TILES * side + TILES):
        if state.squares[pile] // WIDTH == rank:
            count += 1
    return count


@jit
def legal(state: Any, moves: NDArray[np.int16]) -> int:
    """Write the legal moves into `moves` and return how many there are; none when it is over."""
    if over(state):
        return 0
    if state.to_place > 0:
        return placements(state, moves)
    side = int(state.turn)
    obliged = state.must != OUT
    own_lo, own_hi = held(state, side)
    other_lo, other_hi = held(state, 1 - side)
    count = 0
    for pile in range(TILES * side, TILES * side + TILES):
        square = int(state.squares[pile])
        if square == OUT or (obliged and square != state.must):
            continue
        lo, hi = goals(state, pile, own_lo, own_hi, other_lo, other_hi)
        while lo:
            moves[count] = SIZE * square + lowest_bit(lo)
            count += 1
            lo &= lo - 1
        while hi:
            moves[count] = SIZE * square + WORD + lowest_bit(hi)
            count += 1
            hi &= hi - 1
        if kind_of(state, pile) == SWIMMER:
            moves[count] = FLIP + square
            count += 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@jit
def pile_on(state: Any, side: int, square: int) -> int:
    """That side's pile on a square, or -1."""
    for pile in range(TILES * side, TILES * side + TILES):
        if state.squares[pile] == square:
            return pile
    return -1


@jit
def heap(state: Any, top: int, bottom: int, into: int) -> None:
    """Lay pile `top` on pile `bottom`; the result is pile `into`, one of the two, and the other is no more."""
    tiles = int(state.piles[top]) | int(state.piles[bottom]) << DIGIT * int(state.heights[top])
    height = int(state.heights[top]) + int(state.heights[bottom])
    for pile in (top, bottom):
        state.piles[pile] = 0
        state.heights[pile] = 0
    state.piles[into] = tiles
    state.heights[into] = height


@jit
def travel(state: Any, pile: int, to: int) -> bool:
    """Take a pile to a square or its bar; whether it ate or arrived at the bar."""
    side = pile // TILES
    if to == BARS[side]:
        heap(state, pile, PILES + side, PILES + side)
        state.squares[pile] = OUT
        state.open = 1
        return True
    eaten = pile_on(state, 1 - side, to)
    state.squares[pile] = to
    if eaten < 0:
        return False
    heap(state, pile, eaten, pile)
    state.squares[eaten] = OUT
    return True


@jit
def play(state: Any, move: int) -> None:
    """Carry out `move`, which must be legal."""
    side = int(state.turn)
    move = int(move)
    if FLIP <= move < PLACE:
        pile = pile_on(state, side, move - FLIP)
        state.piles[pile] |= UP
        state.quiet = 0
        own_lo, own_hi = held(state, side)
        other_lo, other_hi = held(state, 1 - side)
        lo, hi = goals(state, pile, own_lo, own_hi, other_lo, other_hi)
        if lo | hi:
            state.must = move - FLIP
            return
    elif PLACE <= move < PASS:
        state.squares[TILES * (side + 1) - (int(state.to_place) + 1) // 2] = move - PLACE
        state.to_place -= 1
    elif move == PASS:
        state.quiet += 1
    else:
        came_of_it = travel(state, pile_on(state, side, move // SIZE), move % SIZE)
        state.quiet = 0 if came_of_it or state.must != OUT else state.quiet + 1
        state.must = OUT
    state.turn = 1 - side


@jit
def cleared(state: Any) -> bool:
    """Whether the pool holds no tile of one of the sides (CP-19, CP-R7)."""
    red_lo, red_hi = held(state, RED)
    yellow_lo, yellow_hi = held(state, YELLOW)
    return bool(state.to_place == 0 and (red_lo | red_hi == 0 or yellow_lo | yellow_hi == 0))


@jit
def over(state: Any) -> bool:
    """Whether the pool is cleared or nothing has happened for too long (CP-19, CP-R9)."""
    return bool(state.quiet >= QUIET_TURNS or cleared(state))


@jit
def crocodiles(pile: int) -> int:
    """The sum of the numbers of all tiles of a pile, those that lie swimmer side up too (CP-R8)."""
    total = 0
    while pile:
        total += pile & NUMBER
        pile >>= DIGIT
    return total


@jit
def payoffs(state: Any, out: NDArray[np.float64]) -> None:
    """What each seat receives."""
    pay(state, crocodiles(int(state.piles[PILES + RED])), crocodiles(int(state.piles[PILES + YELLOW])), out)


@jit
def pay(state: Any, red: int, yellow: int, out: NDArray[np.float64]) -> None:
    """Write what each seat receives: more tiles in the bar win, then the higher sum of crocodiles (CP-20, CP-21)."""
    ahead = int(state.heights[PILES + RED]) - int(state.heights[PILES + YELLOW])
    if ahead == 0:
        ahead = red - yellow
    out[RED] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    out[YELLOW] = 1.0 - out[RED]


@jit
def observe(state: Any, seat: int, view: Any) -> None:
    """Copy what may be known into `view`: all but the numbers under swimmers, which nobody knows."""
    for pile in range(PILES + 2):
        tiles = int(state.piles[pile])
        up = tiles & EVERY_DIGIT * UP
        view.piles[pile] = tiles & (up >> 1 | up >> 2 | up >> 3 | EVERY_DIGIT * (UP | COLOUR))
        view.heights[pile] = state.heights[pile]
    for pile in range(PILES):
        view.squares[pile] = state.squares[pile]
    view.turn = state.turn
    view.players = state.players
    view.must = state.must
    view.open = state.open
    view.quiet = state.quiet
    view.to_place = state.to_place


@jit
def unseen_numbers(view: Any, side: int) -> int:
    """A mask of the numbers of that side that are not known yet."""
    unseen = 0b1111110
    for pile in range(PILES + 2):
        tiles = int(view.piles[pile])
        for _ in range(view.heights[pile]):
            if tiles & NUMBER and (tiles & COLOUR) // COLOUR == side:
                unseen &= ~(1 << (tiles & NUMBER))
            tiles >>= DIGIT
    return unseen


@jit
def redeal(view: Any, rng: Rng) -> None:
    """Deal each side's unseen numbers to its tiles that lie swimmer side up, each way as likely."""
    for side in (RED, YELLOW):
        unseen = unseen_numbers(view, side)
        numbers = 0  # three bits each
        left = 0
        while unseen:
            numbers |= lowest_bit(unseen) << 3 * left
            left += 1
            unseen &= unseen - 1
        for pile in range(PILES + 2):
            tiles = int(view.piles[pile])
            for place in range(view.heights[pile]):
                tile = tiles >> DIGIT * place
                if not tile & UP and (tile & COLOUR) // COLOUR == side:
                    drawn = 3 * below(rng, left)
                    left -= 1
                    view.piles[pile] += (numbers >> drawn & NUMBER) << DIGIT * place
                    numbers = numbers & ~(NUMBER << drawn) | (numbers >> 3 * left & NUMBER) << drawn
