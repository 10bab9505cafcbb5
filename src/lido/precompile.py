"""Compile every game once, so that the first move of a fresh install does not wait for it.

Run as `python -m lido.precompile`; what it compiles stays on disk.
"""

import random
from typing import Any

from rich.progress import track

import lido
from lido import bots
from lido.game import Game, RecordGame
from lido.games import part
from lido.match import Match


def main() -> None:
    """Compile every game, with a bar."""
    for game in track(lido.games(), description="Compiling the rules"):
        precompile(game)


def precompile(game: Game[Any]) -> None:
    """Play a few moves of a game with bots."""
    match = lido.new(game.id, seed="warm")
    if isinstance(game, RecordGame):
        match.perft(1)
    players = [bots.bot(level, "warm") for level in ("club", "expert") for _ in range(2)]
    for player in players:
        assert match.turn
        player_view = match.player_view(match.turn)
        move = player.choose(player_view, iterations=1)
        match.play(move, **player.details(player_view, move, iterations=1))
    if isinstance(game, RecordGame):
        play_on(match)
    if own := part(game.id, "precompile"):
        own.precompile()


def play_on(match: Match) -> None:
    """Play any moves until the game is over, so that all that comes with its end has been done once."""
    chance = random.Random("warm")
    while match.turn is not None:
        match.play(chance.choice(match.legal_moves()))
        match.view(0)


if __name__ == "__main__":
    main()
