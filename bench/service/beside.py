"""Moves a second beside boardgame.io, in one run: `make beside`.

Each server has the same core to itself, and its players the other. Pairs play one game after the other, each at a new
table: the first of our games here, one of 25 cells and 60 moves there. boardgame.io keeps its matches in files and
acknowledges a move before it is on disk; Lido acknowledges one when it is.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.service.load import alone, trial
from bench.service.node import free_port

PROGRAMS = Path(__file__).parent / "boardgame"
NODE = Path(sys.executable).parent / "node"
TABLES = 100
SECONDS = 15.0
RUNS = 3
STARTS_IN = 3.0


class Pace(NamedTuple):
    """Moves a second, and milliseconds until a move is acknowledged."""

    rate: float
    p50: float
    p99: float


def boardgame(tables: int, seconds: float, core: int) -> Pace:
    """The pace of boardgame.io."""
    port = str(free_port())
    with tempfile.TemporaryDirectory(prefix="lido-beside-") as folder:
        # `node` is a script that starts the program: the core is that of both, and both are killed.
        command = ["taskset", "--cpu-list", str(core), str(NODE), "server.js", folder, port]
        server = subprocess.Popen(
            command, cwd=PROGRAMS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            time.sleep(STARTS_IN)
            players = [str(NODE), "players.js", port, str(tables), str(seconds)]
            said = subprocess.run(players, cwd=PROGRAMS, check=True, capture_output=True, text=True).stdout
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
            time.sleep(0.5)  # until the last file is written
    return Pace(**json.loads(said))


def lido(tables: int, seconds: float, core: int) -> Pace:
    """The pace of Lido."""
    seen = alone(lambda node: trial(node, None, tables, seconds), core)
    p50, p99 = (seen.waits[int(len(seen.waits) * part)] * 1000 for part in (0.5, 0.99))
    return Pace(len(seen.waits) / seen.seconds, p50, p99)


def main() -> None:
    """Run both in turn and print how they compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    shown = Table("run", title=f"{asked.tables} tables at once, one core for the server")
    for head in ("boardgame.io moves/s", "p50 ms", "p99 ms", "Lido moves/s", "p50 ms", "p99 ms", "times"):
        shown.add_column(head, justify="right")
    for run in track(range(1, RUNS + 1), description="Runs"):
        theirs, ours = (pace(asked.tables, asked.seconds, cores[0]) for pace in (boardgame, lido))
        cells = [f"{value:,.0f}" for pace in (theirs, ours) for value in pace]
        shown.add_row(str(run), *cells, f"{ours.rate / theirs.rate:.1f}")
    Console().print(shown)


if __name__ == "__main__":
    main()
