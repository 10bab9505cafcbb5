"""Thousands of games of one kind, stepped by one compiled call on the processor or on a card, as in Gymnasium.

>>> import lido
>>> from lido import vector
>>> envs = vector.make(lido.games()[0].id, players=3, n=256, seed=1)
>>> observations, infos = envs.reset()
>>> observations.shape == (256, *envs.observation_shape), infos["legal"].shape == (256, envs.action_count)
(True, True)
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
>>> rewards.shape
(256, 3)

There one program plays all seats. With `opponents` it plays one, and there is one reward a game:

>>> envs = vector.make(lido.games()[0].id, players=3, n=256, seed=1, opponents="random")
>>> observations, infos = envs.reset()
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
>>> rewards.shape
(256,)

With `device="cuda"` the games are played on a graphics card, and the arrays are in its memory (`lido.card`).
"""

from collections.abc import Callable, Mapping
from typing import Literal, overload

import numpy as np
from gymnasium.vector import AutoresetMode

from lido import match as matches
from lido.card import CardGames
from lido.errors import BadSetup
from lido.game import RecordGame
from lido.given import check_seat, check_whole
from lido.planes import Encoding, encoding
from lido.vector.all_seats import VectorEnv
from lido.vector.games import Games, ProcessorGames
from lido.vector.one_seat import Opponents, SeatVectorEnv
from lido.vector.table import Table

__all__ = ["Opponents", "SeatVectorEnv", "VectorEnv", "make"]

DEVICES: dict[str, Callable[[np.record, Encoding, int], Games]] = {"cpu": ProcessorGames, "cuda": CardGames}


def __dir__() -> list[str]:
    return __all__


@overload
def make(
    game: str,
    *,
    players: int | None = ...,
    n: int,
    options: Mapping[str, str | int] | None = ...,
    seed: str | int | None = ...,
    device: str = ...,
    copy: bool = ...,
    threads: int | None = ...,
    autoreset_mode: AutoresetMode = ...,
) -> VectorEnv: ...


@overload
def make(
    game: str,
    *,
    players: int | None = ...,
    n: int,
    options: Mapping[str, str | int] | None = ...,
    seed: str | int | None = ...,
    copy: bool = ...,
    threads: int | None = ...,
    autoreset_mode: AutoresetMode = ...,
    opponents: Opponents,
    seat: int | None = ...,
    illegal: Literal["raise", "lose"] = ...,
) -> SeatVectorEnv: ...


def make(
    game: str,
    *,
    players: int | None = None,
    n: int,
    options: Mapping[str, str | int] | None = None,
    seed: str | int | None = None,
    device: str = "cpu",
    copy: bool = True,
    threads: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
    opponents: Opponents | None = None,
    seat: int | None = None,
    illegal: Literal["raise", "lose"] = "raise",
) -> VectorEnv | SeatVectorEnv:
    """`n` games of a `RecordGame` side by side; `players` and `options` as for `lido.new`.

    `device` is "cpu" or "cuda", a graphics card of NVIDIA. With `copy=False`, and always on a card, the arrays that
    come back are buffers that the next call overwrites. At most `threads` threads play, fewer where that is faster.

    `opponents` play all seats but one: "random", or a function from the observations and the infos of the games that
    wait for them to their moves. `seat` is the one that is left, counted from 1, or None for each in turn. With
    `illegal="lose"` an illegal move loses the game, for programs that know no masks.
    """
    for name, value in (("n", n), ("threads", 1 if threads is None else threads)):
        check_whole(name, value)
    if not isinstance(autoreset_mode, AutoresetMode):
        raise BadSetup("research.autoreset-type", given=repr(autoreset_mode))
    if illegal not in ("raise", "lose"):
        raise BadSetup("research.illegal-way", given=repr(illegal))
    if opponents is None and (seat is not None or illegal == "lose"):
        raise BadSetup("research.needs-opponents", name="illegal" if seat is None else "seat")
    match = matches.new(game, players=players, options=options, seed="vector")
    if not isinstance(match.game, RecordGame):
        raise BadSetup("research.no-vector", game=game)
    if device not in DEVICES:
        raise BadSetup("research.device", device=device, allowed=", ".join(DEVICES))
    table = Table(match.game, match.players, dict(match.options), n, seed)
    shown = encoding(game, match.players)
    if opponents is not None:
        if device != "cpu":
            raise BadSetup("research.opponents-on-card")
        if opponents != "random" and not callable(opponents):
            raise BadSetup("research.opponents-by-name", given=repr(opponents))
        if seat is not None:
            check_seat(seat, match.players, spectator=False)
        held = ProcessorGames(table.start(), shown, n, threads)
        return SeatVectorEnv(held, table, shown, opponents, seat, illegal, copy, autoreset_mode)
    games: Games = (
        ProcessorGames(table.start(), shown, n, threads) if device == "cpu" else CardGames(table.start(), shown, n)
    )
    return VectorEnv(games, table, shown, copy, autoreset_mode)
