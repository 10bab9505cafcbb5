"""Intervals, beside what tables of statistics and simulations say."""

import random
from math import comb, exp

import pytest

from lido.lab.estimates import (
    average,
    beta_below,
    change,
    exact,
    farthest,
    farthest_by_chance,
    mean,
    median,
    rate,
    ratio,
    student,
)


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


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [
        (0, 3, 0, 0.7076),
        (2, 3, 0.0943, 0.9916),
        (6, 12, 0.2109, 0.7891),
        (10, 10, 0.6915, 1),
        (81, 263, 0.2527, 0.3676),
    ],
)
def test_clopper_and_pearsons_interval_is_that_of_the_tables(won: int, trials: int, low: float, high: float) -> None:
    assert exact(won / trials, trials) == pytest.approx((won / trials, low, high), abs=1e-4)


def binomial(won: int, trials: int, share: float) -> float:
    return comb(trials, won) * share**won * (1 - share) ** (trials - won)


@pytest.mark.parametrize("trials", [1, 3, 6, 12, 20, 27])
@pytest.mark.parametrize("share", [0.02, 1 / 6, 0.25, 0.5, 0.83])
def test_the_exact_interval_of_few_games_holds_the_truth_at_least_as_often_as_it_says(
    trials: int, share: float
) -> None:
    every = {won: exact(won / trials, trials) for won in range(trials + 1)}
    assert sum(binomial(won, trials, share) for won, found in every.items() if found.low <= share <= found.high) >= 0.95
    paid = {won: mean([1.0] * won + [0.0] * (trials - won)) for won in every}
    assert all(paid[won] == pytest.approx(found) for won, found in every.items())


def test_the_beta_distribution_adds_up_the_binomial_one() -> None:
    chance = random.Random(1)
    for _ in range(300):
        trials = chance.randint(1, 300)
        won, share = chance.randint(1, trials), chance.random()
        odds = sum(binomial(more, trials, share) for more in range(won, trials + 1))
        assert beta_below(share, won, trials - won + 1) == pytest.approx(odds, abs=1e-9)


def test_an_interval_ends_where_the_numbers_do() -> None:
    assert average([0.1, 0.9], 1.0).high == 1
    assert average([0.1, 0.9]).low == 0
    assert average([1, 9], least=1).low == 1
    assert all(exact(0, trials).low >= 0 and exact(1, trials).high <= 1 for trials in range(1, 100))


def test_events_of_one_game_count_as_fewer_trials() -> None:
    alone = ratio([(1, 2), (1, 2), (0, 2), (2, 2)] * 5)
    together = ratio([(10, 20), (10, 20), (0, 20), (20, 20)] * 5)
    assert alone.value == together.value == 0.5
    assert together.high - together.low == pytest.approx(alone.high - alone.low)
    assert together.high - together.low > 2 * (exact(0.5, 400).high - 0.5)


def test_events_of_a_game_that_does_not_vary_are_one_trial() -> None:
    assert ratio([(0, 8)]) == exact(0, 1)
    assert ratio([(0, 8), (0, 3), (0, 0)]) == exact(0, 2)
    assert ratio([(1, 3), (2, 6)]) == exact(1 / 3, 2)


def test_the_interval_of_a_share_of_events_holds_the_truth_in_a_few_games_too() -> None:
    chance, held = random.Random(1), 0
    for _ in range(1_000):
        games = []
        for _ in range(4):
            inclined = chance.betavariate(3, 7)  # the events of one game are alike
            games.append((sum(chance.random() < inclined for _ in range(20)), 20))
        found = ratio(games)
        held += found.low <= 0.3 <= found.high
    assert held >= 950  # 900 if the four games were taken for many


def test_the_interval_of_a_few_skewed_lengths_holds_the_truth_about_as_often_as_it_says() -> None:
    chance, held, above = random.Random(1), 0, 0
    for _ in range(2_000):
        lengths = [chance.lognormvariate(3, 0.7) for _ in range(20)]
        found = average(lengths)
        held += found.low <= exp(3 + 0.7**2 / 2) <= found.high
        above += found.high - found.value > found.value - found.low
    assert held / 2_000 == pytest.approx(0.935, abs=0.01)  # Student's holds it 0.908 of the time
    assert above > 1_800


@pytest.mark.parametrize(("games", "low"), [(6, 1), (10, 2), (20, 6), (50, 18), (100, 40)])
def test_the_interval_of_a_median_is_that_of_the_tables(games: int, low: int) -> None:
    assert median(range(1, games + 1)) == ((games + 1) / 2, low, games + 1 - low)
    assert median([5] * 5) is None


