"""Compares many random games of every game and number of players with Python: `make everywhere`.

`python -m tests.browser.everywhere 500 croc-pool plouf-party:6` sets another number than 10,000, and which come first.
One game in two hundred is also searched. What was compared is kept in `build/everywhere.json`, so that it goes on
where it was stopped, unless anything that is compared has changed since.
"""

import hashlib
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import Progress

from lido.lab.processes import cores
from tests.browser.node import ENGINE, ROOT, Node
from tests.browser.tasks import random_game, record_games, searched_game

GAMES = 10_000
BATCH = 50
SHOWN = 0.1
"""After this share of the moves all views, the position and the record are compared."""
SEARCHED = 200
"""One game in so many is searched too."""
ITERATIONS = 2_000
KEPT = ROOT / "build" / "everywhere.json"


class Batch(NamedTuple):
    """Games with numbers in a row, of one game and number of players."""

    game: str
    players: int
    first: int
    size: int


def main() -> None:
    """Compare, and print how many games, moves and searches told the same."""
    count, first = GAMES, sys.argv[1:]
    if first and first[0].isdigit():
        count = int(first.pop(0))
    begun, done = time.monotonic(), _kept()
    kinds = sorted(record_games(), key=lambda kind: _place(kind, first))
    with multiprocessing.get_context("spawn").Pool(cores()) as pool, Progress() as progress:
        for game, players in kinds:
            title = f"{game} for {players}"
            counts = Counter(done.get(title, {}))
            bar = progress.add_task(title, total=count, completed=counts["games"])
            for batch, found in zip(
                _batches(game, players, counts["games"], count),
                pool.imap(_compared, _batches(game, players, counts["games"], count)),
                strict=True,
            ):
                counts += found
                done[title] = dict(counts)
                _keep(done)
                progress.advance(bar, batch.size)
            told = ", ".join(f"{counts[what]:,} {what}" for what in ("games", "moves", "refusals", "searches"))
            progress.print(f"{title}: {told}: all the same")
    print(f"{time.monotonic() - begun:.0f} s")


def _place(kind: tuple[str, int], first: list[str]) -> int:
    """Where a game with a number of players comes, if these come first."""
    game, players = kind
    return next((at for at, name in enumerate(first) if name in (game, f"{game}:{players}")), len(first))


def _batches(game: str, players: int, first: int, count: int) -> Iterator[Batch]:
    return (Batch(game, players, at, min(BATCH, count - at)) for at in range(first, count, BATCH))


@cache
def _node() -> Node:
    """The Node of this process."""
    return Node()


def _compared(batch: Batch) -> Counter[str]:
    """How many games, moves, refusals and searches of a batch told the same; all of them, or AssertionError."""
    counts: Counter[str] = Counter()
    for number in range(batch.first, batch.first + batch.size):
        games = [random_game(batch.game, batch.players, number, SHOWN)]
        if number % SEARCHED == 0:
            games.append(searched_game(batch.game, batch.players, number, ITERATIONS))
        for played in _node().compare(games):
            for step, (came, _) in zip(played.steps, played.told[2:], strict=True):
                refused = isinstance(came, dict) and "refused" in came
                counts["refusals"] += refused
                counts["moves"] += step[0] == "play" and not refused
                counts["searches"] += step[0] in ("think", "choose", "analyse")
        counts["games"] += 1
    return counts


def _mark() -> str:
    """A hash of all that is compared, and of how."""
    files = [*ENGINE.glob("*.*"), *(ROOT / "web/src/engine").rglob("*.ts"), *Path(__file__).parent.glob("*.*")]
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(file.read_bytes())
    return whole.hexdigest()


def _kept() -> dict[str, dict[str, int]]:
    """What was compared before, by game and number of players."""
    found: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return found["done"] if found.get("mark") == _mark() else {}


def _keep(done: dict[str, dict[str, int]]) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    new = KEPT.with_suffix(".new")
    new.write_text(json.dumps({"mark": _mark(), "done": done}))
    new.replace(KEPT)


if __name__ == "__main__":
    main()
