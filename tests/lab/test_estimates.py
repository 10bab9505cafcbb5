"""Intervals, beside what tables of statistics and simulations say."""

import random
from math import hypot

import pytest

from lido.lab.estimates import Estimate, average, difference, farthest, mean, ratio, student, wilson


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (4, 2.776), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.0), (1000, 1.962)]
)
def test_students_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.003)


def test_the_interval_of_a_mean_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(2_000):
        found = average([chance.gauss(10, 2) for _ in range(5)])
        held += found.low <= 10 <= found.high
    assert held / 2_000 == pytest.approx(0.95, abs=0.015)


def test_an_interval_ends_where_the_numbers_do() -> None:
    assert average([0.1, 0.9], 1.0).high == 1
    assert average([0.1, 0.9]).low == 0
    assert all(wilson(0, trials).low >= 0 and wilson(1, trials).high <= 1 for trials in range(1, 100))


def test_events_of_one_game_count_as_fewer_trials() -> None:
    alone = ratio([(1, 2), (1, 2), (0, 2), (2, 2)] * 5)
    together = ratio([(10, 20), (10, 20), (0, 20), (20, 20)] * 5)
    assert alone.value == together.value == 0.5
    assert together.high - together.low == pytest.approx(alone.high - alone.low)
    assert together.high - together.low > 2 * (wilson(0.5, 400).high - 0.5)
    assert ratio([(0, 8)]) == wilson(0, 8)


def test_the_farthest_seat_is_farther_than_chance_only_where_its_interval_is() -> None:
    even = farthest([[1, 0] * 50, [0, 1] * 50], 0.5)
    assert (even.value, even.low) == (0, 0)
    assert 0 < even.high < 0.2
    uneven = farthest([[1] * 90 + [0] * 10, [0] * 90 + [1] * 10], 0.5)
    assert uneven.value == pytest.approx(0.4)
    assert 0.2 < uneven.low < uneven.value < uneven.high


def test_the_two_seats_of_a_game_have_one_interval() -> None:
    first = [1.0] * 61 + [0.0] * 39
    seats = [first, [1 - paid for paid in first]]
    assert farthest(seats, 0.5).low == pytest.approx(mean(first).low - 0.5)
    assert mean(first).low > 0.5


def test_two_games_that_one_seat_of_six_won_say_nothing() -> None:
    twice = [[1.0, 1.0], *[[0.0, 0.0]] * 5]  # one time in six by chance
    assert farthest(twice, 1 / 6).low == 0
    assert farthest([payoffs * 5 for payoffs in twice], 1 / 6).low > 0


def test_the_payoffs_of_a_team_end_at_what_it_can_win() -> None:
    assert mean([0.5, 0.5], most=0.5).high == 0.5
    whole, half = mean([1, 0, 0, 1, 1]), mean([0.5, 0, 0, 0.5, 0.5], most=0.5)
    assert [2 * each for each in half] == pytest.approx(whole)


def test_intervals_that_hold_together_are_wider() -> None:
    one, all_six = mean([1, 0] * 50), mean([1, 0] * 50, among=6)
    assert all_six.low < one.low < one.high < all_six.high


def test_single_games_do_not_say_how_far_two_numbers_are_apart() -> None:
    assert difference(average([3]), average([30])) is None
    assert difference(average([3, 4, 3]), average([3, 3, 3])) is None


def test_a_difference_has_the_interval_of_both_numbers() -> None:
    found = difference(Estimate(0.25, 0.15, 0.40), Estimate(0.60, 0.45, 0.70))
    assert found
    assert found == pytest.approx((0.35, 0.35 - hypot(0.15, 0.15), 0.35 + hypot(0.10, 0.10)))
    back = difference(Estimate(0.60, 0.45, 0.70), Estimate(0.25, 0.15, 0.40))
    assert back
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))
