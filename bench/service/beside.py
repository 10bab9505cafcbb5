"""Moves a second beside boardgame.io, in one run: `make beside`.

Each server has the same core to itself, and its players the other. Pairs play one game after the other, each at a new
table: the first of our games here, one of 25 cells and 60 moves there. boardgame.io keeps its matches in files and
acknowledges a move before it is on disk; Lido acknowledges one when it is. "server, players" are the parts of their
cores that they used, "µs a move" the server's processor time for one.
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
from bench.service.share import used_by

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
    server: float
    """The part of its core that the server used."""
    players: float
    """The part of their core that the players used: where it is not all, they do not hold the server up."""

    @property
    def cost(self) -> float:
        """Microseconds of the server's processor for a move, which other work on the machine changes least."""
        return self.server / self.rate * 1e6

    def cells(self) -> list[str]:
        """How it is shown."""
        cores = f"{self.server:.0%}, {self.players:.0%}"
        return [f"{self.rate:,.0f}", f"{self.p50:,.0f}", f"{self.p99:,.0f}", cores, f"{self.cost:,.0f}"]


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
            began, used = time.perf_counter(), used_by(_with_children(server.pid))
            said = subprocess.run(players, cwd=PROGRAMS, check=True, capture_output=True, text=True).stdout
            share = (used_by(_with_children(server.pid)) - used) / (time.perf_counter() - began)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
            time.sleep(0.5)  # until the last file is written
    return Pace(**json.loads(said), server=share)


def _with_children(pid: int) -> list[int]:
    """A process and all that it started."""
    started = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in started for each in _with_children(int(child)))]


def lido(tables: int, seconds: float, core: int) -> Pace:
    """The pace of Lido."""
    seen = alone(lambda node: trial(node, None, tables, seconds), core)
    p50, p99 = (seen.waits[int(len(seen.waits) * part)] * 1000 for part in (0.5, 0.99))
    return Pace(len(seen.waits) / seen.seconds, p50, p99, seen.share, seen.players)


def main() -> None:
    """Run both in turn and print how they compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    shown = Table("run", title=f"{asked.tables} tables at once, one core for the server")
    each = ("moves/s", "p50 ms", "p99 ms", "server, players", "µs a move")
    for head in (f"boardgame.io {each[0]}", *each[1:], f"Lido {each[0]}", *each[1:], "times", "times by µs"):
        shown.add_column(head, justify="right")
    for run in track(range(1, RUNS + 1), description="Runs"):
        theirs, ours = (pace(asked.tables, asked.seconds, cores[0]) for pace in (boardgame, lido))
        times = (ours.rate / theirs.rate, theirs.cost / ours.cost)
        shown.add_row(str(run), *theirs.cells(), *ours.cells(), *(f"{each:.1f}" for each in times))
    Console().print(shown)


if __name__ == "__main__":
    main()
