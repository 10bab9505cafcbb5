"""Positions of Crocodile Pool Party in text, read strictly and written in one way only."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from lido.deal import Draws
from lido.errors import BadPosition
from lido.games.croc_pool import rules
from lido.games.croc_pool.board import IS_WATER, OUT, RED, SLABS, SQUARE, SQUARES, SWIMMER, WIDTH, YELLOW
from lido.games.croc_pool.rules import PILES, QUIET_TURNS, TILES
from lido.games.croc_pool.tiles import SIDES, TILE, Tile, lay, parse, piled, tiles

SQUARE_FORM = r"[a-f](?:[1-9]|1[0-4])"
STACK = rf"{SQUARE_FORM}:{TILE}(?:\+{TILE})*"
BAR = rf"-|{TILE}(?:,{TILE})*"
POSITION = re.compile(
    rf"((?:{STACK} )*)\| R:({BAR}) Y:({BAR}) \| ([RY]) (open|shut) (0|[1-9][0-9]?)(?: must=({SQUARE_FORM})| (place))?"
)


Stack: TypeAlias = tuple[Tile, ...]


def stacks(state: np.record) -> dict[str, Stack]:
    """What stands in the pool, bottom to top, in the order of ranks, then files."""
    piles, heights = state["piles"].tolist(), state["heights"].tolist()  # at once: to ask a record for a field is slow
    standing = sorted((square, pile) for pile, square in enumerate(state["squares"].tolist()) if square != OUT)
    return {SQUARES[square]: piled(piles[pile], heights[pile]) for square, pile in standing}


def position_text(state: np.record) -> str:
    """The position, such as `b3:r(3) e4:y(2)+R4 | R:Y1,r(5) Y:- | R shut 12`. Unknown numbers are left out."""
    return with_stacks(stacks(state), state)


def with_stacks(standing: dict[str, Stack], state: np.record) -> str:
    """The position, for those who know the `stacks` already."""
    pool = "".join([f"{square}:{_joined('+', stack)} " for square, stack in standing.items()])
    red, yellow = (_joined(",", tiles(state, PILES + side)) or "-" for side in (RED, YELLOW))
    *_, turn, _, must, opened, quiet, to_place = state.item()
    text = f"{pool}| R:{red} Y:{yellow} | {SIDES[turn]} {'open' if opened else 'shut'} {quiet}"
    if must != OUT:
        return f"{text} must={SQUARES[must]}"
    return f"{text} place" if to_place else text


@lru_cache(maxsize=10_000)
def _joined(sign: str, stack: Stack) -> str:
    return sign.join(map(str, stack))


def parse_position(text: object, draws: Draws) -> np.record:
    """The position written so, or BadPosition. Numbers left out are drawn.

    They are drawn for Red, then for Yellow: the six numbers of the side are shuffled, and those that
    are not written are given out in that order, along the text and then to swimmers still to be placed.
    So the position with its numbers written out leaves the same ones to those.
    """
    found = POSITION.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise BadPosition("croc-pool.position-form", position=text)
    pool, red, yellow, turn, opened, quiet, must, place = found.groups()
    standing = dict(_stack(entry) for entry in pool.split())
    if list(standing) != sorted(set(standing)) or len(standing) != len(pool.split()):
        raise BadPosition("croc-pool.position-order")
    bars = [[parse(tile) for tile in bar.split(",")] if bar != "-" else [] for bar in (red, yellow)]
    if int(quiet) > QUIET_TURNS:
        raise BadPosition("croc-pool.position-quiet", quiet=quiet, most=QUIET_TURNS)
    side = SIDES.index(turn)
    if place:
        _check_placing(standing, any(bars) or opened == "open" or quiet != "0", side)
    supply = _supply([tile for stack in [*standing.values(), *bars] for tile in stack], draws)
    state = _laid(standing, bars, supply)
    state.turn = side
    state.open = opened == "open"
    state.quiet = int(quiet)
    if place:
        _hold_back(state, PILES - len(standing), supply)
    if must:
        _oblige(state, must)
    return state


def _stack(entry: str) -> tuple[int, list[Tile]]:
    """A square and what stands on it."""
    name, stack = entry.split(":")
    pile = [parse(tile) for tile in stack.split("+")]
    if not IS_WATER[SQUARE[name]]:
        raise BadPosition("croc-pool.position-bar-square", square=name)
    if len(pile) > 1 and not pile[-1].up:
        raise BadPosition("croc-pool.position-swimmer-on-top", square=name)
    if not _made_by_eating(pile):
        raise BadPosition("croc-pool.position-stack", square=name)
    return SQUARE[name], pile


def _made_by_eating(pile: list[Tile]) -> bool:
    """Whether crocodiles that eat the other side only can have made that pile.

    From the top down, every tile was eaten by one above it, together with what it had eaten by then. Let
    the depth of a tile be how many were eaten one by the other to get to it from the top: the sides
    alternate with the depth, so a tile is as deep as one of its own side just above it, else one deeper
    if the one above can have eaten it, else one less deep. Only the top has depth 0.
    """
    depth = 0
    for above, tile in pairwise(reversed(pile)):
        if tile.side != above.side:
            depth += 1 if above.up else -1
        if depth < 1:
            return False
    return True


def _check_placing(standing: dict[int, list[Tile]], begun: bool, turn: int) -> None:
    """Refuse what placing in turn from Red cannot have put in the pool (CP-3, CP-4)."""
    counts = [0, 0]
    ranks = np.zeros_like(SLABS)
    for square, (tile, *others) in standing.items():
        if others or tile.up:
            raise BadPosition("croc-pool.position-early", square=SQUARES[square])
        counts[tile.side] += 1
        ranks[tile.side, square // WIDTH] += 1
        if ranks[tile.side, square // WIDTH] > SLABS[tile.side, square // WIDTH]:
            raise BadPosition("croc-pool.position-slabs", square=SQUARES[square])
    if begun:
        raise BadPosition("croc-pool.position-begun")
    if counts[RED] - counts[YELLOW] != turn or len(standing) == PILES:
        raise BadPosition("croc-pool.position-turns")


def _supply(everything: list[Tile], draws: Draws) -> list[Iterator[int]]:
    """For each side the numbers that no tile is written with, in an order that is drawn."""
    unwritten = [_unwritten(everything, side) for side in (RED, YELLOW)]
    orders = [draws.shuffled(range(1, TILES + 1)) for _ in (RED, YELLOW)]
    return [iter([number for number in order if number in left]) for order, left in zip(orders, unwritten, strict=True)]


def _laid(standing: dict[int, list[Tile]], bars: list[list[Tile]], supply: list[Iterator[int]]) -> np.record:
    """The tiles laid out, every number known."""
    state = rules.blank()

    def known(stack: list[Tile]) -> list[Tile]:
        return [tile if tile.number else tile._replace(number=next(supply[tile.side])) for tile in stack]

    free = [TILES * side for side in (RED, YELLOW)]
    for square, stack in standing.items():
        pile = free[stack[-1].side]
        free[stack[-1].side] += 1
        lay(state, pile, known(stack))
        state.squares[pile] = square
    for side in (RED, YELLOW):
        lay(state, PILES + side, known(bars[side]))
    return state


def _unwritten(everything: list[Tile], side: int) -> list[int]:
    """The numbers of a side that no tile is written with; refuses tiles that the side does not have."""
    numbers = [tile.number for tile in everything if tile.side == side]
    written = [number for number in numbers if number]
    if len(numbers) > TILES:
        raise BadPosition("croc-pool.position-tiles", side=SIDES[side], count=len(numbers))
    if len(set(written)) != len(written):
        raise BadPosition("croc-pool.position-numbers", side=SIDES[side])
    return [number for number in range(1, TILES + 1) if number not in written]


def _hold_back(state: np.record, count: int, supply: list[Iterator[int]]) -> None:
    """Give each side the swimmers that it has still to place, `count` in all."""
    state.to_place = count
    for pile in range(PILES):
        if not state.heights[pile]:
            lay(state, pile, [Tile(pile // TILES, False, next(supply[pile // TILES]))])


def _oblige(state: np.record, name: str) -> None:
    """Let the crocodile on a square be the one just turned over (CP-8)."""
    pile = rules.pile_on(state, int(state.turn), SQUARE[name])
    if pile < 0 or rules.kind_of(state, pile) == SWIMMER or state.heights[pile] > 1:
        raise BadPosition("croc-pool.position-must", square=name)
    if state.quiet:
        raise BadPosition("croc-pool.position-must-quiet", square=name)
    if rules.over(state):
        raise BadPosition("croc-pool.position-must-over")
    state.must = SQUARE[name]
    moves = np.empty(rules.MOST_MOVES, dtype=np.int16)
    rules.legal(state, moves)
    if moves[0] == rules.PASS:
        raise BadPosition("croc-pool.position-must-stuck", square=name)
