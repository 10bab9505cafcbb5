"""Crocodile Pool Party a second time, slowly: tiles as text, and every way across the pool walked square by square.

It shares nothing with `lido.games.croc_pool`, so that a mistake in one of them shows as a difference.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cache

BAR_SQUARES = {"R": ("e14", "f14"), "Y": ("a1", "b1")}
LADDERS = {"R": ("d14", "e13", "f13"), "Y": ("c1", "a2", "b2")}
WATER = [
    f"{file}{rank}"
    for rank in range(1, 15)
    for file in "abcdef"
    if f"{file}{rank}" not in BAR_SQUARES["R"] + BAR_SQUARES["Y"]
]
OTHER = {"R": "Y", "Y": "R"}
RANKS = {"R": {2: 1, 3: 2, 4: 2, 5: 1}, "Y": {10: 1, 11: 2, 12: 2, 13: 1}}
SIDEWAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONALLY = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

Tiles = tuple[str, ...]
"""From bottom to top: `r(3)` a swimmer and its number, `R3` the crocodile."""


@dataclass(frozen=True)
class Table:
    squares: dict[str, Tiles]
    bars: dict[str, Tiles] = field(default_factory=lambda: {"R": (), "Y": ()})
    turn: str = "R"
    open: bool = False
    quiet: int = 0
    must: str | None = None
    to_place: dict[str, Tiles] = field(default_factory=lambda: {"R": (), "Y": ()})
    """The swimmers still to be placed, in order."""


def owner(stack: Tiles) -> str:
    return stack[-1][0].upper()


def is_swimmer(stack: Tiles) -> bool:
    return stack[-1][0] in "ry"


def made_by_eating(stack: Tiles) -> bool:
    """Whether some stack sat down on another to make that one, the two being of different sides."""
    if len(stack) == 1:
        return True
    parts = [(stack[:at], stack[at:]) for at in range(1, len(stack))]
    return not is_swimmer(stack) and any(
        owner(under) != owner(over) and made_by_eating(under) and made_by_eating(over) for under, over in parts
    )


def placing(table: Table) -> bool:
    return any(table.to_place.values())


def cleared(table: Table) -> bool:
    return not placing(table) and len({owner(stack) for stack in table.squares.values()}) < 2


def over(table: Table) -> bool:
    return cleared(table) or table.quiet >= 60


@cache
def step(square: str, direction: tuple[int, int], side: str) -> str | None:
    """The square next to one in that direction, `bar` for a square of that side's bar, None outside."""
    name = f"{chr(ord(square[0]) + direction[0])}{int(square[1:]) + direction[1]}"
    if name in BAR_SQUARES[side] and square in LADDERS[side]:
        return "bar"
    return name if name in WATER else None


def ends(start: str, length: int, bends: int, diagonal: bool, taken: set[str], side: str) -> set[str]:
    """Every square where a way of exactly that length can end; all squares between must be free."""
    found = set()
    unfinished: list[tuple[list[str], tuple[int, int] | None, int]] = [([start], None, bends)]
    while unfinished:
        path, heading, bends_left = unfinished.pop(0)
        for direction in SIDEWAYS + (DIAGONALLY if diagonal else []):
            reached = step(path[-1], direction, side)
            left = bends_left - (heading not in (None, direction))
            if reached is None or reached in path or left < 0:
                continue
            if len(path) == length:
                found.add(reached)
            elif reached != "bar" and reached not in taken:
                unfinished.append(([*path, reached], direction, left))
    return found


def goals(table: Table, square: str) -> set[str]:
    """Where the stack on a square may go."""
    stack = table.squares[square]
    side, taken = owner(stack), set(table.squares)
    own = {name for name, other in table.squares.items() if owner(other) == side}
    if is_swimmer(stack):
        reached = ends(square, 1, 0, False, taken, side) | ends(square, 2, 1, False, taken, side)
        reached -= taken
    else:
        number = int(stack[-1][1])
        reached = ends(square, number, 2 if number == 6 else 1, number == 1, taken, side) - own
    if not table.open and len(stack) == 1:
        reached.discard("bar")
    return reached


