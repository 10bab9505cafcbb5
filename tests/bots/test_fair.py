"""A bot plays from what its seat has seen: in worlds the seat cannot tell apart it plays the same."""

import random

import numpy as np
import pytest

import lido
from lido import bots
from lido.game import RecordGame
from lido.match import Match, PlayerView
from lido.rng import seeded

GAMES = [(game.id, players) for game in lido.games() if isinstance(game, RecordGame) for players in game.players]


def in_the_middle(game: str, players: int, seed: int) -> Match:
    """A game that random players have played for a while."""
    match = lido.new(game, players=players, seed=seed)
    choice = random.Random(seed)
    for _ in range(choice.randrange(40)):
        before = match.moves
        match.play(choice.choice(match.legal_moves()))
        if match.result:
            match.undo()
            assert match.moves == before
    return match


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_bot_can_take_any_seat_at_any_moment(game: str, players: int, level: str) -> None:
    for seed in range(3):
        match = in_the_middle(game, players, seed)
        assert match.turn
        assert (
            bots.bot(level, seed=1).choose(match.player_view(match.turn), iterations=1 + 30 * seed)
            in match.legal_moves()
        )


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_same_seed_and_iterations_give_the_same_move(game: str, players: int, level: str) -> None:
    match = in_the_middle(game, players, 7)
    assert match.turn
    moves = {bots.bot(level, seed=4).choose(match.player_view(match.turn), iterations=50) for _ in range(3)}
    assert len(moves) == 1


def other_world(match: Match, seat: int, seed: int) -> np.record:
    """A state that `seat` cannot tell from the truth."""
    assert isinstance(match.game, RecordGame)
    world: np.record = match.player_view(seat).observation
    match.game.rules.redeal(world, seeded(seed))
    return world


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), [("plouf-party", 2), ("plouf-party", 4), ("croc-pool", 2)])
def test_worlds_that_look_the_same_are_played_the_same(game: str, players: int, level: str) -> None:
    for seed in range(12):
        match = in_the_middle(game, players, seed)
        seat = match.turn
        assert seat
        player_view = match.player_view(seat)
        world = other_world(match, seat, seed)
        elsewhere = PlayerView(**{**vars(player_view), "observation": match.game.observation(world, seat)})
        here, there = (bots.bot(level, seed).choose(one, iterations=60) for one in (player_view, elsewhere))
        assert here == there


def test_a_sight_has_no_way_to_the_truth() -> None:
    match = lido.new("plouf-party", players=4, seed=1)
    player_view = match.player_view(1)
    before = match.record()
    player_view.observation.tokens[:] = 0
    player_view.observation.ring[:] = 0
    assert match.record() == before
    assert match.player_view(1).observation.tokens[0] != 0 or match.view(1)["tokens"][0] == "R"
    reachable = [value for value in vars(player_view).values() if isinstance(value, Match)]
    assert reachable == []
