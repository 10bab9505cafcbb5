"""Compile every game once, so that the first move of a fresh install does not wait for it.

Run as `python -m lido.warm`; what it compiles stays on disk.
"""

import random
from typing import Any

from rich.progress import track

import lido
from lido import bots
from lido.game import Game, RecordGame
from lido.match import Match

SOLVED = {"le-plouf": ("5/5/5/5/5 1 A 2", "1AB1A/BA3/4B/A3B/1AB2 1 A 2")}
"""By game: a position of each kind that only its `master` knows."""


def main() -> None:
    """Compile every game, with a bar."""
    for game in track(lido.games(), description="Compiling the rules"):
        warm(game)


def warm(game: Game[Any]) -> None:
    """Play a few moves of a game with bots."""
    match = lido.new(game.id, seed="warm")
    if isinstance(game, RecordGame):
        match.perft(1)
    players = [bots.bot(level, "warm") for level in ("club", "expert") for _ in range(2)]
    for player in players:
        assert match.turn
        sight = match.sight(match.turn)
        move = player.choose(sight, iterations=1)
        match.play(move, **player.details(sight, move, iterations=1))
    if isinstance(game, RecordGame):
        play_on(match)
    for position in SOLVED.get(game.id, ()):
        bots.bot("master", "warm").choose(lido.new(game.id, position=position).sight(1))


def play_on(match: Match) -> None:
    """Play any moves until the game is over, so that all that comes with its end has been done once."""
    chance = random.Random("warm")
    while match.turn is not None:
        match.play(chance.choice(match.legal_moves()))
        match.view(0)


if __name__ == "__main__":
    main()