def legal(table: Table) -> list[str]:
    """Every legal move as text, sorted."""
    if over(table):
        return []
    if placing(table):
        return sorted(square for square in WATER if may_place(table, square))
    moves = []
    for square, stack in table.squares.items():
        if owner(stack) != table.turn or (table.must and table.must != square):
            continue
        moves += [f"{square}-{to}" for to in goals(table, square)]
        if is_swimmer(stack):
            moves.append(f"flip {square}")
    return sorted(moves) or ["pass"]


def may_place(table: Table, square: str) -> bool:
    rank = int(square[1:])
    there = [name for name, stack in table.squares.items() if int(name[1:]) == rank and owner(stack) == table.turn]
    return square not in table.squares and len(there) < RANKS[table.turn].get(rank, 0)


def play(table: Table, move: str) -> Table:
    """The table after a legal move."""
    squares, bars, other = dict(table.squares), dict(table.bars), OTHER[table.turn]
    if placing(table):
        first, *rest = table.to_place[table.turn]
        squares[move] = (first,)
        return replace(table, squares=squares, turn=other, to_place={**table.to_place, table.turn: tuple(rest)})
    if move == "pass":
        return replace(table, turn=other, quiet=table.quiet + 1)
    if move.startswith("flip"):
        square = move.split()[1]
        squares[square] = (f"{table.turn}{squares[square][0][2]}",)
        turned = replace(table, squares=squares, quiet=0)
        return replace(turned, must=square) if goals(turned, square) else replace(turned, turn=other)
    start, to = move.split("-")
    moved = squares.pop(start)
    happened = to == "bar" or to in squares or table.must is not None
    if to == "bar":
        bars[table.turn] += moved
    else:
        squares[to] = squares.get(to, ()) + moved
    quiet = 0 if happened else table.quiet + 1
    return Table(squares, bars, other, table.open or to == "bar", quiet)


def payoffs(table: Table) -> tuple[float, float]:
    """What Red and Yellow are paid when the game is over."""

    def standing(side: str) -> tuple[int, int]:
        bar = table.bars[side]
        return len(bar), sum(int(tile.strip("ryRY()")) for tile in bar)

    red, yellow = standing("R"), standing("Y")
    return (0.5, 0.5) if red == yellow else (1.0, 0.0) if red > yellow else (0.0, 1.0)


def perft(table: Table, depth: int) -> int:
    if depth == 0 or over(table):
        return 1
    moves = legal(table)
    if depth == 1:
        return len(moves)
    return sum(perft(play(table, move), depth - 1) for move in moves)


def written(table: Table) -> str:
    """The position as text."""
    words = [f"{square}:{'+'.join(table.squares[square])}" for square in WATER if square in table.squares]
    red, yellow = (",".join(table.bars[side]) or "-" for side in "RY")
    words += ["|", f"R:{red}", f"Y:{yellow}", "|", table.turn, "open" if table.open else "shut", str(table.quiet)]
    if table.must:
        words.append(f"must={table.must}")
    return " ".join([*words, "place"] if placing(table) else words)


def parsed(position: str) -> Table:
    """The table of a well-formed position with all its numbers; not for one at which swimmers are placed."""
    pool, bars, rest = (part.split() for part in position.split("|"))
    squares = {name: tuple(stack.split("+")) for name, stack in (word.split(":") for word in pool)}
    red, yellow = (tuple(re.findall(r"[rRyY][^,]+", bar[2:])) for bar in bars)
    must = rest[3].removeprefix("must=") if len(rest) > 3 else None
    return Table(squares, {"R": red, "Y": yellow}, rest[0], rest[1] == "open", int(rest[2]), must)
