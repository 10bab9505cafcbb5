"""From a position to those one move later and one move earlier, by the rules of the game.

Numbers are those of `index`. Moves are undone with the rules of moves: a walk
onto an empty cell is undone by a walk of the same length, and a push that made a pawn climb out by a push
from the other end of the line. Every other move fills a pool cell, and so leaves the section.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import LINES
from lido.games.le_plouf.rules import DIVE, PASS, WALK, arrival, blocked, legal, occupied, play, push
from lido.games.le_plouf.solution.index import ALL_PAWNS, BEATS, locate
from lido.kernel import count_bits, jit, lowest_bit


@jit
def set_up(state: Any, own: int, other: int, beat: int) -> None:
    """Make `state` that position."""
    placed = count_bits(own | other)
    seat = beat % 2 if placed == ALL_PAWNS else placed % 2
    state.pawns[:] = 0
    state.pawns[seat] = own
    state.pawns[1 - seat] = other
    state.turn = seat
    state.cursor = beat // 2 + 1
    state.players = 2
    state.to_place = ALL_PAWNS - placed


@jit
def number_of(index: Any, state: Any) -> int:
    """The number of the position that a game of two stands at."""
    seat = int(state.turn)
    beat = 0 if state.to_place > 0 else 2 * (int(state.cursor) - 1) + seat
    return locate(index, int(state.pawns[seat]), int(state.pawns[1 - seat]), beat)


@jit
def later(index: Any, room: Any, move: int) -> int:
    """The number of the position that `move` makes of `room[0]`; `room[1]` becomes that position."""
    room[1] = room[0]
    play(room[1], move)
    return number_of(index, room[1])


@jit
def noted(numbers: NDArray[np.int64], count: int, number: int) -> int:
    """Write `number` behind the first `count` of `numbers` unless it is one of them; return how many there are."""
    for at in range(count):
        if numbers[at] == number:
            return count
    numbers[count] = number
    return count + 1


@jit
def earlier(
    index: Any, room: Any, own: int, other: int, beat: int, moves: NDArray[np.int16], numbers: NDArray[np.int64]
) -> int:
    """Write the different positions of the same section that lead to this one; return how many there are.

    `room[2]` and `moves` are room to work in.
    """
    before = (beat - 1) % BEATS
    seat = before % 2
    set_up(room[0], other, own, before)
    taken = occupied(room[0])
    found = 0
    for at in range(legal(room[0], moves)):
        move = int(moves[at])
        if move == PASS:
            found = noted(numbers, found, locate(index, other, own, before))
        elif WALK <= move < DIVE and not taken >> arrival(room[0], move - WALK) & 1:
            room[1] = room[0]
            play(room[1], move)
            found = noted(numbers, found, locate(index, int(room[1].pawns[seat]), own, before))
    climbed = blocked(taken) & other
    while climbed:
        to = lowest_bit(climbed)
        climbed &= climbed - 1
        for direction in range(2):
            start = arrival(room[0], 2 * to + direction)
            if not taken >> start & 1:
                room[1] = room[0]
                room[1].pawns[seat] ^= 1 << to
                push(room[1], LINES[to, 4], taken ^ 1 << to)
                room[1].pawns[seat] |= 1 << start
                number = locate(index, int(room[1].pawns[seat]), int(room[1].pawns[1 - seat]), before)
                found = noted(numbers, found, number)
    return found