def test_one_long_game_does_not_move_the_median() -> None:
    assert median([20, 21, 22, 23, 24, 25, 1860]) == (23, 20, 1860)


def test_a_rate_is_that_of_all_games_together_and_holds_the_truth_about_as_often_as_it_says() -> None:
    assert rate([(4, 1), (0, 3)]).value == 1
    assert rate([(2, 1), (4, 2), (6, 3)]) == pytest.approx((2, 2, 2))
    chance, held = random.Random(1), 0
    for _ in range(1_000):
        games = []
        for _ in range(20):
            moves = chance.randint(20, 200)
            games.append((sum(chance.random() < 0.05 for _ in range(moves)), moves / 100))
        found = rate(games)
        held += found.low <= 5 <= found.high
    assert held / 1_000 == pytest.approx(0.95, abs=0.02)


def test_the_farthest_seat_is_farther_than_chance_only_where_its_interval_is() -> None:
    even = farthest([[1, 0] * 50, [0, 1] * 50], 0.5)
    assert (even.value, even.low) == (0, 0)
    assert 0 < even.high < 0.2
    uneven = farthest([[1] * 90 + [0] * 10, [0] * 90 + [1] * 10], 0.5)
    assert uneven.value == pytest.approx(0.4)
    assert 0.2 < uneven.low < uneven.value < uneven.high


@pytest.mark.parametrize(("seats", "games", "most"), [(4, 3, 0.75), (4, 12, 1 / 3), (4, 20, 0.25), (6, 20, 7 / 30)])
def test_chance_alone_moves_equal_seats_as_far_as_exact_odds_say(seats: int, games: int, most: float) -> None:
    one_winner = [[1.0] + [0.0] * (seats - 1)] * games
    assert farthest_by_chance(one_winner) == pytest.approx(most)


def test_shared_wins_move_equal_seats_less() -> None:
    assert farthest_by_chance([[0.5, 0.5, 0.0]] * 20) < farthest_by_chance([[1.0, 0.0, 0.0]] * 20)
    assert farthest_by_chance([[0.25] * 4] * 20) == 0


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


def pairs(*changes: float, usual: float = 30) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [((usual + at, 1), (usual + at + more, 1)) for at, more in enumerate(changes)]


def test_a_single_pair_or_none_that_differs_does_not_say_how_far_two_numbers_are_apart() -> None:
    assert change([]) is None
    assert change(pairs(3)) is None
    assert change(pairs(0, 0, 0)) is None


def test_the_difference_of_pairs_is_that_of_their_numbers() -> None:
    found = change(pairs(*[2, 3, 4] * 5))
    assert found
    assert found == pytest.approx(average([2, 3, 4] * 5))
    assert found.high - found.low < 1  # as narrow as the differences, though the numbers lie between 30 and 50


def test_fewer_than_six_pairs_that_differ_prove_nothing() -> None:
    five, six = change(pairs(*[0] * 50, *[9] * 5)), change(pairs(*[0] * 50, *[9] * 6))
    assert five is None
    assert six
    assert six.low > 0


def test_few_pairs_that_differ_both_ways_do_say_how_little_it_is() -> None:
    found = change(pairs(*[0] * 50, 9, -9))
    assert found
    assert found.low < 0 < found.high < 1


@pytest.mark.parametrize(("wins", "proof"), [(4, False), (5, False), (6, True)])
def test_payoffs_of_pairs_differ_where_exact_odds_say_so(wins: int, proof: bool) -> None:
    found = change([((0, 1), (1, 1))] * wins + [((1, 1), (1, 1))] * (55 - wins), 1.0)
    assert (found is not None and found.low > 0) == proof
    assert found is None or found.value == pytest.approx(wins / 55)


def test_shares_of_events_are_compared_over_all_their_events() -> None:
    found = change([((1, 10), (2, 5)), ((3, 10), (3, 15)), ((0, 10), (0, 0))] * 4)
    assert found
    assert found.value == pytest.approx(5 / 20 - 4 / 30)
    assert found.low < found.value < found.high


def test_the_interval_of_the_difference_of_pairs_holds_the_truth_about_as_often_as_it_says() -> None:
    chance, held = random.Random(2), 0
    for _ in range(1_000):
        games = []
        for _ in range(20):
            deal = chance.lognormvariate(3, 0.6)
            games.append(((deal, 1.0), (deal + chance.gauss(1, 2), 1.0)))
        found = change(games)
        assert found
        held += found.low <= 1 <= found.high
    assert held / 1_000 == pytest.approx(0.96, abs=0.02)
