"""Steps a second of `lido.vector` with one thread and with the default, alone and beside busy processes.

`python -m bench.threads [BUSY]`, by default beside none and beside two. The two take turns, a slice of time each, so
that whatever else the machine does meets both; the ratio is that of the median slices, with the middle half of the
ratios of neighbours.
"""

import multiprocessing
import os
import sys
import time

import numpy as np

from lido import vector
from lido.game import RecordGame
from lido.games import games

N = 4096
SLICE = 0.1
SLICES = 60


def _spin() -> None:
    while True:
        pass


def _speed(envs: vector.VectorEnv) -> float:
    """Random moves a second in one slice of time, observations and masks included."""
    began, steps = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < SLICE:
        envs.step(envs.sample())
        steps += 1
    return steps * N / spent


def row(game: str, beside: int) -> str:
    """One game with one thread and with the default, in turns."""
    both = [vector.make(game, n=N, seed=1, threads=threads, copy=False) for threads in (1, None)]
    for envs in both:
        for _ in range(200):  # so that the games are at all stages, and the number of threads is found
            envs.step(envs.sample())
    speeds = np.array([[_speed(envs) for envs in both] for _ in range(SLICES)])
    one, usual = np.median(speeds, axis=0)
    low, high = np.quantile(speeds[:, 1] / speeds[:, 0], [0.25, 0.75])
    return f"| {game} | {beside} | {one / 1e6:.2f} M | {usual / 1e6:.2f} M | {usual / one:.2f} ({low:.2f}–{high:.2f}) |"


def main() -> None:
    """Print a table."""
    multiprocessing.set_start_method("spawn")
    print("| game | busy processes beside | one thread | default | ratio |\n| --- | --- | --- | --- | --- |")
    for beside in map(int, sys.argv[1:] or ("0", "2")):
        busy = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(beside)]
        for process in busy:
            process.start()
        for game in games():
            if isinstance(game, RecordGame):
                print(row(game.id, beside), flush=True)
        for process in busy:
            process.terminate()
    print(f"load at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
