"""Who meets whom in a round.

Everybody against everybody goes by the circle method. Swiss rounds are a matching of least weight by networkx. Of the
packages that pair Swiss rounds, the kept ones are made for chess: they want files of FIDE and colours. A game here
has seats, not colours, and a matching says all that is wanted in a few lines.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import networkx

Pair = tuple[int, int]

AGAIN = 10**12
"""What it costs to meet somebody again: more than anything else together."""


def all_rounds(teams: Sequence[int]) -> list[list[Pair]]:
    """Every round of everybody against everybody; with an odd number one team is free each round.

    The first of a pair has the first seat: everybody has it about as often.
    """
    ring: list[int | None] = [*([None] if len(teams) % 2 else []), *teams]
    half, rounds = len(ring) // 2, []
    for number in range(len(ring) - 1 if len(teams) > 1 else 0):
        pairs = []
        for at, (one, other) in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
            if one is not None and other is not None:
                swaps = (number if at == 0 else at) % 2  # the first of the ring stays where it is
                pairs.append((other, one) if swaps else (one, other))
        rounds.append(pairs)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


class Record(NamedTuple):
    """What a team has done so far."""

    points: float
    met: frozenset[int]
    firsts: int
    """How many more times it had the first seat than not."""
    was_free: bool


def swiss_round(records: Mapping[int, Record]) -> tuple[list[Pair], list[int]]:
    """The pairs of the next round, and the team that is free: equal points meet, and nobody twice if that can be.

    The free round goes to the lowest team that had none; ranks are the order of the mapping.
    """
    teams = list(records)
    free = []
    if len(teams) % 2:
        lowest = min(reversed(teams), key=lambda team: (records[team].was_free, records[team].points))
        teams.remove(lowest)
        free.append(lowest)
    graph = networkx.Graph()
    graph.add_nodes_from(teams)
    for (at, one), (place, other) in combinations(enumerate(teams), 2):
        graph.add_edge(one, other, weight=_cost(records[one], records[other], other, at, place, len(teams)))
    found = networkx.min_weight_matching(graph)
    ranks = {team: rank for rank, team in enumerate(teams)}
    pairs = sorted((sorted(pair, key=ranks.__getitem__) for pair in found), key=lambda pair: ranks[pair[0]])
    return [_seated(one, other, records) for one, other in pairs], free


def _cost(one: Record, other: Record, name: int, at: int, place: int, count: int) -> int:
    """How unwelcome a pair is: meeting again, then different points, then far from the upper half against the lower."""
    apart = round(2 * abs(one.points - other.points))
    return AGAIN * (name in one.met) + 10_000 * apart**2 + abs((place - at) - count // 2)


def _seated(one: int, other: int, records: Mapping[int, Record]) -> Pair:
    """The first seat goes to whoever had it less often; of equals, to the lower."""
    return (one, other) if records[one].firsts < records[other].firsts else (other, one)
