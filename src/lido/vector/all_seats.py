"""Vector environments in which one program plays all seats."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from lido.batch import RENEW
from lido.errors import BadSetup
from lido.game import Option
from lido.planes import Encoding
from lido.vector.games import Array, Games, ProcessorGames
from lido.vector.table import Infos, Table, Tables, ending


class VectorEnv(Tables):
    """Many games at once. Make one with `make`; all arrays have one row per game.

    Observations are those of the seat that must act, and rewards have a column for each seat. A game that ends
    restarts in the same step (`SAME_STEP`): its `rewards` and `terminations` are those of the game that ended,
    its observation is the first of the next one. With `NEXT_STEP` it shows its end, as the seat that moved last sees
    it, and restarts in the next step whatever move it is given.
    """

    def __init__(self, games: Games, table: Table, shown: Encoding, copy: bool, mode: AutoresetMode) -> None:
        super().__init__(games, table, shown, copy, mode)
        if isinstance(games, ProcessorGames):
            games.same_step = mode == AutoresetMode.SAME_STEP
        if mode == AutoresetMode.DISABLED or (mode == AutoresetMode.NEXT_STEP and not self._is_here):
            raise BadSetup("research.autoreset", mode=f"AutoresetMode.{mode.name}")
        self._infos: Infos = {"legal": games.arrays["legal"], "turn": games.arrays["turns"]}

    @property
    def _is_here(self) -> bool:
        return isinstance(self._games, ProcessorGames)

    def reset(
        self, *, seed: str | int | None = None, options: Mapping[str, Option] | None = None
    ) -> tuple[Array, Infos]:
        """Restart every game: the observations of the seats that must act, [n, planes, …], and the infos.

        `infos["legal"]` is the mask of legal moves, [n, moves]; `infos["turn"]` is the seat that must act, [n],
        counted from 0 like the columns of the rewards. The same seed gives the same games, on every device; without
        one the first reset has the games of the seed of `make`, and every other reset new ones. `options` are options
        of the game, for this and all later games.
        """
        self._begin(seed, options)
        return self._shown_now(), self._informed()

    def _shown_now(self) -> Array:
        return self._given(self._observations) if self._is_here else self._observations

    def _informed(self) -> Infos:
        if not self._is_here:
            return self._infos
        given = {name: self._given(array) for name, array in self._infos.items()}
        return given | {f"_{name}": self._every for name in given}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play a move in every game: observations, rewards [n, players], terminations [n], truncations [n], infos.

        Raises IllegalMove if any move is illegal, and then plays none. A card plays while Python goes on: there the
        game of an illegal move stays as it is, and a later call raises IllegalMove, at the latest `wait`.
        """
        self._is_new = False
        arrays, games = self._games.arrays, self._games
        if not isinstance(games, ProcessorGames):
            games.advance(actions)
            return self._observations, arrays["rewards"], arrays["terminations"], arrays["truncations"], self._infos
        if games.same_step:
            games.advance(actions)
        else:
            self._step_or_renew(games, actions)
        ended = games.batch.terminations | games.batch.truncations
        infos = self._informed()
        if games.same_step and ended.any():
            infos = ending(games.finals.reshape(self._observations.shape), ended, infos)
        outcome = (self._given(arrays[name]) for name in ("rewards", "terminations", "truncations"))
        return self._shown_now(), *outcome, infos

    def _step_or_renew(self, games: ProcessorGames, actions: Any) -> None:
        chosen, ended = games.checked(actions), games.batch.terminations | games.batch.truncations
        games.refuse(~ended & ~games.are_legal(chosen), chosen)
        games.go_on(np.where(ended, RENEW, chosen))
