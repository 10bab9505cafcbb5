"""The levels: they see what is in front of them, and a stronger one beats a weaker one."""

import pytest

import lido
from lido import bots
from lido.bots.levels import ENDS, LEVELS, Searcher, matching
from lido.bots.search import Found
from lido.errors import BadSetup

# The pool has one free cell, b2. A pawn that walks onto b1 pushes B's pawn there into it, and A is alone on the rim.
WIN_IN_ONE = "5/1ABA1/1BAB1/2BA1/AB3 1 A 2"


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_in_one_is_taken(level: str) -> None:
    match = lido.new("le-plouf", position=WIN_IN_ONE)
    for seed in range(5):
        assert bots.bot(level, seed).choose(match.player_view(1), iterations=200) == "a1-b1"


def test_a_win_in_one_is_worth_a_win() -> None:
    worth = dict(bots.analyse(lido.new("le-plouf", position=WIN_IN_ONE).player_view(1), iterations=200, seed=1))
    assert worth["a1-b1"] == 1.0
    assert list(worth) == sorted(worth)


def score(better: str, worse: str, games: int) -> float:
    """What the better of two levels is paid on average over seeded games of Le Plouf, from both seats."""
    paid = 0.0
    for number in range(games):
        match = lido.new("le-plouf", seed=number)
        seats = (better, worse) if number % 2 else (worse, better)
        players = [bots.bot(level, f"{number}-{level}") for level in seats]
        while match.turn:
            match.play(players[match.turn - 1].choose(match.player_view(match.turn)))
        assert match.result
        paid += match.result.payoffs[seats.index(better)]
    return paid / games


@pytest.mark.parametrize(("better", "worse"), [("gentle", "random"), ("club", "gentle")])
def test_a_level_beats_the_one_below(better: str, worse: str) -> None:
    assert score(better, worse, games=12) > 0.7


def test_the_only_move_takes_no_thought() -> None:
    match = lido.new("le-plouf", position="AB3/1A1A1/1B1B1/1ABB1/2A2 1 B 2")
    assert bots.bot("expert", 1).choose(match.player_view(2), iterations=10**12) == "b5-c5"


def test_a_bot_without_time_still_plays() -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    assert bots.bot("expert", 1).choose(match.player_view(1), ms=0) in match.legal_moves()


def test_a_bot_told_how_long_plays_a_legal_move_on_several_threads() -> None:
    match = lido.new("croc-pool", seed=1)
    assert bots.bot("expert", threads=2).choose(match.player_view(1), ms=20) in match.legal_moves()


BLUNDERS = {1: Found(30, 0.6, 0.5), 2: Found(20, 0.55, 0.4), 3: Found(8, 0.3, 0.09), 4: Found(2, 0.02, 0.01)}
"""What a search may have found: a good move, one nearly as good, a worse one, and one that gives the game away."""


def choices(level: str, found: dict[int, Found], times: int = 400) -> list[int]:
    return [Searcher(LEVELS[level], seed).choice(found, 2) for seed in range(times)]


def test_the_weaker_a_level_the_more_it_errs_and_none_gives_the_game_away() -> None:
    right = {level: choices(level, BLUNDERS).count(1) for level in LEVELS}
    assert right["gentle"] < right["club"] < right["expert"] == 400
    assert choices("gentle", BLUNDERS).count(3) > 20
    assert choices("club", {**BLUNDERS, 3: Found(8, 0.1, 0.09)}).count(3) == 0
    for level in LEVELS:
        lost = {1: Found(40, 0.9, 0.1), 2: Found(2, 0.0, 0.9)}
        assert choices(level, lost).count(2) == 0


def test_a_sure_win_is_taken_however_natural_another_move_looks() -> None:
    for level in LEVELS:
        assert set(choices(level, {1: Found(40, 1.0, 0.02), 2: Found(5, 0.9, 0.98)}, 50)) == {1}


def test_a_quiet_move_is_overlooked_more_often_than_a_natural_one() -> None:
    natural = choices("gentle", {1: Found(30, 0.6, 0.8), 2: Found(20, 0.5, 0.2)}).count(1)
    quiet = choices("gentle", {1: Found(30, 0.6, 0.02), 2: Found(20, 0.5, 0.98)}).count(1)
    assert natural > quiet + 40


RATED = {"random": 0.0, "gentle": 15.0, "club": 25.0, "expert": 40.0}


def test_a_level_for_a_rating_is_that_of_the_rating_or_between_two() -> None:
    assert matching(15.0, RATED) == LEVELS["gentle"]
    assert matching(25.0, RATED) == LEVELS["club"]
    assert matching(99.0, RATED) == ENDS["expert"]
    assert matching(-9.0, RATED) == ENDS["random"]
    between = matching(20.0, RATED)
    assert LEVELS["club"].blur < between.blur < LEVELS["gentle"].blur
    assert between.attention == pytest.approx((LEVELS["gentle"].attention + LEVELS["club"].attention) / 2)


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_every_level_has_a_rating_and_the_ladder_is_in_order(game: str) -> None:
    rated = bots.ratings(game)
    assert set(bots.LEVELS) <= set(rated)
    for weaker, stronger in zip(bots.LEVELS, bots.LEVELS[1:], strict=False):
        assert rated[weaker].high < rated[stronger].low or "club" in (weaker, stronger)
        assert rated[weaker].mean < rated[stronger].mean
    assert all(one.low <= one.mean <= one.high for one in rated.values())


def test_a_bot_of_somebody_s_rating_plays_and_others_are_refused() -> None:
    match = lido.new("croc-pool", seed=1)
    assert bots.bot("match-21", 1).choose(match.player_view(1)) in match.legal_moves()
    bots.check_level("match-0", "le-plouf", 3)
    for level in ("match", "match-", "match-x", "match--3", "match-123", "match-2.5"):
        with pytest.raises(BadSetup):
            bots.bot(level)
        with pytest.raises(BadSetup):
            bots.check_level(level, "le-plouf", 2)
    with pytest.raises(BadSetup):
        bots.check_level("match-21", "splash", 2)


def test_without_a_rating_of_its_levels_no_game_has_a_level_for_one() -> None:
    assert bots.ratings("cannonball") == {}
    assert not bots.has_match("cannonball")
