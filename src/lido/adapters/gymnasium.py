"""Lido's games as environments of Gymnasium: one seat for the program that steps, bots at the others.

Importing this module registers every game under its `name`, and so does a name that begins with the module:
`gymnasium.make("lido.adapters.gymnasium:lido/…-v0", players=4, opponents="gentle")`. Under its name with `Flat` before
the version its observations are flat, for programs that know no planes.

>>> import gymnasium, lido
>>> import lido.adapters.gymnasium as adapter
>>> env = gymnasium.make(adapter.name(lido.games()[0].id), players=3)
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["legal"].argmax()))
>>> envs = gymnasium.make_vec(adapter.name(lido.games()[0].id), num_envs=64, players=3)
>>> envs.reset(seed=7)[0].shape == (64, *observation.shape)
True
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import wrappers
from gymnasium.envs.registration import registry
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from lido import bots, pictures, vector
from lido import match as matches
from lido.adapters.actions import actions
from lido.errors import BadSetup, IllegalMove
from lido.game import SPECTATOR, Option
from lido.games import games, parts
from lido.given import check_seat
from lido.planes import encoding

Infos = dict[str, Any]


def name(game: str, *, flat: bool = False) -> str:
    """What Gymnasium calls a game, as planes or flat."""
    return f"lido/{''.join(part.capitalize() for part in game.split('-'))}{'Flat' * flat}-v0"


class SeatEnv(gymnasium.Env[NDArray[Any], Any]):
    """A game in which the program that steps plays one seat, `seat`, or without one the seats in turn.

    `opponents` are the levels of the bots at the other seats, from the next one on, or one level for all; with
    `iterations` they think so much for a move. The reward is the payoff of the seat, at the end. `info["legal"]` and
    `action_masks()` are the legal moves. An illegal move loses the game, without a payoff; with `illegal="raise"` it
    raises IllegalMove and changes nothing.
    """

    metadata = {"render_modes": ["svg"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        options: Mapping[str, Option] | None = None,
        opponents: str | Sequence[str] = "random",
        iterations: int | None = None,
        seat: int | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._game, self._options = game, dict(options or {})
        self._match = matches.new(game, players=players, options=options, seed="")
        self.players = self._match.players
        if seat is not None:
            check_seat(seat, self.players, spectator=False)
        if illegal not in ("lose", "raise"):
            raise BadSetup("research.illegal-way", given=repr(illegal))
        self._levels = [opponents] * (self.players - 1) if isinstance(opponents, str) else list(opponents)
        if len(self._levels) != self.players - 1:
            raise BadSetup("research.opponents", needed=self.players - 1, given=len(self._levels))
        for level in self._levels:
            bots.check_level(level, game, self.players)
        self._iterations = iterations
        self._fixed_seat, self.seat = seat, seat or 1
        self._raises = illegal == "raise"
        self.render_mode = render_mode
        self._actions, self._encoding = actions(game), encoding(game, self.players)
        low, high = self._encoding.bounds()
        self.observation_space = Box(low, high, dtype=self._encoding.dtype.type)
        self.action_space = Discrete(self._actions.count)
        self._games_begun = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Infos]:
        """Begin a game: that of `lido.new(…, seed=seed)`, or a new one. `options` are options of the game."""
        super().reset(seed=seed)
        self._games_begun = self._games_begun if seed is None else 0
        dealt = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self._options |= options or {}
        self.seat = self._fixed_seat or self._games_begun % self.players + 1
        self._games_begun += 1
        while True:
            self._match = matches.new(self._game, players=self.players, options=self._options, seed=dealt)
            self._sit(dealt)
            if not self._match.result:  # the others may end a game before it is this seat's turn
                return self._seen(), self._info()
            dealt = int(self.np_random.integers(1 << 62))

    def _sit(self, dealt: int) -> None:
        others = [(self.seat + at) % self.players + 1 for at in range(self.players - 1)]
        self._bots = {
            other: bots.bot(level, seed=f"{dealt} {other}", threads=1)
            for other, level in zip(others, self._levels, strict=True)
        }
        self._let_others_move()

    def _let_others_move(self) -> None:
        while (turn := self._match.turn) and turn != self.seat:
            player_view, bot = self._match.player_view(turn), self._bots[turn]
            move = bot.choose(player_view, iterations=self._iterations)
            self._match.play(move, **bot.details(player_view, move, iterations=self._iterations))

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, Infos]:
        """Play a move, and those of the others until it is this seat's turn again or the game has ended."""
        seen = self._match.player_view(self.seat).observation
        if self._match.turn != self.seat or int(action) not in self._actions.legal(seen):
            if self._raises:
                raise IllegalMove("research.not-legal", move=int(action), agent=f"seat_{self.seat}")
            return self._seen(), 0.0, True, False, self._info()
        text, details = self._actions.move(seen, int(action))
        self._match.play(text, **details)
        self._let_others_move()
        result = self._match.result
        reward = result.payoffs[self.seat - 1] if result else 0.0
        return self._seen(), reward, result is not None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the legal moves, under the name that sb3-contrib asks for; all zeros when the game is over."""
        mask = np.zeros(self._actions.count, dtype=np.bool_)
        if self._match.turn == self.seat:
            mask[self._actions.legal(self._match.player_view(self.seat).observation)] = True
        return mask

    def _seen(self) -> NDArray[Any]:
        return self._encoding.seen(self._match.player_view(self.seat))

    def _info(self) -> Infos:
        return {"legal": self.action_masks(), "turn": self.seat - 1}

    def render(self) -> str:
        """What a spectator sees, as SVG."""
        return pictures.svg(self._match.view(SPECTATOR))


def make_vector(num_envs: int, game: str, **more: Any) -> vector.SeatVectorEnv:
    """The environments of `gymnasium.make_vec`: `lido.vector.make` with random opponents, as its wrappers want it."""
    usual: dict[str, Any] = {"illegal": "lose", "autoreset_mode": AutoresetMode.NEXT_STEP}
    more.pop("render_mode", None)
    opponents: vector.Opponents = more.pop("opponents", "random")
    return vector.make(game, n=num_envs, opponents=opponents, **usual | more)


def make_flat(game: str, **more: Any) -> gymnasium.Env[NDArray[Any], Any]:
    """A `SeatEnv` with flat observations."""
    return wrappers.FlattenObservation(SeatEnv(game, **more))


def make_flat_vector(num_envs: int, game: str, **more: Any) -> wrappers.vector.FlattenObservation:
    """The environments of `make_vector` with flat observations."""
    return wrappers.vector.FlattenObservation(make_vector(num_envs, game, **more))


def register() -> None:
    """Make every game known to Gymnasium; this module has done so for those that were there when it was loaded.

    A game's module `dexterity` may have environments of its own, in `ENVIRONMENTS`.
    """
    for _, module in parts("dexterity"):
        for title, kind in module.ENVIRONMENTS.items():
            if f"lido/{title}-v0" not in registry:
                gymnasium.register(f"lido/{title}-v0", entry_point=f"{module.__name__}:{kind}")
    for game in games():
        if name(game.id) not in registry:
            for flat in (False, True):
                gymnasium.register(
                    name(game.id, flat=flat),
                    entry_point=f"lido.adapters.gymnasium:{'make_flat' if flat else 'SeatEnv'}",
                    vector_entry_point=f"lido.adapters.gymnasium:make_{'flat_' * flat}vector",
                    kwargs={"game": game.id},
                )


register()
