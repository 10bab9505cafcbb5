"""The levels: they see what is in front of them, and a stronger one beats a weaker one."""

import pytest

import lido
from lido import bots
from lido.bots.levels import LEVELS

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
