"""Ratings: the stronger first, surer with more games, the same in whatever order the games come."""

from itertools import pairwise
from random import Random

import pytest

from lido.lab.outcome import Outcome
from lido.lab.ratings import Rating, expected, rated
from lido.lab.setup import seating, set_up
from tests.lab.games import outcome

STRENGTH = {"expert": 9, "club": 3, "gentle": 1}


def played(players: str, games: int, seats: int, strength: dict[str, int]) -> list[Outcome]:
    """Games that each seat wins as often as its bot is strong."""
    setup = set_up("le-plouf", players.split(), seats=seats)
    chance = Random(1)
    found = []
    for number in range(1, games + 1):
        levels = seating(setup, number)
        winner = chance.choices(range(seats), [strength[level] for level in levels])[0]
        found.append(outcome(number, " ".join(levels), [float(seat == winner) for seat in range(seats)]))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stronger_bot_has_the_higher_rating(seats: int) -> None:
    ratings = rated(played("gentle expert club", 360, seats, STRENGTH))
    order = sorted(ratings, key=lambda level: ratings[level].mean, reverse=True)
    assert order == ["expert", "club", "gentle"]
    for better, worse in pairwise(order):
        assert ratings[better].mean - ratings[worse].mean > ratings[worse].deviation


def test_more_games_make_a_rating_surer() -> None:
    few = rated(played("expert club", 20, 2, STRENGTH))
    many = rated(played("expert club", 200, 2, STRENGTH))
    assert many["expert"].deviation < few["expert"].deviation < 25 / 3


def test_bots_that_are_equal_have_the_same_rating() -> None:
    games = played("expert club club club", 400, 4, {"expert": 1, "club": 1})
    ratings = rated(games)
    assert abs(ratings["expert"].mean - ratings["club"].mean) < ratings["expert"].deviation


def test_a_drawn_game_moves_nobody() -> None:
    ratings = rated([outcome(1, "expert club", [0.5, 0.5])])
    assert ratings["expert"].mean == ratings["club"].mean == pytest.approx(25)


def test_the_order_in_which_games_end_does_not_matter() -> None:
    games = played("expert club", 60, 2, STRENGTH)
    assert rated(games) == rated(games[::-1])


def test_a_bot_learns_nothing_from_itself() -> None:
    (rating,) = rated([outcome(1, "club club", [1, 0]), outcome(2, "club club", [1, 0])]).values()
    assert (rating.mean, rating.deviation) == pytest.approx((25, 25 / 3))


def test_ten_points_are_85_percent_of_the_games() -> None:
    weak, strong = Rating(20, 1), Rating(30, 1)
    assert expected(strong, weak) == pytest.approx(0.845, abs=0.001)
    assert expected(strong, weak) + expected(weak, strong) == pytest.approx(1)
    assert expected(weak, weak) == 0.5
