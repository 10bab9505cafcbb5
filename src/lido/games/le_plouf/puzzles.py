"""Puzzles of two-player Le Plouf from the table of all positions: one move wins, or one saves the draw.

Positions come from games of bots, or are one move away from them, so that they look as those of people do. What is
chosen:

- phase 2, with two to eight pawns in the pool, and at least four moves to choose from that lead to different positions;
- exactly one move keeps the value: it wins, or it draws and all others lose;
- the move is no forced one, and a win is near enough to be foreseen by a person;
- mirror images are one puzzle.

The line goes on as long as the solver has a choice and only one move keeps the value. The other side defends as long as
it can, and among equals chooses what leaves the solver the fewest good moves.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

import lido
from lido import bots
from lido.game import copied
from lido.games.le_plouf import GAME, rules
from lido.games.le_plouf.board import RIM_SIZE
from lido.games.le_plouf.solution import lookup
from lido.games.le_plouf.solution.index import made
from lido.games.le_plouf.solution.lookup import Table, Verdict
from lido.games.le_plouf.solution.neighbours import number_of
from lido.lab.puzzles.draft import Draft, Wanted

WIN, SAVE = "win", "save"
WANTED = Wanted({WIN: 1_200, SAVE: 800}, obvious=0.5, alike=0.35)
LEAST_MOVES = 4
POOL = range(2, 9)
"""How many pawns may be in the pool."""
SOON = 23
"""Plies within which a win or a punishment must come."""
MOST_ANSWERS = 4
"""The most moves that the solver makes."""
PUNISHED = 4
"""The most plies that are shown after a wrong move."""
LONGEST = 150
"""Plies after which a game of bots is given up."""
PLAYERS = (("gentle", 50), ("club", 150), ("club", 400))


class Line(NamedTuple):
    """The only good moves with the replies to them, and what punishes the others."""

    moves: list[str]
    why: list[dict[str, list[str]]]


def wanted() -> Wanted:
    """Which puzzles the file has."""
    return WANTED


def drafts(seed: int, table: Table | None = None) -> Iterator[Draft]:
    """Play one game of bots, and find the puzzles in it."""
    known = table or lookup.whole()
    match = lido.new(GAME.id, players=2, seed=seed)
    seats = [PLAYERS[seed % 3], PLAYERS[seed // 3 % 3]]
    players = [bots.bot(level, seed=2 * seed + at, threads=1) for at, (level, _) in enumerate(seats)]
    while match.turn and len(match.moves) < LONGEST:
        view = match.player_view(match.turn)
        for state in (view.observation, *(_after(view.observation, move) for move in GAME.legal(view.observation))):
            if draft := _draft(known, state):
                yield draft
        match.play(players[match.turn - 1].choose(view, iterations=seats[match.turn - 1][1]))


def _draft(table: Table, state: np.record) -> Draft | None:
    """The puzzle that a position is, if it is one."""
    pool = (rules.occupied(state) >> RIM_SIZE).bit_count()
    if state["to_place"] or pool not in POOL or (table.value_of(state) or 0) < 0:
        return None
    found = lookup.verdicts(table, state)
    if found is None or _different(state, found) < LEAST_MOVES or not _is_clear(found):
        return None
    best = max(verdict.value for verdict in found.values())
    line = _line(table, state, found)
    position = str(GAME.position(state, None, ()))  # type: ignore[arg-type]
    record = lido.new(GAME.id, players=2, position=position).record()
    return Draft(WIN if best > 0 else SAVE, record, line.moves, line.why, str(number_of(made(), state)))


def _different(state: np.record, moves: Iterable[int]) -> int:
    """How many positions these moves lead to: two moves may lead to the same."""
    return len({GAME.key(_after(state, move)) for move in moves})


def _is_clear(found: dict[int, Verdict]) -> bool:
    """Whether one move alone wins, soon, or alone does not lose, and most others lose soon."""
    move = _only(found)
    if move is None or found[move].value < 0:
        return False
    if found[move].value > 0:
        return (found[move].plies or 0) <= SOON
    near = sum((verdict.plies or 0) <= SOON for verdict in found.values() if verdict.value < 0)
    return 2 * near >= len(found) - 1


def _only(found: dict[int, Verdict]) -> int | None:
    """The only move with the best value, if there is a choice and only one."""
    best = max(verdict.value for verdict in found.values())
    good = [move for move, verdict in found.items() if verdict.value == best]
    return good[0] if len(good) == 1 < len(found) else None


def _line(table: Table, state: np.record, found: dict[int, Verdict]) -> Line:
    """The line from a position whose moves are worth this."""
    moves: list[str] = []
    why: list[dict[str, list[str]]] = []
    move = _only(found)
    while move is not None and len(why) < MOST_ANSWERS:
        why.append({GAME.move_text(state, other): _punished(table, state, other) for other in found if other != move})
        moves.append(GAME.move_text(state, move))
        state = _after(state, move)
        if rules.over(state):
            break
        reply = hardest(table, state)
        text, state = GAME.move_text(state, reply), _after(state, reply)
        found = lookup.verdicts(table, state) or {}
        move = _only(found) if found else None
        if move is not None and len(why) < MOST_ANSWERS:
            moves.append(text)
    return Line(moves, why)


def _punished(table: Table, state: np.record, move: int) -> list[str]:
    """How best play goes on after a wrong move."""
    state = _after(state, move)
    shown: list[str] = []
    while not rules.over(state) and len(shown) < PUNISHED:
        reply = hardest(table, state)
        shown.append(GAME.move_text(state, reply))
        state = _after(state, reply)
    return shown


def hardest(table: Table, state: np.record) -> int:
    """The best move; among equals, the one that leaves the other side the fewest moves that keep their value."""
    found = lookup.verdicts(table, state)
    assert found
    top = max(verdict.rank for verdict in found.values())
    best = [move for move in sorted(found) if found[move].rank == top]
    return min(best, key=lambda move: _good_replies(table, _after(state, move)))


def _good_replies(table: Table, state: np.record) -> int:
    found = lookup.verdicts(table, state)
    if not found:
        return 0
    best = max(verdict.value for verdict in found.values())
    return sum(verdict.value == best for verdict in found.values())


def _after(state: np.record, move: int) -> np.record:
    after = copied(state)
    GAME.rules.play(after, move)
    return after
