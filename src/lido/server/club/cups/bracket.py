"""The bracket of a tournament in which who loses is out.

A draw is won by whoever sat second: nobody waits for another game, and the first seat is the better one.
"""

from collections.abc import Sequence

from lido.server.club.cups.pairing import Pair
from lido.server.club.cups.state import CupState

Slots = list[int | None]


def seeded(teams: Sequence[int]) -> Slots:
    """The teams in the first column, the first and the last far from each other; empty slots let teams through."""
    order = [0]
    while len(order) < len(teams):
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return [teams[seed] if seed < len(teams) else None for seed in order]


def columns(cup: CupState) -> list[Slots]:
    """Who stands where: every column has half as many slots as the one before, and the last has the winner.

    A slot is None where it is empty or not decided yet.
    """
    found = [seeded([team for team, each in enumerate(cup.teams, 1) if each.members])]
    while len(found[-1]) > 1:
        level = len(found) - 1
        before = found[-1]
        found.append([_through(cup, level, *before[at : at + 2]) for at in range(0, len(before), 2)])
    return found


def _through(cup: CupState, level: int, one: int | None, other: int | None) -> int | None:
    """Who of two goes on to the next column, as far as it is decided."""
    if level >= len(cup.rounds):
        return None
    round = cup.rounds[level]
    for played in round.games:
        if {played.game.one, played.game.other} == {one, other}:
            if played.points is None:
                return None
            return played.game.one if played.points[0] > played.points[1] else played.game.other
    return next((team for team in (one, other) if team in round.free), None)


def knockout_round(cup: CupState, firsts: dict[int, int]) -> tuple[list[Pair], list[int]]:
    """The pairs of the next round, and the teams that go through without a game. Who left is passed over."""
    column = columns(cup)[len(cup.rounds)]
    pairs, free = list[Pair](), list[int]()
    for at in range(0, len(column), 2):
        there = [team for team in column[at : at + 2] if team is not None and not cup.teams[team - 1].gone]
        if len(there) == 2:
            one, other = there
            pairs.append((one, other) if firsts.get(one, 0) <= firsts.get(other, 0) else (other, one))
        else:
            free += there
    return pairs, free
