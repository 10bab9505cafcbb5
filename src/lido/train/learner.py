"""Proximal policy optimisation in self-play: one network plays all seats, or one among rivals that do not learn.

Among several players, and where there are secrets, a network mostly learns to beat what it was a moment ago. Two things
help: rivals that are its former selves, each table's with tastes of their own, and the running mean of its weights.
"""

import copy
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from lido.train.model import Model
from lido.train.tables import Seen, Tables

RECENT = 3
"""How much later updates count in the mean of all: as this power of their number."""


@dataclass(frozen=True)
class Settings:
    """How it learns. What has two numbers goes from the first to the second in the course of the training."""

    steps: int = 32
    """Moves at every table between two updates."""
    batch: int = 32_768
    epochs: int = 2
    rate: tuple[float, float] = (2e-3, 5e-5)
    entropy: tuple[float, float] = (0.02, 0.002)
    """How much it pays to try other moves."""
    trace: float = 0.95
    """How much a decision is judged by how games end, and how much by the values after it."""
    value_trace: float = 0.99
    """The same of what values are learned from, which may vary more but must not lean on themselves."""
    clip: float = 0.2
    share: float = 1.0
    """At how many of the tables there are rivals, where there are any."""
    tastes: float = 0.0
    """How much the rivals of a table like each move more or less than the network that they are, at most: the
    standard deviation of logits that are added."""


class Played(NamedTuple):
    """What was decided and what came of it; the first dimension is [steps · tables]."""

    seen: Seen
    chosen: Tensor
    likely: Tensor
    """The logarithm of how likely the choice was."""
    came: Tensor
    """What came of it for each seat, [n, seats]."""
    better: Tensor
    """How much more than promised came of it for the seat that decided, [n]."""
    own: Tensor
    """Whether the one that learns decided, [n]."""


def by_seat(value: Tensor, seats: Tensor) -> Tensor:
    """Logits counted from the seat to act, by seat; nothing where nobody sits."""
    return value.gather(1, seats.clamp(min=0)).masked_fill(seats < 0, -torch.inf)


def choices(policy: Tensor, seen: Seen) -> Tensor:
    """The logarithm of how likely each legal move is, [n, most]."""
    found = policy.gather(1, seen.actions).masked_fill(~seen.legal, -torch.inf)
    return functional.log_softmax(found.float(), dim=1)


def drawn(likely: Tensor) -> Tensor:
    """A move at every table, by how likely each is."""
    chosen: Tensor = torch.distributions.Categorical(logits=likely, validate_args=False).sample()
    return chosen


