"""Vector environments in which a program plays one seat of every game, and others the rest."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from lido.batch import LEAVE, RENEW
from lido.errors import BadSetup
from lido.game import Option
from lido.planes import Encoding
from lido.vector.games import ProcessorGames
from lido.vector.table import Infos, Table, Tables, ending

Policy: TypeAlias = Callable[[NDArray[Any], Infos], NDArray[np.int64]]
"""Moves for some games: from what the seats to act see, [k, planes, …], and the `legal`, `turn` and `game` of each."""
Opponents: TypeAlias = Literal["random"] | Policy


class SeatVectorEnv(Tables):
    """Many games at once, in each of which the program that steps plays one seat. Make one with `make`.

    Observations are those of its seat, `infos["turn"]` (counted from 0), when it must act; `infos["legal"]` are its
    legal moves. Between its moves the others make theirs. Rewards [n] are its payoff, at the end of a game.
    """

    _games: ProcessorGames

    def __init__(
        self,
        games: ProcessorGames,
        table: Table,
        shown: Encoding,
        opponents: Opponents,
        seat: int | None,
        illegal: Literal["raise", "lose"],
        copy: bool,
        mode: AutoresetMode,
    ) -> None:
        super().__init__(games, table, shown, copy, mode)
        if mode == AutoresetMode.DISABLED:
            raise BadSetup("research.autoreset", mode=f"AutoresetMode.{mode.name}")
        games.same_step = mode == AutoresetMode.SAME_STEP
        self._opponents = opponents
        self._seat = seat
        self._loses = illegal == "lose"
        self._rewards = np.zeros(table.n)
        self._terminations = np.zeros(table.n, dtype=np.bool_)
        self._truncations = np.zeros(table.n, dtype=np.bool_)
        self._sit()

    def _sit(self) -> None:
        """Sit down in new games, a seat further in each, so that all seats are played alike.

        The others move first where it is their turn. A game that ends so begins again.
        """
        first = np.arange(self.num_envs) % self.players if self._seat is None else self._seat - 1
        self._games.viewers[:] = first
        self._let_others_move(self._every)
        self._forget()

    def reset(
        self, *, seed: str | int | None = None, options: Mapping[str, Option] | None = None
    ) -> tuple[NDArray[Any], Infos]:
        """Restart every game; `seed` and `options` as for `VectorEnv.reset`."""
        was_new = self._is_new
        self._begin(seed, options)
        if not was_new or seed is not None or options:
            self._sit()
        return self._given(self._observations), self._informed()

    def _forget(self) -> None:
        self._rewards[:] = 0.0
        self._terminations[:] = False
        self._truncations[:] = False

    def step(self, actions: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play a move in every game, and then those of the others until it is this seat's turn again.

        Returns observations, rewards [n], terminations [n], truncations [n] and infos. Where a game had ended in the
        step before (`NEXT_STEP`), the move is not looked at and a new game begins. Raises IllegalMove if any move is
        illegal, and then plays none, unless illegal moves lose.
        """
        games, chosen = self._games, self._games.checked(actions)
        ended = self._terminations | self._truncations if not games.same_step else np.zeros_like(self._every)
        refused = ~ended & ~games.are_legal(chosen)
        if not self._loses:
            games.refuse(refused, chosen)
        self._is_new = False
        self._forget()
        self._next_seat(ended)
        games.go_on(np.where(ended, RENEW, np.where(refused, LEAVE, chosen)))
        self._lose(refused)
        self._note(~ended & ~refused)
        self._let_others_move(ended)
        infos, over = self._informed(), self._terminations | self._truncations
        if games.same_step and over.any():
            infos = ending(games.finals.reshape(self._observations.shape), over, infos)
        rewards, terminations, truncations = map(self._given, (self._rewards, self._terminations, self._truncations))
        return self._given(self._observations), rewards, terminations, truncations, infos

    def _next_seat(self, ended: NDArray[np.bool_]) -> None:
        if self._seat is None:
            self._games.viewers[ended] = (self._games.viewers[ended] + 1) % self.players

    def _lose(self, refused: NDArray[np.bool_]) -> None:
        """End the games of illegal moves, without a payoff."""
        if refused.any():
            self._terminations |= refused
            if self._games.same_step:
                self._games.finals[refused] = self._games.batch.observations[refused]
                self._begin_again(refused)

    def _begin_again(self, which: NDArray[np.bool_]) -> None:
        if which.any():
            self._next_seat(which)
            self._games.go_on(np.where(which, RENEW, LEAVE))

    def _note(self, moved: NDArray[np.bool_]) -> None:
        """Take down which of the games in which somebody moved have ended, and what this seat gets."""
        batch, viewers = self._games.batch, self._games.viewers
        ended = moved & (batch.terminations | batch.truncations)
        if ended.any():
            told = ended & ~(self._terminations | self._truncations)  # a second game may end before its first move
            self._rewards[told] = batch.rewards[told, viewers[told]]
            self._terminations |= told & batch.terminations
            self._truncations |= told & batch.truncations
            if self._games.same_step:
                self._next_seat(ended)

    def _let_others_move(self, beginning: NDArray[np.bool_]) -> None:
        """The others move in every game until it has ended or waits for this seat.

        One that is beginning and ends so is followed by another at once, in both modes: an episode has a move of this
        seat, and no step that begins one has a reward.
        """
        games = self._games
        while True:
            waiting = games.batch.turns != games.viewers
            if not games.same_step:
                waiting &= ~(self._terminations | self._truncations)
            if not waiting.any():
                return
            games.go_on(self._others_moves(waiting))
            unseen = waiting & beginning & (games.batch.terminations | games.batch.truncations)
            if games.same_step:
                unseen[:] = False  # they have begun again already
            self._note(waiting & ~unseen)
            self._begin_again(unseen)

    def _others_moves(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        games = self._games
        if self._opponents == "random":
            return games.drawn_for(waiting)
        batch = games.batch
        infos = {"legal": batch.legal[waiting], "turn": batch.turns[waiting], "game": np.flatnonzero(waiting)}
        chosen = np.full(self.num_envs, LEAVE, dtype=np.int64)
        answer = np.asarray(self._opponents(self._observations[waiting], infos))
        if answer.shape != infos["turn"].shape or answer.dtype.kind not in "iub":
            raise BadSetup(
                "research.opponents-actions", shape=f"{answer.shape}, {answer.dtype}", games=len(infos["turn"])
            )
        chosen[waiting] = answer
        games.refuse(waiting & ~games.are_legal(chosen), chosen, "research.opponents-illegal")
        return chosen

    def _informed(self) -> Infos:
        batch = self._games.batch
        given = {"legal": self._given(batch.legal), "turn": self._given(self._games.viewers)}
        return given | {f"_{name}": self._every for name in given}
