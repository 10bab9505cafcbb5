"""Environments in which a hand builds a tower: what they show is what the physics says, and a seed repeats it."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lido
from lido.adapters import gymnasium as adapter
from lido.games.splash.benchmark import Anywhere, Centred, Hand, built
from lido.games.splash.dexterity import ENVIRONMENTS, PATIENCE, TICK, HandEnv, PoseEnv
from lido.games.splash.pieces import PIECES, SIZES, shape
from lido.games.splash.pixels import BACKGROUND, SIDE

FLAT = np.array([0, 0, 0, -1], dtype=np.float32)
STILL = np.array([0, 0, 0, 0, 0, 0, -1], dtype=np.float32)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_checks_of_gymnasium_pass(name: str) -> None:
    assert adapter.name("splash") == "lido/Splash-v0"
    check_env(gymnasium.make(f"lido/{name}-v0").unwrapped, skip_render_check=True)


def test_pieces_set_flat_stand_and_the_tower_is_shown() -> None:
    env = PoseEnv("steady", pixels=True)
    seen, info = env.reset(seed=3)
    assert info == {"pieces": 0, "height": 0.0}
    assert not seen["tower"].any()
    assert not seen["target"].any()
    for count in (1, 2, 3):
        seen, reward, over, _, info = env.step(FLAT)
        assert (reward, over, info["pieces"]) == (1.0, False, count)
    standing = [PIECES[number] for number in np.flatnonzero(seen["tower"][:, 0])]
    assert len(standing) == 3
    assert info["height"] == pytest.approx(sum(SIZES[shape(piece)][2] for piece in standing), abs=0.004)
    assert seen["target"][0] == 1
    assert seen["pixels"].shape == (SIDE, 2 * SIDE, 3)
    assert (seen["pixels"] != BACKGROUND).any(axis=2)[-1, SIDE // 2]  # the foot of the tower, from the front


def test_a_piece_set_far_beside_falls_and_ends_the_episode() -> None:
    env = PoseEnv("steady")
    env.reset(seed=3)
    env.step(FLAT)
    over, beside = False, np.array([1, 1, 0, -1], dtype=np.float32)
    while not over:
        _, reward, over, _, info = env.step(beside)
    assert reward == 0
    assert info["pieces"] < 4


def led(env: HandEnv, seconds: float, action: Any) -> dict[str, Any]:
    for _ in range(round(seconds / TICK)):
        seen, *_ = env.step(np.array(action, dtype=np.float32))
    return seen


def test_the_hand_goes_where_it_is_led_and_lets_go() -> None:
    env = HandEnv("steady")
    seen, _ = env.reset(seed=5)
    before = seen["hand"][8:11].copy()
    seen = led(env, 0.5, [0, 0, 0.4, 0, 0, 0, -1])
    assert seen["hand"][10] - before[2] == pytest.approx(0.4 * 0.25 * 0.5, abs=0.02)
    assert seen["hand"][8:10] == pytest.approx(before[:2], abs=0.003)
    assert seen["hand"][-1] == pytest.approx(PATIENCE - 0.5)
    assert not seen["touching"].any()
    _, reward, over, _, info = env.step(np.array([0, 0, 0, 0, 0, 0, 1], dtype=np.float32))
    assert (reward, over, info["pieces"]) == (1.0, False, 1)  # the first piece only has to lie on the table


def test_a_piece_that_is_pressed_on_the_table_touches_it() -> None:
    env = HandEnv("steady")
    env.reset(seed=5)
    seen = led(env, 4.0, [0, 0, -0.2, 0, 0, 0, -1])
    assert seen["touching"].tolist() == [0] * len(PIECES) + [1]


def test_a_hand_that_nobody_opens_opens_by_itself() -> None:
    env = HandEnv("steady")
    env.reset(seed=5)
    led(env, PATIENCE, STILL)
    _, _, _, _, info = env.step(STILL)
    assert info["pieces"] == 1


def test_the_same_seed_builds_the_same_tower() -> None:
    tower = built(Centred(), 3)
    assert built(Hand(np.tile([[0, 0, 0], [0, 0, 0], [0, 0, 0], [-9, 0, 0]], (5, 1, 1))), 3) == tower
    assert built(Anywhere("a"), 3)[1] < tower[1]


def test_a_hand_that_there_is_not_is_refused() -> None:
    with pytest.raises(lido.BadSetup):
        PoseEnv("clumsy")
