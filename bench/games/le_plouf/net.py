"""Trains the net of Le Plouf (`solution.net`) on all values of phase 2. PyTorch and a graphics card are needed.

python -m bench.games.le_plouf.net tables TABLES.npz                        where Lido is installed
python bench/games/le_plouf/net.py train VALUES TABLES.npz NET.npz 240    where the card is, for so many seconds

VALUES is what the program in `src/lido/games/le_plouf/solution/cuda` writes. Half of the positions are drawn
evenly from all, half evenly from the numbers of occupied pool cells; each is turned at random, and seen under all
six beats at once.
"""

import math
import sys
import time
from typing import Any

import numpy as np
import torch

UNITS = (1024, 64, 32, 4)
BATCH = 65536
RATE = 2e-3
BEATS, TURNS, CELLS, COLOURS = 6, 8, 25, 252


def tables(path: str) -> None:
    """Write what the training must know of the numbers of positions."""
    from lido.games.le_plouf.solution.index import OPENING, made, turned  # noqa: PLC0415  Lido is not where the card is

    index = made()
    sets = index.seats[: index.first[OPENING]].astype(np.int64)
    section = np.repeat(np.arange(OPENING), np.diff(index.first[: OPENING + 1]))
    taken = sets | index.pool[section].astype(np.int64) << 16
    np.savez_compressed(
        path,
        cells=np.nonzero(taken[:, None] >> np.arange(CELLS) & 1)[1].reshape(len(sets), 10),
        own=index.colours[10][:, None] >> np.arange(10) & 1,
        turns=[[turned(index, 1 << cell, turn).bit_length() - 1 for cell in range(CELLS)] for turn in range(TURNS)],
        pool=np.bitwise_count(index.pool[section]),
        section=section,
        base=index.base[: OPENING + 1],
        first=index.first[: OPENING + 1],
    )


class Positions:
    """All positions on the card."""

    def __init__(self, values: str, known: str) -> None:
        kept = {name: torch.tensor(array.astype(np.int64), device="cuda") for name, array in np.load(known).items()}
        self.cells, self.own, self.turns, self.pool = (kept[name] for name in ("cells", "own", "turns", "pool"))
        self.section, self.base, self.first = (kept[name] for name in ("section", "base", "first"))
        self.places = self.first[1:] - self.first[:-1]
        self.values = torch.from_numpy(np.fromfile(values, dtype="<i2")).to("cuda")
        often = torch.bincount(self.pool).double()
        weights = 1 / len(self.cells) + (self.pool < 9) / (9 * often[self.pool])
        self.share = torch.cumsum(weights, 0) / weights.sum()

    def batch(self) -> tuple[Any, Any, Any]:
        """[batch, 50] who has a pawn where, [batch, beat] values, [batch] pool cells occupied."""
        place = torch.searchsorted(self.share, torch.rand(BATCH, device="cuda", dtype=torch.float64))
        place = place.clamp(max=len(self.cells) - 1)
        colour = torch.randint(COLOURS, (BATCH,), device="cuda")
        turn = torch.randint(TURNS, (BATCH,), device="cuda")
        at = self.turns[turn[:, None], self.cells[place]] + CELLS * (1 - self.own[colour])
        pawns = torch.zeros(BATCH, 2 * CELLS, device="cuda").scatter_(1, at, 1.0)
        section = self.section[place]
        line = torch.arange(BEATS, device="cuda") * self.places[section][:, None]
        line = line + (place - self.first[section])[:, None]
        return (
            pawns,
            self.values[self.base[section][:, None] + line * COLOURS + colour[:, None]].long(),
            self.pool[place],
        )


def fresh() -> list[Any]:
    """Weights and biases, layer after layer."""
    weights, wide = [], 2 * CELLS
    for layer, units in enumerate(UNITS):
        scale = 0.3 if layer == 0 else math.sqrt((1 if layer == 3 else 2) / wide)
        weights.append(torch.nn.Parameter(torch.randn(BEATS, wide, units, device="cuda") * scale))
        weights.append(torch.nn.Parameter(torch.zeros(BEATS, 1, units, device="cuda")))
        wide = units
    return weights


def out_of(weights: list[Any], pawns: Any) -> Any:
    """[beat, batch, (lost, drawn, won, log of the distance)]"""
    units = pawns.expand(BEATS, -1, -1)
    for layer in range(0, len(weights), 2):
        units = torch.baddbmm(weights[layer + 1], torch.relu(units) if layer else units, weights[layer])
    return units


def loss(out: Any, values: Any) -> Any:
    """How wrong the net is."""
    values = values.t()
    wrong = torch.nn.functional.cross_entropy(out[..., :3].reshape(-1, 3), (torch.sign(values) + 1).reshape(-1))
    far = torch.log1p((values.abs() - 1).clamp(min=0).float())
    return wrong + 0.1 * ((out[..., 3] - far).abs() * (values != 0)).mean()


def train(positions: Positions, seconds: float) -> list[Any]:
    """Weights trained for so long."""
    weights = fresh()
    optimiser = torch.optim.AdamW(weights, lr=RATE, weight_decay=1e-4)
    begun = time.monotonic()
    while (done := (time.monotonic() - begun) / seconds) < 1:
        optimiser.param_groups[0]["lr"] = RATE * min(1, done / 0.02) * (0.5 + 0.5 * math.cos(math.pi * done) + 0.002)
        pawns, values, _ = positions.batch()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            out = out_of(weights, pawns)
        optimiser.zero_grad(set_to_none=True)
        loss(out.float(), values).backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
    return weights


def in_bytes(weights: Any) -> tuple[Any, Any]:
    """Weights as bytes, and what each unit's are times."""
    scale = weights.abs().amax(dim=1, keepdim=True) / 127
    return torch.round(weights / scale).to(torch.int8), scale


def keep(positions: Positions, weights: list[Any], path: str) -> None:
    """Write the net, and print how often it is right about who wins, by pool cells occupied."""
    kept: dict[str, Any] = {}
    weights = [weight.detach() for weight in weights]
    used = list(weights)
    for layer in range(3):
        small, scale = in_bytes(weights[2 * layer])
        used[2 * layer] = small * scale
        kept |= {f"q{layer + 1}": small, f"s{layer + 1}": scale[:, 0], f"b{layer + 1}": weights[2 * layer + 1][:, 0]}
    kept |= {"w4": weights[6], "b4": weights[7][:, 0]}
    np.savez_compressed(path, **{name: array.cpu().numpy() for name, array in kept.items()})
    right, all_of = torch.zeros(10, device="cuda"), torch.zeros(10, device="cuda")
    for _ in range(40):
        pawns, values, pool = positions.batch()
        guessed = out_of(used, pawns)[..., :3].argmax(-1).t() == torch.sign(values) + 1
        right.index_add_(0, pool, guessed.float().mean(1))
        all_of.index_add_(0, pool, torch.ones(BATCH, device="cuda"))
    print((right / all_of).tolist())


if __name__ == "__main__":
    if sys.argv[1] == "tables":
        tables(sys.argv[2])
    else:
        every = Positions(sys.argv[2], sys.argv[3])
        keep(every, train(every, float(sys.argv[5])), sys.argv[4])
