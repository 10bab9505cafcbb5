"""A few steps of training on a processor. PyTorch is very large: `make test-train` installs it and runs this."""

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from lido.games import needed_part
from lido.network import SCALES, Network, shipped
from lido.train.__main__ import KEPT, Training, average, parsed
from lido.train.learner import Learner, Settings, one_seat, returns
from lido.train.model import Model
from lido.train.tables import Tables

LEARNED = ["le-plouf", "plouf-party", "croc-pool"]
FEW = Settings(steps=8, batch=64)


def learner(game: str, frozen: Model | None = None) -> Learner:
    torch.manual_seed(1)
    model = Model(needed_part(game, "features"))
    return Learner(model, Tables(game, 30, "cpu", "a test"), FEW, frozen)


@pytest.mark.parametrize("game", LEARNED)
def test_a_few_steps_change_what_the_model_thinks(game: str) -> None:
    learns = learner(game)
    before = {name: weights.clone() for name, weights in learns.model.state_dict().items()}
    played = learns.play()
    assert played.better.abs().max() <= 1.0 + 1e-3
    assert torch.allclose(played.came.sum(1), torch.ones(len(played.chosen)), atol=1e-3)
    assert played.seen.legal.gather(1, played.chosen[:, None]).all()
    learns.learn(played, 0.0)
    after = learns.model.state_dict()
    assert all(torch.isfinite(weights).all() for weights in after.values())
    assert not any(torch.equal(weights, after[name]) for name, weights in before.items())


def test_against_a_frozen_model_only_its_own_decisions_teach_moves() -> None:
    frozen = Model(needed_part("croc-pool", "features"))
    frozen.take(shipped("croc-pool"))
    before = {name: weights.clone() for name, weights in frozen.state_dict().items()}
    learns = learner("croc-pool", frozen)
    played = learns.play()
    own = one_seat(learns.tables).repeat(FEW.steps)
    assert torch.equal(played.own, played.seen.turn == own)
    assert 0 < int(played.own.sum()) < len(played.own)
    learns.learn(played, 0.0)
    assert all(torch.equal(weights, before[name]) for name, weights in frozen.state_dict().items())


@pytest.mark.parametrize("game", LEARNED)
def test_a_model_takes_a_network_and_gives_it_back(game: str) -> None:
    model = Model(needed_part(game, "features"))
    model.take(shipped(game))
    for name, array in model.whole()._asdict().items():
        assert np.array_equal(array, getattr(shipped(game), name)), name
    assert SCALES.keys() == set(Network._fields)


def test_tables_are_for_the_numbers_of_players_that_are_named_more_often_where_named_more_often() -> None:
    assert Tables("le-plouf", 30, "cpu", "a test").players.tolist() == [2] * 10 + [3] * 10 + [4] * 10
    assert Tables("le-plouf", 30, "cpu", "a test", [4, 2, 4]).players.tolist() == [4] * 10 + [2] * 10 + [4] * 10


def test_with_a_long_trace_it_learns_from_how_games_end() -> None:
    promised = [torch.tensor([[0.5, 0.5]]), torch.tensor([[0.8, 0.2]])]
    paid, ended = [torch.zeros(1, 2), torch.tensor([[0.0, 1.0]])], [torch.tensor([False]), torch.tensor([True])]
    last = torch.tensor([[0.5, 0.5]])
    assert returns(promised, paid, ended, last, 1.0)[0].tolist() == [[0.0, 1.0]]
    assert torch.allclose(returns(promised, paid, ended, last, 0.0)[0], promised[1])


@pytest.mark.parametrize("more", [[], ["--exploit"]])
def test_a_training_is_kept_and_goes_on(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def trained(minutes: str) -> Training:
        few = ["--minutes", minutes, "--tables", "30", "--batch", "64", "--device", "cpu", "--out", str(tmp_path)]
        monkeypatch.setattr(sys, "argv", ["lido.train", "le-plouf", *few, *more])
        training = Training(parsed())
        training.run()
        return training

    first = trained("0.001")
    assert "of an even share among" in capsys.readouterr().out
    with np.load(tmp_path / "network.npz") as arrays:
        assert {name: arrays[name].shape for name in arrays} == {
            name: array.shape for name, array in shipped("le-plouf")._asdict().items()
        }
    second = trained(str(first.spent / 60 + 0.001))
    assert "Resuming" in capsys.readouterr().out
    assert second.decisions > first.decisions


def test_the_mean_of_checkpoints_is_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = [Model(needed_part("le-plouf", "features")) for _ in range(2)]
    for at, model in enumerate(models):
        (tmp_path / f"{at}").mkdir()
        torch.save({"model": model.state_dict()}, tmp_path / f"{at}" / KEPT)
    kept = [str(tmp_path / f"{at}" / KEPT) for at in range(2)]
    monkeypatch.setattr(sys, "argv", ["lido.train", "le-plouf", "--out", str(tmp_path / "mean"), "--mean", *kept])
    average(parsed())
    with np.load(tmp_path / "mean" / "network.npz") as arrays:
        one, other = (model.whole().first.astype(float) for model in models)
        assert np.abs(arrays["first"] - (one + other) / 2).max() <= 1.0
