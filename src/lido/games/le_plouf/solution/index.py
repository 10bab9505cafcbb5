"""A number for every position of Le Plouf for two, the same for positions that are mirror images of each other.

Positions are seen by the player to move: `own` pawns and `other` pawns, as masks of cells. What the cursor
shows and whose turn it is in the round are one number from 0 to 5, the `beat`; it is one more (from 5 on, 0)
after every move. A **section** holds the positions with the same occupied pool cells, up to symmetry. No
move ever frees a pool cell, and one that fills none stays in its section, so sections can be solved one by
one, the fullest pools first. Phase 1 has a section for each number of pawns on the board.

Within a section positions are ordered by beat, then by the occupied rim cells, then by who owns which pawn.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.games.le_plouf.board import CELL, CELLS, FILES, PAWNS, POOL_SIZE, RANKS, RIM_SIZE
from lido.kernel import count_bits, jit

ALL_PAWNS = 2 * PAWNS[2]
BEATS = 6
TURNS = 8
"""The number of symmetries of the board, here called turns: rotations and reflections."""
COLOURS = comb(ALL_PAWNS, PAWNS[2])
"""The number of ways to divide the pawns of phase 2 between the players."""
BYTE = 256
SYMMETRIC = 8
"""Marks an entry of `orbits` whose occupied cells look the same after some turn."""
OPENING = 102
"""The section of the empty board: sections of phase 2 come before, those of phase 1 from here on."""
SECTIONS = OPENING + ALL_PAWNS


class Index(NamedTuple):
    """The tables behind the numbers."""

    rims: NDArray[np.int32]
    """[turn, byte of rim cells]: where these eight cells are after that turn; the upper eight come after 256 others."""
    pools: NDArray[np.int32]
    """[turn, pool cells]: the pool cells after that turn, from bit 0."""
    then: NDArray[np.int8]
    """[turn, turn]: the first turn and then the second, as one."""
    section_of: NDArray[np.int16]
    """[pool cells]: the section of phase 2."""
    turn_of: NDArray[np.int8]
    """[pool cells]: the turn that brings them to how their section has them."""
    rank: NDArray[np.int32]
    """[rim cells]: how many sets of as many rim cells come before these."""
    orbits: NDArray[np.int32]
    """[entries[section] + rank]: 16 · the place of these rim cells in their section, SYMMETRIC, a turn to get there."""
    entries: NDArray[np.int64]
    """[section]: where its part of `orbits` begins."""
    seats: NDArray[np.int32]
    """[first[section] + place]: the rim cells at that place."""
    first: NDArray[np.int64]
    """[section]: where its part of `seats` begins; one more for the end."""
    sizes: NDArray[np.int8]
    """[first[section] + place]: how many different images the occupied cells there have under the turns."""
    pool: NDArray[np.int32]
    """[section]: its occupied pool cells."""
    pawns: NDArray[np.int8]
    """[section]: how many pawns are on the board."""
    base: NDArray[np.int64]
    """[section]: the number of its first position; one more for the end."""
    ways: NDArray[np.int64]
    """[pawns, place below]: binomial coefficients, to rank who owns what."""
    colours: NDArray[np.int32]
    """[pawns, rank]: which of the pawns, in order of cells, are own."""


def _turns() -> list[list[int]]:
    """By turn: where every cell goes."""
    places = [(FILES.index(name[0]), RANKS.index(name[1])) for name in CELLS]
    turns = []
    for turn in range(TURNS):
        there = places
        if turn & 4:
            there = [(y, x) for x, y in there]
        for _ in range(turn & 3):
            there = [(y, 4 - x) for x, y in there]
        turns.append([CELL[FILES[x] + RANKS[y]] for x, y in there])
    return turns


def _turned(cells: list[int], size: int) -> NDArray[np.int32]:
    """Every mask of `size` cells, turned: cell i goes to `cells[i]`."""
    masks = np.arange(1 << size)
    turned = np.zeros(1 << size, dtype=np.int64)
    for cell, to in enumerate(cells):
        turned |= (masks >> cell & 1) << to
    return turned.astype(np.int32)


@cache
def made() -> Index:
    """The index. It takes a moment to make."""
    turns = _turns()
    rims = np.stack([_turned(turn[:RIM_SIZE], RIM_SIZE) for turn in turns])
    pools = np.stack([_turned([cell - RIM_SIZE for cell in turn[RIM_SIZE:]], POOL_SIZE) for turn in turns])
    then = np.array([[turns.index([second[to] for to in first]) for second in turns] for first in turns], dtype=np.int8)
    forms = sorted(set(pools.min(axis=0).tolist()), key=lambda pool: (pool.bit_count(), pool))
    section_of = np.array([forms.index(form) for form in pools.min(axis=0).tolist()], dtype=np.int16)
    counts = np.bitwise_count(np.arange(1 << RIM_SIZE)).astype(np.int64)
    rank = np.zeros(1 << RIM_SIZE, dtype=np.int32)
    for count in range(RIM_SIZE + 1):
        rank[counts == count] = np.arange(comb(RIM_SIZE, count))
    pool = np.array(forms + [0] * ALL_PAWNS, dtype=np.int32)
    pawns = np.array([ALL_PAWNS] * OPENING + list(range(ALL_PAWNS)), dtype=np.int8)
    parts = [
        _section(rims, pools, int(cells), np.flatnonzero(counts == total - int(cells).bit_count()))
        for cells, total in zip(pool, pawns.tolist(), strict=True)
    ]
    first = _starts([len(seats) for _, seats, _ in parts])
    ways = np.array([[comb(place, own) for place in range(ALL_PAWNS + 1)] for own in range(PAWNS[2] + 1)])
    colours = np.zeros((ALL_PAWNS + 1, COLOURS), dtype=np.int32)
    for total in range(ALL_PAWNS + 1):
        owned = sorted(sum(1 << at for at in chosen) for chosen in combinations(range(total), total // 2))
        colours[total, : len(owned)] = owned
    return Index(
        rims=np.concatenate([rims[:, :BYTE], rims[:, ::BYTE]], axis=1),
        pools=pools,
        then=then,
        section_of=section_of,
        turn_of=pools.argmin(axis=0).astype(np.int8),
        rank=rank,
        orbits=np.concatenate([orbits for orbits, _, _ in parts]),
        entries=_starts([len(orbits) for orbits, _, _ in parts]),
        seats=np.concatenate([seats for _, seats, _ in parts]),
        first=first,
        sizes=np.concatenate([sizes for _, _, sizes in parts]),
        pool=pool,
        pawns=pawns,
        base=_starts([len(parts[section][1]) * _each(section) for section in range(SECTIONS)]),
        ways=ways,
        colours=colours,
    )


def _each(section: int) -> int:
    """How many positions there are of one set of occupied cells."""
    return BEATS * COLOURS if section < OPENING else comb(section - OPENING, (section - OPENING) // 2)


def _starts(lengths: list[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *lengths])


def _section(
    rims: NDArray[np.int32], pools: NDArray[np.int32], pool: int, sets: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
    """The `orbits`, `seats` and `sizes` of one section, whose rim cells are one of `sets`."""
    keeping = [turn for turn in range(TURNS) if pools[turn, pool] == pool]
    images = rims[keeping][:, sets]
    least = images.min(axis=0)
    seats, places = np.unique(least, return_inverse=True)
    fixed = (images == sets).sum(axis=0)
    orbits = 16 * places + SYMMETRIC * (fixed > 1) + np.array(keeping)[images.argmin(axis=0)]
    sizes = TURNS // fixed[np.searchsorted(sets, seats)]
    return orbits.astype(np.int32), seats, sizes.astype(np.int8)


@jit
def colour(index: Any, own: int, taken: int) -> int:
    """The rank of who owns which of the pawns."""
    rank = 0
    held = 0
    while own:
        cell = own & -own
        own ^= cell
        held += 1
        rank += index.ways[held, count_bits(taken & (cell - 1))]
    return int(rank)


@jit
def rim(index: Any, cells: int, turn: int) -> int:
    """The rim cells among these after a turn of the board."""
    return int(index.rims[turn, cells & BYTE - 1]) | int(index.rims[turn, BYTE + (cells >> 8 & BYTE - 1)])


@jit
def turned(index: Any, cells: int, turn: int) -> int:
    """These cells after a turn of the board."""
    return rim(index, cells, turn) | int(index.pools[turn, cells >> RIM_SIZE]) << RIM_SIZE


@jit
def locate(index: Any, own: int, other: int, beat: int) -> int:
    """The number of a position; `beat` must be 0 in phase 1."""
    taken = own | other
    pool = taken >> RIM_SIZE
    count = count_bits(taken)
    section = int(index.section_of[pool])
    if count < ALL_PAWNS:
        section = OPENING + count
    turn = int(index.turn_of[pool])
    entry = int(index.orbits[index.entries[section] + index.rank[rim(index, taken, turn)]])
    turn = int(index.then[turn, entry & 7])
    cells = turned(index, taken, turn)
    rank = colour(index, turned(index, own, turn), cells)
    if entry & SYMMETRIC:
        for also in range(TURNS):
            if turned(index, taken, also) == cells:
                rank = min(rank, colour(index, turned(index, own, also), cells))
    places = index.first[section + 1] - index.first[section]
    colours = index.ways[count // 2, count]
    return int(index.base[section] + (beat * places + (entry >> 4)) * colours + rank)


@jit
def spread(pawns: int, taken: int) -> int:
    """The cells of those pawns: bit i of `pawns` is the i-th of the occupied cells."""
    cells = 0
    while taken:
        if pawns & 1:
            cells |= taken & -taken
        pawns >>= 1
        taken &= taken - 1
    return cells


@jit
def within(index: Any, section: int, at: int) -> tuple[int, int, int]:
    """`own`, `other` and `beat` of the position at that place of a section."""
    count = int(index.pawns[section])
    line, rank = divmod(at, index.ways[count // 2, count])
    beat, place = divmod(line, index.first[section + 1] - index.first[section])
    taken = int(index.seats[index.first[section] + place]) | int(index.pool[section]) << RIM_SIZE
    own = spread(int(index.colours[count, rank]), taken)
    return own, taken ^ own, int(beat)


@jit
def position(index: Any, number: int) -> tuple[int, int, int]:
    """`own`, `other` and `beat` of a number. Some numbers are mirror images of a lower one."""
    section = int(np.searchsorted(index.base, number, side="right")) - 1
    return within(index, section, number - index.base[section])
