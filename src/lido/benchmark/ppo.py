"""A plain PPO on `lido.vector`, as a reference: one network for all seats that plays against copies of itself.

Needs PyTorch, the extra `train`. `lido.benchmark.net` plays what was learnt, without it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from lido import vector
from lido.benchmark.net import Net
from lido.game import Options


@dataclass(frozen=True)
class Settings:
    """The numbers of a PPO. Those here learn each game in some minutes of two cores."""

    games: int = 256
    steps: int = 64
    width: int = 256
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


class Learner(nn.Module):  # type: ignore[misc]
    """Two hidden layers, then a number for each move and the expected payoff."""

    def __init__(self, inputs: int, moves: int, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, width), nn.Linear(width, width)
        self.policy, self.value = nn.Linear(width, moves), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)

    def forward(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        return self.policy(hidden).masked_fill(~legal, -1e9), self.value(hidden).squeeze(-1)

    def kept(self) -> Net:
        """The network as it is now, in NumPy."""
        layers = (self.first, self.second, self.policy)
        return Net(*(part.detach().numpy().copy() for layer in layers for part in (layer.weight, layer.bias)))


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
        torch.manual_seed(seed)
        self._chance = np.random.default_rng(seed)
        self.settings = settings or Settings()
        self._opponent: Net | None = None
        self.envs = vector.make(
            game, players=players, options=options, n=self.settings.games, seed=seed, opponents=self._answer
        )
        self.net = Learner(int(np.prod(self.envs.observation_shape)), self.envs.action_count, self.settings.width)
        self._adam = torch.optim.Adam(self.net.parameters(), lr=self.settings.rate, eps=1e-5)
        self._opponent = self.net.kept()
        self.curve = Curve()
        self._seen, self._infos = self.envs.reset(seed=seed)

    def _answer(self, seen: NDArray[Any], infos: dict[str, Any]) -> NDArray[np.int64]:
        """What the opponents do: a copy of the network, or at the very start anything."""
        legal = infos["legal"]
        odds = self._opponent.odds(seen, legal) if self._opponent else legal / legal.sum(axis=1, keepdims=True)
        ceiling = odds.cumsum(axis=1)
        moves: NDArray[np.int64] = (self._chance.random((len(odds), 1)) * ceiling[:, -1:] >= ceiling).sum(axis=1)
        return moves

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
            for group in self._adam.param_groups:
                group["lr"] = self.settings.rate * (1 - 0.9 * spent / seconds)
            payoff = self._update()
            moves += self.settings.games * self.settings.steps
            self.curve.seconds.append(round(clock() - began, 1))
            self.curve.moves.append(moves)
            self.curve.payoff.append(payoff)
            if len(self.curve.moves) % self.settings.renewed == 0:
                self._opponent = self.net.kept()
            if watch:
                watch(self)
        return self.net.kept()

    def _update(self) -> float:
        """Play some moves in every game and learn from them; the mean payoff of the games that ended."""
        chosen = self.settings
        kept: list[list[Any]] = [[] for _ in range(7)]
        seen, legal, moves, chances, values, rewards, over = kept
        for _ in range(chosen.steps):
            here = torch.from_numpy(self._seen.reshape(chosen.games, -1)).float()
            mask = torch.from_numpy(self._infos["legal"])
            with torch.no_grad():
                logits, value = self.net(here, mask)
                odds = torch.distributions.Categorical(logits=logits)
                move = odds.sample()
            self._seen, reward, ended, cut, self._infos = self.envs.step(move.numpy())
            told = (here, mask, move, odds.log_prob(move), value)
            for part, more in zip(
                kept, (*told, torch.from_numpy(reward).float(), torch.from_numpy(ended | cut)), strict=True
            ):
                part.append(more)
        with torch.no_grad():
            last = self.net(
                torch.from_numpy(self._seen.reshape(chosen.games, -1)).float(), torch.from_numpy(self._infos["legal"])
            )[1]
        better = self._advantages(rewards, values, over, last)
        flat = [torch.cat(part) for part in (seen, legal, moves, chances, better, values)]
        self._fit(flat)
        ended_games = torch.stack(over)
        return float(torch.stack(rewards)[ended_games].mean()) if ended_games.any() else float("nan")

    def _advantages(self, rewards: list[Any], values: list[Any], over: list[Any], last: Any) -> list[Any]:
        found, later, after = [], torch.zeros(self.settings.games), last
        for reward, value, ended in zip(reversed(rewards), reversed(values), reversed(over), strict=True):
            goes_on = (~ended).float()
            later = reward + goes_on * after - value + self.settings.lasting * goes_on * later
            found.append(later)
            after = value
        return found[::-1]

    def _fit(self, flat: list[Any]) -> None:
        chosen = self.settings
        seen, legal, moves, chances, better, values = flat
        returns = better + values
        better = (better - better.mean()) / (better.std() + 1e-8)
        for _ in range(chosen.epochs):
            for rows in torch.randperm(len(moves)).split(chosen.minibatch):
                logits, value = self.net(seen[rows], legal[rows])
                odds = torch.distributions.Categorical(logits=logits)
                ratio = (odds.log_prob(moves[rows]) - chances[rows]).exp()
                gain = torch.minimum(ratio * better[rows], ratio.clamp(1 - chosen.clip, 1 + chosen.clip) * better[rows])
                wrong = (value - returns[rows]).square().mean()
                loss = 0.5 * wrong - gain.mean() - chosen.entropy * odds.entropy().mean()
                self._adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self._adam.step()
