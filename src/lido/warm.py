"""Compile every game once, so that the first move of a fresh install does not wait for it.

Run as `python -m lido.warm`; what it compiles stays on disk.
"""

from rich.progress import track

import lido
from lido import bots


def main() -> None:
    """Play a few moves of every game with a bot."""
    for game in track(lido.games(), description="Compiling the rules"):
        match = lido.new(game.id, seed="warm")
        match.perft(1)
        players = [bots.bot(level, "warm") for level in ("club", "expert") for _ in range(2)]
        for player in players:
            assert match.turn
            match.play(player.choose(match.sight(match.turn), iterations=1))


if __name__ == "__main__":
    main()
