"""What games say: intervals against published values, counts against games made by hand."""

import pytest

from lido.lab.estimates import Estimate, exact, mean
from lido.lab.results import Results, summarise
from lido.lab.setup import set_up
from tests.lab.games import outcome


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (1, 29, 0.0009, 0.1776)],
)
def test_the_exact_interval_as_newcombe_published_it(won: int, trials: int, low: float, high: float) -> None:
    assert exact(won / trials, trials) == pytest.approx((won / trials, low, high), abs=5e-5)


def test_the_mean_of_wins_losses_and_draws_has_the_interval_of_agresti_and_coull() -> None:
    assert mean([1.0] * 4 + [0.0] * 4 + [0.5] * 2) == pytest.approx((0.5, 0.2564, 0.7436), abs=5e-5)


def test_draws_make_a_mean_surer_than_wins_and_losses() -> None:
    drawn, decided = mean([0.5] * 100), mean([0.0, 1.0] * 50)
    assert drawn.value == decided.value
    assert drawn.high - drawn.low < 0.2 * (decided.high - decided.low)


def test_one_game_proves_nothing() -> None:
    assert mean([1.0]).low < 0.5


def duel() -> Results:
    return summarise(
        set_up("le-plouf", ["expert", "club"]),
        [
            outcome(1, "club expert", [0, 1], moves=40, events=({"fall": 2}, {"fall": 1}), right=({"fall": 0}, {})),
            outcome(2, "expert club", [1, 0], moves=20, events=({"fall": 3}, {}), right=({"fall": 2}, {})),
            outcome(3, "club expert", [1, 0], moves=30),
            outcome(4, "expert club", [0.5, 0.5], moves=10, reason="repetition"),
            outcome(5, "club expert", [0, 1], moves=50),
        ],
    )


def test_a_duel_is_counted_for_each_bot() -> None:
    expert, club = duel().standings
    assert (expert.level, expert.played, expert.won, expert.drawn, expert.lost) == ("expert", 5, 3, 1, 1)
    assert (club.level, club.played, club.won, club.drawn, club.lost) == ("club", 5, 1, 1, 3)
    assert expert.payoff.value == pytest.approx(0.7)
    assert {seat: paid.value for seat, paid in expert.by_seat.items()} == {1: 0.75, 2: pytest.approx(2 / 3)}
    assert (expert.events["fall"], club.events["fall"]) == (4, 2)
    assert (expert.right["fall"], club.right["fall"]) == (2, 0)


def test_a_duel_is_scored_on_what_was_decided() -> None:
    (pair,) = duel().pairs
    assert (pair.one, pair.other, pair.won, pair.lost, pair.even) == ("expert", "club", 3, 1, 1)
    assert pair.score == exact(0.75, 4)


def test_an_arena_says_how_its_games_went() -> None:
    told = duel()
    assert told.reasons == {"pool-full": 4, "repetition": 1}
    assert told.lengths == [10, 20, 30, 40, 50]
    assert (told.seatings, told.rounds, told.several) == (2, (2, 3), False)


def crowd(wins: int) -> Results:
    """One expert against three clubs, of whom each game has one winner."""
    setup = set_up("le-plouf", ["expert", "club", "club", "club"])
    seats = [(1, 0, 0, 0) if number < wins else (0, 1, 0, 0) for number in range(100)]
    games = [outcome(number, "expert club club club", paid) for number, paid in enumerate(seats, start=1)]
    return summarise(setup, games)


def test_an_even_share_at_a_crowded_table_is_an_even_score() -> None:
    (pair,) = crowd(25).pairs
    assert (pair.won, pair.lost, pair.even) == (75, 75, 150)
    assert pair.score == pytest.approx(exact(0.5, 75))


def test_several_seats_at_a_table_do_not_make_an_interval_narrower() -> None:
    told = crowd(25)
    by_level = {standing.level: standing for standing in told.standings}
    assert told.several
    assert by_level["club"].played == 300
    assert by_level["club"].payoff.value == pytest.approx(0.25)
    assert by_level["club"].payoff == pytest.approx(mean([0.0] * 25 + [1 / 3] * 75))


def test_nothing_decided_is_no_score() -> None:
    told = summarise(set_up("le-plouf", ["expert", "club"]), [outcome(1, "expert club", [0.5, 0.5])])
    assert told.pairs[0].score is None
    assert told.standings[0].payoff.value == 0.5


def test_estimates_hold_their_value() -> None:
    for standing in crowd(100).standings:
        for estimate in (standing.payoff, *standing.by_seat.values()):
            assert isinstance(estimate, Estimate)
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
