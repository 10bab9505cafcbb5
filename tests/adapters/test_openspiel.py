"""OpenSpiel's own checks and algorithms on our games, and what they do not look at."""

import json
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, minimax, outcome_sampling_mccfr

import lido
from lido.adapters import openspiel
from lido.chance import Chance
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


def test_a_chance_that_draws_before_moves_says_which_moves_wait() -> None:
    with pytest.raises(TypeError, match="no moves that wait"):
        type("Silent", (Chance,), {"draw_before": lambda self, state, move: None})


def an_end(turns: int, zero_sum: bool = False) -> pyspiel.Game:
    """An end of Plouf Party with at most so many turns to go, from two on."""
    moves = NEARLY_OVER["moves"]
    position = NEARLY_OVER | {"moves": moves[: len(moves) - 2 * (turns - 2)]}
    return openspiel.load("plouf-party", players=2, position=position, zero_sum=zero_sum)


def test_cfr_solves_an_end_of_plouf_party() -> None:
    game = pyspiel.load_game(f"cached_tree(game={an_end(3, zero_sum=True)})")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert len(solver._info_state_nodes) == 620
    assert exploitability.exploitability(game, policy.UniformRandomPolicy(game)) > 0.3
    assert exploitability.exploitability(game, solver.average_policy()) < 0.01


def test_outcome_sampling_learns_an_end_of_plouf_party() -> None:
    game = an_end(2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(300):
        solver.iteration()
    learnt = exploitability.exploitability(game, solver.average_policy())
    assert learnt < exploitability.exploitability(game, policy.UniformRandomPolicy(game))


def in_the_middle(seed: int, moves: int = 14) -> pyspiel.State:
    """A game of Plouf Party for three after some random moves, none an accusation."""
    state, chance = openspiel.load("plouf-party", players=3).new_initial_state(), random.Random(seed)
    while state.is_chance_node() or moves:
        moves -= not state.is_chance_node()
        quiet = [action for action in state.legal_actions() if "accuse" not in state.action_to_string(action)]
        state.apply_action(chance.choice(quiet))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_a_state_is_resampled_among_those_that_the_player_cannot_tell_apart(seed: int) -> None:
    state = in_the_middle(seed)
    player, chance = state.current_player(), random.Random(seed)
    worlds = [state.resample_from_infostate(player, chance.random) for _ in range(12)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history()[-14:] == state.history()[-14:]
    assert len({str(world.point.state.tokens) + str(world.point.state.numbers) for world in worlds}) > 6


def test_what_a_player_does_not_see_has_no_bearing_on_a_resampled_state() -> None:
    one, other = dealt((0, 1, 2), 0), dealt((0, 2, 5), 3)
    for state in (one, other):
        state.apply_action(17)
    assert one.history() != other.history()
    same = [state.resample_from_infostate(0, lambda: 0.25).history() for state in (one, other)]
    assert same[0] == same[1]


def test_a_state_without_secrets_is_its_own_resample() -> None:
    state = openspiel.load("croc-pool").new_initial_state()
    assert state.resample_from_infostate(0, random.random).history() == state.history()


def test_the_ismcts_of_openspiel_plays() -> None:
    state, chance = in_the_middle(1, moves=24), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        max_simulations=6,
        random_state=chance,
    )
    assert bot.step(state) in state.legal_actions()


def test_alpha_beta_plays_a_game_that_adds_up_to_nothing() -> None:
    game = openspiel.load("le-plouf", zero_sum=True)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    state = game.new_initial_state()
    for action in PLACED + TO_AND_FRO + TO_AND_FRO[:-2]:
        state.apply_action(action)
    value, action = minimax.alpha_beta_search(
        game, state=state, maximum_depth=2, value_function=lambda _: 0.0, maximizing_player_id=state.current_player()
    )
    assert value == 0
    assert action in state.legal_actions()


def test_payoffs_that_add_up_to_nothing_count_what_is_more_than_an_even_share() -> None:
    game, chance = openspiel.load("plouf-party", players=3, zero_sum=True), random.Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) in (pytest.approx(2), pytest.approx(0.5), pytest.approx(0))


@pytest.mark.parametrize("kind", ["MCTSBot", "ISMCTSBot"])
def test_a_bot_in_cpp_refuses_with_a_sentence_and_still_plays_other_games(kind: str) -> None:
    def bot(game: pyspiel.Game) -> pyspiel.Bot:
        guess = pyspiel.RandomRolloutEvaluator(1, 1)
        if kind == "MCTSBot":
            return pyspiel.MCTSBot(game, guess, 1.0, 5, 10, False, 1, False)
        last = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(1, guess, 1.0, 5, -1, last, False, False)

    state = in_the_middle(1)
    refused = rf"OpenSpiel's {kind} is written in C\+\+"
    with pytest.raises(lido.BadSetup, match=refused):
        bot(state.get_game()).step(state)
    with pytest.raises(lido.BadSetup, match=refused):
        pyspiel.evaluate_bots(state, [bot(state.get_game())] * 3, 1)
    theirs = pyspiel.load_game("tic_tac_toe" if kind == "MCTSBot" else "kuhn_poker")
    state = theirs.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot(theirs).step(state) in state.legal_actions()


def test_a_playthrough_is_written() -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: PLC0415 - it takes a second

    text = playthrough("lido_plouf_party(players=3)", action_sequence=None, seed=1)
    assert "InformationStateString(2)" in text
    assert "lido_plouf_party" in text


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
