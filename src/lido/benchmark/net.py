"""A small network that plays, in NumPy alone: what `lido.benchmark.ppo` learnt, read from a file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lido.game import RecordGame
from lido.match import PlayerView
from lido.planes import encoding
from lido.rng import Dice

LAYERS = ("first_weight", "first_bias", "second_weight", "second_bias", "policy_weight", "policy_bias")


@dataclass(frozen=True, eq=False)
class Net:
    """Two hidden layers, then a number for each move. Weights are [to, from]."""

    first_weight: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second_weight: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    policy_weight: NDArray[np.float32]
    policy_bias: NDArray[np.float32]

    def odds(self, seen: NDArray[Any], legal: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The probability of each move: [k, moves] from [k, planes, …] and the masks of the legal moves."""
        inputs = seen.reshape(len(seen), -1).astype(np.float32)
        hidden = np.maximum(inputs @ self.first_weight.T + self.first_bias, 0)
        hidden = np.maximum(hidden @ self.second_weight.T + self.second_bias, 0)
        logits = np.where(legal, hidden @ self.policy_weight.T + self.policy_bias, -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: NDArray[np.float32] = raised / raised.sum(axis=1, keepdims=True)
        return chances

    def save(self, file: Path) -> None:
        """Write it, in numbers of sixteen bits."""
        np.savez_compressed(file, **{name: getattr(self, name).astype(np.float16) for name in LAYERS})


@cache
def load(file: Path) -> Net:
    """Read what `Net.save` wrote."""
    with np.load(file) as held:
        return Net(*(held[name].astype(np.float32) for name in LAYERS))


class NetPlayer:
    """A bot that plays by a network: by its odds, or with `greedy` always the likeliest move."""

    def __init__(self, net: Net, seed: str | int | None = None, greedy: bool = False) -> None:
        self._net, self._greedy = net, greedy
        self._dice = Dice(seed)

    def odds(self, player_view: PlayerView) -> dict[int, float]:
        """The probability of each legal move, by its number."""
        game = player_view.game
        assert isinstance(game, RecordGame)
        legal = game.legal(player_view.observation)
        mask = np.zeros((1, game.rules.moves), dtype=np.bool_)
        mask[0, legal] = True
        found = self._net.odds(encoding(game.id, player_view.players).seen(player_view)[None], mask)[0]
        return {move: float(found[move]) for move in legal}

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move; it thinks no longer, however much time there is."""
        odds = self.odds(player_view)
        best = max(odds, key=lambda move: odds[move])
        if not self._greedy:
            draw = self._dice.choice(range(1 << 30)) / (1 << 30)
            for move, chance in odds.items():
                draw -= chance
                if draw < 0:
                    best = move
                    break
        return player_view.game.move_text(player_view.observation, best)  # type: ignore[attr-defined,no-any-return]
