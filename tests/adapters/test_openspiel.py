"""OpenSpiel's own checks and algorithms on our games, and what they do not look at."""

import json
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, mcts

import lido
from lido.adapters import openspiel
from lido.game import RecordGame
from tests.adapters.setups import PLACED, TO_AND_FRO, Setup, every, one_of_each

NEARLY_OVER = json.loads((Path(__file__).parent / "nearly-over.json").read_text())
"""Plouf Party: two players, four colours left with a pawn each, and two turns to go."""


def loaded(setup: Setup) -> pyspiel.Game:
    return openspiel.load(setup.game, players=setup.players, options=setup.options)


@every
def test_random_games_pass_the_checks_of_openspiel(setup: Setup) -> None:
    pyspiel.random_sim_test(loaded(setup), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_the_mcts_of_openspiel_plays(game: str) -> None:
    spiel = openspiel.load(game)
    chance = np.random.RandomState(1)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice([outcome for outcome, _ in state.chance_outcomes()]))
    bot = mcts.MCTSBot(spiel, 1.0, 5, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_cfr_learns_a_small_end_of_plouf_party() -> None:
    game = openspiel.load("plouf-party", players=2, position=NEARLY_OVER)
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    learnt = exploitability.exploitability(game, solver.average_policy())
    assert learnt < exploitability.exploitability(game, policy.UniformRandomPolicy(game))


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 2), ("le-plouf", 4), ("croc-pool", 2)])
def test_a_game_goes_as_a_match_does(game: str, players: int) -> None:
    match, state = lido.new(game, players=players, seed=3), openspiel.load(game, players=players).new_initial_state()
    rules, chance = match.game, random.Random(3)
    assert isinstance(rules, RecordGame)
    while match.turn:
        assert state.current_player() == match.turn - 1
        observation = match.player_view(match.turn).observation
        assert sorted(state.action_to_string(action) for action in state.legal_actions()) == match.legal_moves()
        move = chance.choice(state.legal_actions())
        events = match.play(rules.move_text(observation, move))
        state.apply_action(move)
        if state.is_chance_node():  # nobody knew the number until now
            state.apply_action(next(event["number"] for event in events if event["event"] == "flip"))
    assert match.result
    assert state.is_terminal()
    assert tuple(state.returns()) == match.result.payoffs


@pytest.mark.clause("LP-R6")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    state = openspiel.load("le-plouf").new_initial_state()
    for action in PLACED + TO_AND_FRO + TO_AND_FRO[:-1]:
        assert not state.is_terminal()
        state.apply_action(action)
    assert not state.is_terminal()
    state.apply_action(TO_AND_FRO[-1])
    assert state.is_terminal()
    assert state.returns() == [0.5, 0.5]


@one_of_each
def test_what_chance_may_do_adds_up_to_one(setup: Setup) -> None:
    state, chance = loaded(setup).new_initial_state(), random.Random(1)
    for _ in range(200):
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        if setup.game == "splash" and state.move_number() > 40:
            break
        state.apply_action(chance.choice(state.legal_actions()))


def dealt(tokens: tuple[int, ...], order: int) -> pyspiel.State:
    """Plouf Party for three with the pawns in the order of their colours, these colours, these numbers under red."""
    state = openspiel.load("plouf-party", players=3).new_initial_state()
    for space in range(18):
        state.apply_action(space // 3)
    for token in tokens:
        state.apply_action(token)
    for colour in range(6):
        state.apply_action(8 * order if colour == 0 else 0)
    return state


def test_a_player_cannot_tell_worlds_apart_that_differ_in_what_it_has_not_seen() -> None:
    one, other = dealt((0, 1, 2), 0), dealt((0, 2, 5), 3)
    for state in (one, other):
        state.apply_action(17)
        state.apply_action(19)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(1) != other.observation_tensor(1)


def test_an_information_state_remembers_the_moves_and_the_numbers_they_showed() -> None:
    state = dealt((0, 1, 2), 0)
    state.apply_action(17)
    planes = 3 * 18 * 5 + 18 * 18  # five planes a seat and eighteen others
    history = np.array(state.information_state_tensor(0)[planes:]).reshape(-1, 8)
    assert history[0].tolist() == [1, 0, 0, 0, 1, 0, 1, 1]  # 17 in six bits, then the 3 under the last purple pawn
    assert not history[1:].any()


def test_a_position_is_part_of_a_game_and_survives_being_written_down() -> None:
    game = openspiel.load("croc-pool", position="c3:r d9:y(2) | R:- Y:- | R open 58")
    state = game.new_initial_state()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


def test_numbers_that_a_spectator_does_not_know_are_drawn_anew() -> None:
    state = openspiel.load("croc-pool", position="c3:r(4) d9:Y2 | R:R1,r(5) Y:- | R open 58").new_initial_state()
    flip = next(action for action in state.legal_actions() if state.action_to_string(action) == "flip c3")
    state.apply_action(flip)
    assert state.chance_outcomes() == [(number, 0.2) for number in (2, 3, 4, 5, 6)]
    state.apply_action(3)
    assert "R3" in str(state)
