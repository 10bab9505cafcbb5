"""What games say of the game: made by hand, so that the numbers are known."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from lido.lab.estimates import average
from lido.lab.measures import MARGIN, NOISE, lead, lead_changes, measure, through, winner_behind, winning
from lido.lab.outcome import PLAYOUTS, Outcome
from lido.lab.setup import set_up
from lido.lab.trajectory import Trajectory
from tests.lab.games import outcome

DUEL = set_up("le-plouf", ["club", "club"])


def game(number: int, payoffs: Sequence[float], chances: Sequence[tuple[float, ...]], **more: object) -> Outcome:
    gone = Trajectory(choices=(4, 2) * (len(chances) // 2), chances=tuple(chances))
    return outcome(number, " ".join(["club"] * len(payoffs)), payoffs, trajectory=gone, **more)


EVEN, UP, DOWN = (0.5, 0.5), (0.8, 0.2), (0.3, 0.7)


def test_a_duel_is_measured() -> None:
    told = measure(
        DUEL,
        [
            game(1, [1, 0], [EVEN, UP], moves=10),
            game(2, [1, 0], [EVEN, DOWN], moves=20),
            game(3, [0.5, 0.5], [EVEN, EVEN], moves=30, reason="repetition"),
            game(4, [0, 1], [UP, DOWN], moves=40),
        ],
    )
    assert [seat.value for seat in told.seats] == [0.625, 0.375]
    assert (told.imbalance, told.imbalance_by_chance) == (None, None)  # seat 2 is paid what seat 1 is not
    assert told.length.value == 25
    assert told.lengths == (10, 20, 30, 40)
    assert told.branching.value == 3
    assert told.drawn
    assert told.drawn.value == 0.25
    assert told.leads is not None
    assert told.leads.value == 0.25
    assert told.rate is not None
    assert told.rate.value == 100 / 8  # one change in eight positions
    assert told.drama is not None
    assert told.drama.value == pytest.approx((0 + 0.2 + 0.3) / 3)
    assert {reason: share.value for reason, share in told.endings.items()} == {"pool-full": 0.75, "repetition": 0.25}
    assert all(share.low < share.value < share.high for share in told.endings.values())
    assert told.ahead["repetition"].value == 0
    assert told.ahead["pool-full"].value == pytest.approx((0.6 + 0.4 + 0.4) / 3)
    assert (told.own, told.counts) == ({}, {})


def test_the_imbalance_of_three_seats_is_beside_that_of_chance() -> None:
    games = [game(number, [1, 0, 0] if number % 3 else [0, 1, 0], []) for number in range(1, 16)]
    told = measure(set_up("le-plouf", ["club"] * 3), games)
    assert told.imbalance
    assert told.imbalance_by_chance
    assert told.imbalance.value == pytest.approx(1 / 3)
    assert 0.2 < told.imbalance_by_chance < 0.3
    assert told.imbalance.low > 0


def test_a_game_has_measures_of_its_own() -> None:
    tower = {
        "trajectory": Trajectory(choices=(1, 1, 1), counts={"height": (0, 3, 2)}),
        "events": ({"place": 3, "drop": 1}, {"place": 5}),
    }
    told = measure(set_up("splash", ["club", "club"]), [outcome(1, "club club", [1, 0], **tower)])
    assert {name: estimate.value for name, estimate in told.own.items()} == {"height": 3, "falls": 0.125}
    assert told.counts == {"height": (3,)}
    assert (told.drama, told.leads) == (None, None)


@pytest.mark.parametrize(
    ("chances", "changes"),
    [
        ([EVEN, EVEN], 0),
        ([EVEN, UP, UP], 0),
        ([UP, DOWN, UP], 2),
        ([UP, (0.48, 0.52), UP], 0),
        ([UP, (0.43, 0.57), DOWN], 1),
        ([(0.4, 0.4, 0.2), (0.5, 0.3, 0.2), (0.2, 0.3, 0.5), (0.3, 0.5, 0.2)], 2),
    ],
)
def test_the_lead_changes_when_another_is_clearly_ahead(chances: list[tuple[float, ...]], changes: int) -> None:
    assert lead_changes(chances) == changes


def test_a_game_without_anything_to_measure_has_no_measure_of_its_own() -> None:
    bare = {"trajectory": Trajectory(choices=(1,)), "events": ({"take": 1}, {})}
    told = measure(set_up("splash", ["club", "club"]), [outcome(1, "club club", [1, 0], **bare)])
    assert (told.own, told.counts) == ({}, {})


def test_of_those_who_win_together_the_best_placed_counts() -> None:
    shared = outcome(1, "club club club", [0.5, 0.5, 0])
    assert winner_behind(shared, [(0.2, 0.4, 0.4)]) == 0
    assert winner_behind(shared, [(0.2, 0.3, 0.5), (0.6, 0.3, 0.1)]) == pytest.approx(0.1)


def test_a_game_that_all_share_has_no_drama() -> None:
    assert winner_behind(outcome(1, "club club", [0.5, 0.5]), [UP]) is None


def test_a_team_that_wins_together_has_not_drawn() -> None:
    teams = set_up("splash", ["club"] * 4, options={"teams": 2})
    together = outcome(1, "club club club club", [0.5, 0, 0.5, 0])
    assert winning(together, teams) == 1
    assert winning(together, set_up("splash", ["club"] * 4)) == 2


def test_two_of_three_that_win_have_not_tied() -> None:
    three = set_up("le-plouf", ["club"] * 3)
    games = [game(1, [0.5, 0.5, 0], []), game(2, [1 / 3] * 3, []), game(3, [1, 0, 0], []), game(4, [0.5, 0, 0.5], [])]
    told = measure(three, games)
    assert told.drawn
    assert told.tied
    assert (told.drawn.value, told.tied.value) == (0.75, 0.25)
    assert measure(DUEL, [game(1, [0.5, 0.5], [])]).tied is None


def test_games_of_any_length_are_seen_in_tenths() -> None:
    found = through([range(100), range(100)])
    assert [tenth.value for tenth in found] == pytest.approx([4.5 + 10 * tenth for tenth in range(10)])
    assert [tenth.value for tenth in through([[1.0, 2.0]])] == [1.0] * 5 + [2.0] * 5
    assert [tenth.value for tenth in through([[1.0, 2.0, 3.0], [5.0] * 20])] == [3.0] * 3 + [3.5] * 4 + [4.0] * 3
    assert through([[], []]) == ()
    one, other = through([[0.0] * 10, [0.0] * 5 + [1.0] * 5])[0], through([[0.0] * 10, [0.0] * 5 + [1.0] * 5])[9]
    assert (one.low, one.high) == (0, 0)
    assert (other.low, other.high > 1) == (0, True)  # two games, however many positions they have
    assert through([]) == ()


def test_the_average_of_lengths_has_the_usual_interval() -> None:
    assert average([10, 12, 14]) == pytest.approx((12, 12 - 4.303 * 2 / 3**0.5, 12 + 4.303 * 2 / 3**0.5), abs=1e-3)
    assert average([7]) == (7, 7, 7)
    assert average([0, 0, 1]).low == 0


def test_bots_that_never_vary_played_one_game() -> None:
    games = [game(number, [1, 0], [EVEN, UP], line=("a1", "a2")) for number in range(1, 30)]
    told = measure(DUEL, games)
    assert (told.games, told.alike, told.ways) == (1, 28, 1)
    assert told.first.low < 0.2
    dealt = set_up("plouf-party", ["club", "club"])
    assert (measure(dealt, games).games, measure(dealt, games).alike, measure(dealt, games).ways) == (29, 0, 29)


def test_games_of_bots_that_vary_all_count_so_that_what_is_common_does_not_seem_rare() -> None:
    games = [game(number, [1, 0], [EVEN, UP], moves=10, line=("a1", "a2")) for number in range(1, 30)]
    told = measure(DUEL, [*games, game(30, [0, 1], [EVEN, DOWN], moves=70, line=("a1", "a3"))])
    assert (told.games, told.alike, told.ways) == (30, 0, 2)
    assert told.length.value == 12
    assert told.first.value == pytest.approx(29 / 30)


def test_games_are_counted_by_their_numbers_to_be_compared() -> None:
    told = measure(DUEL, [game(3, [1, 0], [EVEN, UP], moves=10), game(5, [0.5, 0.5], [EVEN, DOWN], moves=20)])
    assert told.counted["length"] == {3: (10, 1), 5: (20, 1)}
    assert told.counted["first"] == {3: (1, 1), 5: (0.5, 1)}
    assert told.counted["drawn"] == {3: (False, 1), 5: (True, 1)}
    assert told.counted["drama"] == {3: (0, 1), 5: (0, 0)}


def test_noise_of_playouts_seldom_passes_for_a_change_of_the_lead() -> None:
    chance, changes = Random(1), 0
    for _ in range(20_000):
        first = chance.getrandbits(PLAYOUTS).bit_count() / PLAYOUTS
        changes += 2 * abs(first - 0.5) >= MARGIN
    assert 20 <= changes <= 120  # 0.0027 to both sides


def test_noise_of_playouts_makes_a_lead_of_two_equal_seats() -> None:
    chance = Random(1)
    firsts = [chance.getrandbits(PLAYOUTS).bit_count() / PLAYOUTS for _ in range(20_000)]
    assert fmean(lead((first, 1 - first)) for first in firsts) == pytest.approx(NOISE, rel=0.03)


def test_games_whose_moves_were_not_kept_all_count() -> None:
    told = measure(DUEL, [game(number, [1, 0], [EVEN, UP]) for number in (1, 2)])
    assert (told.games, told.alike) == (2, 0)
