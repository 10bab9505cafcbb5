"""`lido` with a clock that a test moves: it is as many hours ahead as the file beside the database says."""

import runpy
import sys
from pathlib import Path

from lido.server.rooms import context, node_time, runner

HOUR = 3_600_000
_own = context.now


def hours_file(database: Path) -> Path:
    """Where a test writes how many hours the clock is ahead."""
    return database.with_suffix(".hours")


def _moved() -> int:
    (database,) = (Path(each.split("=", 1)[1]) for each in sys.argv if each.startswith("--database="))
    file = hours_file(database)
    return _own() + round(float(file.read_text() or 0) * HOUR) if file.exists() else _own()


if __name__ == "__main__":
    node_time.NodeTime.__init__.__defaults__ = (_moved,)
    runner.LONGEST_WAIT = 0.2
    runpy.run_module("lido", run_name="__main__")
