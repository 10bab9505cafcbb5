"""Single compiled functions, in calls per second on one core."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

import lido
from bench.random_play import rules_of
from lido.rng import Rng, seeded

if TYPE_CHECKING:
    legal = redeal = cast(Callable[..., Any], None)


def redeals(states: Any, times: int, rng: Rng) -> int:
    """Draw `times` worlds from the view `states[0]`, in `states[1]`."""
    for _ in range(times):
        states[1] = states[0]
        redeal(states[1], rng)
    return times


def generations(states: Any, times: int, moves: NDArray[np.int16]) -> int:
    """Write the legal moves of `states` `times` times over, one state after the other."""
    written = 0
    for at in range(times):
        written += legal(states[at % len(states)], moves)
    return written


def redealing(game: str, players: int, times: int = 500_000) -> Callable[[], float]:
    """Worlds drawn from what the first seat sees at the start."""
    rules = rules_of(game)
    loop = rules.specialised(redeals)
    states = np.zeros(2, dtype=rules.dtype)
    states[0] = lido.new(game, players=players, seed=1).player_view(1).observation
    return _timed(lambda count: loop(states, count, seeded("bench")), times)


def generating(game: str, players: int, times: int = 500_000) -> Callable[[], float]:
    """Positions of a random game whose legal moves are written."""
    rules = rules_of(game)
    loop = rules.specialised(generations)
    match = lido.new(game, players=players, seed=1)
    rng = seeded("bench positions")
    met: list[np.record] = []
    while match.turn and len(met) < 100:
        met.append(match.player_view(match.turn).observation)
        legal_moves = match.legal_moves()
        match.play(legal_moves[int(rng[0]) % len(legal_moves)])
    states = np.array([state.item() for state in met], dtype=rules.dtype)
    moves = np.empty(rules.most_moves, dtype=np.int16)
    return _timed(lambda count: loop(states, count, moves), times)


def _timed(run: Callable[[int], int], times: int) -> Callable[[], float]:
    run(1)

    def measure() -> float:
        began = time.perf_counter()
        run(times)
        return times / (time.perf_counter() - began)

    return measure
