"""Gymnasium's own checks on our games, and what they do not look at."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lido
from lido.adapters import gymnasium as adapter
from lido.planes import encoding
from tests.adapters.setups import Setup, every, every_record, one_of_each


def made(setup: Setup, **more: Any) -> Any:
    return gymnasium.make(adapter.name(setup.game), players=setup.players, options=setup.options, **more)


@one_of_each
def test_the_checks_of_gymnasium_pass(setup: Setup) -> None:
    check_env(made(setup).unwrapped, skip_render_check=True)


@one_of_each
def test_observations_are_flat_under_the_flat_name(setup: Setup) -> None:
    given: dict[str, Any] = {"players": setup.players, "options": setup.options}
    flat = gymnasium.make(adapter.name(setup.game, flat=True), **given)
    seen = flat.reset(seed=5)[0]
    assert flat.observation_space.contains(seen)
    assert np.array_equal(seen, made(setup).reset(seed=5)[0].ravel())


@every_record
def test_many_games_are_flat_under_the_flat_name(setup: Setup) -> None:
    given: dict[str, Any] = {"players": setup.players, "options": setup.options, "num_envs": 4}
    flat, planes = (gymnasium.make_vec(adapter.name(setup.game, flat=flat), **given) for flat in (True, False))
    assert np.array_equal(flat.reset(seed=5)[0], planes.reset(seed=5)[0].reshape(4, -1))


@every
def test_a_seat_sees_and_may_do_what_a_match_says(setup: Setup) -> None:
    env = made(setup, seat=1, illegal="raise")
    seen, info = env.reset(seed=5)
    match = lido.new(setup.game, players=setup.players, options=setup.options, seed=5)
    assert match.turn == 1
    assert np.array_equal(seen, encoding(setup.game, setup.players).seen(match.player_view(1)))
    assert np.array_equal(info["legal"], env.unwrapped.action_masks())
    assert env.unwrapped.render() == match._repr_svg_()
    with pytest.raises(lido.IllegalMove):
        env.step(int((~info["legal"]).argmax()))


@every_record
def test_a_game_is_played_to_its_end_against_bots(setup: Setup) -> None:
    env = made(setup, opponents="random")
    chance = np.random.default_rng(1)
    seats = set()
    for _ in range(setup.players):
        _, info = env.reset()
        seats.add(info["turn"])
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            _, reward, over, truncated, info = env.step(int(chance.choice(np.flatnonzero(info["legal"]))))
            assert not truncated
        assert 0 <= reward <= 1
    assert seats == set(range(setup.players))


def test_an_illegal_move_loses() -> None:
    env = gymnasium.make(adapter.name("le-plouf"))
    _, info = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(int((~info["legal"]).argmax()))
    assert (reward, terminated) == (0, True)


def test_each_opponent_may_have_a_level_of_its_own() -> None:
    env = gymnasium.make(adapter.name("plouf-party"), players=3, opponents=["gentle", "random"], iterations=5)
    env.reset(seed=1)
    with pytest.raises(lido.BadSetup, match="Bots for the other seats: 2 are needed, not 1"):
        gymnasium.make(adapter.name("plouf-party"), players=3, opponents=["gentle"])
    with pytest.raises(lido.BadSetup):
        gymnasium.make(adapter.name("plouf-party"), players=3, opponents="nobody")
    with pytest.raises(lido.BadSetup):
        gymnasium.make(adapter.name("plouf-party"), players=3, seat=4)


@every_record
def test_many_at_once_are_vector_environments(setup: Setup) -> None:
    envs = gymnasium.make_vec(adapter.name(setup.game), num_envs=8, players=setup.players, options=setup.options)
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    for _ in range(20):
        seen, rewards, *_ = envs.step(envs.action_space.sample())  # an illegal move loses
    assert rewards.shape == (8,)


@every_record
def test_processes_have_them_too(setup: Setup) -> None:
    envs = gymnasium.make_vec(
        adapter.name(setup.game), num_envs=2, vectorization_mode="sync", players=setup.players, options=setup.options
    )
    seen, infos = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert infos["legal"].any(axis=1).all()
