"""Steps a second of `lido.vector` with one thread and with the default, alone and beside busy processes.

`python -m bench.threads [BUSY]`, by default beside none and beside two.
"""

import multiprocessing
import sys
import time

from lido import vector
from lido.game import RecordGame
from lido.games import games

N = 4096
SECONDS = 3.0


def _spin() -> None:
    while True:
        pass


def speed(game: str, threads: int | None) -> float:
    """Random moves a second, observations and masks included."""
    envs = vector.make(game, n=N, seed=1, threads=threads, copy=False)
    for _ in range(100):  # so that the games are at all stages, and the number of threads is found
        envs.step(envs.sample())
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        envs.step(envs.sample())
        steps += 1
    return steps * N / (time.perf_counter() - began)


def main() -> None:
    """Print a table."""
    multiprocessing.set_start_method("spawn")
    print("| game | busy processes beside | one thread | default |\n| --- | --- | --- | --- |")
    for beside in map(int, sys.argv[1:] or ("0", "2")):
        busy = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(beside)]
        for process in busy:
            process.start()
        for game in games():
            if isinstance(game, RecordGame):
                one, usual = speed(game.id, 1), speed(game.id, None)
                print(f"| {game.id} | {beside} | {one / 1e6:.2f} M | {usual / 1e6:.2f} M |", flush=True)
        for process in busy:
            process.terminate()


if __name__ == "__main__":
    main()
