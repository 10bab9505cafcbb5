"""Many games at once: each goes as the rules say, alone or among thousands."""

from typing import Any

import numpy as np
import pytest

import lido
from lido import vector
from lido.batch import MOST_POSITIONS, Batch
from lido.game import RecordGame, copied
from lido.games import find
from lido.kernel import uncompiled
from lido.planes import encoding
from tests.adapters.setups import PLACED, RECORDS, TO_AND_FRO, Setup, every_record, named


def made(setup: Setup, n: int, seed: int = 1) -> vector.VectorEnv:
    return vector.make(setup.game, players=setup.players, n=n, options=setup.options, seed=seed)


def held(envs: vector.VectorEnv) -> vector.ProcessorGames:
    """The games of environments that are played by the processor."""
    assert isinstance(envs._games, vector.ProcessorGames)
    return envs._games


def rules_of(setup: Setup) -> RecordGame:
    rules = find(setup.game)
    assert isinstance(rules, RecordGame)
    return rules


@pytest.mark.clause("LP-R6")
@pytest.mark.parametrize("setup", [setup for setup in RECORDS if setup.game == "le-plouf"], ids=named)
def test_every_game_goes_as_a_match_does(setup: Setup) -> None:
    rules, shown = rules_of(setup), encoding(setup.game, setup.players)
    envs = made(setup, 4)
    matches = [lido.new(setup.game, players=setup.players) for _ in range(4)]
    reasons = set()
    observations, infos = envs.reset()
    for _ in range(400):
        for game, match in enumerate(matches):
            player_view = match.player_view(int(infos["turn"][game]) + 1)
            assert match.turn == player_view.seat
            assert np.flatnonzero(infos["legal"][game]).tolist() == sorted(rules.legal(player_view.observation))
            assert np.array_equal(observations[game], shown.seen(player_view))
        actions = envs.sample()
        for game, match in enumerate(matches):
            assert match.turn
            match.play(rules.move_text(match.player_view(match.turn).observation, int(actions[game])))
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for game, match in enumerate(matches):
            assert terminations[game] == (match.result is not None)
            assert rewards[game].tolist() == pytest.approx(
                match.result.payoffs if match.result else [0] * setup.players
            )
            if match.result:
                reasons.add(match.result.reason)
                matches[game] = lido.new(setup.game, players=setup.players)
    assert "pool-full" in reasons


@pytest.mark.clause("LP-R6")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    envs = made(RECORDS[0], 2)
    for action in PLACED:
        observations, *_ = envs.step([action, action])
    assert (observations[0, -1] == 1).all()
    for action in TO_AND_FRO:
        observations, *_ = envs.step([action, action])
    assert (observations[0, -1] == 2).all()
    for action in TO_AND_FRO[:-1]:
        _, _, terminations, _, _ = envs.step([action, action])
        assert not terminations.any()
    _, rewards, terminations, _, infos = envs.step([TO_AND_FRO[-1], TO_AND_FRO[-1] - 1])
    assert terminations.tolist() == [True, False]
    assert rewards.tolist() == [[0.5, 0.5], [0, 0]]
    assert infos["legal"][0].sum() == 16


@every_record
def test_every_step_is_a_move_of_the_rules(setup: Setup) -> None:
    rules, shown = rules_of(setup), encoding(setup.game, setup.players)
    envs = made(setup, 6)
    batch = held(envs).batch
    states = batch.states
    paid = np.zeros(6)
    ended = 0
    for _ in range(300):
        before = [copied(state) for state in states]
        actions = envs.sample().copy()
        observations, rewards, terminations, _, infos = envs.step(actions)
        for game, state in enumerate(before):
            rules.rules.play(state, actions[game])
            if rules.rules.over(state):
                rules.rules.payoffs(state, paid)
                assert terminations[game]
                assert rewards[game].tolist() == paid[: setup.players].tolist()
                ended += 1
            elif not terminations[game]:
                assert bytes(state) == bytes(states[game])
                assert not rewards[game].any()
            turn = int(states[game].turn)
            assert infos["turn"][game] == turn
            assert np.flatnonzero(infos["legal"][game]).tolist() == sorted(rules.legal(states[game]))
            view = rules.observation(states[game], turn + 1)
            seen = shown.written(view, turn, int(batch.repetitions[game]))
            assert np.array_equal(observations[game], seen)
    assert ended or setup.game == "croc-pool"


@every_record
def test_the_same_seed_gives_the_same_games(setup: Setup) -> None:
    def played(seed: int) -> list[Any]:
        envs = made(setup, 300, seed)
        return [envs.step(envs.sample())[0].copy() for _ in range(40)]

    first, again, other = played(1), played(1), played(2)
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert not all(np.array_equal(one, two) for one, two in zip(first, other, strict=True))


def test_a_reset_with_a_seed_begins_the_games_of_that_seed() -> None:
    envs, other = made(RECORDS[4], 20, 1), made(RECORDS[4], 20, 2)
    for _ in range(10):
        envs.step(envs.sample())
    observations, _ = envs.reset(seed=2)
    assert np.array_equal(observations, other.reset()[0])


@pytest.mark.clause("PP-1", "PP-2")
def test_every_game_of_plouf_party_has_a_deal_of_its_own() -> None:
    envs = made(RECORDS[5], 400)
    observations, _ = envs.reset()
    colours = observations[:, :6]
    assert (colours.sum(axis=2) == 3).all()
    assert (colours.sum(axis=1) == 1).all()
    assert len(np.unique(colours.reshape(400, -1), axis=0)) == 400
    own = observations[:, envs.planes.index("colour 0"), ::3]
    assert (own.sum(axis=1) == 1).all()
    assert (own.sum(axis=0) > 30).all()  # of 400 among six colours


def test_a_move_that_is_not_legal_is_refused_and_no_game_goes_on() -> None:
    envs = made(RECORDS[0], 3)
    states = held(envs).batch.states
    before = states.copy()
    for wrong in ([0, 0, 336], [0, 0, -1], [0, 0, 9999]):
        with pytest.raises(lido.IllegalMove, match=f"Move {wrong[2]} is not legal in game 2"):
            envs.step(wrong)
    with pytest.raises(lido.BadSetup, match="one move for each of the 3 games"):
        envs.step([0, 0])
    assert (states == before).all()


def test_a_game_too_long_to_count_its_positions_is_cut() -> None:
    envs = made(RECORDS[0], 2)
    held(envs).batch.lengths[1] = MOST_POSITIONS - 1
    _, rewards, terminations, truncations, infos = envs.step([0, 0])
    assert truncations.tolist() == [False, True]
    assert not terminations.any()
    assert not rewards.any()
    assert infos["turn"].tolist() == [1, 0]
    assert infos["legal"][1].sum() == 16


def test_what_is_no_game_of_records_is_refused() -> None:
    with pytest.raises(lido.BadSetup, match="splash cannot be vectorised"):
        vector.make("splash", n=2)
    with pytest.raises(lido.BadSetup, match="at least one game"):
        vector.make("le-plouf", n=0)


@every_record
def test_the_loops_are_the_same_compiled_and_not(setup: Setup) -> None:
    envs, plain = made(setup, 3), held(made(setup, 3))
    compiled = held(envs)
    advance = uncompiled(plain.advance_all)
    for _ in range(60):
        actions = envs.sample().copy()
        plain.batch.rngs[:] = compiled.batch.rngs
        envs.step(actions)
        advance(plain.batch, plain.start, actions)
        for name in Batch._fields:
            assert np.array_equal(getattr(compiled.batch, name), getattr(plain.batch, name)), name
