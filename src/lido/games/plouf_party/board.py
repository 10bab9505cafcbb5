"""The pool of Plouf Party: eighteen spaces, six colours, eighteen pawns.

A pawn is known inside by 3·colour + its place among the three of its colour, counted
clockwise from the diving board as they were set up. Everybody can follow a pawn around the
pool, so that number tells nobody anything; the number underneath is kept elsewhere.
"""

from itertools import permutations

import numpy as np

SPACES = 18
PAWNS = 18
BOARD = 0
"""The space with the diving board."""

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
LETTERS = "ROYGBP"
NUMBERS = (1, 2, 3)
NAMES = tuple(f"{letter}{number}" for letter in LETTERS for number in NUMBERS)
"""The pawns as a deal names them."""

FIRST_OF_COLOUR = 0o111111
"""A mask of pawns, the first of each colour."""

DISTANCE = np.array([min(space, SPACES - space) for space in range(SPACES)], dtype=np.int64)
"""The shorter way to the diving board (PP-R9)."""

COMPLETIONS = np.zeros((4, 4, 4, 6, 3), dtype=np.int8)
"""By what is known of a colour's three numbers (0 is nothing): six ways to complete them.

Where fewer are possible each is there as often as the others, so that one of the six taken
at random is a fair one. Three numbers that cannot go together have none.
"""

for _known in np.ndindex(4, 4, 4):
    _fitting = [
        order
        for order in permutations(NUMBERS)
        if all(known in (0, number) for known, number in zip(_known, order, strict=True))
    ]
    if _fitting:
        COMPLETIONS[_known] = _fitting * (6 // len(_fitting))
