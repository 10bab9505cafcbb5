"""A plain PPO on `lido.vector`, as a reference: one network for all seats that plays against copies of itself.

It is all NumPy: `lido.benchmark.learner` has the network and its gradients, `lido.benchmark.net` plays what was learnt.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido import vector
from lido.benchmark.learner import Batch, Floats, Learner, drawn, told
from lido.benchmark.net import Net
from lido.benchmark.progress import counted
from lido.game import Options


@dataclass(frozen=True)
class Settings:
    """The numbers of a PPO. Those here learn each game in some minutes of two cores."""

    games: int = 256
    steps: int = 64
    width: int = 128
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    lasting: float = 0.97
    """The lambda of generalised advantages; rewards come at the end only and are not discounted."""
    clip: float = 0.2
    entropy: float = 0.01
    renewed: int = 5
    """After so many updates the opponents are a copy of the network as it is then."""


@dataclass
class Curve:
    """What was measured while learning, a point for each update."""

    seconds: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    payoff: list[float] = field(default_factory=list)
    """The mean payoff against the opponents of that moment."""


class Ppo:
    """A network that learns one game with one number of players."""

    def __init__(
        self,
        game: str,
        *,
        players: int,
        options: Options | None = None,
        seed: int = 1,
        settings: Settings | None = None,
    ) -> None:
        self._chance = np.random.default_rng(seed)
        self.settings = settings or Settings()
        self._opponent: Net | None = None
        self.envs = vector.make(
            game, players=players, options=options, n=self.settings.games, seed=seed, opponents=self._answer
        )
        inputs = int(np.prod(self.envs.observation_shape))
        self.net = Learner(inputs, self.envs.action_count, self.settings.width, self._chance)
        self._opponent = self.net.kept()
        self.curve = Curve()
        self._seen, self._infos = self.envs.reset(seed=seed)

    def _answer(self, seen: NDArray[Any], infos: dict[str, Any]) -> NDArray[np.int64]:
        """What the opponents do: a copy of the network, or at the very start anything."""
        legal = infos["legal"]
        odds = self._opponent.odds(seen, legal) if self._opponent else legal / legal.sum(axis=1, keepdims=True)
        return drawn(odds, self._chance)

    def learn(
        self,
        seconds: float,
        watch: Callable[["Ppo"], None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> Net:
        """Learn for so long, at a rate that falls to a tenth; `watch` is called after each update.

        With `clock=time.process_time` the seconds are those of the processor, on a machine that does other things too.
        """
        began = clock()
        moves = 0
        while (spent := clock() - began) < seconds:
            payoff = self._update(self.settings.rate * (1 - 0.9 * spent / seconds))
            moves += self.settings.games * self.settings.steps
            self.curve.seconds.append(round(clock() - began, 1))
            self.curve.moves.append(moves)
            self.curve.payoff.append(payoff)
            if len(self.curve.moves) % self.settings.renewed == 0:
                self._opponent = self.net.kept()
            if watch:
                watch(self)
        return self.net.kept()

    def _update(self, rate: float) -> float:
        """Play some moves in every game and learn from them; the mean payoff of the games that ended."""
        kept: list[tuple[Any, ...]] = []
        for _ in range(self.settings.steps):
            here, legal = told(self._seen), self._infos["legal"]
            odds, value = self.net.think(here, legal)
            move = drawn(odds, self._chance)
            likely = np.log(np.take_along_axis(odds, move[:, None], axis=1)[:, 0] + 1e-9)
            self._seen, reward, ended, cut, self._infos = self.envs.step(move)
            kept.append((here, legal, move, likely, value, reward.astype(np.float32), ended | cut))
        seen, legal, moves, likely, values, rewards, over = (np.array(part) for part in zip(*kept, strict=True))
        last = self.net.think(told(self._seen), self._infos["legal"])[1]
        better = self._advantages(rewards, values, over, last)
        flat = (part.reshape(-1, *part.shape[2:]) for part in (seen, legal, moves, likely, better, better + values))
        self._fit(Batch._make(flat), rate)
        return float(rewards[over].mean()) if over.any() else float("nan")

    def _advantages(self, rewards: Floats, values: Floats, over: NDArray[np.bool_], last: Floats) -> Floats:
        found = np.zeros_like(values)
        later, after = np.zeros_like(last), last
        for step in reversed(range(len(rewards))):
            goes_on = ~over[step]
            later = rewards[step] + goes_on * after - values[step] + np.float32(self.settings.lasting) * goes_on * later
            found[step] = later
            after = values[step]
        return found

    def _fit(self, played: Batch, rate: float) -> None:
        chosen, count = self.settings, len(played.moves)
        better = (played.better - played.better.mean()) / (played.better.std() + 1e-8)
        played = played._replace(better=better)
        for _ in range(chosen.epochs):
            order = self._chance.permutation(count)
            for first in range(0, count, chosen.minibatch):
                rows = order[first : first + chosen.minibatch]
                self.net.improve(played.rows(rows), rate, chosen.clip, chosen.entropy)


def teach(game: str, players: int, seconds: float, seed: int, out: Path) -> None:
    """Learn a game, and write the network to `out` and its curve beside it."""
    learner = Ppo(game, players=players, seed=seed)
    learner.learn(seconds, lambda ppo: counted(ppo.curve.moves[-1])).save(out)
    out.with_suffix(".json").write_text(json.dumps(vars(learner.curve)))
