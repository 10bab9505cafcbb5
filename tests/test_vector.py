"""Many games at once: each goes as the rules say, alone or among thousands."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import lido
from lido import vector
from lido.batch import MOST_POSITIONS, Batch
from lido.game import RecordGame, copied
from lido.games import find
from lido.kernel import uncompiled
from lido.planes import encoding
from lido.vector.games import ProcessorGames
from tests.adapters.setups import PLACED, RECORDS, TO_AND_FRO, Setup, every_record, named


def made(setup: Setup, n: int, seed: int = 1) -> vector.VectorEnv:
    return vector.make(setup.game, players=setup.players, n=n, options=setup.options, seed=seed)


def held(envs: vector.VectorEnv) -> ProcessorGames:
    """The games of environments that are played by the processor."""
    assert isinstance(envs._games, ProcessorGames)
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
        with pytest.raises(lido.IllegalMove, match=f"Move {wrong[2]}( \\(pass\\))? is not legal in game 2"):
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
    with pytest.raises(lido.BadSetup, match="cannot play splash"):
        vector.make("splash", n=2)
    with pytest.raises(lido.BadSetup, match="n is a whole number from 1, not 0"):
        vector.make("le-plouf", n=0)


@every_record
def test_the_loops_are_the_same_compiled_and_not(setup: Setup) -> None:
    envs, plain = made(setup, 3), held(made(setup, 3))
    compiled = held(envs)
    advance = uncompiled(plain.advance_share)
    for _ in range(60):
        actions = envs.sample().copy()
        plain.batch.rngs[:] = compiled.batch.rngs
        envs.step(actions)
        advance(plain.batch, plain.start, actions, plain.finals, plain.viewers, True, np.zeros(1, dtype=np.int64))
        for name in Batch._fields:
            assert np.array_equal(getattr(compiled.batch, name), getattr(plain.batch, name)), name


def test_a_game_that_begins_again_in_the_same_step_tells_its_last_observation() -> None:
    envs = made(RECORDS[0], 2)
    for action in PLACED + TO_AND_FRO + TO_AND_FRO[:-1]:
        *_, infos = envs.step([action, action])
        assert "final_obs" not in infos
    *_, infos = envs.step([TO_AND_FRO[-1], TO_AND_FRO[-1] - 1])
    assert infos["_final_obs"].tolist() == [True, False]
    assert infos["final_obs"][1] is None
    assert infos["final_obs"][0].shape == envs.single_observation_space.shape
    assert (infos["final_obs"][0][-1] == 3).all()  # the position has occurred three times


def test_a_game_may_show_its_end_and_begin_again_in_the_next_step() -> None:
    setup = RECORDS[0]
    envs = vector.make(setup.game, players=2, n=2, seed=1, autoreset_mode=AutoresetMode.NEXT_STEP)
    for action in PLACED + TO_AND_FRO + TO_AND_FRO[:-1]:
        envs.step([action, action])
    observations, rewards, terminations, _, _ = envs.step([TO_AND_FRO[-1], TO_AND_FRO[-1] - 1])
    assert terminations.tolist() == [True, False]
    assert rewards.tolist() == [[0.5, 0.5], [0, 0]]
    assert (observations[0, -1] == 3).all()
    legal = int(np.flatnonzero(envs._infos["legal"][1])[0])
    observations, rewards, terminations, _, infos = envs.step([9999, legal])
    assert not terminations.any()
    assert not rewards.any()
    assert infos["legal"][0].sum() == 16


def test_what_comes_back_is_a_copy_unless_buffers_are_asked_for() -> None:
    envs = made(RECORDS[0], 2)
    first, infos = envs.reset()
    mask, seen = infos["legal"].copy(), first.copy()
    envs.step([0, 1])
    assert np.array_equal(first, seen)
    assert np.array_equal(infos["legal"], mask)
    envs = vector.make("le-plouf", players=2, n=2, seed=1, copy=False)
    first, infos = envs.reset()
    again, *_ = envs.step([0, 1])
    assert again is first or np.shares_memory(again, first)


def test_a_reset_without_a_seed_begins_new_games() -> None:
    setup = RECORDS[5]
    envs, same = made(setup, 20, 1), made(setup, 20, 1)
    first, _ = envs.reset()
    assert np.array_equal(first, same.reset()[0])
    envs.step(envs.sample())
    second, _ = envs.reset()
    assert not np.array_equal(first, second)
    assert not np.array_equal(second, envs.reset()[0])  # though nobody has moved
    assert np.array_equal(envs.reset(seed=1)[0], first)
    assert not np.array_equal(envs.reset()[0], first)


def test_a_reset_may_change_the_options_of_the_game() -> None:
    envs = vector.make("plouf-party", players=3, n=4, seed=1)
    envs.reset(options={"memory": "none"})
    assert (held(envs).batch.states["memory"] != made(RECORDS[5], 1)._games.arrays["states"]["memory"][0]).all()
    with pytest.raises(lido.BadSetup):
        envs.reset(options={"memory": "elephant"})


@pytest.mark.parametrize("seed", [1.5, True, [1, 2]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(lido.BadSetup, match="A seed is a whole number or a text"):
        made(RECORDS[0], 2).reset(seed=seed)


def test_many_threads_play_as_one_does() -> None:
    setup = RECORDS[5]
    alone, crowd = (
        vector.make(setup.game, players=setup.players, n=1000, seed=1, threads=threads) for threads in (1, 4)
    )
    for _ in range(30):
        one, many = alone.step(alone.sample()), crowd.step(crowd.sample())
        assert np.array_equal(one[0], many[0])
        assert np.array_equal(one[1], many[1])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"autoreset_mode": "same_step"}, "gymnasium.vector.AutoresetMode, not 'same_step'"),
        ({"autoreset_mode": AutoresetMode.DISABLED}, "AutoresetMode.DISABLED is not supported"),
        ({"opponents": "random", "autoreset_mode": AutoresetMode.DISABLED}, "AutoresetMode.DISABLED is not supported"),
        ({"opponents": "random", "illegal": "ignore"}, 'illegal is "raise" or "lose", not \'ignore\''),
        ({"illegal": "lose"}, "illegal is for one seat against others"),
        ({"seat": 1}, "seat is for one seat against others"),
        ({"opponents": "random", "seat": 0}, "There is no seat 0"),
        ({"opponents": "random", "seat": 9}, "There is no seat 9"),
        ({"opponents": "random", "seat": "1"}, "A seat is a whole number, not '1'"),
        ({"n": "4"}, "n is a whole number from 1, not '4'"),
        ({"threads": 1.5}, "threads is a whole number from 1, not 1.5"),
    ],
)
def test_what_cannot_be_made_is_said(more: dict[str, Any], said: str) -> None:
    with pytest.raises(lido.BadSetup, match=said):
        vector.make("le-plouf", **({"n": 2} | more))


@every_record
def test_every_move_can_be_said_as_text_in_every_position(setup: Setup) -> None:
    envs = made(setup, 8)
    rules = rules_of(setup)
    for _ in range(30):
        for game, state in enumerate(held(envs).batch.states):
            texts = [envs.move_text(move, game) for move in range(envs.action_count)]
            for move in rules.legal(state):
                assert rules.parse_move(state, texts[move]) == move
        envs.step(envs.sample())
    for wrong in ((-1, 0), (9999, 0), (0, 8), ("a1", 0)):
        with pytest.raises(lido.IllegalMove):
            envs.move_text(*wrong)
