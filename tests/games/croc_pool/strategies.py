"""Tables of Crocodile Pool Party: tiles strewn anywhere, not only where random play leads."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.games.croc_pool.reference import RANKS, WATER, Table, Tiles, goals, is_swimmer, made_by_eating, over, owner

REGIONS = ((1, 14), (1, 14), (1, 4), (11, 14), (5, 9))
"""Ranks between which the tiles are strewn: the whole pool, the bars, a crowd in the middle."""


def strewn(chance: Random) -> Table:
    """A table after set-up, its tiles single, in stacks, in the bars or missing."""
    first, last = chance.choice(REGIONS)
    places = [square for square in WATER if first <= int(square[1:]) <= last]
    chance.shuffle(places)
    turned = chance.random()
    tiles = [_tile(side, number, chance.random() < turned) for side in "RY" for number in range(1, 7)]
    chance.shuffle(tiles)
    bars: dict[str, Tiles] = {"R": (), "Y": ()}
    squares: dict[str, Tiles] = {}
    fate = chance.choice([(1.0, 0.0, 0.0), (0.7, 0.2, 0.1), (0.4, 0.3, 0.1)])
    while tiles:
        tile = tiles.pop()
        where = chance.choices(["pool", "bar", "missing"], [fate[0], fate[1], fate[2]])[0]
        if where == "bar":
            side = chance.choice("RY")
            bars[side] += (tile,)
        elif where == "pool":
            squares[places.pop()] = _stacked(tile, tiles, chance.choice([0, 0, 0, 1, 2, 3]))
    quiet = chance.choice([0, 0, 1, 30, 58, 59, 60])
    table = Table(squares, bars, chance.choice("RY"), chance.random() < 0.5, quiet)
    must = _obliged(table, chance)
    return replace(table, must=must, quiet=0 if must else quiet)


def _stacked(top: str, tiles: list[str], height: int) -> Tiles:
    """A tile on so many of the others, or on fewer if it cannot have come to sit on them."""
    under, crocodile = tiles[max(0, len(tiles) - height) :], top[0].upper() + top.strip("ryRY()")
    while under and not made_by_eating((*under, crocodile)):
        under.pop(0)
    del tiles[len(tiles) - len(under) :]
    return (*under, crocodile if under else top)


def _tile(side: str, number: int, up: bool) -> str:
    return f"{side}{number}" if up else f"{side.lower()}({number})"


def _obliged(table: Table, chance: Random) -> str | None:
    """Sometimes a crocodile that has just been turned over."""
    if over(table) or chance.random() < 0.8:
        return None
    able = [
        square
        for square, stack in table.squares.items()
        if len(stack) == 1 and owner(stack) == table.turn and not is_swimmer(stack) and goals(table, square)
    ]
    return chance.choice(able) if able else None


def being_placed(chance: Random) -> Table:
    """A table of the free layout at which some swimmers are placed."""
    squares: dict[str, Tiles] = {}
    left = {side: [_tile(side, number, False) for number in chance.sample(range(1, 7), 6)] for side in "RY"}
    room = {side: dict(RANKS[side]) for side in "RY"}
    turn = "R"
    for _ in range(chance.randrange(12)):
        rank = chance.choice([rank for rank, slabs in room[turn].items() if slabs])
        room[turn][rank] -= 1
        square = chance.choice([name for name in WATER if int(name[1:]) == rank and name not in squares])
        squares[square] = (left[turn].pop(0),)
        turn = "Y" if turn == "R" else "R"
    return Table(squares, turn=turn, to_place={side: tuple(tiles) for side, tiles in left.items()})


def tables() -> st.SearchStrategy[Table]:
    """Tables after set-up."""
    return st.randoms(use_true_random=False).map(strewn)


def placings() -> st.SearchStrategy[Table]:
    return st.randoms(use_true_random=False).map(being_placed)


def choices(most: int) -> st.SearchStrategy[list[int]]:
    """Which of the legal moves to play, turn after turn: each number is taken modulo how many there are."""
    return st.lists(st.integers(0, 99), max_size=most)
