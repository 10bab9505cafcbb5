"""Games of Pgx on the same card, played at random: `python -m bench.card pgx`, where Pgx and JAX are installed.

As with ours, a step draws a legal move for every game, plays it, starts games anew that have ended, and leaves
observations, masks and rewards in the card's memory.
"""

import time
from functools import partial
from typing import Any

GAMES = ("connect_four", "leduc_holdem", "animal_shogi", "tic_tac_toe")
SECONDS = 0.3
TOGETHER = 32
"""So many steps are also measured as one call of JAX, which spares it the time between two calls."""


def speed(batches: tuple[int, ...]) -> None:
    """Print the steps a second of every game and batch: a call for each step, and many steps in one call."""
    import jax  # noqa: PLC0415 - only who asks for Pgx needs it
    import pgx  # noqa: PLC0415

    for game in GAMES:
        for n in batches:
            try:
                rates = _measured(jax, pgx.make(game), n)
            except Exception as error:  # what does not run on a card is what is to be found out
                print(f"Pgx {game:24} 2^{n.bit_length() - 1} {type(error).__name__}: {str(error)[:200]}", flush=True)
                continue
            print(
                f"Pgx {game:24} 2^{n.bit_length() - 1} {rates[0] / 1e9:8.4f} G steps/s, "
                f"{TOGETHER} steps in one call {rates[1] / 1e9:8.4f}",
                flush=True,
            )


def _measured(jax: Any, env: Any, n: int) -> tuple[float, float]:
    """Steps a second, call by call and with many steps in one call."""
    from pgx.experimental import auto_reset  # noqa: PLC0415

    jnp = jax.numpy
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def played(state: Any, key: Any) -> tuple[Any, Any]:
        key, drawing, chance = jax.random.split(key, 3)
        odds = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(drawing, odds, axis=1)
        return step(state, actions, jax.random.split(chance, n)), key

    def many(state: Any, key: Any) -> tuple[Any, Any]:
        played_all: tuple[Any, Any] = jax.lax.fori_loop(0, TOGETHER, lambda _, carried: played(*carried), (state, key))
        return played_all

    rates = []
    for function, moves in ((played, 1), (many, TOGETHER)):
        call = partial(jax.jit, donate_argnums=0)(function)
        carried = jax.jit(init)(jax.random.split(jax.random.key(1), n)), jax.random.key(2)
        carried = jax.block_until_ready(call(*carried))
        calls, best = 5, 0.0
        for turn in range(4):
            began = time.perf_counter()
            for _ in range(calls):
                carried = call(*carried)
            jax.block_until_ready(carried)
            took = time.perf_counter() - began
            if turn:
                best = max(best, n * moves * calls / took)
            calls = max(5, int(calls * SECONDS / took))
        rates.append(best)
    return rates[0], rates[1]
