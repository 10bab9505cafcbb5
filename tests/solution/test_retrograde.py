"""Going back finds what going forth finds: neighbours agree, and a small part of the game is solved both ways."""

import numpy as np

from lido.games.le_plouf import rules
from lido.games.le_plouf.solution import retrograde
from lido.games.le_plouf.solution.index import OPENING, locate, position
from lido.games.le_plouf.solution.neighbours import earlier, later
from lido.games.le_plouf.solution.table import Values
from tests.solution.positions import INDEX, some_numbers, state_of

CENTRE_FREE = OPENING - 2
"""The section in which every pool cell but c3 is occupied."""


def section_of(number: int) -> int:
    return int(np.searchsorted(INDEX.base, number, side="right")) - 1


def ahead(number: int) -> set[int]:
    """The numbers of the positions one move later."""
    room = np.zeros(2, dtype=rules.DTYPE)
    room[0] = state_of(number)
    moves = np.zeros(rules.MOST_MOVES, dtype=np.int16)
    return {later(INDEX, room, move) for move in moves[: rules.legal(room[0], moves)].tolist()}


def behind(number: int) -> set[int]:
    """The numbers of the positions one move earlier in the same section."""
    room, moves = np.zeros(2, dtype=rules.DTYPE), np.zeros(rules.MOST_MOVES, dtype=np.int16)
    numbers = np.zeros(rules.MOST_MOVES, dtype=np.int64)
    return set(numbers[: earlier(INDEX, room, *position(INDEX, number), moves, numbers)].tolist())


def test_ways_back_are_ways_forth() -> None:
    met = 0
    for number in some_numbers(600):
        if number >= INDEX.base[OPENING]:
            continue
        home = locate(INDEX, *position(INDEX, number))
        for after in ahead(home):
            if section_of(after) == section_of(home):
                assert home in behind(after)
                met += 1
        for before in behind(home):
            assert home in ahead(before)
    assert met > 600


def test_no_move_frees_a_pool_cell() -> None:
    for number in some_numbers(2000, seed=2):
        if number < INDEX.base[OPENING]:
            here, there = (int(INDEX.pool[section]).bit_count() for section in (section_of(number), 0))
            assert all(int(INDEX.pool[section_of(after)]).bit_count() - here in (0, 1) for after in ahead(number))
            assert there == 0


def by_brute_force(first: int, last: int, values: Values) -> dict[int, int]:
    """The values of the positions from `first` to `last`: sweep after sweep, until none changes."""
    found = dict.fromkeys(range(first, last), 0)
    leads = {number: ahead(number) for number in found}
    for plies in range(1, 100):
        settled = {}
        for number in (number for number, value in found.items() if value == 0):
            after = [found.get(there, int(values[there])) for there in leads[number]]
            known = [value for value in after if value and abs(value) <= plies]
            if any(value < 0 for value in known):
                settled[number] = 1 + plies
            elif len(known) == len(after) and after:
                settled[number] = -1 - plies
        found |= settled
    return found


def test_a_section_is_solved_as_by_brute_force() -> None:
    values: Values = np.zeros(INDEX.base[-1], dtype=np.int16)
    pulse = np.zeros(2, dtype=np.int64)
    for section in (OPENING - 1, CENTRE_FREE):
        assert retrograde.solve(INDEX, section, values, pulse)
    first, last = INDEX.base[CENTRE_FREE : CENTRE_FREE + 2].tolist()
    swept = by_brute_force(first, last, values)
    assert values[first:last].tolist() == [swept[number] for number in range(first, last)]
    assert 0 < np.count_nonzero(values[first:last]) < last - first


def test_a_solver_that_is_stopped_says_so() -> None:
    values: Values = np.zeros(INDEX.base[-1], dtype=np.int16)
    assert not retrograde.solve(INDEX, CENTRE_FREE, values, np.array([0, 1]))
