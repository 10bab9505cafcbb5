"""Compile every game once, so that the first move after an installation does not wait for the compiler.

Run as `python -m lido.precompile`; what it compiles is cached on disk.
"""

import random
from typing import Any

from rich.progress import track

import lido
from lido import bots
from lido.game import Game, RecordGame
from lido.games import part
from lido.match import Match
from lido.steps import Walk


def main() -> None:
    """Compile every game and show the progress."""
    for game in track(lido.games(), description="Compiling the rules"):
        precompile(game)


def precompile(game: Game[Any]) -> None:
    """Play a few moves of a game with bots."""
    match = lido.new(game.id, seed="warm")
    if isinstance(game, RecordGame):
        match.perft(1)
    levels = [level for level in ("club", "expert") if level in bots.levels_for(game.id, match.players)]
    for player in [bots.bot(level, "warm") for level in levels for _ in range(2)]:
        assert match.turn
        player_view = match.player_view(match.turn)
        move = player.choose(player_view, iterations=1)
        match.play(move, **player.details(player_view, move, iterations=1))
    if isinstance(game, RecordGame):
        walk = Walk(match)
        if walk.turn:
            walk.play(walk.legal[0])
        play_on(match)
    if own := part(game.id, "precompile"):
        own.precompile()


def play_on(match: Match) -> None:
    """Play random moves until the game is over, so that the end of a game is compiled too."""
    chance = random.Random("warm")
    while match.turn is not None:
        match.play(chance.choice(match.legal_moves()))
        match.view(0)


if __name__ == "__main__":
    main()
