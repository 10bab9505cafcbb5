"""A few steps of training on a processor. PyTorch is very large: `make test-train` installs it and runs this."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from lido.games import needed_part
from lido.network import SCALES, Network, shipped
from lido.train.__main__ import Training, parsed
from lido.train.learner import Learner, Settings, one_seat, returns
from lido.train.model import Model
from lido.train.tables import Tables

LEARNED = ["le-plouf", "plouf-party", "croc-pool"]
FEW = Settings(steps=8, batch=64)


def learner(game: str, settings: Settings = FEW, rivals: Sequence[Model] = ()) -> Learner:
    torch.manual_seed(1)
    model = Model(needed_part(game, "features"))
    return Learner(model, Tables(game, 30, "cpu", "a test"), settings, rivals)


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


def test_against_a_rival_only_its_own_decisions_teach_moves() -> None:
    rival = Model(needed_part("croc-pool", "features"))
    rival.take(shipped("croc-pool"))
    before = {name: weights.clone() for name, weights in rival.state_dict().items()}
    learns = learner("croc-pool", rivals=[rival])
    played = learns.play()
    own = one_seat(learns.tables).repeat(FEW.steps)
    assert torch.equal(played.own, played.seen.turn == own)
    assert 0 < int(played.own.sum()) < len(played.own)
    learns.learn(played, 0.0)
    assert all(torch.equal(weights, before[name]) for name, weights in rival.state_dict().items())


def test_rivals_sit_at_a_share_of_the_tables() -> None:
    learns = learner("le-plouf", replace(FEW, share=0.1), [Model(needed_part("le-plouf", "features"))])
    own = learns.play().own.reshape(FEW.steps, -1)
    assert own[:, 10:].all()
    assert not own[:, :10].all(dim=0).any()


def test_rivals_with_tastes_of_their_own_play_other_moves() -> None:
    rival = Model(needed_part("le-plouf", "features"))
    rival.take(shipped("le-plouf"))
    plain, fond = (learner("le-plouf", replace(FEW, tastes=tastes), [rival]) for tastes in (0.0, 50.0))
    seen = plain.tables.seen()
    likely = torch.full(seen.legal.shape, -torch.inf)
    likely[:, 0] = 0.0  # the learner's own decisions are the same
    first, second = (learns._choose(seen, likely, rival) for learns in (plain, fond))
    assert torch.equal(first[0], second[0])
    others = ~first[0]
    assert torch.equal(first[1][first[0]], second[1][first[0]])
    assert not torch.equal(first[1][others], second[1][others])


def test_the_mean_follows_the_model_and_is_what_is_written() -> None:
    learns = learner("le-plouf")
    learns.learn(learns.play(), 0.0)
    assert torch.equal(learns.mean.first.weight, learns.model.first.weight)  # of one update
    before = learns.model.first.weight.clone()
    learns.learn(learns.play(), 0.0)
    low, high = torch.minimum(before, learns.model.first.weight), torch.maximum(before, learns.model.first.weight)
    moved = low < high
    assert moved.any()
    assert ((learns.mean.first.weight >= low - 1e-6) & (learns.mean.first.weight <= high + 1e-6)).all()
    assert not torch.equal(learns.mean.first.weight, learns.model.first.weight)


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


def arrays_of(folder: Path) -> dict[str, NDArray[Any]]:
    with np.load(folder / "network.npz") as arrays:
        return dict(arrays)


@pytest.mark.parametrize("more", [[], ["--exploit"], ["--further", "--rivals", "0.5", "--tastes", "1"]])
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
    assert {name: array.shape for name, array in arrays_of(tmp_path).items()} == {
        name: array.shape for name, array in shipped("le-plouf")._asdict().items()
    }
    if "--rivals" not in more:  # few tables meet few features; those never met are not kept as chance set them
        assert (arrays_of(tmp_path)["first"] == 0).all(axis=1).any()
    second = trained(str(first.spent / 60 + 0.001))
    assert "Resuming" in capsys.readouterr().out
    assert second.decisions > first.decisions
    assert second.learner.updates > first.learner.updates
    assert len(second.learner.rivals) - len(first.learner.rivals) == ("--rivals" in more)
