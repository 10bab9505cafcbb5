"""Many games at once, in each of which a program plays one seat and others the rest."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import lido
from lido import vector
from tests.adapters.setups import Setup, every_record


@every_record
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_wrappers_of_gymnasium_work_on_one_seat_against_others(setup: Setup, mode: AutoresetMode) -> None:
    envs = vector.make(
        setup.game, players=setup.players, options=setup.options, n=24, seed=2, opponents="random", autoreset_mode=mode
    )
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    counted: Any = wrappers.RecordEpisodeStatistics(envs)
    shown: Any = counted
    if mode == AutoresetMode.NEXT_STEP:  # others of Gymnasium's wrappers allow nothing else
        shown = wrappers.DtypeObservation(wrappers.FlattenObservation(counted), np.float32)
    observations, infos = shown.reset(seed=3)
    assert observations in shown.observation_space
    returns: list[float] = []
    for _ in range(300):
        observations, rewards, terminations, truncations, infos = shown.step(envs.sample())
        assert observations in shown.observation_space
        assert rewards.shape == (24,)
        over = terminations | truncations
        assert not rewards[~over].any()
        waiting = envs._games.batch.turns == infos["turn"]
        assert waiting[~over if mode == AutoresetMode.NEXT_STEP else slice(None)].all()
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    if setup.game != "croc-pool":
        assert np.mean(returns) == pytest.approx(1 / setup.players, abs=0.15)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_a_game_that_ends_before_the_first_turn_of_the_seat_is_no_episode(mode: AutoresetMode) -> None:
    envs = vector.make("plouf-party", players=6, n=128, seed=1, opponents="random", autoreset_mode=mode)
    counted = wrappers.RecordEpisodeStatistics(envs)
    counted.reset()
    over, paid, told, episodes = np.zeros(128, dtype=np.bool_), 0.0, 0.0, 0
    for _ in range(250):
        _, rewards, terminations, _, infos = counted.step(envs.sample())
        if mode == AutoresetMode.NEXT_STEP:
            assert not rewards[over].any()
            assert not terminations[over].any()
        over = terminations
        paid += rewards.sum()
        if "episode" in infos:
            told += infos["episode"]["r"][infos["_episode"]].sum()
            assert (infos["episode"]["l"][infos["_episode"]] > 0).all()
        episodes += int(over.sum())
    assert episodes > 500
    assert told == pytest.approx(paid)


def test_an_illegal_move_loses_where_that_is_wanted() -> None:
    envs = vector.make("le-plouf", players=2, n=3, seed=1, opponents="random", seat=1, illegal="lose")
    envs.reset()
    _, rewards, terminations, _, infos = envs.step([0, 336, -5])
    assert terminations.tolist() == [False, True, True]
    assert not rewards.any()
    assert infos["legal"].sum(axis=1).tolist() == [14, 16, 16]
    strict = vector.make("le-plouf", players=2, n=3, seed=1, opponents="random", seat=1)
    with pytest.raises(lido.IllegalMove, match=r"Move 336 \(pass\) is not legal in game 1"):
        strict.step([0, 336, 0])


def test_opponents_are_not_levels_of_bots() -> None:
    with pytest.raises(lido.BadSetup, match="not 'gentle'"):
        vector.make("le-plouf", n=3, opponents="gentle")  # type: ignore[call-overload]


def test_opponents_may_be_a_program_which_sees_what_its_seat_sees() -> None:
    asked: list[int] = []

    def first_legal(seen: Any, infos: Any) -> Any:
        asked.append(len(seen))
        assert seen.shape[1:] == (11, 5, 5)
        assert (infos["turn"] == 1).all()
        return infos["legal"].argmax(axis=1)

    envs = vector.make("le-plouf", players=2, n=4, seed=1, opponents=first_legal, seat=1)
    envs.reset()
    envs.step([3, 3, 3, 3])
    assert asked == [4]
    assert (envs._games.batch.moves[:, 0] != 0).all()  # the opponent stands on the first cell


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([336, 336], r"The opponents played move 336 \(pass\) in game 0"),
        (
            [1.0, 1.0],
            r"a whole number for each of the 2 games that wait for them, not an array of shape \(2,\), float64",
        ),
        ([1], "not an array of shape"),
    ],
)
def test_what_opponents_do_wrong_is_said_of_them(moves: list[Any], said: str) -> None:
    envs = vector.make("le-plouf", players=2, n=2, seat=1, opponents=lambda seen, infos: np.array(moves))
    with pytest.raises(lido.LidoError, match=said):
        envs.step([0, 0])
