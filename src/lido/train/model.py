"""The network in training, in PyTorch: the same as `lido.network`, with weights that are not whole numbers yet."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lido.game import MOST_SEATS
from lido.network import SCALES, Network, quantised

WIDTH = 256
DEPTH = 32
LAYERS = ("first", "second", "value", "policy")


class Model(nn.Module):  # type: ignore[misc] # PyTorch is not always installed
    """Two layers of units from 0 to 1, and two heads. `features` are those of a game."""

    def __init__(self, features: Any, width: int = WIDTH, depth: int = DEPTH) -> None:
        super().__init__()
        self.features = int(features.FEATURES)
        self.worlds = bool(features.WORLDS)
        self.first = nn.Linear(self.features, width)
        self.second = nn.Linear(width, depth)
        self.value = nn.Linear(depth, MOST_SEATS)
        self.policy = nn.Linear(depth, int(features.ACTIONS))
        nn.init.normal_(self.first.weight, std=0.1)
        nn.init.constant_(self.first.bias, 0.3)
        nn.init.constant_(self.second.bias, 0.3)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)

    def units(self, told: Tensor) -> Tensor:
        """The second layer."""
        below = self.first(told.to(self.first.weight.dtype)).clamp(0.0, 1.0)
        above: Tensor = self.second(below).clamp(0.0, 1.0)
        return above

    def forward(self, told: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all actions [n, actions], and those of all seats counted from the one to act [n, seats]."""
        units = self.units(told[:, : self.features])
        policy = self.policy(units)
        value = self.value(self.units(told[:, self.features : 2 * self.features]) if self.worlds else units)
        return policy, value

    def take(self, network: Network) -> None:
        """Take the weights of a network in whole numbers."""
        for name in LAYERS:
            layer = getattr(self, name)
            weight = getattr(network, name).T if name == "first" else getattr(network, name)
            for own, given, scale in (
                (layer.weight, weight, SCALES[name]),
                (layer.bias, getattr(network, f"{name}_bias"), SCALES[f"{name}_bias"]),
            ):
                own.data.copy_(torch.from_numpy(given / np.float32(scale)))

    def whole(self) -> Network:
        """The network in whole numbers."""
        weights: dict[str, Any] = {}
        for name in LAYERS:
            layer = getattr(self, name)
            weights[name] = layer.weight.detach().float().cpu().numpy()
            weights[f"{name}_bias"] = layer.bias.detach().float().cpu().numpy()
        weights["first"] = np.ascontiguousarray(weights["first"].T)
        return quantised(weights)