class Learner:
    """A model, its optimiser, and the tables where it plays.

    It plays every seat; but where it has `rivals`, which do not learn, it has one seat among those of one of them at a
    share of the tables. `mean` is the running mean of the model.
    """

    def __init__(self, model: Model, tables: Tables, settings: Settings, rivals: Sequence[Model] = ()) -> None:
        self.model, self.tables, self.settings, self.rivals = model, tables, settings, list(rivals)
        self.mean, self.updates = copy.deepcopy(model), 0
        count, device = len(tables.players), tables.players.device
        self._alone = torch.arange(count, device=device) % 100 < round(100 * settings.share)
        strength = settings.tastes * torch.rand(count, 1, device=device)
        self._tastes = strength * torch.randn(count, model.policy.out_features, device=device)
        self._chance = random.Random(count)
        self.optimiser = torch.optim.Adam(model.parameters(), lr=settings.rate[0], eps=1e-5)

    def think(self, seen: Seen) -> tuple[Tensor, Tensor]:
        """The logarithms of how likely each legal move is, and of what each seat is promised."""
        with torch.autocast(seen.turn.device.type, dtype=torch.bfloat16):
            policy, value = self.model(seen.told)
        return choices(policy, seen), functional.log_softmax(by_seat(value.float(), seen.seats), dim=1)

    def play(self) -> Played:
        """Play some moves at every table."""
        rows, paid, ended = [], [], []
        rival = self._chance.choice(self.rivals) if self.rivals else None
        with torch.no_grad():
            for _ in range(self.settings.steps):
                seen = self.tables.seen()
                likely, promised = self.think(seen)
                own, chosen = self._choose(seen, likely, rival)
                rows.append((seen, chosen, likely.gather(1, chosen[:, None])[:, 0], promised.exp(), own))
                got, over = self.tables.play(chosen)
                paid.append(got)
                ended.append(over)
            last = self.think(self.tables.seen())[1].exp()
        before = [row[3] for row in rows]
        came, judged = (
            torch.cat(returns(before, paid, ended, last, trace))
            for trace in (self.settings.value_trace, self.settings.trace)
        )
        whole = Seen(*(torch.cat(part) for part in zip(*(row[0] for row in rows), strict=True)))
        chosen, likely, promised, mine = (torch.cat([row[at] for row in rows]) for at in (1, 2, 3, 4))
        better = (judged - promised).gather(1, whole.turn[:, None])[:, 0]
        return Played(whole, chosen, likely, came, better, mine)

    def _choose(self, seen: Seen, likely: Tensor, rival: Model | None) -> tuple[Tensor, Tensor]:
        """Whose decision it is at every table (whether the learner's), and a move."""
        if rival is None:
            return torch.ones_like(seen.turn, dtype=torch.bool), drawn(likely)
        own = (seen.turn == one_seat(self.tables)) | ~self._alone
        theirs = opinion(rival, seen) + self._tastes.gather(1, seen.actions)
        return own, drawn(torch.where(own[:, None], likely, theirs))

    def learn(self, played: Played, progress: float) -> None:
        """Update the model; `progress` is how much of the training is over, from 0 to 1."""
        rate, entropy = (
            first + (last - first) * progress for first, last in (self.settings.rate, self.settings.entropy)
        )
        self.optimiser.param_groups[0]["lr"] = rate
        decided = played.better[played.own]
        # What others decided teaches the value head alone.
        advantage = (played.better - decided.mean()) / (decided.std() + 1e-6) * played.own
        count = len(advantage)
        for _ in range(self.settings.epochs):
            order = torch.randperm(count, device=advantage.device)
            for first in range(0, count - self.settings.batch + 1, self.settings.batch):
                self._update(played, advantage, order[first : first + self.settings.batch], entropy)
        self._take_mean()

    def _take_mean(self) -> None:
        """Let the mean follow: it is mostly of the last third of all updates, however many there are."""
        weight = (RECENT + 1) / (self.updates + RECENT + 1)
        self.updates += 1
        with torch.no_grad():
            for own, now in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                own.lerp_(now, weight)

    def _update(self, played: Played, advantage: Tensor, rows: Tensor, entropy: float) -> None:
        seen = Seen(*(part[rows] for part in played.seen))
        likely, promised = self.think(seen)
        chosen = likely.gather(1, played.chosen[rows][:, None])[:, 0]
        ratio = (chosen - played.likely[rows]).exp()
        better = advantage[rows]
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy_loss = -torch.min(ratio * better, clipped * better).mean()
        odds = likely.exp()
        variety = -(odds * likely.masked_fill(~seen.legal, 0.0)).sum(1).mean()
        value_loss = -(played.came[rows] * promised.masked_fill(seen.seats < 0, 0.0)).sum(1).mean()
        loss = policy_loss + value_loss - entropy * variety
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()


def returns(
    promised: list[Tensor], paid: list[Tensor], ended: list[Tensor], last: Tensor, trace: float
) -> list[Tensor]:
    """What came of every step: what was paid at the end of a game, else a mixture of later promises."""
    came: list[Tensor] = []
    later, promise = last, last
    for at in reversed(range(len(paid))):
        later = torch.where(ended[at][:, None], paid[at], (1 - trace) * promise + trace * later)
        promise = promised[at]
        came.append(later)
    return came[::-1]


def one_seat(tables: Tables) -> Tensor:
    """One seat at every table, given by the number of the table."""
    return torch.arange(len(tables.players), device=tables.players.device) % tables.players


def opinion(model: Model, seen: Seen) -> Tensor:
    """The logarithm of how likely a model thinks each legal move is, [n, most], to learn nothing from."""
    with torch.no_grad(), torch.autocast(seen.turn.device.type, dtype=torch.bfloat16):
        return choices(model(seen.told)[0], seen)


def compared(model: Model, other: Model, tables: Tables, steps: int) -> float:
    """What a player of `model` is paid among players of `other`, in even shares: 1 is as strong as they are.

    At every table the model has one seat.
    """
    own = one_seat(tables)
    won, games = 0.0, 0.0
    for _ in range(steps):
        seen = tables.seen()
        chosen = drawn(torch.where((seen.turn == own)[:, None], opinion(model, seen), opinion(other, seen)))
        paid, over = tables.play(chosen)
        won += float((paid.gather(1, own[:, None])[:, 0] * tables.players * over).sum())
        games += float(over.sum())
    return won / max(games, 1.0)
