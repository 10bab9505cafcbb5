"""Tactics of Crocodile Pool Party: one move wins for certain within two turns, whatever is under the swimmers.

Nobody knows the numbers under the swimmers, so a move is certain only if it wins with every number that a swimmer may
turn out to have, and against every answer. All of them are searched. What is chosen:

- positions of games of bots, one a game, with at least eight moves to choose from, none of which wins at once;
- a swimmer is still in the pool, so that something is hidden;
- exactly one of them wins for certain within two turns of the solver, by tiles in the bars and not by a tie-break.

If the hardest answer leaves only one winning move again, the solver must find that one too.
"""

import re
from collections.abc import Iterator

import numpy as np

import lido
from lido import bots
from lido.game import copied
from lido.games.croc_pool import GAME, rules
from lido.games.croc_pool.board import OUT, SWIMMER
from lido.games.croc_pool.rules import COLOUR, DIGIT, FLIP, NUMBER, PILES, PLACE, UP
from lido.lab.puzzles.draft import Draft, Wanted
from lido.rng import seeded

SURE = "sure"
WANTED = Wanted({SURE: 80}, obvious=0.67, of_a_game=1)
LEAST_MOVES, MOST_MOVES = 8, 90
FEW = 2
"""One side has at most so many piles in the pool: otherwise the game cannot end within two turns."""
TURNS = 3
"""Two turns of the solver, and the answer between them."""
PLAYERS = (("gentle", 50), ("club", 200), ("club", 400))
LONGEST = 200
"""Moves after which a game of bots is given up."""


def wanted() -> Wanted:
    """Which puzzles the file has."""
    return WANTED


def drafts(seed: int) -> Iterator[Draft]:
    """Play one game of bots, and find the puzzles in it."""
    match = lido.new(GAME.id, seed=seed)
    seats = [PLAYERS[seed % 3], PLAYERS[seed // 3 % 3]]
    players = [bots.bot(level, seed=2 * seed + at, threads=1) for at, (level, _) in enumerate(seats)]
    while match.turn and len(match.moves) < LONGEST:
        view = match.player_view(match.turn)
        state = copied(view.observation)
        rules.redeal(state, seeded("puzzle", seed, len(match.moves)))
        if state["must"] == OUT and (draft := _draft(state)):
            yield draft
        match.play(players[match.turn - 1].choose(view, iterations=seats[match.turn - 1][1]))


def _draft(state: np.record) -> Draft | None:
    """The puzzle that a position is, if it is one; the numbers under its swimmers may be any."""
    side, moves = int(state["turn"]), GAME.legal(state)
    if min(_piles(state, 0), _piles(state, 1)) > FEW or not LEAST_MOVES <= len(moves) <= MOST_MOVES:
        return None
    if not any(rules.kind_of(state, pile) == SWIMMER for pile in range(PILES) if int(state["squares"][pile]) != OUT):
        return None
    if any(_wins(state, move, side, 1) for move in moves):
        return None
    sure = [move for move in moves if _wins(state, move, side, TURNS)]
    if len(sure) != 1 or sure[0] >= FLIP:
        return None
    line, why = [GAME.move_text(state, sure[0])], [_others(state, moves, sure[0], side)]
    after = _after(state, sure[0])
    if reply := _hardest(after, side):
        answer, last = reply
        then = _after(after, answer)
        line += [GAME.move_text(after, answer), GAME.move_text(then, last)]
        why.append({text: [] for text in GAME.move_texts(then, GAME.legal(then)) if text != line[-1]})
    position = str(GAME.position(state, None, ()))  # type: ignore[arg-type]
    record = lido.new(GAME.id, position=position).record()
    return Draft(SURE, record, line, why, re.sub(r"\(\d\)|\d+$", "", position))


def _others(state: np.record, moves: list[int], answer: int, side: int) -> dict[str, list[str]]:
    """Every other move, and an answer to it after which nothing is certain any more."""
    return {GAME.move_text(state, move): _escape(state, move, side) for move in moves if move != answer}


def _escape(state: np.record, move: int, side: int) -> list[str]:
    after = _after(state, move)
    if rules.over(after) or int(after["turn"]) == side:
        return []
    for reply in GAME.legal(after):
        if reply < FLIP and not _sure(_after(after, reply), side, 1):
            return [GAME.move_text(after, reply)]
    return []


def _hardest(state: np.record, side: int) -> tuple[int, int] | None:
    """An answer that leaves one winning move and no other, with that move, if there is such an answer."""
    for reply in GAME.legal(state):
        if reply < FLIP:
            after = _after(state, reply)
            winning = [] if rules.over(after) else [move for move in GAME.legal(after) if _wins(after, move, side, 1)]
            if len(winning) == 1 and winning[0] < FLIP and len(GAME.legal(after)) > 1:
                return reply, winning[0]
    return None


def _sure(state: np.record, side: int, turns: int) -> bool:
    """Whether a side wins for certain within so many turns of both."""
    if rules.over(state):
        return int(state["heights"][PILES + side]) > int(state["heights"][PILES + 1 - side])
    if not turns:
        return False
    found = (_wins(state, move, side, turns) for move in GAME.legal(state))
    return any(found) if int(state["turn"]) == side else all(found)


def _wins(state: np.record, move: int, side: int, turns: int) -> bool:
    """Whether a side wins for certain after a move, whatever number comes up."""
    mover = int(state["turn"])
    return all(
        _sure(after, side, turns - (rules.over(after) or int(after["turn"]) != mover))
        for after in _outcomes(state, move)
    )


def _outcomes(state: np.record, move: int) -> Iterator[np.record]:
    """The positions that a move may lead to: one for every number that a swimmer may turn out to have."""
    if not FLIP <= move < PLACE:
        yield _after(state, move)
        return
    side = int(state["turn"])
    pile = rules.pile_on(state, side, move - FLIP)
    for number in sorted({digit & NUMBER for _, _, digit in _hidden(state, side)}):
        yield _after(_with_number(state, side, pile, number), move)


def _hidden(state: np.record, side: int) -> Iterator[tuple[int, int, int]]:
    """The tiles of a side whose number nobody has seen: pile, place in it, digit."""
    for pile in range(PILES + 2):
        for place in range(int(state["heights"][pile])):
            digit = int(state["piles"][pile]) >> DIGIT * place & (1 << DIGIT) - 1
            if not digit & UP and bool(digit & COLOUR) == bool(side):
                yield pile, place, digit


def _with_number(state: np.record, side: int, pile: int, number: int) -> np.record:
    """The same position with that number under a swimmer, which has swapped it with whoever had it."""
    other = copied(state)
    own = int(state["piles"][pile]) & NUMBER
    for at, place, digit in _hidden(state, side):
        if digit & NUMBER in (number, own):
            change = digit & NUMBER ^ (own if digit & NUMBER == number else number)
            other["piles"][at] = int(other["piles"][at]) ^ change << DIGIT * place
    return other


def _piles(state: np.record, side: int) -> int:
    """How many piles of a side are in the pool."""
    return sum(int(state["squares"][pile]) != OUT for pile in range(6 * side, 6 * side + 6))


def _after(state: np.record, move: int) -> np.record:
    after = copied(state)
    rules.play(after, move)
    return after
