"""The reference PPO: its gradients are those of its loss, its advantages are right, and it learns."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lido.benchmark.learner import Batch, Learner, drawn
from lido.benchmark.net import NetPlayer, load
from lido.benchmark.ppo import Ppo, Settings
from lido.match import new

CLIP, ENTROPY = 0.2, 0.03


def learner(inputs: int = 5, moves: int = 4) -> Learner:
    made = Learner(inputs, moves, 6, np.random.default_rng(3))
    made.weights = [weight.astype(np.float64) for weight in made.weights]  # so that small steps can be told apart
    return made


def some_batch(net: Learner, count: int = 40) -> Batch:
    chance = np.random.default_rng(4)
    seen, legal = chance.normal(size=(count, 5)), chance.random((count, 4)) < 0.7
    legal[:, 0] = True
    odds, _ = net.think(seen, legal)
    moves = drawn(odds, chance)
    likely = np.log(odds[np.arange(count), moves]) + chance.normal(scale=0.3, size=count)
    return Batch(seen, legal, moves, likely, chance.normal(size=count), chance.normal(size=count))


def loss(net: Learner, batch: Batch) -> float:
    """As the paper has it, written without a thought of gradients."""
    odds, value = net.think(batch.seen, batch.legal)
    chosen = odds[np.arange(len(batch.moves)), batch.moves]
    ratio = chosen / np.exp(batch.likely)
    gain = np.minimum(ratio * batch.better, np.clip(ratio, 1 - CLIP, 1 + CLIP) * batch.better)
    variety = -(odds * np.log(np.where(odds > 0, odds, 1))).sum(axis=1)
    return float(np.mean(0.5 * (value - batch.returns) ** 2 - gain - ENTROPY * variety))


def test_the_gradient_is_that_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    net = learner()
    batch = some_batch(net)
    kept: list[Any] = []
    monkeypatch.setattr(net, "_descend", lambda gradients, rate: kept.extend(gradients))
    net.improve(batch, 1e-3, CLIP, ENTROPY)
    chance = np.random.default_rng(5)
    for weight, gradient in zip(net.weights, kept, strict=True):
        for _ in range(6):
            at = tuple(int(chance.integers(size)) for size in weight.shape)
            before, step = weight[at], 1e-6
            weight[at] = before + step
            more = loss(net, batch)
            weight[at] = before - step
            less = loss(net, batch)
            weight[at] = before
            assert gradient[at] == pytest.approx((more - less) / (2 * step), rel=1e-3, abs=1e-5)


def test_a_move_that_turned_out_better_becomes_likelier_and_the_value_comes_nearer() -> None:
    chance = np.random.default_rng(1)
    net = Learner(5, 4, 16, chance)
    seen, legal = np.ones((64, 5), dtype=np.float32), np.ones((64, 4), dtype=np.bool_)
    for _ in range(300):
        odds, _ = net.think(seen, legal)
        moves = drawn(odds, chance)
        better = np.where(moves == 2, 1.0, -1.0).astype(np.float32)
        likely = np.log(odds[np.arange(64), moves] + 1e-9)
        net.improve(Batch(seen, legal, moves, likely, better, np.full(64, 0.7, dtype=np.float32)), 1e-2, 0.2, 0.0)
    odds, value = net.think(seen, legal)
    assert odds[0].argmax() == 2
    assert value[0] == pytest.approx(0.7, abs=0.1)


def test_advantages_do_not_reach_over_the_end_of_a_game() -> None:
    ppo = Ppo("le-plouf", players=2, settings=Settings(games=2, steps=3, width=8))
    rewards, values = np.zeros((3, 2), dtype=np.float32), np.full((3, 2), 0.5, dtype=np.float32)
    over = np.zeros((3, 2), dtype=np.bool_)
    rewards[1, 0], over[1, 0] = 1.0, True
    found = ppo._advantages(rewards, values, over, np.full(2, 0.9, dtype=np.float32))
    lasting = ppo.settings.lasting
    assert found[:, 0] == pytest.approx([lasting * 0.5, 0.5, 0.4], abs=1e-6)
    assert found[:, 1] == pytest.approx([lasting**2 * 0.4, lasting * 0.4, 0.4], abs=1e-6)


def test_the_command_keeps_a_network_that_plays_and_its_curve(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    command = ["learn", "plouf-party", "--players", "3", "--seconds", "0.1", "--out", str(file)]
    done = subprocess.run(
        [sys.executable, "-m", "lido.benchmark", *command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, str(file)), done.stderr
    curve = json.loads(file.with_suffix(".json").read_text())
    assert curve["moves"][0] == Settings.games * Settings.steps
    match = new("plouf-party", players=3, seed=1)
    assert NetPlayer(load(file), 1).choose(match.player_view()) in match.legal_moves()
