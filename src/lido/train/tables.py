"""Many tables of one game, of every number of players and with every option that matters, as one batch."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor

from lido import match as matches
from lido.batch import generators
from lido.game import MOST_SEATS, SPECTATOR, RecordGame, blank
from lido.games import needed_part
from lido.planes import Encoding
from lido.train.told import encoding
from lido.vector import DEVICES


class Seen(NamedTuple):
    """What there is to decide at every table; one row a table."""

    told: Tensor
    """[n, features]"""
    actions: Tensor
    """The legal moves as the network numbers them, [n, most]; those after the last are 0."""
    legal: Tensor
    """Which of them there are, [n, most]."""
    seats: Tensor
    """By seat: its place counted from the one to act, [n, seats]; -1 where nobody sits."""
    turn: Tensor


class Tables:
    """All tables. Moves are chosen by their place among the legal moves."""

    def __init__(self, game: str, count: int, device: str, seed: str, numbers: Sequence[int] = ()) -> None:
        """As many tables for each of the `numbers` of players, and more where one is named more often; else for all."""
        features = needed_part(game, "features")
        self._groups: list[Any] = []
        kinds = [kind for number in numbers for kind in features.TABLES if kind[0] == number] or features.TABLES
        each = count // len(kinds)
        for at, (players, options) in enumerate(kinds):
            match = matches.new(game, players=players, options=options, seed="training")
            shown = encoding(game, players)
            games = DEVICES[device](_start(match.player_view(SPECTATOR).observation, shown), shown, each)
            games.begin(generators(f"{seed}/{at}/{players}/{options}", each))
            arrays = {name: _shared(array) for name, array in games.arrays.items() if name != "states"}
            self._groups.append((games, arrays, players))
        moves = int(self._groups[0][1]["legal"].shape[1])
        self._actions_at = 2 * features.FEATURES if features.WORLDS else None
        actions = np.zeros((MOST_SEATS, moves), dtype=np.int64)
        places = np.full((MOST_SEATS + 1, MOST_SEATS, MOST_SEATS), -1, dtype=np.int64)
        for players in {players for players, _ in features.TABLES}:
            for turn in range(players):
                if not features.WORLDS:
                    actions[turn] = [features.action.py_func(None, move, turn) for move in range(moves)]
                places[players, turn, :players] = [(seat - turn) % players for seat in range(players)]
        self._numbers = torch.from_numpy(actions).to(device)
        self._places = torch.from_numpy(places).to(device)
        self.players = torch.cat([torch.full((each,), players, device=device) for _, _, players in self._groups])
        self.each = each

    def _row(self, name: str) -> Tensor:
        return torch.cat([arrays[name] for _, arrays, _ in self._groups])

    def seen(self) -> Seen:
        """What there is to decide now."""
        turn, moves = self._row("turns"), self._row("moves").long()
        legal = torch.arange(moves.shape[1], device=moves.device) < self._row("counts")[:, None]
        told = self._row("observations")
        moves = moves * legal
        if self._actions_at is None:
            actions = self._numbers[turn[:, None], moves]
        else:
            actions = told[:, self._actions_at :].gather(1, moves).long()
        return Seen(told, actions, legal, self._places[self.players, turn], turn)

    def play(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Play at every table: what each seat was paid [n, seats], and which games have ended [n]."""
        for at, (games, arrays, _) in enumerate(self._groups):
            here = chosen[self.each * at : self.each * (at + 1)]
            moves = arrays["moves"].gather(1, here[:, None])[:, 0].long()
            games.advance(moves if moves.is_cuda else moves.numpy())
        paid = torch.cat(
            [_padded(arrays["rewards"], arrays["truncations"], seats) for _, arrays, seats in self._groups]
        )
        return paid, self._row("terminations") | self._row("truncations")


def _start(observation: np.record, shown: Encoding) -> np.record:
    """The beginning of a game as a record of the kind that the encoding wants."""
    found = blank(cast(RecordGame, shown.game).rules.dtype)
    for name in observation.dtype.names or ():
        found[name] = observation[name]
    return found


def _shared(array: Any) -> Tensor:
    """The same memory for PyTorch."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


def _padded(rewards: Tensor, cut: Tensor, players: int) -> Tensor:
    """What every seat is paid; all alike where a game was cut."""
    paid = torch.where(cut[:, None], 1.0 / players, rewards).float()
    return torch.nn.functional.pad(paid, (0, MOST_SEATS - players))
