"""Moves of Crocodile Pool Party in text, and why one is refused."""

import re
from functools import cache

import numpy as np

from lido.errors import IllegalMove
from lido.games.croc_pool import rules
from lido.games.croc_pool.board import (
    BARS,
    BIT_HI,
    BIT_LO,
    IS_WATER,
    LADDERS,
    OUT,
    SIZE,
    SLABS,
    SQUARE,
    SQUARES,
    SWIMMER,
    WIDTH,
)
from lido.games.croc_pool.position import SQUARE_FORM

PLACEMENT = re.compile(SQUARE_FORM)
FLIP = re.compile(rf"flip ({SQUARE_FORM})")
TRAVEL = re.compile(rf"({SQUARE_FORM})-({SQUARE_FORM}|bar)")


def parse_move(state: np.record, text: str) -> int:
    """The number of the move written so, legal or not."""
    if text == "pass":
        return rules.PASS
    if PLACEMENT.fullmatch(text):
        return rules.PLACE + _water(state, text)
    if flip := FLIP.fullmatch(text):
        return rules.FLIP + _water(state, flip[1])
    if travel := TRAVEL.fullmatch(text):
        to = int(BARS[state.turn]) if travel[2] == "bar" else _water(state, travel[2])
        return SIZE * _water(state, travel[1]) + to
    raise IllegalMove("croc-pool.not-a-move", move=text)


def _water(state: np.record, name: str) -> int:
    if not IS_WATER[SQUARE[name]]:
        raise IllegalMove("croc-pool.bar-square", square=name, ladder=LADDERS[state.turn][0])
    return SQUARE[name]


@cache
def move_text(move: int) -> str:
    """How a move is written."""
    if move == rules.PASS:
        return "pass"
    if move >= rules.PLACE:
        return SQUARES[move - rules.PLACE]
    if move >= rules.FLIP:
        return f"flip {SQUARES[move - rules.FLIP]}"
    start, to = divmod(move, SIZE)
    return f"{SQUARES[start]}-{SQUARES[to] if IS_WATER[to] else 'bar'}"


def refusal(state: np.record, move: int) -> IllegalMove:
    """Why a move that is not legal is not."""
    side = int(state.turn)
    if state.to_place:
        return _not_placed(state, move)
    square = move - rules.FLIP if move >= rules.FLIP else move // SIZE
    if state.must != OUT and (move >= rules.FLIP or state.must != square):
        return IllegalMove("croc-pool.must", square=SQUARES[state.must])
    if move == rules.PASS:
        return IllegalMove("croc-pool.may-not-pass")
    if move >= rules.PLACE:
        return IllegalMove("croc-pool.already-placed")
    pile = rules.pile_on(state, side, square)
    if pile < 0:
        return IllegalMove("croc-pool.not-yours", square=SQUARES[square])
    if move >= rules.FLIP:
        return IllegalMove("croc-pool.already-up", square=SQUARES[square])
    return _not_reached(state, pile, move % SIZE)


def _not_placed(state: np.record, move: int) -> IllegalMove:
    """Why a move is refused while swimmers are being placed."""
    if not rules.PLACE <= move < rules.PASS:
        return IllegalMove("croc-pool.place-first")
    square, side = move - rules.PLACE, int(state.turn)
    if not SLABS[side, square // WIDTH]:
        ranks = [rank for rank, slabs in enumerate(SLABS[side].tolist(), start=1) if slabs]
        return IllegalMove("croc-pool.place-rank", square=SQUARES[square], first=ranks[0], last=ranks[-1])
    if square in state.squares:
        return IllegalMove("croc-pool.place-occupied", square=SQUARES[square])
    most = int(SLABS[side, square // WIDTH])
    return IllegalMove("croc-pool.place-slabs", rank=square // WIDTH + 1, most=most)


def _not_reached(state: np.record, pile: int, to: int) -> IllegalMove:
    """Why a pile of the side to move cannot go to a square or its bar."""
    side, kind, start = int(state.turn), int(rules.kind_of(state, pile)), int(state.squares[pile])
    facts = {"start": SQUARES[start], "to": SQUARES[to], "number": kind, "ladders": ", ".join(LADDERS[side])}
    open_water = rules.reach(kind, start, 0, 0)
    if to == start:
        code = "croc-pool.stays"
    elif not IS_WATER[to]:
        code = _not_entered(state, pile, open_water)
    elif rules.pile_on(state, side, to) >= 0:
        code = "croc-pool.own-tile" if kind else "croc-pool.swimmer-occupied"
    elif not _within(open_water, to):
        code = _too_far(kind, abs(to // WIDTH - start // WIDTH) + abs(to % WIDTH - start % WIDTH))
    elif kind == SWIMMER:
        code = "croc-pool.swimmer-occupied" if to in state.squares else "croc-pool.swimmer-blocked"
    else:
        code = "croc-pool.six-blocked" if kind == 6 else "croc-pool.blocked"
    return IllegalMove(code, **facts)


def _within(squares: tuple[int, int], square: int) -> bool:
    return bool(squares[0] & BIT_LO[square] or squares[1] & BIT_HI[square])


def _not_entered(state: np.record, pile: int, open_water: tuple[int, int]) -> str:
    """Why a pile cannot enter its bar, given where it could go if the pool were empty."""
    side = int(state.turn)
    if _within(open_water, int(BARS[side])):
        if not state.open and state.heights[pile] == 1:
            return "croc-pool.bar-shut"
        return "croc-pool.bar-blocked" if rules.kind_of(state, pile) else "croc-pool.swimmer-bar-blocked"
    if _within(open_water, int(BARS[1 - side])):
        return "croc-pool.other-bar"
    return "croc-pool.bar-ladder" if rules.kind_of(state, pile) == 1 else "croc-pool.bar-exact"


def _too_far(kind: int, distance: int) -> str:
    """Why a tile of that kind never gets to a square at that distance."""
    if kind == SWIMMER:
        return "croc-pool.swimmer-distance"
    if kind == 1:
        return "croc-pool.one-distance"
    return "croc-pool.distance" if distance > kind or (kind - distance) % 2 else "croc-pool.bends"
