"""Compares many random games of every game and number of players with Python: `make everywhere`.

`python -m tests.browser.everywhere GAMES` sets another number than 10,000. One in a hundred is also searched.
"""

import sys
import time
from collections.abc import Iterator

from rich.progress import Progress

from tests.browser.node import Node
from tests.browser.tasks import random_game, record_games, searched_game
from tests.browser.transcript import Transcript

GAMES = 10_000
SHOWN = 0.05
"""After this share of the moves all views, the position and the record are compared."""
ITERATIONS = 200


def main() -> None:
    """Compare, and print how many games, moves and searches told the same."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    begun = time.monotonic()
    with Node() as node, Progress() as progress:
        for game, players in record_games():
            bar = progress.add_task(f"{game} for {players}", total=count)
            moves = searches = 0
            for played in node.compare(_games(game, players, count)):
                done = [step[0] for step in played.steps]
                moves += done.count("play")
                searches += done.count("think") + done.count("analyse")
                progress.advance(bar, int("think" not in done))
            progress.print(f"{game} for {players}: {count} games, {moves} moves, {searches} searches: all the same")
    print(f"{time.monotonic() - begun:.0f} s")


def _games(game: str, players: int, count: int) -> Iterator[Transcript]:
    for number in range(count):
        yield random_game(game, players, number, SHOWN)
        if number % 100 == 0:
            yield searched_game(game, players, number, ITERATIONS)


if __name__ == "__main__":
    main()
