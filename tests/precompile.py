"""Compile what the tests need beyond the rules: `python -m tests.precompile`.

`make test` runs it beside the linters: otherwise each worker of pytest would compile the same functions.
"""

from rich.progress import track

import lido
from lido import vector
from lido.game import RecordGame
from lido.planes import encoding
from lido.steps import Walk


def main() -> None:
    """Step two games of every kind in `lido.vector`, and draw the planes of one."""
    games = [game for game in lido.games() if isinstance(game, RecordGame)]
    for game in track(games, description="Compiling for the tests"):
        envs = vector.make(game.id, n=2, seed=1)
        envs.reset()
        envs.step(envs.sample())
        match = lido.new(game.id, players=envs.players)
        assert match.turn
        encoding(game.id, match.players).seen(match.player_view(match.turn))
        Walk(match).planes(match.turn)


if __name__ == "__main__":
    main()
