"""Who meets whom in a tournament."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lido.server.club.cups.pairing import Record, all_rounds, swiss_round


@pytest.mark.parametrize("count", range(2, 13))
def test_everybody_meets_everybody_once_and_sits_first_about_as_often(count: int) -> None:
    teams = list(range(1, count + 1))
    rounds = all_rounds(teams)
    assert len(rounds) == count - 1 + count % 2
    for each in rounds:
        busy = [team for pair in each for team in pair]
        assert len(busy) == len(set(busy)) == count - count % 2
    assert sorted(tuple(sorted(pair)) for each in rounds for pair in each) == list(combinations(teams, 2))
    firsts = [sum(pair[0] == team for each in rounds for pair in each) for team in teams]
    assert max(firsts) - min(firsts) <= 1


def test_alone_there_is_no_round() -> None:
    assert all_rounds([1]) == []


def played(count: int, rounds: int, strength: list[int]) -> list[tuple[list[tuple[int, int]], list[int]]]:
    """A whole Swiss tournament, in which the stronger wins."""
    points, met = dict.fromkeys(range(count), 0.0), {team: set[int]() for team in range(count)}
    firsts, free_before, found = dict.fromkeys(range(count), 0), set[int](), []
    for _ in range(rounds):
        order = sorted(points, key=lambda team: (-points[team], team))
        records = {
            team: Record(points[team], frozenset(met[team]), firsts[team], team in free_before) for team in order
        }
        pairs, free = swiss_round(records)
        found.append((pairs, free))
        for one, other in pairs:
            winner = one if strength[one] > strength[other] else other
            points[winner] += 1
            met[one].add(other)
            met[other].add(one)
            firsts[one] += 1
            firsts[other] -= 1
        for team in free:
            points[team] += 1
            free_before.add(team)
    return found


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 17).flatmap(lambda count: st.permutations(range(count))))
def test_swiss_rounds_are_whole_and_nobody_meets_again(strength: list[int]) -> None:
    count = len(strength)
    rounds = min(4, count - 1 if count % 2 == 0 else count - 2) or 1
    found = played(count, rounds, strength)
    for pairs, free in found:
        assert sorted([*free, *(team for pair in pairs for team in pair)]) == list(range(count))
    met = [tuple(sorted(pair)) for pairs, _ in found for pair in pairs]
    if count >= 2 * rounds:  # with fewer it may not be possible
        assert len(met) == len(set(met))
    resting = [team for _, free in found for team in free]
    assert len(resting) == len(set(resting))


def test_equal_points_meet_and_the_upper_half_meets_the_lower() -> None:
    fresh = {team: Record(0, frozenset(), 0, False) for team in range(8)}
    assert sorted(tuple(sorted(pair)) for pair in swiss_round(fresh)[0]) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    later = {team: Record(1.0 if team < 4 else 0.0, frozenset({(team + 4) % 8}), 0, False) for team in range(8)}
    assert all((one < 4) == (other < 4) for one, other in swiss_round(later)[0])


def test_the_lowest_who_was_not_free_is_free_and_who_sat_second_sits_first() -> None:
    records = {
        1: Record(2, frozenset(), 1, False),
        2: Record(1, frozenset(), -1, False),
        3: Record(0, frozenset(), 0, True),
    }
    assert swiss_round(records) == ([(3, 1)], [2])
