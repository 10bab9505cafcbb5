"""Games on a graphics card: the same to the bit as on the processor, and how many steps a second. Run by `make card`.

`python -m bench.card same` compares only, `python -m bench.card speed` measures only,
`python -m bench.card others` hands arrays to the other libraries that are installed, and `python -m bench.card pgx`
measures games of Pgx, where it is installed.
"""

import ctypes
import importlib.util
import sys
import time
from typing import Any

import numpy as np
from tests.adapters.setups import RECORDS, Setup, named

from bench import pgx_games
from lido import vector
from lido.batch import rows
from lido.card import CardArray
from lido.card.driver import card
from lido.errors import BadSetup
from lido.planes import encoding

SEEDS, GAMES = 4096, 20
ALL_EVERY = 64
"""All arrays are compared after so many steps; the small ones after each."""
SMALL = ("states", "rngs", "counts", "turns", "repetitions", "lengths", "rewards", "terminations", "truncations")
BATCHES = tuple(1 << power for power in range(14, 21))
WARM_STEPS = 200
"""So that the games are at all stages."""
SECONDS = 0.3
COPIED = 4 << 30


def made(setup: Setup, n: int, device: str) -> vector.VectorEnv:
    """Environments of a game with its players and options."""
    return vector.make(setup.game, players=setup.players, options=setup.options, n=n, seed=1, device=device)


def content(array: Any) -> Any:
    """An array as NumPy has it, a record as its bytes."""
    found = array.numpy() if isinstance(array, CardArray) else array
    return found.view(np.uint8) if found.dtype.names else found


def differing(here: vector.VectorEnv, there: vector.VectorEnv, names: tuple[str, ...]) -> list[str]:
    """The arrays that are not the same."""
    ours, theirs = here._games.arrays, there._games.arrays
    return [name for name in names if not np.array_equal(content(ours[name]), content(theirs[name]))]


def same(setup: Setup) -> str:
    """Play until every seed has had so many games, on both, and compare."""
    here, there = made(setup, SEEDS, "cpu"), made(setup, SEEDS, "cuda")
    everything = tuple(name for name in here._games.arrays if name != "keys")
    ended, steps = np.zeros(SEEDS, dtype=np.int64), 0
    wrong = differing(here, there, everything)
    while ended.min() < GAMES and not wrong:
        actions, drawn = here.sample(), there.sample()
        if not np.array_equal(actions, drawn.numpy()):
            wrong = ["sample"]
        _, _, terminations, truncations, _ = here.step(actions)
        there.step(drawn)
        ended += terminations | truncations
        steps += 1
        wrong += differing(here, there, everything if steps % ALL_EVERY == 0 else SMALL)
    there.wait()
    if wrong:
        return f"DIFFERENT after {steps} steps: {', '.join(wrong)}"
    return f"the same: {ended.sum():,} games, {steps * SEEDS:,} moves"


def bandwidth() -> float:
    """Bytes a second read and written by a copy on the card."""
    device = card()
    one, other = (CardArray(device, (COPIED,), np.dtype(np.uint8)) for _ in range(2))

    def copy() -> None:
        size = ctypes.c_size_t(COPIED)
        device.call("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(one.address), ctypes.c_uint64(other.address), size, None)

    for _ in range(3):
        copy()
    device.wait()
    began = time.perf_counter()
    for _ in range(10):
        copy()
    device.wait()
    return 2 * COPIED * 10 / (time.perf_counter() - began)


def bytes_moved(setup: Setup, envs: vector.VectorEnv) -> float:
    """The fewest bytes that drawing and playing a move read and write: every number once."""
    kinds = rows(encoding(setup.game, setup.players), setup.players)
    moves = float(content(envs._games.arrays["counts"]).mean())
    read = kinds["states"].size + sum(kinds[name].size for name in ("rngs", "counts")) + 8  # and the action
    written = read + sum(kinds[name].size for name in ("observations", "turns", "rewards")) + 2
    if kinds["keys"].size:
        read += 8 + 4  # how many positions, and the word of marks
        written += 8 + 8 + 4 + 8  # also the key, and how often it occurred
    return read + written + moves * (2 + 1 + 1 + 2)  # moves are read, taken off the mask, put on it, and written


def timed(steps: int, envs: vector.VectorEnv, plays: bool) -> float:
    """The seconds of so many steps, or of drawing moves alone."""
    envs.wait()
    began = time.perf_counter()
    for _ in range(steps):
        actions = envs.sample()
        if plays:
            envs.step(actions)
    envs.wait()
    return time.perf_counter() - began


def speed(setup: Setup, peak: float) -> None:
    """Print the steps a second of every batch."""
    for n in BATCHES:
        envs = made(setup, n, "cuda")
        timed(WARM_STEPS, envs, plays=True)
        steps = max(20, int(50 * SECONDS / timed(50, envs, plays=True)))
        both = min(timed(steps, envs, plays=True) for _ in range(3)) / steps
        moved = bytes_moved(setup, envs)
        drawing = min(timed(steps, envs, plays=False) for _ in range(3)) / steps
        share = moved * n / both / peak
        print(
            f"{named(setup):28} 2^{n.bit_length() - 1} {n / both / 1e9:8.3f} G steps/s  {both * 1e6:8.1f} us a step, "
            f"{drawing * 1e6:7.1f} of them to draw; {moved:5.0f} B, {100 * share:5.1f} % of {peak / 1e12:.2f} TB/s",
            flush=True,
        )


def others() -> None:
    """Hand observations to other libraries and take moves from them."""
    envs = made(RECORDS[0], 1000, "cuda")
    for name in ("torch", "cupy", "jax"):
        if importlib.util.find_spec(name) is None:
            print(f"{name}: not installed")
            continue
        try:
            print(f"{name}: {_handed(name, envs)}", flush=True)
        except Exception as error:  # what a library cannot take is what is to be found out
            print(f"{name}: {type(error).__name__}: {error}", flush=True)


def _handed(name: str, envs: vector.VectorEnv) -> str:
    library: Any = importlib.import_module(name)
    taken = library.dlpack.from_dlpack if name == "jax" else library.from_dlpack
    observations, infos = envs.reset()
    seen, legal = taken(observations), taken(infos["legal"])
    for found, given in ((seen, observations), (legal, infos["legal"])):
        copied = found.get() if name == "cupy" else found.cpu() if name == "torch" else found
        if not np.array_equal(np.asarray(copied), given.numpy()):
            return "DIFFERENT NUMBERS"
    place = {"torch": "data_ptr", "jax": "unsafe_buffer_pointer"}.get(name)
    address = getattr(seen, place)() if place else seen.data.ptr
    moves = legal.int().argmax(1) if name == "torch" else legal.argmax(1)
    envs.step(moves)
    envs.wait()
    copying = "no copy" if address == observations.address else "A COPY"
    return f"{copying}, {seen.dtype} {legal.dtype}, moves {moves.dtype}"


def main() -> None:
    """Do what is asked for, or all of it."""
    wanted = sys.argv[1:] or ["same", "others", "speed"]
    try:
        print(card().name)
    except BadSetup as missing:
        raise SystemExit(str(missing)) from None
    if "others" in wanted:
        others()
    if "same" in wanted:
        for setup in RECORDS:
            began = time.perf_counter()
            print(f"{named(setup):28} {same(setup)} ({time.perf_counter() - began:.0f} s)", flush=True)
    if "speed" in wanted:
        peak = bandwidth()
        for setup in RECORDS:
            speed(setup, peak)
    if "pgx" in wanted:
        pgx_games.speed(BATCHES)


if __name__ == "__main__":
    main()
