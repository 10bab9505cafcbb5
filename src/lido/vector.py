"""Thousands of games of one kind, stepped by one compiled call on all cores or on a card, with Gymnasium's interface.

>>> import lido
>>> from lido import vector
>>> envs = vector.make(lido.games()[0].id, players=3, n=256, seed=1)
>>> observations, infos = envs.reset()
>>> observations.shape == (256, *envs.observation_shape), infos["legal"].shape == (256, envs.action_count)
(True, True)
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
>>> rewards.shape
(256, 3)

The arrays that come back are buffers that the next call overwrites: copy what you keep. With `device="cuda"` the games
are played on a graphics card, and the arrays are in its memory (`lido.card`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lido import match as matches
from lido.batch import Batch, draw_moves, first_illegal, generators, loops, rows
from lido.card import CardGames
from lido.errors import BadSetup, IllegalMove
from lido.game import SPECTATOR, Option, RecordGame
from lido.planes import Encoding, encoding

Array: TypeAlias = Any
"""A NumPy array, or with `device="cuda"` a `lido.card.CardArray`."""
Infos: TypeAlias = dict[str, Array]


class Games(Protocol):
    """Where games are kept and played on: by the processor or by a card."""

    @property
    def arrays(self) -> Mapping[str, Array]:
        """The arrays of a `Batch`, by their names."""

    def begin(self, rngs: NDArray[np.int64]) -> None:
        """Restart every game, with these generators."""

    def advance(self, actions: Any) -> None:
        """Play a move in every game, and restart those that end."""

    def draw(self) -> Array:
        """A random legal move for every game."""

    def wait(self) -> None:
        """Wait until all that was asked for is done."""


class ProcessorGames:
    """Games on all cores of the processor."""

    def __init__(self, start: np.record, shown: Encoding, n: int) -> None:
        kinds = rows(shown, int(start.players))
        self.arrays: dict[str, Array] = {
            name: np.zeros((n, *row.shape), dtype=row.dtype) for name, row in kinds.items()
        }
        self.batch = Batch(**self.arrays)
        self.start = np.array([start])
        self.begin_all, self.advance_all = loops(shown)
        self._actions = np.zeros(n, dtype=np.int64)

    def begin(self, rngs: NDArray[np.int64]) -> None:
        self.batch.rngs[:] = rngs
        self.begin_all(self.batch, self.start)

    def advance(self, actions: ArrayLike) -> None:
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != self._actions.shape:
            raise BadSetup("research.actions", shape=chosen.shape, games=len(self._actions))
        game = first_illegal(self.batch.legal, chosen)
        if game >= 0:
            raise IllegalMove("research.illegal", game=game, move=int(chosen[game]))
        self.advance_all(self.batch, self.start, chosen)

    def draw(self) -> NDArray[np.int64]:
        draw_moves(self.batch, self._actions)
        return self._actions

    def wait(self) -> None:
        """Nothing is done later."""


DEVICES: dict[str, Callable[[np.record, Encoding, int], Games]] = {"cpu": ProcessorGames, "cuda": CardGames}


class VectorEnv:
    """Many games at once. Make one with `make`; all arrays have one row per game.

    Observations are those of the seat that must act. A game that ends restarts in the same step (Gymnasium
    calls this `SAME_STEP`): its `rewards` and `terminations` are those of the game that ended, its observation
    is the first of the next one.
    """

    metadata = {"autoreset_mode": "SameStep"}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, games: Games, start: np.record, shown: Encoding, n: int, seed: str | int | None) -> None:
        self.num_envs = n
        self.players = int(start.players)
        self.planes = tuple(plane.name for plane in shown.planes)
        self.observation_shape = shown.shape
        self.action_count = rows(shown, self.players)["legal"].shape[0]
        self._seed = seed
        self._games = games
        self._observations = games.arrays["observations"].reshape(n, *shown.shape)
        self._infos: Infos = {"legal": games.arrays["legal"], "turn": games.arrays["turns"]}
        self.reset()

    def reset(self, *, seed: str | int | None = None) -> tuple[Array, Infos]:
        """Restart every game: the observations of the seats that must act, [n, planes, …], and the infos.

        `infos["legal"]` is the mask of legal moves, [n, moves]; `infos["turn"]` is the seat that must act, [n],
        counted from 0 like the columns of the rewards. The same seed gives the same games, on every device.
        """
        self._seed = self._seed if seed is None else seed
        self._games.begin(generators(self._seed, self.num_envs))
        return self._observations, self._infos

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play a move in every game: observations, rewards [n, players], terminations [n], truncations [n], infos.

        Raises IllegalMove if any move is illegal, and then plays none. A card plays while Python goes on: there the
        game of an illegal move stays as it is, and a later call raises IllegalMove, at the latest `wait`.
        """
        self._games.advance(actions)
        arrays = self._games.arrays
        return self._observations, arrays["rewards"], arrays["terminations"], arrays["truncations"], self._infos

    def sample(self) -> Array:
        """A random legal move for every game."""
        return self._games.draw()

    def wait(self) -> None:
        """Wait until a card has done all that it was asked for. A processor has always done so."""
        self._games.wait()

    def close(self) -> None:
        """Nothing is held open; this is here because Gymnasium has it."""


def make(
    game: str,
    *,
    players: int | None = None,
    n: int,
    options: Mapping[str, Option] | None = None,
    seed: str | int | None = None,
    device: str = "cpu",
) -> VectorEnv:
    """`n` games of a `RecordGame` side by side; `players` and `options` as for `lido.new`.

    `device` is "cpu" or "cuda", a graphics card of NVIDIA.
    """
    match = matches.new(game, players=players, options=options, seed="vector")
    if not isinstance(match.game, RecordGame):
        raise BadSetup("research.no-vector", game=game)
    if n < 1:
        raise BadSetup("research.no-games")
    if device not in DEVICES:
        raise BadSetup("research.device", device=device, allowed=", ".join(DEVICES))
    blank, shown = match.player_view(SPECTATOR).observation, encoding(game, match.players)
    games = DEVICES[device](blank, shown, n)
    return VectorEnv(games, blank, shown, n, matches.new(game).seed if seed is None else seed)
