"""What all environments of `lido.vector` share: how their games begin, their spaces and the forms of Gymnasium."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lido import match as matches
from lido.batch import generators, rows
from lido.errors import BadSetup, IllegalMove
from lido.game import SPECTATOR, Option, RecordGame
from lido.given import is_whole
from lido.planes import Encoding
from lido.vector.games import Array, Games, ProcessorGames

Infos = dict[str, Any]


@dataclass
class Table:
    """Which games are played."""

    game: RecordGame
    players: int
    options: dict[str, Option]
    n: int
    seed: str | int | None

    def start(self) -> np.record:
        """A game before its deal."""
        match = matches.new(self.game.id, players=self.players, options=self.options, seed="vector")
        blank: np.record = match.player_view(SPECTATOR).observation
        return blank


class Tables(gymnasium.vector.VectorEnv[Array, Array, Array]):  # type: ignore[misc, unused-ignore]
    """Many games as a vector environment of Gymnasium, without its `step`."""

    def __init__(self, games: Games, table: Table, shown: Encoding, copy: bool, mode: AutoresetMode) -> None:
        self.num_envs = table.n
        self.players = table.players
        self.planes = tuple(plane.name for plane in shown.planes)
        self.observation_shape = shown.shape
        self.action_count: int = rows(shown, table.players)["legal"].shape[0]
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._shown = shown
        self._table = table
        self._games = games
        self._copy = copy
        self._every = np.ones(table.n, dtype=np.bool_)
        self._every.setflags(write=False)
        self._observations = games.arrays["observations"].reshape(table.n, *shown.shape)
        games.begin(generators(_checked(table.seed), table.n))
        self._is_new = True
        """Whether the games of the seed of `make` have been given to nobody yet."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._table.game.id!r}, players={self.players}, num_envs={self.num_envs})"

    @cached_property
    def single_observation_space(self) -> Box:  # type: ignore[override]
        """What one seat sees of one game."""
        low, high = self._shown.bounds()
        return Box(low, high, dtype=self._shown.dtype.type)

    @cached_property
    def single_action_space(self) -> Discrete:  # type: ignore[override]
        """The moves of one game."""
        return Discrete(self.action_count)

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """What is seen of all games; made when it is asked for, for it is large."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """The moves of all games."""
        return batch_space(self.single_action_space, self.num_envs)

    def _begin(self, seed: str | int | None, options: Mapping[str, Option] | None) -> None:
        """Restart every game: from the seed, or with new deals; those of `make` are there already."""
        if options:
            changed = self._table.options | dict(options)
            self._table.game.check(self.players, changed)
            self._table.options = changed
            self._games.start_from(self._table.start())
        if seed is not None:
            self._games.begin(generators(_checked(seed), self.num_envs))
            if isinstance(seed, int):
                super().reset(seed=seed)
        elif not self._is_new or options:
            self._games.begin(None)
        self._is_new = False

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def sample(self) -> Array:
        """A random legal move for every game."""
        return self._games.draw()

    def move_text(self, move: int, game: int = 0) -> str:
        """How the move of a number is written in the position of one of the games, counted from 0."""
        if not isinstance(self._games, ProcessorGames):
            raise BadSetup("research.text-on-card")
        if not is_whole(move) or not 0 <= move < self.action_count or not 0 <= game < self.num_envs:
            raise IllegalMove("research.illegal", game=game, move=move)
        return self._games.text(game, int(move))

    def wait(self) -> None:
        """Wait until a card has done all that it was asked for. A processor has always done so."""
        self._games.wait()


def _checked(seed: str | int | None) -> str | int:
    """A seed, or BadSetup for what is none; without one, a new one from the system."""
    if seed is None:
        return int(np.random.SeedSequence().entropy)  # type: ignore[arg-type]
    if isinstance(seed, np.integer):
        return int(seed)
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise BadSetup("research.seed", seed=seed)
    return seed


def ending(finals: NDArray[Any], ended: NDArray[np.bool_], infos: Infos) -> Infos:
    """What Gymnasium adds to the infos when games have ended and begun again: their last observations and infos."""
    seen = np.full(len(ended), None, dtype=object)
    for game in np.flatnonzero(ended):
        seen[game] = finals[game].copy()
    return infos | {"final_obs": seen, "_final_obs": ended, "final_info": {}, "_final_info": ended}
