"""PettingZoo's own suites, unchanged, and what they do not look at."""

import sys
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import make as registered
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import lido
from lido.adapters import pettingzoo
from lido.adapters.actions import actions
from lido.planes import encoding
from tests.adapters.setups import Setup, every, one_of_each

CYCLES = {"splash": 10}
"""How long the suites may play; the physics of a tower takes its time."""

# What the suite says of every environment with a mask beside the observation, unless it knows it by name; and that the
# planes of Splash! are no picture.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:The observation contains negative numbers"),
]


def made(setup: Setup, **more: Any) -> Any:
    return pettingzoo.env(setup.game, players=setup.players, options=setup.options, **more)


@every
def test_the_api_suite_passes(setup: Setup) -> None:
    api_test(made(setup), num_cycles=CYCLES.get(setup.game, 200))


@every
def test_the_seed_suite_passes(setup: Setup) -> None:
    seed_test(partial(made, setup), num_cycles=CYCLES.get(setup.game, 50))


@every
def test_the_max_cycles_suite_passes(setup: Setup) -> None:
    together = partial(pettingzoo.parallel_env, setup.game, players=setup.players, options=setup.options)
    max_cycles_test(SimpleNamespace(parallel_env=together, env=lambda **limit: parallel_to_aec(together(**limit))))


@one_of_each
def test_the_performance_suite_runs(
    setup: Setup, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(step=0.25)  # the suite plays for five seconds, asking for the time after every cycle
    suite = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(suite, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(made(setup))
    assert "Finished performance benchmark" in capsys.readouterr().out


@one_of_each
def test_an_environment_plays_the_game_of_a_match_with_its_seed(setup: Setup) -> None:
    env = made(setup)
    env.reset(seed=7)
    match = lido.new(setup.game, players=setup.players, options=setup.options, seed=7)
    shown, chance = encoding(setup.game, setup.players), np.random.default_rng(7)
    for _ in range(60):
        if not match.turn:
            break
        player_view = match.player_view(match.turn)
        observation, *_ = env.last()
        assert env.agent_selection == f"seat_{match.turn}"
        assert np.array_equal(observation["observation"], shown.seen(player_view))
        legal = actions(setup.game).legal(player_view.observation)
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        action = int(chance.choice(legal))
        text, details = actions(setup.game).move(player_view.observation, action)
        match.play(text, **details)
        env.step(action)
    assert env.unwrapped.render() == match._repr_svg_()


def test_the_payoffs_are_paid_at_the_end() -> None:
    env = pettingzoo.env("le-plouf", players=3)
    env.reset(seed=1)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            paid[agent] = reward
        else:
            assert reward == 0
        env.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert sorted(paid) == ["seat_1", "seat_2", "seat_3"]
    assert sum(paid.values()) == pytest.approx(1)


def test_an_agent_that_is_not_to_act_has_no_legal_actions() -> None:
    env = pettingzoo.env("plouf-party", players=3)
    env.reset(seed=1)
    assert env.observe("seat_1")["action_mask"].any()
    assert not env.observe("seat_2")["action_mask"].any()


def test_a_raw_environment_refuses_what_is_not_legal_and_changes_nothing() -> None:
    env = pettingzoo.raw_env("le-plouf")
    env.reset(seed=1)
    before = env.observe("seat_1")["observation"]
    with pytest.raises(lido.IllegalMove, match="Action 336 of seat_1 is not legal here"):
        env.step(336)
    assert np.array_equal(env.observe("seat_1")["observation"], before)
    assert env.agent_selection == "seat_1"


def test_when_all_act_together_only_the_one_whose_turn_it_is_plays() -> None:
    env = pettingzoo.parallel_env("le-plouf")
    env.reset(seed=1)
    *_, infos = env.step({"seat_1": 336, "seat_2": 3})
    assert "Action 336 of seat_1 is not legal" in infos["seat_1"]["refused"]
    assert "Action 3 of seat_2 is not legal" in infos["seat_2"]["refused"]
    seen, *_, infos = env.step({"seat_1": 3, "seat_2": env.no_op})
    assert infos == {"seat_1": {}, "seat_2": {}}
    assert seen["seat_1"]["observation"][0].sum() == 1
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.no_op]
    assert not seen["seat_2"]["action_mask"][[3, env.no_op]].any()


@every
def test_every_game_is_registered(setup: Setup) -> None:
    name = f"lido/{setup.game.replace('-', '_')}-v0"
    in_turn = registered("aec", name, players=setup.players, options=setup.options)
    together = registered("parallel", name, players=setup.players, options=setup.options)
    assert in_turn.possible_agents == together.possible_agents == [f"seat_{n + 1}" for n in range(setup.players)]
    # Programs save what they learn under this name.
    assert str(in_turn) == str(together) == f"{setup.game.replace('-', '_')}_v0"


def test_a_picture_is_an_svg_and_nothing_else() -> None:
    with pytest.raises(lido.BadSetup, match="There is no render mode human"):
        pettingzoo.env("le-plouf", render_mode="human")
