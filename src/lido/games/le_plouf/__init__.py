"""Le Plouf: push the others into the pool, and be the last on the rim.

2 to 4 players, perfect information, no chance. 337 different moves; a random game of two
lasts about 170 moves with 8 to choose from.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from lido.deal import Draws
from lido.errors import BadSetup, IllegalMove
from lido.game import Event, Json, Options, RecordGame, Rules, Start
from lido.games.le_plouf import rules, text
from lido.games.le_plouf.board import CELLS, LINES, PAWNS, POOL_SIZE, RIM_SIZE

NAMED_LINES = [[CELLS[cell] for cell in line] for line in LINES]
"""Of every side cell: the cells that a pawn arriving on it may push pawns to."""
LINE_BITS = [[1 << int(cell) for cell in line] for line in LINES]
LINE_MASKS = [sum(set(bits)) for bits in LINE_BITS]
PUSHES = ("fall", "slide", "slide", "climb")
"""What happens to the pawn on each cell of a line."""


class LePlouf(RecordGame):
    """The game as a match asks for it."""

    id = "le-plouf"
    list_order = 1
    players = (2, 3, 4)
    repetition = 3
    rules = Rules.of("le-plouf", rules)

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return {}

    def start(self, start: Start, draws: Draws) -> np.record:
        if start.position is not None:
            return text.parse_position(start.position, start.players)
        if start.deal != {}:
            raise BadSetup("le-plouf.deal")
        return rules.start(start.players)

    def parse_move(self, state: np.record, move: str) -> int:
        return text.parse_move(state, move)

    def move_text(self, state: np.record, move: int) -> str:
        return text.move_text(move, int(state["cursor"]))

    def move_texts(self, state: np.record, moves: Sequence[int]) -> list[str]:
        cursor = int(state["cursor"])
        return [text.move_text(move, cursor) for move in moves]

    def refusal(self, state: np.record, move: int) -> IllegalMove:
        return text.refusal(state, move)

    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        _, turn, _, cursor, to_place = before.item()  # at once: to ask a record for a field is slow
        _, _, _, cursor_after, to_place_after = after.item()
        happened = _moved(before, cursor, move, turn + 1)
        if to_place and not to_place_after:
            happened.append({"event": "phase", "phase": 2})
        if cursor != cursor_after:
            happened.append({"event": "cursor", "cursor": cursor_after})
        return happened

    def view(self, observation: np.record, seat: int) -> dict[str, Json]:
        _, _, players, cursor, to_place = observation.item()
        owner = text.owners(observation)
        return {
            "step": "place" if to_place else "move",
            "cells": owner,
            "cursor": cursor,
            "to_place": [PAWNS[players] - mask.bit_count() for mask in observation["pawns"].tolist()[:players]],
            "position": text.with_owners(owner, observation),
        }

    def position(self, state: np.record, start: Start, moves: Sequence[str]) -> Json:
        return text.position_text(state)

    def reason(self, state: np.record) -> str:
        return "pool-full"


def _moved(before: np.record, cursor: int, move: int, seat: int) -> list[Event]:
    """The pawns that moved, each onto a cell that is free by then."""
    if move == rules.PASS:
        return [{"event": "pass", "seat": seat}]
    if move < rules.WALK:
        return [{"event": "place", "seat": seat, "cell": CELLS[move]}]
    if move >= rules.DIVE:
        walk, cell = divmod(move - rules.DIVE, POOL_SIZE)
        aim = text.aim(walk, cursor)
        dived = {"from": CELLS[walk >> 1], "aim": CELLS[aim], "to": CELLS[RIM_SIZE + cell]}
        return [{"event": "dive", "seat": seat, **dived}]
    walk = move - rules.WALK
    aim = text.aim(walk, cursor)
    walked = {"event": "walk", "seat": seat, "from": CELLS[walk >> 1], "to": CELLS[aim]}
    return [*_pushed(before, aim), walked]


def _pushed(before: np.record, side: int) -> list[Event]:
    """The pawns that a pawn arriving on `side` pushes, the furthest first."""
    pawns = before["pawns"].tolist()
    taken = 0
    for held in pawns:
        taken |= held
    line, bits = NAMED_LINES[side], LINE_BITS[side]
    return [
        {
            "event": PUSHES[step],
            "seat": _owner(pawns, bits[step]),
            "from": line[step],
            "to": line[step + 1],
        }
        for step in reversed(range(_chain(side, taken & LINE_MASKS[side])))
    ]


def _owner(pawns: list[int], bit: int) -> int:
    """The seat, from 1, whose pawn stands on the cell of a bit that is taken."""
    seat = 1
    while not pawns[seat - 1] & bit:
        seat += 1
    return seat


@cache
def _chain(side: int, taken: int) -> int:
    """How many pawns a pawn arriving on `side` pushes on its line, as the rules say, but asked once."""
    return rules.first_free(side, taken)


GAME = LePlouf()
