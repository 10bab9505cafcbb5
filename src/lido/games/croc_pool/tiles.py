"""Tiles as text and as digits of a pile: `r` a swimmer, `r(3)` one with its number, `R4` a crocodile."""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from lido.games.croc_pool.rules import COLOUR, DIGIT, NUMBER, UP

SIDES = "RY"
TILE = r"(?:[ry](?:\([1-6]\))?|[RY][1-6])"


class Tile(NamedTuple):
    """One tile: whose colour it has, whether it lies crocodile side up, its number or 0 where that is not known."""

    side: int
    up: bool
    number: int

    def __str__(self) -> str:
        letter = SIDES[self.side]
        if self.up:
            return f"{letter}{self.number}"
        return f"{letter.lower()}({self.number})" if self.number else letter.lower()


def parse(text: str) -> Tile:
    """The tile written so; `text` must match `TILE`."""
    number = re.search(r"\d", text)
    return Tile(SIDES.index(text[0].upper()), text[0] in SIDES, int(number[0]) if number else 0)


def tiles(state: np.record, pile: int) -> tuple[Tile, ...]:
    """The tiles of a pile from bottom to top; those of a bar in order of arrival."""
    return piled(int(state["piles"][pile]), int(state["heights"][pile]))


@lru_cache(maxsize=10_000)
def piled(digits: int, height: int) -> tuple[Tile, ...]:
    """The tiles of a pile from bottom to top, given the number that stands for it."""
    tops = [digits >> DIGIT * place for place in reversed(range(height))]
    return tuple(Tile((digit & COLOUR) // COLOUR, bool(digit & UP), digit & NUMBER) for digit in tops)


def lay(state: np.record, pile: int, stack: list[Tile]) -> None:
    """Make a pile of those tiles, given from bottom to top."""
    digits = 0
    for tile in stack:
        digits = digits << DIGIT | tile.side * COLOUR | tile.up * UP | tile.number
    state.piles[pile] = digits
    state.heights[pile] = len(stack)
